import t from 'tap'
import { budgetsOf } from '../../../../src/countries/ro/anaf/budgets.js'
import { romanianDay } from '../../../../src/countries/ro/anaf/romanian-day.js'
import { worldOf } from './world.js'

t.test('the Romanian day, also when the clocks change', async (t) => {
  const table = [
    ['a winter day', '2026-11-22T10:00:00.000Z', '2026-11-21T22:00:00.000Z', '2026-11-22T22:00:00.000Z'],
    ['a summer day', '2026-07-01T20:59:59.999Z', '2026-06-30T21:00:00.000Z', '2026-07-01T21:00:00.000Z'],
    ['its first instant', '2026-07-01T21:00:00.000Z', '2026-07-01T21:00:00.000Z', '2026-07-02T21:00:00.000Z'],
    ['23 hours', '2026-03-29T12:00:00.000Z', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['25 hours', '2026-10-25T12:00:00.000Z', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
    ['the last hour of the year', '2026-12-31T22:30:00.000Z', '2026-12-31T22:00:00.000Z', '2027-01-01T22:00:00.000Z'],
  ] as const
  for (const [what, now, from, until] of table)
    t.same(romanianDay(new Date(now)), { from: new Date(from), until: new Date(until) }, what)
})

t.test('what a call takes from', async (t) => {
  const now = new Date('2026-11-22T10:00:30.000Z')
  const limits = (kind: Parameters<typeof budgetsOf>[0]) =>
    budgetsOf(kind, now).map(({ name, limit, from, until }) => [
      name,
      limit,
      (until.getTime() - from.getTime()) / 60_000,
    ])
  const calls = ['RO calls', 1000, 1]
  const newWork = ['RO new work', 800, 1]
  t.same(limits({ call: 'upload' }), [calls, newWork])
  t.same(limits({ call: 'message', cif: '1' }), [calls, newWork, ['RO messages 1', 1000, 1440]])
  t.same(limits({ call: 'list', cif: '1' }), [calls, newWork, ['RO lists 1', 100_000, 1440]])
  t.same(limits({ call: 'state', uploadId: '2' }), [calls, ['RO state 2', 100, 1440]])
  const ofMessage = ['RO download 3', 10, 1440]
  t.same(limits({ call: 'download', downloadId: '3', purpose: 'decision' }), [calls, ofMessage])
  t.same(limits({ call: 'download', downloadId: '3', purpose: 'comparison' }), [
    calls,
    newWork,
    ofMessage,
    ['RO comparison 3', 4, 1440],
  ])
})

t.test('uploads leave calls for asking what became of them', async (t) => {
  const { anaf, gateway, budgets, submission, uploaded, poll, pass, now } = await worldOf(t)
  const first = submission()
  const uploadId = await uploaded(first)
  pass(60)
  for (let call = 0; call < 800; call += 1) await budgets.take(budgetsOf({ call: 'upload' }, now()))
  const calls = anaf.calls.length
  const until = new Date(now().getTime() + 60_000)
  t.match(await gateway.submit(submission()), { kind: 'exhausted', concerns: 'government', until })
  t.match(await gateway.find(submission()), { kind: 'exhausted', concerns: 'government', reason: /RO new work/ })
  t.equal(anaf.calls.length, calls, 'nothing was asked')
  t.match(await poll(first, uploadId), { kind: 'accepted' })
  const [left] = (await gateway.budgets?.('RO18547290', now())) ?? []
  t.same(left === undefined ? [] : await budgets.used([left]), [802])
  t.same(
    (await gateway.budgets?.('RO18547290', now()))?.map(({ name }) => name),
    ['RO calls', 'RO new work', 'RO lists 18547290', 'RO messages 18547290'],
  )
})

t.test('one message is asked for a hundred times a day, and downloaded ten times', async (t) => {
  const { anaf, submission, uploaded, poll, pass } = await worldOf(t)
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  pass(60)
  for (let call = 0; call < 10; call += 1) t.match(await poll(invoice, uploadId), { kind: 'accepted' })
  const midnight = new Date('2026-11-22T22:00:00.000Z')
  t.match(await poll(invoice, uploadId), { kind: 'exhausted', concerns: 'invoice', until: midnight })
  anaf.faults({ on: 'state', does: { kind: 'answer', status: 200, body: '<header stare="in prelucrare"/>' } })
  for (let call = 11; call < 100; call += 1) t.match(await poll(invoice, uploadId), { kind: 'pending' })
  const states = anaf.calls.filter(({ call }) => call === 'state').length
  t.equal(states, 100)
  t.match(await poll(invoice, uploadId), {
    kind: 'exhausted',
    concerns: 'invoice',
    until: midnight,
    reason: /RO state/,
  })
  t.equal(anaf.calls.filter(({ call }) => call === 'state').length, states)
  anaf.faults()
  pass(12 * 3600)
  t.match(await poll(invoice, uploadId), { kind: 'accepted' }, 'counters restart at midnight')
})

t.test('ANAF’s own count is believed before ours', async (t) => {
  const { submission, uploaded, poll, pass } = await worldOf(t, { limits: { statesADay: 2, downloadsADay: 2 } })
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  pass(60)
  await poll(invoice, uploadId)
  await poll(invoice, uploadId)
  t.match(await poll(invoice, uploadId), { kind: 'exhausted', reason: /S-au facut deja 2/, concerns: 'invoice' })
})
