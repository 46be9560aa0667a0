import t from 'tap'
import { EventWithoutEnvironment, scopeOfEvent, type StreamEvent } from '../../src/domain/event.js'
import { categoryPrefixes } from '../../src/domain/streams.js'
import { PROJECTIONS } from '../../src/projections/registry.js'

function event(type: string, stream: string, environment: unknown, data: object = {}): StreamEvent {
  const occurredAt = '2026-03-31T09:30:00.000Z'
  const metadata = { account: 'acc_1', environment, schemaVersion: 1, actor: 'operator', occurredAt }
  return {
    type,
    stream,
    data,
    revision: 3,
    position: 7n,
    id: '0b7ee5b2-0d0b-4d2e-9d2e-2c2d6f7b8a90',
    metadata,
  } as unknown as StreamEvent
}

t.test('an event says whose it is', async (t) => {
  for (const environment of ['test', 'production'])
    t.same(scopeOfEvent(event('InvoiceCreated', 'testInvoice-inv_1', environment)), { account: 'acc_1', environment })
})

t.test('one that does not is a fault that names its place', async (t) => {
  for (const environment of [null, undefined, '', 'live'])
    t.throws(
      () => scopeOfEvent(event('InvoiceCreated', 'liveInvoice-inv_1', environment)),
      new EventWithoutEnvironment(event('InvoiceCreated', 'liveInvoice-inv_1', null)),
    )
  const { message } = new EventWithoutEnvironment(event('InvoiceCreated', 'liveInvoice-inv_1', null))
  t.equal(message, 'InvoiceCreated at liveInvoice-inv_1@3 has no environment in its metadata')
})

/** What begins a row of each read model of things that live in one environment. */
const FIRST = [
  ['Company', 'CompanyCreated', { companyId: 'comp_1', name: 'A', vatNumber: 'RO1', country: 'RO', currency: 'EUR' }],
  ['Connection', 'ConnectionRequested', { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' }],
  ['Delivery', 'DeliveryScheduled', { deliveryId: 'dlv_1', subject: 'testInvoice-inv_1', epoch: 0, nextAttemptAt: '' }],
  ['Invoice', 'InvoiceCreated', { invoiceId: 'inv_1', supplierVat: 'RO1', customerVat: 'RO2', externalId: null }],
  ['Webhook', 'WebhookConfigured', { url: 'https://a.example', events: null, secretName: 'webhook/1' }],
] as const
/** Whose rows begin with another event than the stream. */
const LATER: Readonly<Record<string, readonly [string, object]>> = {
  token_refreshes: ['ConnectionActivated', { tokenExpiresAt: '2027-01-01T00:00:00.000Z' }],
  responses: ['InvoiceResponded', { messageId: 'm-1', number: 1, at: '', code: 'AP', label: 'a', reason: null }],
}

t.test('no read model takes an event of nowhere for one of the test environment', async (t) => {
  for (const [category, type, data] of FIRST) {
    const hearing = PROJECTIONS.filter(({ streamPrefixes }) =>
      categoryPrefixes(category).some((prefix) => streamPrefixes.includes(prefix)),
    )
    t.ok(hearing.length > 0, `${category} has a read model`)
    for (const projection of hearing) {
      const [first, says] = LATER[projection.name] ?? [type, data]
      const of = (environment: unknown): never => event(first, `live${category}-1`, environment, says) as never
      t.match(projection.evolve(null, of('production')), { environment: 'production' }, projection.name)
      t.throws(() => projection.evolve(null, of(null)), { name: 'EventWithoutEnvironment' }, projection.name)
    }
  }
})
