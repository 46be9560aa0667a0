import type { Scope } from '../../../domain/event.js'
import type { Submission } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage, MessageHead } from '../../gateway/mailbox.js'
import { type InvoiceStatus, LIFE_CYCLE_MESSAGE, readLifeCycle } from '../cdar-reader.js'
import { LIFE_CYCLE } from '../life-cycle-codes.js'
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

/** A downloaded file with the statuses in it; null: it is no life-cycle message. */
export interface LifeCycleFile {
  readonly bytes: Uint8Array
  readonly statuses: readonly InvoiceStatus[] | null
}

/**
 * The messages in a life-cycle flow, one for each status: several invoices may share a message,
 * and each has its own status. An unreadable one is kept as well.
 */
export function messagesIn(
  scope: Scope,
  flow: Flow,
  { bytes, statuses }: LifeCycleFile,
  receivedAt: Date,
): readonly GovernmentMessage[] {
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
    decides: code !== null && decisionOf({ code }) !== null,
    receivedAt,
    bytes,
    mediaType: 'application/xml',
  }))
}

function kindOf(code: string | null): string {
  return code !== null && /^[0-9]{3}$/.test(code) ? `CDV-${code}` : UNREADABLE
}

/** The code of a message's kind; empty: it has none. */
function codeOf({ kind }: MessageHead): string {
  return /^CDV-([0-9]{3})$/.exec(kind)?.[1] ?? ''
}

/** The keys of the flow's messages. */
export function flowReference(flowId: string): string {
  return `flow ${flowId}`
}

/** The key of the messages about a submitted flow, by the id that we gave it. */
export function trackingReference(trackingId: string): string {
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

/** The decision in a status; null: none. */
function decisionOf({ code }: Pick<InvoiceStatus, 'code'>): Decision | null {
  return LIFE_CYCLE.get(code)?.decides ?? null
}

/** What a status decides. */
type Decision = 'accepted' | 'rejected'

/**
 * The statuses with a decision in the mailbox's messages about a submission, in the order of
 * arrival. Messages about an earlier, rejected submission with the same number are excluded: the
 * platform's own clock distinguishes the two.
 */
export class ReportedStatuses {
  private constructor(
    private readonly tools: GatewayTools,
    private readonly submission: Submission,
    private readonly heads: readonly MessageHead[],
  ) {}

  /** @param flow the submission, as returned by the platform */
  static async of(tools: GatewayTools, submission: Submission, flow: Flow): Promise<ReportedStatuses> {
    const heads = await tools.mailbox.about(submission.scope, 'afnor', referencesOf(submission))
    return new ReportedStatuses(
      tools,
      submission,
      heads.filter((head) => !isBefore(head, submission, flow)),
    )
  }

  /**
   * The first that decides so; undefined: none. Reads no message without such a decision, and none
   * after it.
   */
  async first(
    decision: Decision,
    isMeant: (status: InvoiceStatus) => boolean = () => true,
  ): Promise<ReportedStatus | undefined> {
    const read = readingFor(this.tools, this.submission.scope)
    for (const head of this.heads) {
      if (decisionOf({ code: codeOf(head) }) !== decision) continue
      const message = await this.tools.mailbox.whole(head)
      if (message === null) continue
      const statuses = ofKind(message, await read(LIFE_CYCLE_MESSAGE, message.bytes, null))
      const status = statuses.find((each) => isAbout(each, message, this.submission) && isMeant(each))
      if (status !== undefined) return { status, message }
    }
    return undefined
  }
}

function isBefore(message: MessageHead, { createdAt }: Submission, { submittedAt }: Flow): boolean {
  const made = Date.parse(/ (\S+)$/.exec(message.messageId)?.[1] ?? '')
  // A platform may return one to the second and the other to the millisecond.
  if (submittedAt !== null && !Number.isNaN(made)) return made < Math.floor(submittedAt.getTime() / 1000) * 1000
  return message.receivedAt < createdAt
}

function isAbout(status: InvoiceStatus, { references }: GovernmentMessage, submission: Submission): boolean {
  const { number, issueDate } = submission.invoice
  if (status.number !== number || (status.issueDate !== null && status.issueDate !== issueDate)) return false
  const sellers = sellersOf(submission)
  const isOurs = references.includes(trackingReference(submission.attemptId))
  return isOurs || status.sellerIds.some((id) => sellers.includes(companyIn(id)))
}

/** The statuses in a message. */
export function statusesOf(message: GovernmentMessage): readonly InvoiceStatus[] {
  return ofKind(message, readLifeCycle(message.bytes))
}

/** Each message stands for one of the codes in its file. */
function ofKind({ kind }: GovernmentMessage, statuses: readonly InvoiceStatus[] | null): readonly InvoiceStatus[] {
  return (statuses ?? []).filter(({ code }) => kindOf(code) === kind)
}
