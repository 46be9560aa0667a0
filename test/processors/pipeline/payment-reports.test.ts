import t from 'tap'
import type { PaymentOutcome } from '../../../src/countries/gateway/gateway.js'
import type { InvoiceEvent } from '../../../src/domain/invoice.js'
import { AWAY } from '../../standins/scripted-government.js'
import { CONNECTED } from '../../standins/gates.js'
import { given, inSeconds, SENT } from './scripted-invoice.js'

const ACCEPTED: InvoiceEvent = {
  type: 'InvoiceAccepted',
  data: { govId: '3001', govMessage: 'ok', receipt: null },
}
const AMOUNTS = [{ vatRate: '21', amount: '242.00' }]
const paid = (paymentId: string): InvoiceEvent => ({
  type: 'PaymentReportRequested',
  data: { paymentId, paidOn: '2026-11-20', amounts: AMOUNTS },
})
const REPORTED: PaymentOutcome = {
  kind: 'reported',
  reportId: 'flow-1',
  document: { bytes: Buffer.from('<cdar/>'), mediaType: 'application/xml' },
}
const production = { environment: 'production' } as const

t.test('each payment that is to be reported is reported once', async (t) => {
  const world = await given({ report: [REPORTED] }, ...SENT, ACCEPTED, paid('p1'), paid('p2'))
  t.match(await world.advance(), { nextLook: null, outage: false })
  t.same(world.government.calls, ['report', 'report'])
  t.match(world.government.payments, [{ paymentId: 'p1', paidOn: '2026-11-20', amounts: AMOUNTS }, { paymentId: 'p2' }])
  t.match(world.government.submissions, [{ attemptId: 'a1' }, { attemptId: 'a1' }])
  const events = await world.events()
  t.match(events, [
    { type: 'PaymentReported', data: { paymentId: 'p1', reportId: 'flow-1' } },
    { type: 'PaymentReported', data: { paymentId: 'p2', reportId: 'flow-1' } },
  ])
  const [first] = events
  const document = first?.type === 'PaymentReported' ? first.data.document : null
  t.equal(await world.document(document?.sha256 ?? ''), '<cdar/>')
  t.match(await world.advance(), { nextLook: null })
  t.equal(world.government.calls.length, 2, 'nothing is left')
})

t.test('an invoice without payments wants nothing more of its government', async (t) => {
  const { advance, government } = await given({ report: [REPORTED] }, ...SENT, ACCEPTED)
  t.match(await advance(), { nextLook: null })
  t.same(government.calls, [])
})

t.test('a report that the government rejects is shown as refused', async (t) => {
  const refused: PaymentOutcome = { kind: 'refused', errorMessage: '501 Irrecevable' }
  const { advance, events } = await given({ report: [refused, REPORTED] }, ...SENT, ACCEPTED, paid('p1'), paid('p2'))
  t.match(await advance(), { nextLook: null })
  t.match(await events(), [
    { type: 'PaymentReportRefused', data: { paymentId: 'p1', errorMessage: '501 Irrecevable' } },
    { type: 'PaymentReported', data: { paymentId: 'p2' } },
  ])
})

t.test('an outage puts the report off; the same payment is tried again', async (t) => {
  const world = await given({ report: [AWAY, REPORTED] }, ...SENT, ACCEPTED, paid('p1'))
  t.match(await world.advance(), { nextLook: inSeconds(60), outage: true, lane: 'RO test submit' })
  t.same(await world.events(), [])
  t.same(world.gates.noted, ['RO test away'])
  t.match(await world.advance(1), { nextLook: null })
  t.same(
    world.government.payments.map(({ paymentId }) => paymentId),
    ['p1', 'p1'],
  )
  t.match(await world.events(), [{ type: 'PaymentReported' }])
})

t.test('a process that has lost the claim reports nothing, and records no refusal', async (t) => {
  const before = await given({ report: [REPORTED] }, ...SENT, ACCEPTED, paid('p1'))
  await before.advance(0, () => Promise.resolve(false))
  t.same(before.government.calls, [])
  let looks = 0
  const refused: PaymentOutcome = { kind: 'refused', errorMessage: 'twice' }
  const after = await given({ report: [refused] }, ...SENT, ACCEPTED, paid('p1'))
  // By the pipeline, before the call, after the answer.
  await after.advance(0, () => Promise.resolve((looks += 1) <= 2))
  t.same(after.government.calls, ['report'])
  t.same(await after.events(), [])
})

t.test('it waits for its connection like a submission', async (t) => {
  const access = { ...CONNECTED, find: () => Promise.resolve(null) }
  const { advance, government } = await given(
    { ...production, access, report: [REPORTED] },
    ...SENT,
    ACCEPTED,
    paid('p1'),
  )
  t.match(await advance(), { outage: true, waitsFor: /^connection / })
  t.same(government.calls, [])
})

t.test('an internal fault does not give up a report', async (t) => {
  const { fail, events, advance } = await given({}, ...SENT, ACCEPTED, paid('p1'))
  await t.rejects(advance(), /no report of payments to RO/)
  t.equal(await fail(new Error('broken')), false, 'it is parked')
  t.same(await events(), [])
})
