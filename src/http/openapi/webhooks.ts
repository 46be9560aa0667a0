import { type TObject, Type } from '@sinclair/typebox'
import { TEST_KIND } from '../../domain/webhook.js'
import { EVENT_KINDS, type EventKind } from '../../projections/event-kinds.js'
import { Connection } from '../schemas/connection.js'
import { time } from '../../intake/schemas/fields.js'
import { Invoice } from '../schemas/invoice.js'
import type { JsonObject } from './components.js'
import { type Example, IDS, TIME } from './example.js'
import { acceptedInvoice } from './examples/invoices.js'
import { activeConnection } from './examples/connections.js'

type Kind = EventKind | typeof TEST_KIND
const KINDS: readonly Kind[] = [...EVENT_KINDS, TEST_KIND]

/** Interface specification, "Delivery body". */
const INVOICE_FIELDS = [
  'id',
  'country',
  'supplierVat',
  'customerVat',
  'status',
  'netAmount',
  'vatAmount',
  'grossAmount',
  'currency',
  'govId',
  'externalId',
] as const

const InvoiceData = Type.Pick(Invoice, INVOICE_FIELDS, { title: 'InvoiceInEvent' })
const TestData = Type.Object(
  { message: Type.String({ description: 'Says that it works', examples: ['The webhook works.'] }) },
  { title: 'TestData' },
)

/** The body of a delivery. */
function body(kind: Kind, data: TObject): TObject {
  const id = Type.String({ description: 'Identifier of the event; the same in the timeline', examples: [IDS.event] })
  return Type.Object({ id, type: Type.Literal(kind), createdAt: time('When it happened'), data })
}

const WHEN: Readonly<Record<Kind, string>> = {
  'invoice.created': 'An invoice was created and queued',
  'invoice.validated': 'An invoice passed validation',
  'invoice.submitted': 'An invoice was uploaded to the government',
  'invoice.accepted': 'The government accepted an invoice',
  'invoice.rejected': 'The government rejected an invoice',
  'invoice.error': 'The service could not go on with an invoice',
  'connection.active': 'A connection became active',
  'connection.expired': 'The access of a connection could not be refreshed',
  [TEST_KIND]: 'A test event was asked for with POST /v1/webhooks/test',
}

const DESCRIPTION =
  'Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 ' +
  'minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more ' +
  'than once, always under the same id. The events of one invoice come in their order.'

const header = (name: string, description: string, example: string): JsonObject => ({
  in: 'header',
  name,
  description,
  required: true,
  schema: { type: 'string' },
  example,
})

function headers(kind: string): readonly JsonObject[] {
  return [
    header(
      'X-Service-Signature',
      '`sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown',
      'sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c',
    ),
    header('X-Service-Event', 'The event kind', kind),
    header('X-Service-Delivery-Id', 'Identifies the delivery; the same on every retry', IDS.delivery),
    header('webhook-id', 'The same, as the Standard Webhooks specification names it', IDS.delivery),
    header('webhook-timestamp', 'When this attempt was made, Unix time in seconds', '1774949400'),
    header(
      'webhook-signature',
      'Signature by the Standard Webhooks specification, for its client libraries',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ]
}

/** The section `webhooks` of the document: what the service sends. */
export function webhookSection(): JsonObject {
  return Object.fromEntries(KINDS.map((kind) => [kind, { post: operation(kind) }]))
}

function operation(kind: Kind): JsonObject {
  return {
    operationId: `on${kind.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: WHEN[kind],
    description: DESCRIPTION,
    tags: ['Webhooks'],
    security: [],
    parameters: headers(kind),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: body(kind, dataOf(kind).schema), examples: { example: example(kind) } },
      },
    },
    responses: { '2XX': { description: 'Received. The body of the answer is not looked at' } },
  }
}

function dataOf(kind: Kind): { readonly schema: TObject; readonly example: unknown } {
  if (kind === TEST_KIND) return { schema: TestData, example: { message: 'The webhook works.' } }
  if (kind.startsWith('connection.')) return { schema: Connection, example: connectionIn(kind) }
  return { schema: InvoiceData, example: invoiceIn(kind) }
}

function example(kind: Kind): Example {
  return { summary: WHEN[kind], value: { id: IDS.event, type: kind, createdAt: TIME, data: dataOf(kind).example } }
}

function invoiceIn(kind: string): JsonObject {
  const status = kind.slice('invoice.'.length)
  const all: JsonObject = { ...acceptedInvoice, status, ...(status !== 'accepted' && { govId: null }) }
  return Object.fromEntries(INVOICE_FIELDS.map((name) => [name, all[name]]))
}

function connectionIn(kind: string): JsonObject {
  return kind === 'connection.active'
    ? { ...activeConnection }
    : { ...activeConnection, status: 'expired', lastErrorMessage: 'invalid_grant' }
}
