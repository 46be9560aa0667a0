import { Type } from '@sinclair/typebox'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import {
  formatted,
  nullableString,
  nullableTime,
  oneOf,
  strictObject,
  text,
  time,
} from '../../../documents/intake/schemas/fields.js'
import { RECEIVED_EVENT_NAMES } from '../../../domain/public-events/received-timeline.js'
import {
  ANSWER_CODES,
  ANSWER_STATUSES,
  RECEIVED_FORMATS,
  RECEIVED_STATUSES,
  RECEIVING_CHANNELS,
} from '../../../domain/received.js'
import { SAMPLES } from '../../../documents/receiving/samples.js'
import { INVOICE_TYPES } from '../../../domain/request/invoice-request.js'
import { pageParameters, pageSchema } from './page.js'
import { enveloped } from './responses.js'

const amount = (description: string, example: string) =>
  nullableString({
    description: `${description}, two decimals, in \`currency\`; null: it could not be read`,
    examples: [example],
  })

const fields = {
  id: Type.String({ description: 'Identifier', examples: ['rcv_4TgHc8rWq2NmV6xKp0YzJd'] }),
  companyId: Type.String({ description: 'The company that it came to', examples: ['comp_9fPzQeYk3LmT6sUvHa2WdR'] }),
  country: Type.String({ description: 'The country of the document, ISO 3166-1 alpha-2', examples: ['RO'] }),
  number: nullableString({
    description: "The supplier's invoice number (BT-1); null: it could not be read",
    examples: ['F-2026-118'],
  }),
  invoiceType: Type.Unsafe<(typeof INVOICE_TYPES)[number] | null>({
    type: ['string', 'null'],
    enum: [...INVOICE_TYPES, null],
    description: 'Kind of document; null: it could not be read',
    examples: ['invoice'],
  }),
  issueDate: nullableString({
    description: 'Issue date (BT-2), YYYY-MM-DD; null: it could not be read',
    examples: ['2026-03-31'],
  }),
  dueDate: nullableString({
    description: 'When payment is due (BT-9), YYYY-MM-DD; null: none',
    examples: ['2026-04-30'],
  }),
  supplierName: nullableString({
    description: 'Name of the supplier (BT-27); null: it could not be read',
    examples: ['Furnizor SRL'],
  }),
  supplierVat: nullableString({
    description: 'VAT number of the supplier; empty: the document names none; null: it could not be read',
    examples: ['RO12345674'],
  }),
  customerVat: nullableString({
    description: 'VAT number of the customer; empty: the document names none; null: it could not be read',
    examples: ['RO87654329'],
  }),
  netAmount: amount('Net total', '1455.00'),
  vatAmount: amount('VAT total', '305.55'),
  grossAmount: amount('Net plus VAT', '1760.55'),
  currency: nullableString({ description: 'ISO 4217; null: it could not be read', examples: ['RON'] }),
  govId: nullableString({ description: "The government's or the network's id of it; null: none", examples: [null] }),
  channel: oneOf(RECEIVING_CHANNELS, {
    description: 'The way on which it came; `simulated` in the test environment',
    examples: ['simulated'],
  }),
  format: oneOf(RECEIVED_FORMATS, {
    description: 'Format of the document; `unknown`: it could not be read',
    examples: ['ubl'],
  }),
  status: oneOf(RECEIVED_STATUSES, {
    description:
      '`received`; `read` after `POST /v1/received/{id}/read`; `answered` while a response is under way or has arrived',
    examples: ['received'],
  }),
  valid: Type.Boolean({ description: 'Whether no finding is fatal' }),
  findingsTotal: Type.Integer({ description: 'The number of findings', examples: [0] }),
  duplicateOf: nullableString({
    description:
      'The first received invoice of the company with the same supplier, number and year; null: this is the first',
    examples: [null],
  }),
  receivedAt: time('When it arrived'),
  readAt: nullableTime('When it was marked as read; null: it was not'),
  createdAt: time('When the service recorded it'),
  updatedAt: time('Time of the last change'),
}

/** A received invoice as lists and events show it. */
export const Received = Type.Object(fields, { title: 'Received' })

/** An answer to a received invoice. */
export const AnswerToReceived = Type.Object(
  {
    id: Type.String({ description: 'Identifier', examples: ['rsp_8LmZt4wYc1HrN6xQv0KdSg'] }),
    receivedId: Type.String({ description: 'The received invoice', examples: ['rcv_4TgHc8rWq2NmV6xKp0YzJd'] }),
    code: oneOf(ANSWER_CODES, { description: 'What the company says', examples: ['disputed'] }),
    nationalCode: Type.String({
      description: "The same in the government's or the network's code",
      examples: ['RASP'],
    }),
    reason: nullableString({ description: 'Why; null: not given', examples: ['The delivery was not complete'] }),
    reasonCode: nullableString({ description: 'Why, as a code of the country; null: it has none', examples: [null] }),
    amount: nullableString({ description: 'The amount that it is about; null: not given', examples: [null] }),
    date: nullableString({ description: 'The day that it is about, YYYY-MM-DD; null: not given', examples: [null] }),
    status: oneOf(ANSWER_STATUSES, {
      description:
        '`requested`; `submitted` the government or the access point has it; `confirmed` it said yes; `failed`',
      examples: ['submitted'],
    }),
    errorMessage: nullableString({ description: 'Why it failed; null: it did not', examples: [null] }),
    createdAt: time('When it was requested'),
    updatedAt: time('Time of the last change'),
  },
  { title: 'ReceivedAnswer' },
)

const Finding = Type.Object(
  {
    rule: Type.String({ description: 'The rule', examples: ['CW-NEW-ACCOUNT'] }),
    severity: oneOf(['fatal', 'warning'], {
      description: '`fatal`: the document breaks a rule',
      examples: ['warning'],
    }),
    path: Type.String({ description: 'The place in the document', examples: ['/'] }),
    message: Type.String({
      description: 'What is wrong',
      examples: ['The document names another buyer than the company that it was delivered to.'],
    }),
    fix: Type.String({
      description: 'What to do',
      examples: ['Check whether the invoice is meant for this company before you book or pay it.'],
    }),
  },
  { title: 'ReceivedFinding' },
)

const Preceding = Type.Object(
  {
    number: Type.String({ description: "The supplier's number of it", examples: ['FA/2026/11/14'] }),
    issueDate: nullableString({
      description: 'YYYY-MM-DD; null: the document does not say it',
      examples: ['2026-11-14'],
    }),
    govId: nullableString({
      description: "The government's number of it; null: the document does not say it",
      examples: ['5260250274-20261114-0A1B2C3D4E5F-7C'],
    }),
    receivedId: nullableString({
      description: 'The same invoice as the company received it; null: it did not',
      examples: ['rcv_4TgHc8rWq2NmV6xKp0YzJd'],
    }),
  },
  { title: 'PrecedingReceived' },
)

/** One received invoice, with what was read and found. */
const ReceivedWhole = Type.Object(
  {
    ...fields,
    invoice: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The document as JSON, as `POST /v1/invoices` takes it; null: it could not be read',
    }),
    losses: Type.Array(Type.String(), { description: 'What `invoice` does not hold of the document, in sentences' }),
    findings: Type.Array(Finding, { description: 'What the rules and the service found, fatal ones first' }),
    preceding: Type.Array(Preceding, { description: 'The earlier invoices that it corrects or continues' }),
  },
  { title: 'ReceivedInvoice' },
)

/** The answer of every request about one received invoice. */
export const ReceivedResponse = enveloped(ReceivedWhole, 'The received invoice')

/** The answer of `POST /v1/received/{id}/read`. */
export const ReceivedInBrief = enveloped(Received, 'The received invoice')

/** The answer of `GET /v1/received`. */
export const ReceivedList = pageSchema(Received, 'One page of received invoices, newest first')

const filters = {
  companyId: Type.Optional(text(100, { description: 'Only invoices that came to this company' })),
  country: Type.Optional(oneOf(COUNTRY_CODES, { description: 'Only documents of this country' })),
  status: Type.Optional(oneOf(RECEIVED_STATUSES, { description: 'Only invoices in this status' })),
  supplierVat: Type.Optional(text(50, { description: 'Only invoices of the supplier with this VAT number' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only invoices whose supplierVat, supplierName or number contains this text, in upper or lower case',
    }),
  ),
  dateFrom: Type.Optional(
    formatted('date-time', {
      description: 'Only invoices recorded after this time; a date means its first instant in UTC',
    }),
  ),
  dateTo: Type.Optional(
    formatted('date-time', {
      description: 'Only invoices recorded before this time; a date means its first instant in UTC',
    }),
  ),
}

/** The query of `GET /v1/received`. */
export const ReceivedQuery = strictObject({
  ...filters,
  ...pageParameters('Received invoices', { most: 100, standard: 20 }),
})

/** The query of `GET /v1/received.csv`. */
export const ReceivedCsvQuery = strictObject(filters)

/** The answer of `GET /v1/received.csv`. */
export const ReceivedCsv = Type.Unsafe<string>({
  description: 'The received invoices, newest first, 10,000 at most',
  content: { 'text/csv': { schema: { type: 'string' } } },
})

/** The answer of `GET /v1/received/{id}/events`. */
export const ReceivedTimeline = enveloped(
  Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Identifier', examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'] }),
        event: oneOf(RECEIVED_EVENT_NAMES, { description: 'What happened', examples: ['received.created'] }),
        status: oneOf(RECEIVED_STATUSES, { description: 'Status after the event', examples: ['received'] }),
        metadata: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
          type: ['object', 'null'],
          additionalProperties: true,
          description: 'Details of this kind of event',
          examples: [{ channel: 'simulated', format: 'ubl', valid: true }],
        }),
        createdAt: time('When it happened'),
      },
      { title: 'ReceivedEvent' },
    ),
  ),
  'What happened to the received invoice, oldest first',
)

/** The body of `POST /v1/test/received`. */
export const TestReceivedBody = strictObject(
  {
    companyId: text(100, {
      description: 'A company that receives',
      examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'],
    }),
    sample: Type.Optional(
      oneOf(SAMPLES, {
        description: 'A new invoice in the format of this country, to which the company has an active connection',
        examples: ['RO'],
      }),
    ),
    document: Type.Optional(
      Type.String({
        maxLength: 12_000_000,
        format: 'base64',
        description: 'The file as it is to arrive, in Base64, at most 8 MiB decoded; instead of `sample`',
      }),
    ),
    country: Type.Optional(
      oneOf(COUNTRY_CODES, {
        description: 'The connection by which `document` arrives, where the company has several',
      }),
    ),
  },
  { title: 'TestReceived' },
)

/** The body of `PUT /v1/companies/{id}/receiving`. */
export const ReceivingBody = strictObject(
  {
    enabled: Type.Boolean({ description: 'Whether the company receives; false is the same as DELETE' }),
    peppolIds: Type.Optional(
      Type.Array(text(60, { description: '`scheme:value`', examples: ['0208:0403201742'] }), {
        maxItems: 20,
        description:
          'The participants of Peppol that the company is; default: the one of its Belgian enterprise number (0208) or ' +
          'its German VAT number (9930)',
      }),
    ),
    since: Type.Optional(
      formatted('date-time', {
        description:
          'What arrived from this time on is fetched as well, at most 90 days back; a date means its first instant in ' +
          'UTC; default: only what arrives from now on',
        examples: ['2026-03-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'Receiving' },
)

/** The answer of every request about the receiving of a company. */
export const ReceivingResponse = enveloped(
  Type.Object(
    {
      companyId: Type.String({ description: 'The company', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
      enabled: Type.Boolean({ description: 'Whether it receives' }),
      peppolIds: Type.Array(Type.String(), { description: 'The participants of Peppol that it is' }),
      channels: Type.Array(
        Type.Object(
          {
            country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
            kind: oneOf(RECEIVING_CHANNELS, { description: '`channel` of what comes by it', examples: ['simulated'] }),
            status: oneOf(['active', 'pending', 'error'], {
              description: '`pending`: it was not looked at yet, or can not be; `error`: the last look failed',
              examples: ['active'],
            }),
            lastLookedAt: nullableTime(
              'The last look; of a channel that calls us: when something last came; null: not yet',
            ),
            lastErrorMessage: nullableString({ description: 'Why the last look failed; null: it did not' }),
          },
          { title: 'ReceivingChannel' },
        ),
        { description: 'One for each connection of the company' },
      ),
    },
    { title: 'ReceivingOfCompany' },
  ),
  'How the company receives',
)
