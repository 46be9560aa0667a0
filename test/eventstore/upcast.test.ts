import t from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { schemaVersionOf, upcast, upcastWith } from '../../src/eventstore/upcast.js'
import { eventToAppend } from './events.js'

const stored: RecordedEvent = {
  ...eventToAppend({ type: 'InvoiceMade', data: { nr: 'RE-1' } }),
  stream: 'liveInvoice-1',
  revision: 0,
  position: 1n,
}

void t.test('an event of today stays the very event', async (t) => {
  t.equal(upcast(stored), stored)
})

void t.test('an old event passes every version up to today, and may get a new name on the way', async (t) => {
  const toToday = upcastWith([
    { type: 'InvoiceCreated', from: 2, upcast: (data) => ({ type: 'InvoiceCreated', data: { ...data, lines: [] } }) },
    {
      type: 'InvoiceMade',
      from: 1,
      upcast: (data) => ({ type: 'InvoiceCreated', data: { number: (data as { nr: string }).nr } }),
    },
  ])
  const before = structuredClone(stored)
  t.strictSame(toToday(stored), {
    ...stored,
    type: 'InvoiceCreated',
    data: { number: 'RE-1', lines: [] },
    metadata: { ...stored.metadata, schemaVersion: 3 },
  })
  t.strictSame(stored, before, 'the stored event is left as it is')
})

void t.test('two upcasters of one type and version are a mistake', async (t) => {
  const one = { type: 'InvoiceMade', from: 1, upcast: (data: object) => ({ type: 'InvoiceMade', data }) }
  t.throws(() => upcastWith([one, one]), /InvoiceMade v1/)
})

void t.test('an event is written in the version that its last upcaster makes', async (t) => {
  const same = (data: object) => ({ type: 'InvoiceMade', data })
  const registered = [1, 2].map((from) => ({ type: 'InvoiceMade', from, upcast: same }))
  t.equal(schemaVersionOf('InvoiceMade', registered), 3)
  t.equal(schemaVersionOf('InvoiceSent', registered), 1, 'never changed')
})

void t.test('texts from before they were refused are read with U+FFFD, in any event', async (t) => {
  const before: RecordedEvent = { ...stored, data: { nr: 'a\ud83d', 'b\0': [{ c: '\0' }], d: '\u{1F600}' } }
  const repaired = { ...before, data: { nr: 'a\ufffd', 'b\ufffd': [{ c: '\ufffd' }], d: '\u{1F600}' } }
  t.strictSame(upcast(before), repaired)
  t.match(before.data, { nr: 'a\ud83d' }, 'the stored event is left as it is')
  let seen: object | null = null
  const remember = (data: object) => ({ type: 'InvoiceMade', data: (seen = data) })
  upcastWith([{ type: 'InvoiceMade', from: 1, upcast: remember }])(before)
  t.strictSame(seen, repaired.data, 'an upcaster sees no others')
})

/** As releases stored it that did not note what lists show. */
const WITHOUT_LISTED_TERMS =
  '{"invoiceId":"inv_1","companyId":"comp_1","country":"RO","invoiceType":"invoice","number":"RE-1","externalId":null,"supplierVat":"RO1",' +
  '"customerVat":"RO2","currency":"RON","issueDate":"2026-03-31","netAmount":"1.00","vatAmount":"0.21","grossAmount":"1.21","content":{"kind":"inline",' +
  '"invoice":{"country":"RO","invoiceType":"invoice","number":"RE-1","supplier":{"vatNumber":"RO1","name":"A"},"customer":{"vatNumber":"RO2","name":"B"},' +
  '"lines":[],"currency":"RON","issueDate":"2026-03-31","paymentMeans":{"dueDate":"2026-04-30"}}},"requestHash":null}'

void t.test('an invoice from before customer and due date were noted has them from its content', async (t) => {
  const data = JSON.parse(WITHOUT_LISTED_TERMS) as Record<string, unknown>
  const today = (content: unknown) => upcast({ ...stored, type: 'InvoiceCreated', data: { ...data, content } })
  t.strictSame(today(data['content']), {
    ...stored,
    type: 'InvoiceCreated',
    data: { ...data, customerName: 'B', dueDate: '2026-04-30' },
    metadata: { ...stored.metadata, schemaVersion: 2 },
  })
  const document = { kind: 'document', document: { sha256: 'f'.repeat(64), size: 1, mediaType: 'application/json' } }
  t.match(today(document).data, { customerName: null, dueDate: null }, 'what is in the document store is not read')
  t.equal(schemaVersionOf('InvoiceCreated'), 2)
})

/** As the first release stored them. */
const WITHOUT_PLACE: readonly (readonly [type: string, json: string])[] = [
  [
    'DeliveryScheduled',
    '{"deliveryId":"dlv_1","subject":"testInvoice-inv_1","eventId":"evt_1","kind":"invoice.created","invoiceId":"inv_1",' +
      '"connectionId":null,"url":"https://example.com/hooks","epoch":0,"nextAttemptAt":"2026-03-31T09:30:00.000Z","body":"{}"}',
  ],
  [
    'RedeliveryRequested',
    '{"subject":"testInvoice-inv_1","url":"https://example.com/hooks","epoch":0,"nextAttemptAt":"2026-03-31T09:30:00.000Z"}',
  ],
]

void t.test('a delivery from before its place was recorded has none', async (t) => {
  for (const [type, json] of WITHOUT_PLACE) {
    const data = JSON.parse(json) as object
    t.strictSame(upcast({ ...stored, type, data }), {
      ...stored,
      type,
      data: { ...data, revision: null },
      metadata: { ...stored.metadata, schemaVersion: 2 },
    })
    t.equal(schemaVersionOf(type), 2)
  }
})

void t.test('an account from before it had a rule on its test keys has none', async (t) => {
  const data = { accountId: 'acc_1', name: 'Demo', plan: 'free' }
  t.strictSame(upcast({ ...stored, type: 'AccountCreated', data }), {
    ...stored,
    type: 'AccountCreated',
    data: { ...data, testKeysManageLive: null },
    metadata: { ...stored.metadata, schemaVersion: 2 },
  })
  t.equal(schemaVersionOf('AccountCreated'), 2)
})
