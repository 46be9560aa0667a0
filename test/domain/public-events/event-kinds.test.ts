import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fold } from '../../../src/domain/aggregate.js'
import { connection, type ConnectionEvent } from '../../../src/domain/connection.js'
import type { RecordedEvent } from '../../../src/domain/event.js'
import { received } from '../../../src/domain/received.js'
import { type InvoiceEvent, statusAfter } from '../../../src/domain/invoice.js'
import {
  DELIVERY_KINDS,
  EVENT_KINDS,
  INVOICE_EVENT_KINDS,
  eventToPublish,
  USUAL_KINDS,
  WEBHOOK_KINDS,
} from '../../../src/domain/public-events/event-kinds.js'

/** This file is dist/test/domain/public-events/event-kinds.test.js when it runs. */
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guide.md'), 'utf8')

t.test('the public names are those of the interface specification', async (t) => {
  const ofInvoices = ['created', 'validated', 'submitted', 'accepted', 'rejected', 'error'].map(
    (end) => `invoice.${end}`,
  )
  const named = [
    'response',
    'payment_report_requested',
    'payment_reported',
    'payment_report_refused',
    'final_invoice_issued',
  ].map((end) => `invoice.${end}`)
  t.same(INVOICE_EVENT_KINDS, [...ofInvoices, ...named])
  const ofReceived = ['received.created', 'received.response_sent', 'received.response_failed']
  t.same(EVENT_KINDS, [...ofInvoices, ...named, 'connection.active', 'connection.expired', ...ofReceived])
  t.same(USUAL_KINDS, [...ofInvoices, 'connection.active', 'connection.expired'])
  t.same(DELIVERY_KINDS, [...EVENT_KINDS, 'webhook.test'])
})

t.test('what deliveries show, in this order, is promised', async (t) => {
  const invoice = 'id country supplierVat customerVat status netAmount vatAmount grossAmount currency govId externalId'
  const ofConnection = 'id companyId countryCode status tokenExpiresAt lastErrorMessage createdAt'
  const ofReceived =
    'id companyId country number invoiceType issueDate dueDate supplierName supplierVat customerVat netAmount vatAmount grossAmount currency govId channel format status valid findingsTotal duplicateOf receivedAt readAt createdAt updatedAt'
  for (const kind of DELIVERY_KINDS) {
    const { subject, shows } = WEBHOOK_KINDS[kind]
    const promised = { invoice, connection: ofConnection, received: ofReceived, webhook: 'message' }[subject]
    const ofFailure = /rejected|error/.test(kind) ? ' errorMessage errorTranslated errorFix' : ''
    const ofKSeF = { 'invoice.submitted': ' warnings', 'invoice.accepted': ' invoicingMode' }[kind as string] ?? ''
    const ofResponse = kind.includes('response') ? ' response' : ''
    const ofPayment = kind.startsWith('invoice.payment_') ? ' payment' : ''
    const ofAdvance = kind === 'invoice.final_invoice_issued' ? ' finalInvoice' : ''
    t.equal(shows.join(' '), promised + ofKSeF + ofFailure + ofResponse + ofPayment + ofAdvance, kind)
  }
})

type PublicType = (typeof WEBHOOK_KINDS)[keyof typeof WEBHOOK_KINDS]['follows']

/**
 * The events of invoices that clients don't get. One that is added and has neither a kind nor a
 * place here is a type error.
 */
const INTERNAL = {
  InvoiceConverted: true,
  SubmissionStarted: true,
  SubmissionDeferred: true,
  InvoiceRetried: true,
} as const satisfies Readonly<Record<Exclude<InvoiceEvent['type'], PublicType>, true>>

const recorded = (stream: string, type: string) => ({ stream, type, data: {} }) as unknown as RecordedEvent

t.test('each kind follows one event of one aggregate, and no other event is public', async (t) => {
  for (const kind of EVENT_KINDS) {
    const { subject, follows } = WEBHOOK_KINDS[kind]
    const streams = {
      invoice: 'testInvoice-inv_1',
      connection: 'liveConnection-conn_1',
      received: 'testReceived-rcv_1',
    }
    const other = subject === 'invoice' ? streams.connection : streams.invoice
    t.match(eventToPublish(recorded(streams[subject], follows)), { subject, kind })
    t.equal(eventToPublish(recorded(other, follows)), null, `${kind} in a stream of another kind`)
    t.equal(eventToPublish(recorded('testCompany-comp_1', follows)), null)
  }
  for (const type of Object.keys(INTERNAL)) {
    t.equal(eventToPublish(recorded('testInvoice-inv_1', type)), null, type)
  }
  t.equal(eventToPublish(recorded('testConnection-conn_1', 'ConnectionFailed')), null)
})

t.test('the status that it names is the one after its event', async (t) => {
  const data = { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' } as const
  const requested: ConnectionEvent = { type: 'ConnectionRequested', data }
  const details = { tokenExpiresAt: null, errorMessage: 'invalid_grant' }
  for (const kind of EVENT_KINDS) {
    const { subject, follows, status } = WEBHOOK_KINDS[kind]
    if (status === null) continue
    const after =
      subject === 'invoice'
        ? statusAfter({ type: follows } as InvoiceEvent)
        : subject === 'received'
          ? fold(received, [{ type: follows, data: {} as never }]).status
          : fold(connection, [requested, { type: follows, data: details }]).status
    t.equal(after, status, kind)
  }
})

t.test('the report of a payment leaves an invoice accepted', async (t) => {
  for (const type of ['PaymentReportRequested', 'PaymentReported', 'PaymentReportRefused'] as const) {
    t.equal(statusAfter({ type, data: { paymentId: 'p1' } } as InvoiceEvent), 'accepted', type)
  }
})

t.test('a response leaves the status as it is', async (t) => {
  for (const status of ['accepted', 'rejected'] as const) {
    t.equal(statusAfter({ type: 'InvoiceResponded', data: { status } } as InvoiceEvent), status)
  }
})

t.test('the guide lists every kind with the sentence that says when it is sent', async (t) => {
  const items = guide.matchAll(/^- `(\w+\.\w+)`: (.+(?:\n {2}.+)*)$/gm)
  const rows = Array.from(items, ([, kind, when = '']) => [kind, when.replaceAll(/\n */g, ' ')])
  t.same(
    rows,
    DELIVERY_KINDS.map((kind) => [kind, WEBHOOK_KINDS[kind].when]),
  )
})
