import fc from 'fast-check'
import t from 'tap'
import { limitsIn, PUBLISHED_LIMITS } from '../../../../src/countries/pl/ksef/limits.js'
import { NIP, worldOf } from './world.js'

t.test('a raised limit is used', async (t) => {
  const { ksef, gateway, submission, sent, now } = await worldOf(t)
  ksef.limitsOf(NIP, { send: [100, 100, 1000], open: [1, 1, 1] })
  for (let count = 0; count < 40; count += 1) await sent(submission())
  t.equal(ksef.count('limits'), 1)
  t.equal(ksef.register.invoices.length, 40)
  t.match(await gateway.budgets?.(`PL${NIP}`, now()), [
    { name: `PL send ${NIP} per minute`, limit: 100 },
    { name: `PL send ${NIP} per hour`, limit: 1000 },
    { name: `PL status ${NIP} per minute`, limit: 120 },
  ])
})

t.test('a lowered limit is kept before KSeF refuses a call', async (t) => {
  const { ksef, gateway, submission, sent } = await worldOf(t)
  ksef.limitsOf(NIP, { send: [10, 3, 50] })
  for (let count = 0; count < 3; count += 1) await sent(submission())
  t.match(await gateway.submit(submission()), { kind: 'exhausted', reason: /all 3 calls of "PL send/ })
  t.equal(ksef.count('send'), 3)
})

t.test('limits are read at each sign-in and once a day, and shared by all processes', async (t) => {
  const { ksef, submission, sent, restarted, pass, warnings } = await worldOf(t, { accessTokenSeconds: 7 * 86_400 })
  ksef.limitsOf(NIP, { send: [100, 100, 1000] })
  await sent(submission())
  t.equal(ksef.count('limits'), 1)
  t.match(warnings, ['KSeF has other limits of calls for a company'])
  const other = restarted()
  for (let count = 0; count < 35; count += 1)
    t.equal((await other.submit(submission())).kind, 'submitted', 'it knows them')
  t.equal(ksef.count('limits'), 1)
  pass(11 * 60)
  t.equal((await restarted().submit(submission())).kind, 'submitted')
  t.equal(ksef.count('limits'), 2, 'a sign-in later')
  ksef.limitsOf(NIP, { send: [100, 2, 1000] })
  pass(86_400)
  await sent(submission())
  t.equal(ksef.count('limits'), 3, 'a day later')
  pass(11 * 60)
  t.equal((await other.submit(submission())).kind, 'submitted')
  t.equal((await other.submit(submission())).kind, 'submitted')
  t.equal((await other.submit(submission())).kind, 'exhausted', 'lowered for the other process')
  t.equal(ksef.count('limits'), 3)
})

t.test('without an answer the known limits stay, and the log has the reason once an hour', async (t) => {
  for (const does of [
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 404 },
    { kind: 'answer', status: 403, body: '{"reasonCode":"missing-permissions"}' },
    { kind: 'answer', status: 429, body: '{}' },
    { kind: 'answer', status: 200, body: '[]' },
    { kind: 'answer', status: 200, body: '{"invoiceSend":{"perMinute":0,"perHour":"many"}}' },
    { kind: 'answer', status: 401 },
    { kind: 'cut' },
  ] as const) {
    const { ksef, submission, sent, pass, warnings } = await worldOf(t, { accessTokenSeconds: 7 * 86_400 })
    ksef.limitsOf(NIP, { send: [100, 100, 1000] })
    await sent(submission())
    ksef.faults({ on: 'limits', does })
    pass(86_400)
    for (let count = 0; count < 35; count += 1) await sent(submission())
    t.match(warnings.slice(1), [/limits of calls could not be read, the known ones stay: ./])
    t.equal(ksef.count('limits'), 2)
    pass(3_600)
    await sent(submission())
    t.equal(ksef.count('limits'), 3)
  }
})

t.test('a number that KSeF states is used within bounds, or not at all', (t) => {
  const known = { ...PUBLISHED_LIMITS, send: [7, 77, 777] } as const
  const numbers = { perSecond: -1, perMinute: 0, perHour: 2_000_000_000 }
  t.same(limitsIn({ invoiceSend: numbers }, known)?.send, [1_000_000, 77, 1_000_000])
  t.same(limitsIn({ invoiceSend: { perSecond: -2, perMinute: 1.5, perHour: 90 } }, known)?.send, [7, 77, 90])
  t.equal(limitsIn({}, known), null)
  t.equal(limitsIn({ invoiceSend: { perHour: '90' }, other: null, onlineSession: [1, 2, 3] }, known), null)
  const names = fc.constantFrom('invoiceSend', 'invoiceStatus', 'onlineSession', 'other', 'global', 'x')
  const limit = fc.dictionary(fc.constantFrom('perSecond', 'perMinute', 'perHour'), fc.anything())
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(limit, fc.anything())), (answer) => {
      const limits = Object.values(limitsIn(answer, known) ?? known)
      return limits.every(
        (one) => one.length === 3 && one.every((each) => Number.isInteger(each) && each >= 1 && each <= 1_000_000),
      )
    }),
  )
  t.end()
})
