import t from 'tap'
import { paymentMessage } from '../../../../src/countries/fr/cdar.js'
import { readLifeCycle } from '../../../../src/countries/fr/cdar-reader.js'
import type { Payment, PaymentOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import type { FaultKind } from '../../../standins/flow-service/options.js'
import { oracleFor } from '../../../support/oracle.js'
import { INVOICE, type World, worldOf } from './world.js'

const PAYMENT: Payment = {
  paymentId: 'pay_0123456789abcdefghijkl',
  paidOn: '2026-11-20',
  amounts: [
    { vatRate: '20', amount: '120' },
    { vatRate: '5.5', amount: '10.55' },
  ],
}

async function report(world: World, invoice: Submission, payment = PAYMENT): Promise<PaymentOutcome> {
  const outcome = await world.gateway.reportPayment?.(invoice, 'f', payment)
  if (outcome === undefined) throw new Error('nothing reports payments')
  return outcome
}

/** An invoice that the platform has, and what is reported to it. */
async function handed(world: World): Promise<Submission> {
  const invoice = world.submission()
  await world.submitted(invoice)
  return invoice
}

function reports({ platform }: World): number {
  return platform.register.flows.filter(
    ({ info, flowDirection }) => info.flowSyntax === 'CDAR' && flowDirection === 'Out',
  ).length
}

t.test('a payment is reported when the platform has acknowledged it', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 5 })
  const invoice = await handed(world)
  t.match(await report(world, invoice), { kind: 'unavailable', retryAfterSeconds: 10, concerns: 'invoice' })
  world.pass(10)
  const reported = await report(world, invoice)
  t.match(reported, { kind: 'reported', document: { mediaType: 'application/xml' } })
  if (reported.kind !== 'reported' || reported.document === null) return
  t.match(readLifeCycle(reported.document.bytes), [
    {
      number: 'F-1',
      code: '212',
      issueDate: '2026-11-22',
      sellerIds: ['732829320'],
      at: new Date('2026-11-20T11:00:00Z'),
    },
  ])
  t.equal(reports(world), 1)
  t.match(world.platform.taken.at(-1)?.info, { processingRule: 'B2B', trackingId: PAYMENT.paymentId })
  t.match(await report(world, invoice, { ...PAYMENT, paymentId: 'x'.repeat(60) }), { kind: 'unavailable' })
  t.equal(reports(world), 2, 'another payment')
})

t.test('never twice', async (t) => {
  const world = await worldOf(t)
  const invoice = await handed(world)
  world.platform.faults({ on: 'submit', times: 1, does: { kind: 'lost' } })
  t.match(await report(world, invoice), { kind: 'unavailable' })
  t.match(await report(world, invoice), { kind: 'reported' })
  world.platform.faults({ on: 'submit', times: 1, does: { kind: 'answer', status: 500 } })
  const other = { ...PAYMENT, paymentId: 'pay_2' }
  t.match(await report(world, invoice, other), { kind: 'unavailable' })
  world.pass(600)
  t.match(await report(world, invoice, other), { kind: 'unavailable', reason: /does not return/ })
  world.pass(600)
  t.match(await report(world, invoice, other), { kind: 'reported' })
  t.equal(reports(world), 2)
  t.match(await world.restored().reportPayment?.(invoice, 'f', other), { kind: 'reported' }, 'after a restore')
  t.equal(reports(world), 2)
})

t.test('never twice, where the search never shows what the platform has taken', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 5 })
  const invoice = await handed(world)
  world.platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: '{"results":[]}' } })
  t.match(await report(world, invoice), { kind: 'unavailable', reason: /not acknowledged/ })
  world.pass(3600)
  const gone: FaultKind = { kind: 'answer', status: 404, body: '{"errorCode":"MISSING_RESOURCE"}' }
  world.platform.faults(
    { on: 'search', does: { kind: 'answer', status: 200, body: '{"results":[]}' } },
    { on: 'flow', times: 1, does: gone },
  )
  t.match(await report(world, invoice), { kind: 'unavailable', reason: /has no flow/ })
  t.match(await report(world, invoice), { kind: 'reported' })
  t.equal(reports(world), 1)
})

t.test('a repetition is decided by the first report, once the search shows it', async (t) => {
  const world = await worldOf(t)
  const invoice = await handed(world)
  const does: FaultKind = { kind: 'inadmissible', reasonCode: 'AlreadyExistingFlow', reasonMessage: 'sent before' }
  world.platform.faults({ on: 'submit', times: 1, does })
  t.match(await report(world, invoice), { kind: 'unavailable' })
  t.match(await report(world, invoice), { kind: 'unavailable' })
  world.pass(900)
  t.match(await report(world, invoice), { kind: 'refused', errorMessage: /^AlreadyExistingFlow/ })
  t.equal(reports(world), 1)
})

t.test('what the platform does not take', async (t) => {
  const world = await worldOf(t)
  const unknown = world.submission()
  t.match(await report(world, unknown), { kind: 'refused', errorMessage: /^InvoiceLCInvalidStatus - no invoice/ })
  const invoice = await handed(world)
  const does: FaultKind = { kind: 'answer', status: 422, body: '{"errorCode":"UNPROCESSABLE_ENTITY"}' }
  world.platform.faults({ on: 'submit', does })
  t.match(await report(world, invoice, { ...PAYMENT, paymentId: 'pay_3' }), {
    kind: 'refused',
    errorMessage: /UNPROCESSABLE/,
  })
  const lost = new AbortController()
  lost.abort()
  const held = { lost: lost.signal, isHeld: () => true }
  const outcome = await world.gateway.reportPayment?.(invoice, 'f', { ...PAYMENT, paymentId: 'pay_4' }, held)
  t.match(outcome, { kind: 'unavailable', reason: /another worker/ })
})

t.test('the message', (t) => {
  const at = new Date('2026-11-20T09:30:00Z')
  const xml = paymentMessage(INVOICE, PAYMENT, at)
  t.match(xml, '<ram:ValueAmount currencyID="EUR">120.00</ram:ValueAmount>')
  t.match(xml, '<ram:ValuePercent>5.50</ram:ValuePercent>')
  t.match(xml, '<ram:GlobalID schemeID="0238">9998</ram:GlobalID>')
  t.notMatch(xml, '20261120120000', 'the status is no younger than its message')
  t.match(xml, '20261120103000', 'in the time of France')
  const [first, second] = ['2026-11-22T09:00:00Z', '2026-11-22T09:00:01Z'].map((time) =>
    paymentMessage(INVOICE, PAYMENT, new Date(time)),
  )
  t.match(first, '<udt:DateTimeString format="204">20261120120000')
  t.not(
    /<ram:ID>F-1_.*</.exec(first ?? '')?.[0],
    /<ram:ID>F-1_.*</.exec(second ?? '')?.[0],
    'each has an id of its own',
  )
  const late = paymentMessage(INVOICE, { ...PAYMENT, paidOn: '2026-11-21' }, new Date('2026-11-20T23:30:00Z'))
  t.notMatch(late, '20261120', 'after midnight in France it is the next day')
  t.end()
})

t.test('the official artefacts accept every message of a payment', async (t) => {
  const oracle = oracleFor(t, 'messages of payments against BR-FR-CDV')
  if (oracle === null) return
  const german = { vatNumber: 'DE136695976', name: 'Kunde' }
  for (const change of [{}, { customer: german }, { invoiceType: 'credit_note' as const }])
    for (const amounts of [PAYMENT.amounts, [{ vatRate: '0', amount: '-5' }]]) {
      const xml = paymentMessage({ ...INVOICE, ...change }, { ...PAYMENT, amounts }, new Date('2026-11-22T09:00:00Z'))
      t.same(await oracle.judge('fr', xml), [])
    }
})
