import type { CompanyEvent } from '../domain/company.js'
import type { ConnectionEvent } from '../domain/connection.js'
import type { DeliveryEvent } from '../domain/delivery.js'
import type { StreamEvent } from '../domain/event.js'
import type { InvoiceContent, InvoiceEvent } from '../domain/invoice.js'
import { categoryOf } from './categories.js'

/** Who caused an event, in words. What is stored may be anything, whatever its type says. */
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
 * What an event says, as a sentence for people, in English. Texts of others (a government's, a
 * customer's) stand in it as they came. An event of a kind that this program does not know is told
 * by its name.
 */
export function sentenceOf(event: StreamEvent): string {
  switch (categoryOf(event.stream)) {
    // The stream's name says whose event it is.
    case 'Invoice':
      return ofInvoice(event as StreamEvent<InvoiceEvent>)
    case 'Delivery':
      return ofDelivery(event as StreamEvent<DeliveryEvent>)
    case 'Connection':
      return ofConnection(event as StreamEvent<ConnectionEvent>)
    case 'Company':
      return ofCompany(event as StreamEvent<CompanyEvent>)
    default:
      return unknown(event)
  }
}

function ofInvoice(event: StreamEvent<InvoiceEvent>): string {
  switch (event.type) {
    case 'InvoiceCreated': {
      const { number, country, supplierVat, customerVat, grossAmount, currency, content } = event.data
      const what = `Invoice ${number} (${country}) of ${supplierVat} to ${customerVat} over ${grossAmount} ${currency}`
      return `${what} was received${receivedAs(content)}.`
    }
    case 'InvoiceValidated':
      return `It passed ${event.data.rulesChecked} rules; it becomes ${event.data.format}.`
    case 'InvoiceConverted':
      return `It was written as ${event.data.format} (${event.data.document.size} bytes).`
    case 'SubmissionStarted':
      return `An attempt to hand it to the government began (attempt ${event.data.attemptId}).`
    case 'SubmissionDeferred':
      return `The government could not be reached: ${event.data.reason}. The next try is due at ${event.data.nextTryAt}.`
    case 'InvoiceSubmitted':
      return `The government took it under the number ${event.data.uploadId} (${event.data.govEndpoint}).`
    case 'InvoiceAccepted':
      return `The government accepted it under ${event.data.govId}${said(event.data.govMessage)}.`
    case 'InvoiceRejected':
      return `The government rejected it${said(event.data.errorMessage)}.`
    case 'InvoiceFailed':
      return `It could not go on (${FAILED_BECAUSE[event.data.reason]})${said(event.data.errorMessage)}.`
    case 'InvoiceRetried':
      return 'The client asked to have it processed again.'
    case 'InvoiceResponded': {
      const { code, label, reason, at } = event.data
      return `A response of ${at} came in: ${code}, ${label}${said(reason)}.`
    }
    case 'PaymentReportRequested':
      return `The client reported that it was paid on ${event.data.paidOn} (payment ${event.data.paymentId}).`
    case 'PaymentReported':
      return `The government took the report of payment ${event.data.paymentId} under ${event.data.reportId}.`
    case 'PaymentReportRefused':
      return `The government refused the report of payment ${event.data.paymentId}${said(event.data.errorMessage)}.`
    default:
      return unknown(event)
  }
}

const FAILED_BECAUSE = {
  rules: 'it breaks rules',
  conversion: 'it can not be converted',
  government: 'the government refused it at the door',
  internal: 'a fault of the service',
} as const

function receivedAs(content: InvoiceContent): string {
  return content.kind === 'xml' ? `, as a document in XML of ${content.document.size} bytes` : ', as JSON'
}

function ofDelivery(event: StreamEvent<DeliveryEvent>): string {
  switch (event.type) {
    case 'DeliveryScheduled':
      return `The client is to be told ${event.data.kind} at ${event.data.url}.`
    case 'DeliveryAttemptFailed':
      return `Telling the client failed (${outcome(event.data)}); the next try is due at ${event.data.nextAttemptAt}.`
    case 'DeliverySucceeded':
      return `The client was told (${outcome(event.data)}).`
    case 'DeliveryFailed':
      return `Telling the client failed for the last time (${outcome(event.data)}).`
    case 'DeliveryCancelled':
      return 'The client is not told any more: the webhook was removed.'
    case 'RedeliveryRequested':
      return `The client asked to be told again, at ${event.data.url}.`
    default:
      return unknown(event)
  }
}

function outcome({ url, attempt }: Extract<DeliveryEvent, { type: 'DeliverySucceeded' }>['data']): string {
  const { statusCode, error, durationMs } = attempt
  const answer = statusCode === null ? (error ?? 'no answer') : `status ${statusCode}`
  return `${url}: ${answer}, ${durationMs} ms`
}

function ofConnection(event: StreamEvent<ConnectionEvent>): string {
  switch (event.type) {
    case 'ConnectionRequested':
      return `A connection to ${event.data.countryCode} was asked for.`
    case 'ConnectionActivated': {
      const { tokenExpiresAt } = event.data
      return `The connection became active${tokenExpiresAt === null ? '' : `, until ${tokenExpiresAt}`}.`
    }
    case 'AuthorizationStarted':
      return 'The user came back from the government with a code.'
    case 'AuthorizationFailed':
      return `The authorization failed${said(event.data.errorMessage)}.`
    case 'CredentialsReplaced':
      return 'The connection got other credentials.'
    case 'TokenRefreshed':
      return `The connection’s access was renewed, until ${event.data.tokenExpiresAt}.`
    case 'TokenRefreshFailed':
      return `Renewing the access failed${said(event.data.errorMessage)}; the next try is due at ${event.data.nextTryAt}.`
    case 'AccessRefused':
      return `The government refused the connection’s access${said(event.data.errorMessage)}.`
    case 'ConnectionExpired':
      return `The connection expired${said(event.data.errorMessage)}.`
    case 'ConnectionFailed':
      return `The connection failed${said(event.data.errorMessage)}.`
    case 'ConnectionReopened':
      return 'The connection is being set up anew.'
    case 'ConnectionDeleted':
      return 'The connection was deleted.'
    default:
      return unknown(event)
  }
}

function ofCompany(event: StreamEvent<CompanyEvent>): string {
  switch (event.type) {
    case 'CompanyCreated':
      return `The company ${event.data.name} (${event.data.vatNumber}) was created.`
    case 'CompanyAmended':
      return `The company was amended: ${Object.keys(event.data).join(', ')}.`
    case 'CompanyDeactivated':
      return 'The company was deactivated.'
    default:
      return unknown(event)
  }
}

function said(text: string | null): string {
  return text === null || text === '' ? '' : `: “${text}”`
}

function unknown({ type }: { readonly type: string }): string {
  return `${type} happened.`
}

function split(actor: string): readonly string[] {
  const colon = actor.indexOf(':')
  return colon === -1 ? [actor] : [actor.slice(0, colon), actor.slice(colon + 1)]
}
