import { hash } from 'node:crypto'
import t from 'tap'
import { fa, NIP, worldOf } from './world.js'

t.test('an invoice is sent, decided, and accepted with its number and receipt', async (t) => {
  const { ksef, gateway, submission, pass, poll } = await worldOf(t)
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  const outcome = await gateway.submit(invoice)
  t.match(outcome, {
    kind: 'submitted',
    uploadId: /^20261124-SO-[0-9A-F-]{24}\/20261124-EE-[0-9A-F-]{24}$/,
    govEndpoint: /^http:.*\/v2\/sessions\/online\/20261124-SO-[0-9A-F-]{24}\/invoices$/,
  })
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  t.match(await gateway.find(invoice), { kind: 'known', uploadId })
  t.match(await poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: 1 }, 'nothing is asked before its time')
  t.equal(ksef.count('status'), 0)
  pass(2)
  const decision = await poll(invoice, uploadId)
  const [taken] = ksef.register.accepted
  t.match(decision, {
    kind: 'accepted',
    govId: new RegExp(`^${NIP}-20261124-[0-9A-F]{12}-[0-9A-F]{2}$`),
    govMessage: `200: Sukces; ${taken?.ksefNumber}`,
  })
  if (decision.kind !== 'accepted') return
  t.equal(decision.govId, taken?.ksefNumber)
  t.match(Buffer.from(decision.receipt?.bytes ?? []).toString(), hash('sha256', invoice.xml, 'base64'))
  t.equal(decision.receipt?.mediaType, 'application/xml')
  t.same(taken?.xml, Buffer.from(invoice.xml), 'KSeF has decrypted the very bytes')
})

t.test('one sign-in and one session serve many invoices', async (t) => {
  const { ksef, submission, sent } = await worldOf(t)
  await Promise.all(Array.from({ length: 5 }, () => sent(submission())))
  await sent(submission())
  t.same(
    ['challenge', 'token', 'redeem', 'open', 'send'].map((call) => ksef.count(call as 'open')),
    [1, 1, 1, 1, 6],
  )
  t.equal(ksef.register.accepted.length, 6)
})

t.test('a decision that takes its time', async (t) => {
  const { gateway, submission, sent, pass, poll } = await worldOf(t, { decisionSeconds: 50 })
  const invoice = submission()
  const uploadId = await sent(invoice)
  const waits: number[] = []
  for (;;) {
    const outcome = await poll(invoice, uploadId)
    if (outcome.kind !== 'pending') {
      t.equal(outcome.kind, 'accepted')
      break
    }
    waits.push(outcome.retryAfterSeconds)
    pass(outcome.retryAfterSeconds)
  }
  t.same(waits, [1, 1, 2, 4, 7, 15, 30])
  t.ok(gateway)
})

t.test('a session is closed and replaced ahead of its end', async (t) => {
  const { ksef, submission, sent, pass } = await worldOf(t)
  await sent(submission())
  pass(11.4 * 3600)
  await sent(submission())
  t.equal(ksef.count('open'), 1)
  pass(0.2 * 3600)
  await sent(submission())
  t.equal(ksef.count('open'), 2)
  t.equal(ksef.register.sessions[0]?.status.code, 200)
})

t.test('a document that KSeF would not take for its size is refused without a call', async (t) => {
  const { ksef, gateway, submission } = await worldOf(t)
  const large = submission({ xml: fa('FA/1', 'x'.repeat(1_000_000)) })
  t.same(await gateway.submit(large), { kind: 'refused', errorMessage: '430: Błąd weryfikacji pliku faktury' })
  t.equal(ksef.calls.length, 0)
})

t.test('a close that our own storage hinders hinders nothing else', async (t) => {
  const world = await worldOf(t)
  const { budgets } = world
  const take = budgets.take.bind(budgets)
  budgets.take = async (taken) => {
    if (taken.some(({ name }) => name.includes('close'))) throw new Error('no database')
    return take(taken)
  }
  t.match(await world.decided(world.submission()), { kind: 'accepted' })
  world.pass(12 * 3600)
  t.match(await world.decided(world.submission()), { kind: 'accepted' })
  t.match(world.warnings, [/could not be closed: no database/])
})
