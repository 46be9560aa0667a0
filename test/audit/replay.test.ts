import t from 'tap'
import { findInvoice, invoiceEvents } from '../../src/audit/invoice-streams.js'
import { lifeOf, stateAt } from '../../src/audit/replay.js'
import { handle } from '../../src/commands/handle.js'
import { deliveryIdOf, scheduleDelivery } from '../../src/commands/delivery.js'
import { delivery } from '../../src/domain/delivery.js'
import type { RecordedEvent, Scope } from '../../src/domain/event.js'
import { eventId } from '../../src/domain/ids.js'
import { streamName } from '../../src/domain/streams.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { acceptedInvoice, History } from '../support/history.js'

const document = { sha256: 'a'.repeat(64), size: 1234, mediaType: 'application/xml' }
const receipt = { sha256: 'b'.repeat(64), size: 99, mediaType: 'application/zip' }

/** A clock that advances a minute at each reading. */
function minutes(): { now(): Date } {
  let at = Date.UTC(2026, 10, 23, 10)
  return { now: () => new Date((at += 60_000)) }
}

async function accepted() {
  const store = new MemoryEventStore()
  const clock = minutes()
  const history = new History(store, clock)
  const scope: Scope = await history.account()
  const { id, stream } = await history.invoice(scope, acceptedInvoice('A-1'))
  await history.findings(
    scope,
    stream,
    { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'UBL 2.1 CIUS-RO' } },
    { type: 'InvoiceConverted', data: { format: 'UBL 2.1 CIUS-RO', document } },
    { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
    { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '5001', govEndpoint: 'https://gov.example' } },
    { type: 'InvoiceAccepted', data: { govId: '7001', govMessage: 'ok', receipt } },
  )
  return { store, clock, scope, id, stream }
}

t.test('the life of an invoice, its deliveries among it, in words and in the order of the store', async (t) => {
  const { store, clock, scope, id, stream } = await accepted()
  const [created] = await store.readStream(stream)
  if (created === undefined) throw new Error('no event')
  const delivered = eventId(created.id)
  const deliveryId = deliveryIdOf(scope, delivered)
  await handle(
    { store, clock },
    { ...scope, actor: 'processor:webhooks', correlationId: 'req_1', causationId: delivered },
    delivery,
    streamName('test', 'Delivery', deliveryId),
    scheduleDelivery({
      deliveryId,
      subject: stream,
      revision: 0,
      eventId: delivered,
      kind: 'invoice.created',
      invoiceId: id,
      connectionId: null,
      url: 'https://client.example/hook',
      epoch: 0,
      nextAttemptAt: '2026-11-23T11:00:00.000Z',
      body: '{}',
    }),
  )
  const invoice = await findInvoice(store, id)
  if (invoice === null) throw new Error('not found')
  t.strictSame(invoice.scope, scope)
  const steps = lifeOf([...(await invoiceEvents(store, invoice))].reverse())
  t.strictSame(
    steps.map(({ type, status, statusChanged }) => [type, status, statusChanged]),
    [
      ['InvoiceCreated', 'created', true],
      ['InvoiceValidated', 'validated', true],
      ['InvoiceConverted', 'converting', true],
      ['SubmissionStarted', 'submitting', true],
      ['InvoiceSubmitted', 'submitted', true],
      ['InvoiceAccepted', 'accepted', true],
      ['DeliveryScheduled', null, false],
    ],
  )
  t.equal(steps[0]?.sentence, 'Invoice A-1 (RO) of RO12345674 to RO87654329 for 242.00 RON was received, as JSON.')
  t.equal(steps[5]?.sentence, 'The government accepted it under 7001: “ok”.')
  t.strictSame(steps[5]?.documents, [{ ...receipt, at: 'receipt' }])
  t.equal(steps[5]?.by, 'an operator')
  t.match(steps[6], {
    sentence: 'A notification of invoice.created to https://client.example/hook was scheduled.',
    by: 'the service (webhooks)',
  })
})

t.test('the invoice as the API showed it at each past time', async (t) => {
  const { store, stream } = await accepted()
  const events = await store.readStream(stream)
  const at = (revision: number, plusMs = 0) => {
    const time = events[revision]?.metadata.occurredAt ?? ''
    return stateAt(events, new Date(new Date(time).getTime() + plusMs))
  }
  t.equal(at(0, -1), null, 'before it was there')
  t.match(at(0), { status: 'created', number: 'A-1', govId: null })
  t.match(at(4, -1), { status: 'submitting' })
  t.match(at(4), { status: 'submitted', govId: null })
  t.match(at(5, 1e9), { status: 'accepted', govId: '7001', grossAmount: '242.00' })
})

t.test('an event of a later version of the program is shown by its name', async (t) => {
  const { store, stream } = await accepted()
  const events = await store.readStream(stream)
  const last = events.at(-1) as RecordedEvent
  const later = { ...last, type: 'InvoiceTeleported', revision: 6, position: last.position + 1n, data: { document } }
  t.match(lifeOf([...events, later]).at(-1), {
    sentence: 'InvoiceTeleported happened.',
    status: null,
    documents: [{ ...document, at: 'document' }],
  })
})

t.test('what is no id of an invoice finds nothing', async (t) => {
  const store = new MemoryEventStore()
  for (const id of ['', 'inv_', '../inv_2PqWc8Rk5TyHn4vLx7ZdSm', 'inv_2PqWc8Rk5TyHn4vLx7ZdSm', 'x'.repeat(10_000)])
    t.equal(await findInvoice(store, id), null)
})
