import { Type } from '@sinclair/typebox'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { INVOICE_STATUSES } from '../../../domain/invoice.js'
import { INVOICE_TYPES } from '../../../domain/request/invoice-request.js'
import { OFFLINE_MODES } from '../../../domain/request/polish.js'
import { INVOICE_EVENT_KINDS } from '../../../domain/public-events/event-kinds.js'
import { formatted, nullableString, oneOf, strictObject, text, time } from '../../../documents/intake/schemas/fields.js'
import { pageParameters, pageSchema } from './page.js'
import { Payment } from './payment.js'
import { enveloped } from './responses.js'

const amount = (description: string, example: string) =>
  Type.String({ description: `${description}, two decimals, in \`currency\``, examples: [example] })

/** An invoice as it is shown. */
export const Invoice = Type.Object(
  {
    id: Type.String({ description: 'Identifier', examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'] }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
    supplierVat: Type.String({ description: 'VAT number of the supplier', examples: ['RO12345674'] }),
    customerVat: Type.String({ description: 'VAT number of the customer', examples: ['RO87654329'] }),
    status: oneOf(INVOICE_STATUSES, {
      description:
        '`created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` ' +
        'being uploaded; `submitted` the government has it and decides; `accepted`; `rejected` by the government; ' +
        '`error` processing failed',
      examples: ['created'],
    }),
    netAmount: amount('Net total', '1455.00'),
    vatAmount: amount('VAT total', '305.55'),
    grossAmount: amount('Net plus VAT', '1760.55'),
    currency: Type.String({ description: 'ISO 4217', examples: ['RON'] }),
    govId: nullableString({ description: 'Id that the government assigned', examples: [null] }),
    externalId: nullableString({ description: 'Your own reference', examples: ['order-4711'] }),
    number: Type.String({ description: 'Invoice number (BT-1)', examples: ['order-4711'] }),
    invoiceType: oneOf(INVOICE_TYPES, { description: 'Kind of document', examples: ['invoice'] }),
    issueDate: Type.String({
      description: "Issue date (BT-2), YYYY-MM-DD; default: the day of its creation in the country's time zone",
      examples: ['2026-03-31'],
    }),
    dueDate: nullableString({
      description:
        'When payment is due (BT-9), YYYY-MM-DD: `dueDate`, else `paymentMeans.dueDate`; null: neither was sent',
      examples: ['2026-04-30'],
    }),
    companyId: Type.String({ description: 'The company that submits it', examples: ['comp_9fPzQeYk3LmT6sUvHa2WdR'] }),
    customerName: nullableString({
      description: 'Name of the customer; null: an earlier release created the invoice and did not store it',
      examples: ['Client SRL'],
    }),
    errorMessage: nullableString({ description: "The error, in the government's own words", examples: [null] }),
    errorTranslated: nullableString({ description: 'The error in English', examples: [null] }),
    errorFix: nullableString({ description: 'How to fix it', examples: [null] }),
    docs: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Pages of the rules that `errorMessage` names, 20 at most; only for a single invoice with such an error',
        examples: [['https://api.example.com/docs/rules/BR-RO-030']],
      }),
    ),
    payments: Type.Optional(
      Type.Array(Payment, {
        description: 'Payments that are reported to the government, oldest first; absent: none',
      }),
    ),
    offline: Type.Optional(
      strictObject(
        {
          mode: oneOf(OFFLINE_MODES, { description: '`offline` of the request', examples: ['offline24'] }),
          deliverBy: nullableString({
            format: 'date',
            description: 'The last day on which it may reach KSeF, YYYY-MM-DD; null: it depends on the return of KSeF',
            examples: ['2026-11-25', null],
          }),
          certificateUrl: nullableString({
            description: 'The address in the second code of its pages (`CERTYFIKAT`), signed; null: not yet signed',
            examples: ['https://qr.ksef.mf.gov.pl/certificate/Nip/5213891244/5213891244/01C1EA57A7000001/…'],
          }),
        },
        {
          title: 'OfflineIssue',
          description: 'How a Polish invoice was issued before KSeF has it; absent: KSeF issues it',
        },
      ),
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
      description:
        'Only invoices whose supplierVat, customerVat or externalId contains this text, in upper or lower case',
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

/** The query of `POST /v1/invoices/batch`. */
export const CreateInvoicesQuery = strictObject({
  validate: Type.Optional(
    Type.Boolean({
      description:
        'Whether the invoice is validated first. An invoice that breaks a rule is then a 400 whose `details` are ' +
        'its findings: nothing is created or counted, and the idempotency key stays free. Warnings do not reject ' +
        'it; `POST /v1/invoices/validate` lists them. Without it, such an invoice is created and gets the status ' +
        '`error`',
      default: false,
    }),
  ),
})

/** The query of `POST /v1/invoices`. */
export const CreateInvoiceQuery = strictObject({
  ...CreateInvoicesQuery.properties,
  country: Type.Optional(
    oneOf(COUNTRY_CODES, {
      description:
        'For a document in XML: the country whose government receives it. Default: the country of its format or ' +
        'of its customisation id (BT-24); a document of plain EN 16931, as in France, names no country',
    }),
  ),
  companyId: Type.Optional(
    text(100, { description: 'For a document in XML: the company whose connection submits it, as in JSON' }),
  ),
  externalId: Type.Optional(text(100, { description: 'For a document in XML: your own reference' })),
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
