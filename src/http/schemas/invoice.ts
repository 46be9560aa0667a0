import { Type } from '@sinclair/typebox'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { INVOICE_STATUSES } from '../../domain/invoice.js'
import { INVOICE_EVENT_KINDS } from '../../domain/webhook-kinds.js'
import { formatted, nullableString, oneOf, strictObject, text, time } from '../../intake/schemas/fields.js'
import { pageParameters, pageSchema } from './page.js'
import { enveloped } from './responses.js'

const amount = (description: string, example: string) =>
  Type.String({ description: `${description}, two decimals, in \`currency\``, examples: [example] })

/** An invoice as it is shown. */
export const Invoice = Type.Object(
  {
    id: Type.String({ description: 'Identifier', examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'] }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
    supplierVat: Type.String({ description: 'VAT number of the supplier', examples: ['RO12345678'] }),
    customerVat: Type.String({ description: 'VAT number of the customer', examples: ['RO87654321'] }),
    status: oneOf(INVOICE_STATUSES, {
      description:
        '`created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` being uploaded; `submitted` ' +
        'the government has it and decides; `accepted`; `rejected` by the government; `error` the service could not go on',
      examples: ['created'],
    }),
    netAmount: amount('Net total', '1455.00'),
    vatAmount: amount('VAT total', '305.55'),
    grossAmount: amount('Net plus VAT', '1760.55'),
    currency: Type.String({ description: 'ISO 4217', examples: ['RON'] }),
    govId: nullableString({ description: 'Id that the government gave', examples: [null] }),
    externalId: nullableString({ description: 'Your own reference', examples: ['order-4711'] }),
    errorMessage: nullableString({ description: "What went wrong, in the government's own words", examples: [null] }),
    errorTranslated: nullableString({ description: 'The same in English', examples: [null] }),
    errorFix: nullableString({ description: 'What to do about it', examples: [null] }),
    docs: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Pages of the rules that `errorMessage` names, 20 at most; of a single invoice that has such an error',
        examples: [['https://api.example.com/docs/rules/BR-RO-030']],
      }),
    ),
    createdAt: time('Creation time'),
    updatedAt: time('Time of the last change'),
  },
  { title: 'Invoice' },
)

/** The answer of every request about one invoice. */
export const InvoiceResponse = enveloped(Invoice, 'The invoice')

/** The answer of `GET /v1/invoices`. */
export const InvoiceList = pageSchema(Invoice, 'One page of invoices, newest first')

/** The query of `GET /v1/invoices`. */
export const InvoiceQuery = strictObject({
  country: Type.Optional(oneOf(COUNTRY_CODES, { description: 'Only invoices for this country' })),
  status: Type.Optional(oneOf(INVOICE_STATUSES, { description: 'Only invoices in this status' })),
  companyId: Type.Optional(text(100, { description: 'Only invoices of this company' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only invoices whose supplierVat, customerVat or externalId contains this, in upper or lower case',
    }),
  ),
  dateFrom: Type.Optional(
    formatted('date-time', {
      description: 'Only invoices created after this time; a date means its first instant in UTC',
    }),
  ),
  dateTo: Type.Optional(
    formatted('date-time', {
      description: 'Only invoices created before this time; a date means its first instant in UTC',
    }),
  ),
  ...pageParameters('Invoices', { most: 100, standard: 20 }),
})

/** The header by which `POST /v1/invoices` may be sent again. */
export const IdempotencyHeaders = Type.Object({
  'X-Idempotency-Key': Type.Optional(
    text(255, {
      description:
        'Any text that is yours alone. Sending the same request again under the same key answers the invoice that exists already; a ' +
        'different body under the same key is a conflict',
      examples: ['order-4711'],
    }),
  ),
})

/** The answer of `GET /v1/invoices/{id}/events`. */
export const Timeline = enveloped(
  Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Identifier', examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'] }),
        event: oneOf(INVOICE_EVENT_KINDS, { description: 'What happened', examples: ['invoice.validated'] }),
        status: oneOf(INVOICE_STATUSES, { description: 'Status after the event', examples: ['validated'] }),
        metadata: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
          type: ['object', 'null'],
          additionalProperties: true,
          description: 'Details of this kind of event',
          examples: [{ rulesChecked: 212, format: 'UBL 2.1 CIUS-RO' }],
        }),
        createdAt: time('When it happened'),
      },
      { title: 'InvoiceEvent' },
    ),
  ),
  'What happened to the invoice, oldest first',
)
