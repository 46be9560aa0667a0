import { type CompanyEvent, numberOfCompany } from '../domain/company.js'
import type { ConnectionEvent } from '../domain/connection.js'
import type { DeliveryEvent } from '../domain/delivery.js'
import type { DomainEvent, StreamEvent } from '../domain/event.js'
import type { InvoiceContent, InvoiceEvent } from '../domain/invoice.js'
import type { NumberSeriesEvent } from '../domain/number-series.js'
import type { ReceivedEvent } from '../domain/received.js'
import type { ScopedCategory } from '../domain/streams.js'
import { categoryOf } from './categories.js'

/** The actor of an event, in words. Stored data may have any shape, regardless of its type. */
export function actorInWords(actor: string): string {
  const [kind = '', name = ''] = split(actor)
  switch (kind) {
    case 'key':
      return `API key ${name}`
    case 'processor':
      return `the service (${name})`
    case 'operator':
      return name === '' ? 'an operator' : `operator ${name}`
    case 'user':
      return 'the user who authorised the connection'
    default:
      return actor
  }
}

/**
 * Describes an event as an English sentence for people. Texts of others (a government, a customer)
 * are quoted unchanged. An unknown event, such as one stored by a newer release, is described by
 * its name.
 */
export function sentenceOf({ stream, type, data }: StreamEvent): string {
  const category = categoryOf(stream)
  const sentences: Readonly<Record<string, (data: never) => string>> = category === null ? {} : SENTENCES[category]
  const sentence = Object.hasOwn(sentences, type) ? sentences[type] : undefined
  // The names of stream and event determine the type of the data, unknown to the compiler.
  return sentence === undefined ? `${type} happened.` : sentence(data as never)
}

/**
 * A sentence for each event of a union. Without a default: an event without a
 * sentence is a type error.
 */
export type Sentences<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: (data: Extract<Event, { type: Type }>['data']) => string
}

const OF_INVOICE = {
  InvoiceCreated: ({ number, country, supplierVat, customerVat, grossAmount, currency, content }) => {
    const what = `Invoice ${number} (${country}) of ${supplierVat} to ${customerVat} for ${grossAmount} ${currency}`
    return `${what} was received${receivedAs(content)}.`
  },
  InvoiceValidated: ({ rulesChecked, edition, format, sentAs, warnings = [], advances = [] }) =>
    [
      `It passed ${rulesChecked} rules${edition === undefined ? '' : ` of the edition ${edition}`}; its format is ${format}${sentAs === undefined ? '' : ', chosen for the buyer'}.`,
      ...advances.map(({ number, invoiceId }) => `It settles the advance ${number} (${invoiceId}).`),
      ...warnings,
    ].join(' '),
  InvoiceConverted: ({ format, document, hybrid, offline }) =>
    [
      `It was converted to ${format} (${document.size} bytes${hybrid === undefined ? '' : `, in a PDF of ${hybrid.size} bytes`}).`,
      ...(offline === undefined
        ? []
        : [
            `It was issued before the government had it (${offline.mode})${offline.deliverBy === null ? '' : `, to be delivered by ${offline.deliverBy}`}.`,
          ]),
    ].join(' '),
  SubmissionStarted: ({ attemptId }) => `Its submission to the government began (attempt ${attemptId}).`,
  SubmissionDeferred: ({ reason, nextTryAt }) =>
    `The government could not be reached: ${reason}. The next try is due at ${nextTryAt}.`,
  InvoiceSubmitted: ({ uploadId, govEndpoint, warnings = [] }) =>
    [`The government received it under the number ${uploadId} (${govEndpoint}).`, ...warnings].join(' '),
  InvoiceAccepted: ({ govId, govMessage, invoicingMode, warnings = [] }) =>
    [
      `The government accepted it under ${govId}${invoicingMode === undefined ? '' : ` as an ${invoicingMode} invoice`}${said(govMessage)}.`,
      ...warnings,
    ].join(' '),
  InvoiceRejected: ({ errorMessage, warnings = [] }) =>
    [`The government rejected it${said(errorMessage)}.`, ...warnings].join(' '),
  InvoiceFailed: ({ reason, errorMessage }) => `Processing failed: ${FAILED_BECAUSE[reason]}${said(errorMessage)}.`,
  InvoiceRetried: () => 'The client requested that it be processed again.',
  InvoiceResponded: ({ code, label, reason, at }) =>
    `A response of ${at} was received: ${code}, ${label}${said(reason)}.`,
  FinalInvoiceIssued: ({ number, invoiceId }) => `The final invoice ${number} (${invoiceId}) settles it.`,
  PaymentReportRequested: ({ paidOn, amounts, paymentId }) =>
    `The client reported that ${amounts.map(({ vatRate, amount }) => `${amount} at ${vatRate} %`).join(' and ')} were paid on ${paidOn} (payment ${paymentId}).`,
  PaymentReported: ({ paymentId, reportId }) =>
    `The government accepted the report of payment ${paymentId} under ${reportId}.`,
  PaymentReportRefused: ({ paymentId, errorMessage }) =>
    `The government refused the report of payment ${paymentId}${said(errorMessage)}.`,
} as const satisfies Sentences<InvoiceEvent>

const FAILED_BECAUSE = {
  rules: 'it breaks rules',
  conversion: 'it cannot be converted',
  government: 'the government refused the upload',
  internal: 'an internal error of the service',
} as const

function receivedAs(content: InvoiceContent): string {
  return content.kind === 'xml' ? `, as an XML document of ${content.document.size} bytes` : ', as JSON'
}

const OF_DELIVERY = {
  DeliveryScheduled: ({ kind, url }) => `A notification of ${kind} to ${url} was scheduled.`,
  DeliveryAttemptFailed: (data) =>
    `Notifying the client failed (${outcome(data)}); the next try is due at ${data.nextAttemptAt}.`,
  DeliverySucceeded: (data) => `The client was notified (${outcome(data)}).`,
  DeliveryFailed: (data) => `Notifying the client finally failed (${outcome(data)}).`,
  DeliveryCancelled: () => 'The notification was cancelled: the webhook was removed.',
  RedeliveryRequested: ({ url }) => `The client requested the notification again, at ${url}.`,
} as const satisfies Sentences<DeliveryEvent>

function outcome({ url, attempt }: Extract<DeliveryEvent, { type: 'DeliverySucceeded' }>['data']): string {
  const { statusCode, error, durationMs } = attempt
  const answer = statusCode === null ? (error ?? 'no answer') : `status ${statusCode}`
  return `${url}: ${answer}, ${durationMs} ms`
}

const OF_CONNECTION = {
  ConnectionRequested: ({ countryCode }) => `A connection to ${countryCode} was requested.`,
  ConnectionActivated: ({ tokenExpiresAt }) =>
    `The connection became active${tokenExpiresAt === null ? '' : `, until ${tokenExpiresAt}`}.`,
  AuthorizationStarted: () => 'The user came back from the government with a code.',
  AuthorizationFailed: ({ errorMessage }) => `The authorization failed${said(errorMessage)}.`,
  CredentialsReplaced: () => 'The credentials of the connection were replaced.',
  TokenRefreshed: ({ tokenExpiresAt }) => `The connection’s access was renewed, until ${tokenExpiresAt}.`,
  TokenRefreshFailed: ({ errorMessage, nextTryAt }) =>
    `Renewing the access failed${said(errorMessage)}; the next try is due at ${nextTryAt}.`,
  AccessRefused: ({ errorMessage }) => `The government refused the connection’s access${said(errorMessage)}.`,
  ConnectionExpired: ({ errorMessage }) => `The connection expired${said(errorMessage)}.`,
  ConnectionFailed: ({ errorMessage, nextTryAt }) =>
    `The connection failed${said(errorMessage)}${nextTryAt === undefined ? '' : `; the next try is due at ${nextTryAt}`}.`,
  ConnectionReopened: () => 'The connection is being set up again.',
  ConnectionDeleted: ({ reason }) =>
    `The connection was deleted${reason === undefined ? '' : ', since its company was deleted and no invoice needs it'}.`,
} as const satisfies Sentences<ConnectionEvent>

const OF_COMPANY = {
  CompanyCreated: (data) => `The company ${data.name} (${numberOfCompany(data)}) was created.`,
  CompanyAmended: (data) => `The company was changed: ${Object.keys(data).join(', ')}.`,
  CompanyDefaultsSet: ({ defaults }) => `The defaults of its invoices were set: ${Object.keys(defaults).join(', ')}.`,
  CompanyDefaultsRemoved: () => 'The defaults of its invoices were removed.',
  CompanyNumberingSet: ({ numbering: { pattern, creditNotePattern } }) =>
    `Its invoices get numbers of the series ${pattern}${creditNotePattern === undefined ? '' : `, its credit notes of ${creditNotePattern}`}.`,
  CompanyNumberingRemoved: () => 'Its invoices get no numbers of a series any more.',
  CompanyReceivingSet: ({ receiving: { peppolIds, since } }) =>
    `The company receives invoices of its suppliers from ${since} on${peppolIds.length === 0 ? '' : `, over Peppol as ${peppolIds.join(', ')}`}.`,
  CompanyReceivingEnded: () => 'The company no longer receives invoices of its suppliers.',
  CompanyLogoSet: ({ letterhead: { logo, accentColor } }) => {
    const image = logo === undefined ? [] : [`a logo (${logo.mediaType}, ${logo.size} bytes)`]
    const parts = [...image, ...(accentColor === undefined ? [] : [`the colour ${accentColor}`])]
    return `The pages of its later invoices have ${parts.join(' and ')}.`
  },
  CompanyLogoRemoved: () => 'The pages of its later invoices have neither logo nor colour of their own.',
  CompanyDeactivated: () => 'The company was deactivated.',
} as const satisfies Sentences<CompanyEvent>

const OF_NUMBERING = {
  NumberAssigned: ({ number, invoiceId, companyId }) =>
    `The number ${number} was assigned to the invoice ${invoiceId} of the company ${companyId}.`,
  NumberVoided: ({ number, invoiceId }) =>
    `The number ${number} is void: its invoice ${invoiceId} was lost in a restore before it was created.`,
} as const satisfies Sentences<NumberSeriesEvent>

const OF_RECEIVED = {
  InvoiceReceived: ({ number, country, channel, supplierName, companyId, format, document, grossAmount, currency }) =>
    format === 'unknown'
      ? `A document of ${document.size} bytes came for the company ${companyId} (${country}, by ${channel}); it could not be read.`
      : `Invoice ${number ?? 'without a number'} of ${supplierName ?? 'an unnamed supplier'} for ${grossAmount ?? '?'} ${currency ?? ''} came for the company ${companyId} (${country}, by ${channel}, ${format}).`,
  InvoiceRead: () => 'It was marked as read.',
  ResponseRequested: ({ code, nationalCode, reason, responseId }) =>
    `The client requested the response “${code}” (${nationalCode}, ${responseId})${said(reason)}.`,
  ResponseSubmitted: ({ responseId, reference }) =>
    `The response ${responseId} was handed over to the government, under ${reference}.`,
  ResponseConfirmed: ({ responseId }) => `The response ${responseId} was accepted.`,
  ResponseFailed: ({ responseId, errorMessage }) => `The response ${responseId} failed${said(errorMessage)}.`,
} as const satisfies Sentences<ReceivedEvent>

/** By category of the stream. Events of webhooks and receivers are shown by their names. */
const SENTENCES = {
  Invoice: OF_INVOICE,
  Delivery: OF_DELIVERY,
  Connection: OF_CONNECTION,
  Company: OF_COMPANY,
  Webhook: {},
  Receiver: {},
  Numbering: OF_NUMBERING,
  Received: OF_RECEIVED,
} as const satisfies Record<ScopedCategory, object>

function said(text: string | null): string {
  return text === null || text === '' ? '' : `: “${text}”`
}

function split(actor: string): readonly string[] {
  const colon = actor.indexOf(':')
  return colon === -1 ? [actor] : [actor.slice(0, colon), actor.slice(colon + 1)]
}
