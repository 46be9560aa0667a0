import { type TObject, Type } from '@sinclair/typebox'
import {
  DELIVERY_KINDS,
  type DeliveryKind,
  TEST_DATA,
  WEBHOOK_KINDS,
} from '../../../domain/public-events/event-kinds.js'
import { Connection } from '../schemas/connection.js'
import { INVOICING_MODES } from '../../../domain/invoice.js'
import { oneOf, time } from '../../../documents/intake/schemas/fields.js'
import { Invoice } from '../schemas/invoice.js'
import { AnswerToReceived, Received } from '../schemas/received.js'
import { Payment } from '../schemas/payment.js'
import { BuyerResponseInEvent } from '../schemas/response.js'
import type { JsonObject } from './components.js'
import { EVENTS_TAG } from './introduction.js'
import { type Example, IDS, TIME } from './example.js'
import { acceptedInvoice, buyerResponse, erroredInvoice, rejectedInvoice } from './examples/invoices.js'
import { PAID_INVOICE, PAYMENT_IN_EVENT } from './examples/national.js'
import { answerToReceived, receivedInvoice } from './examples/received.js'
import { activeConnection } from './examples/connections.js'

const TestData = Type.Object(
  { message: Type.String({ description: 'States that it works', examples: [TEST_DATA.message] }) },
  { title: 'TestData' },
)

/** The body of a delivery. */
function body(kind: DeliveryKind, data: TObject): TObject {
  const id = Type.String({ description: 'Identifier of the event; the same in the timeline', examples: [IDS.event] })
  return Type.Object({ id, type: Type.Literal(kind), createdAt: time('When it happened'), data })
}

const DESCRIPTION =
  'Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything ' +
  'else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you ' +
  'trust the body, and drop deliveries whose id you have seen: a delivery may arrive more than once, always with ' +
  'the same id. The events of one invoice arrive in order.'

const header = (name: string, description: string, example: string, required = true): JsonObject => ({
  in: 'header',
  name,
  description,
  required,
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
    header(
      'X-Service-Signature-Previous',
      'The same, keyed with the previous secret; for 24 hours after a rotation',
      'sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768',
      false,
    ),
    header('X-Service-Event', 'The event kind', kind),
    header('X-Service-Delivery-Id', 'Identifies the delivery; the same on every retry', IDS.delivery),
    header('webhook-id', 'The same, as the Standard Webhooks specification names it', IDS.delivery),
    header('webhook-timestamp', 'When this attempt was made, Unix time in seconds', '1774949400'),
    header(
      'webhook-signature',
      'Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ]
}

/** The section `webhooks` of the document: what the service sends. */
export function webhookSection(): JsonObject {
  return Object.fromEntries(DELIVERY_KINDS.map((kind) => [kind, { post: operation(kind) }]))
}

function operation(kind: DeliveryKind): JsonObject {
  return {
    operationId: `on${kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: WEBHOOK_KINDS[kind].when,
    description: DESCRIPTION,
    tags: [EVENTS_TAG],
    security: [],
    parameters: headers(kind),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: body(kind, dataOf(kind).schema), examples: { example: example(kind) } },
      },
    },
    responses: { '2XX': { description: 'Received. The body of the answer is ignored' } },
  }
}

/** What an event adds to its invoice. */
const InvoiceOfEvent = Type.Object({
  ...Invoice.properties,
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What the day of the submission shows, in the form of `errors` of a validation, such as a Polish invoice ' +
        'that waited over midnight; absent: nothing',
    }),
  ),
  invoicingMode: Type.Optional(
    oneOf(INVOICING_MODES, {
      description: 'Only from KSeF (Poland): whether it counts the invoice as issued online or offline',
    }),
  ),
})

/** The final invoice that settles an advance. */
const FinalInvoice = Type.Object(
  {
    invoiceId: Type.String({ description: 'Its id' }),
    number: Type.String({ description: 'Its number' }),
  },
  { description: 'The final invoice that settles this advance' },
)

/**
 * The fields that the table of kinds names, with an example of the subject right after the event.
 */
function dataOf(kind: DeliveryKind): { readonly schema: TObject; readonly example: JsonObject } {
  const { subject, status } = WEBHOOK_KINDS[kind]
  const shows: string[] = [...WEBHOOK_KINDS[kind].shows]
  const part = (schema: TObject, title: string, example: JsonObject) => ({
    schema: Type.Pick(schema, shows, { title }),
    example: Object.fromEntries(shows.flatMap((field) => (field in example ? [[field, example[field]]] : []))),
  })
  const payment = PAYMENT_IN_EVENT[kind]
  switch (subject) {
    case 'invoice':
      if (status === 'rejected') return part(Invoice, 'FailedInvoiceInEvent', rejectedInvoice)
      if (payment !== undefined) {
        const example = { ...PAID_INVOICE, payment }
        return part(Type.Object({ ...Invoice.properties, payment: Payment }), 'PaidInvoiceInEvent', example)
      }
      if (kind === 'invoice.final_invoice_issued') {
        const example = { ...acceptedInvoice, finalInvoice: { invoiceId: acceptedInvoice.id, number: 'F-2026-0042' } }
        return part(Type.Object({ ...Invoice.properties, finalInvoice: FinalInvoice }), 'AdvanceInEvent', example)
      }
      if (status === null) {
        const example = { ...acceptedInvoice, response: buyerResponse }
        return part(
          Type.Object({ ...Invoice.properties, response: BuyerResponseInEvent }),
          'RespondedInvoiceInEvent',
          example,
        )
      }
      if (status === 'error') return part(Invoice, 'FailedInvoiceInEvent', erroredInvoice)
      if (status === 'accepted') return part(InvoiceOfEvent, 'AcceptedInvoiceInEvent', acceptedInvoice)
      return part(InvoiceOfEvent, status === 'submitted' ? 'SubmittedInvoiceInEvent' : 'InvoiceInEvent', {
        ...acceptedInvoice,
        status,
        govId: null,
      })
    case 'received':
      return status === null
        ? part(Type.Object({ ...Received.properties, response: AnswerToReceived }), 'AnsweredReceivedInEvent', {
            ...receivedInvoice,
            status: 'answered',
            response: answerToReceived,
          })
        : part(Received, 'ReceivedInEvent', receivedInvoice)
    case 'connection':
      return part(Connection, 'ConnectionInEvent', {
        ...activeConnection,
        status,
        ...(status === 'expired' && { lastErrorMessage: 'invalid_grant' }),
      })
    case 'webhook':
      return part(TestData, 'TestData', TEST_DATA)
  }
}

function example(kind: DeliveryKind): Example {
  const { when } = WEBHOOK_KINDS[kind]
  return { summary: when, value: { id: IDS.event, type: kind, createdAt: TIME, data: dataOf(kind).example } }
}
