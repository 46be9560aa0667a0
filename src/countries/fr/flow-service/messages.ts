import type { Scope } from '../../../domain/event.js'
import type { Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { type InvoiceStatus, readLifeCycle } from '../cdar-reader.js'
import { sirenOfParty } from '../parties.js'
import type { Flow } from './flow.js'

/** The mailbox's limit. */
const LONGEST_REFERENCE = 200
const UNREADABLE = 'CDV'
const NO_MOMENT = '-'

/** A status of an invoice, with its message. */
export interface ReportedStatus {
  readonly status: InvoiceStatus
  readonly message: GovernmentMessage
}

/**
 * The messages in a life-cycle flow, one for each status: several invoices may share a message,
 * and each has its own status. An unreadable one is kept as well.
 */
export function messagesIn(
  scope: Scope,
  flow: Flow,
  bytes: Uint8Array,
  receivedAt: Date,
): readonly GovernmentMessage[] {
  const statuses = readLifeCycle(bytes)
  const codes = statuses === null || statuses.length === 0 ? [null] : [...new Set(statuses.map(({ code }) => code))]
  const moment = flow.submittedAt?.toISOString() ?? NO_MOMENT
  return codes.map((code) => ({
    channel: 'afnor',
    scope,
    messageId: `${flow.flowId} ${kindOf(code)} ${moment}`,
    references: [
      flowReference(flow.flowId),
      ...(flow.trackingId === null ? [] : [trackingReference(flow.trackingId)]),
      ...new Set((statuses ?? []).filter((status) => status.code === code).flatMap(invoiceReferences)),
    ].filter((reference) => reference.length <= LONGEST_REFERENCE),
    kind: kindOf(code),
    receivedAt,
    bytes,
    mediaType: 'application/xml',
  }))
}

function kindOf(code: string | null): string {
  return code !== null && /^[0-9]{3}$/.test(code) ? `CDV-${code}` : UNREADABLE
}

/** The keys of the flow's messages. */
export function flowReference(flowId: string): string {
  return `flow ${flowId}`
}

function trackingReference(trackingId: string): string {
  return `tracking ${trackingId}`
}

/** Without a date, as possible for inadmissible invoices, number and seller count. */
function invoiceReferences({ number, issueDate, sellerIds }: InvoiceStatus): readonly string[] {
  return sellerIds.map((id) => invoiceReference(id, number, issueDate))
}

/** The key of messages about an invoice that name its seller by this id. */
export function invoiceReference(seller: string, number: string, issueDate: string | null): string {
  return `invoice ${companyIn(seller)} ${number}${issueDate === null ? '' : ` ${issueDate}`}`
}

/**
 * The SIREN in an id of a company: the id itself, or the SIREN in a SIRET or French VAT number.
 */
function companyIn(id: string): string {
  const text = id.replaceAll(/\s/g, '').toUpperCase()
  return /^(\d{9})(?:\d{5})?$/.exec(text)?.[1] ?? /^FR[0-9A-Z]{2}(\d{9})$/.exec(text)?.[1] ?? text
}

/** The ids by which life-cycle messages may name the seller. */
function sellersOf({ invoice: { supplier } }: Submission): readonly string[] {
  const ids = [supplier.legalRegistration?.id, sirenOfParty(supplier), supplier.vatNumber]
  return [...new Set(ids.filter((id) => id !== undefined).map(companyIn))]
}

/** The keys of the messages about an invoice. */
function referencesOf(submission: Submission): readonly string[] {
  const { number, issueDate } = submission.invoice
  return [
    trackingReference(submission.attemptId),
    ...sellersOf(submission).flatMap((company) => [
      invoiceReference(company, number, issueDate),
      invoiceReference(company, number, null),
    ]),
  ].filter((reference) => reference.length <= LONGEST_REFERENCE)
}

/** Registers the keys of an invoice, before any message about it can arrive. */
export async function awaitMessages({ mailbox }: GatewayTools, submission: Submission): Promise<void> {
  const { scope, invoiceId } = submission
  for (const reference of referencesOf(submission))
    await mailbox.expect({ channel: 'afnor', reference, scope, country: 'FR', invoiceId })
}

/**
 * The mailbox's messages about a submission, in the order of arrival. Messages about an earlier,
 * rejected submission with the same number are excluded: the platform's own clock distinguishes
 * the two.
 * @param flow the submission, as returned by the platform
 */
export async function reportedStatuses(
  { mailbox }: GatewayTools,
  submission: Submission,
  flow: Flow,
): Promise<readonly ReportedStatus[]> {
  const messages = await mailbox.about(submission.scope, 'afnor', referencesOf(submission))
  return messages
    .filter((message) => !isBefore(message, submission, flow))
    .flatMap((message) => statusesIn(message, submission).map((status) => ({ status, message })))
}

function isBefore(message: GovernmentMessage, { createdAt }: Submission, { submittedAt }: Flow): boolean {
  const made = Date.parse(/ (\S+)$/.exec(message.messageId)?.[1] ?? '')
  // A platform may return one to the second and the other to the millisecond.
  if (submittedAt !== null && !Number.isNaN(made)) return made < Math.floor(submittedAt.getTime() / 1000) * 1000
  return message.receivedAt < createdAt
}

function statusesIn(message: GovernmentMessage, submission: Submission): readonly InvoiceStatus[] {
  const { number, issueDate } = submission.invoice
  const sellers = sellersOf(submission)
  const isOurs = message.references.includes(trackingReference(submission.attemptId))
  return statusesOf(message).filter(
    (status) =>
      status.number === number &&
      (status.issueDate === null || status.issueDate === issueDate) &&
      (isOurs || status.sellerIds.some((id) => sellers.includes(companyIn(id)))),
  )
}

/** The statuses in a message. */
export function statusesOf({ kind, bytes }: GovernmentMessage): readonly InvoiceStatus[] {
  return (readLifeCycle(bytes) ?? []).filter(({ code }) => kindOf(code) === kind)
}
