import {
  invoice,
  type InvoiceAccepted,
  type InvoiceConverted,
  type InvoiceCreated,
  type InvoiceEvent,
  type InvoiceFailed,
  type InvoiceRejected,
  type InvoiceResponded,
  type InvoiceState,
  type InvoiceStatus,
  type InvoiceSubmitted,
  type InvoiceValidated,
  isBegun,
  type LinkedInvoice,
  type SubmissionDeferred,
  type SubmissionStarted,
} from '../domain/invoice.js'
import type { PaidAmount, Payment, PaymentReported, PaymentReportRefused } from '../domain/payment-report.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: an invoice is to be created. It holds what its event holds. */
export type CreateInvoice = InvoiceCreated['data']

/**
 * Under an idempotency key the invoice's id is derived from account, environment and key, so a
 * repetition finds its own stream: the same body changes nothing (the original is the answer),
 * another body is rejected.
 */
export function createInvoice(command: CreateInvoice) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'key_reused_with_other_body'> => {
    if (state.status === 'none') return accept({ type: 'InvoiceCreated', data: command })
    return state.facts.requestHash === command.requestHash ? accept() : reject('key_reused_with_other_body')
  }
}

/** A result of the pipeline that is to be recorded. */
export type PipelineFinding =
  | InvoiceValidated
  | InvoiceConverted
  | SubmissionStarted
  | SubmissionDeferred
  | InvoiceSubmitted
  | InvoiceAccepted
  | InvoiceRejected
  | InvoiceFailed
  | PaymentReported
  | PaymentReportRefused

/** The statuses that each finding may follow: the state machine of the interface specification. */
const COMES_FROM: Record<PipelineFinding['type'], readonly InvoiceStatus[]> = {
  InvoiceValidated: ['created'],
  InvoiceConverted: ['validated'],
  SubmissionStarted: ['converting'],
  SubmissionDeferred: ['submitting'],
  InvoiceSubmitted: ['submitting'],
  InvoiceAccepted: ['submitted'],
  InvoiceRejected: ['submitted'],
  InvoiceFailed: ['created', 'validated', 'converting', 'submitting'],
  PaymentReported: ['accepted'],
  PaymentReportRefused: ['accepted'],
}

/**
 * Records findings that follow one another, all or none, if the invoice is still in the status in
 * which they were made. A worker that was overtaken (paused, its lease taken over) finds another
 * status and changes nothing.
 */
export function recordFindings(findings: readonly PipelineFinding[]) {
  return (state: InvoiceState): Decision<InvoiceEvent, never> => {
    let reached = state
    for (const finding of findings) {
      if (!follows(finding, reached)) return accept()
      reached = invoice.evolve(reached, finding)
    }
    return { kind: 'accept', events: findings }
  }
}

function follows(finding: PipelineFinding, state: InvoiceState): boolean {
  if (state.status === 'none' || !COMES_FROM[finding.type].includes(state.status)) return false
  const isOpen = (id: string): boolean => state.attempts.open.some(({ attemptId }) => attemptId === id)
  switch (finding.type) {
    case 'SubmissionStarted':
      // An attempt that was begun is continued; only a certain refusal allows another one.
      return !isBegun(state) || isOpen(finding.data.attemptId)
    case 'SubmissionDeferred':
      // Once per outage: further tries are not events.
      return state.status === 'submitting' && !state.deferred && state.attempt.attemptId === finding.data.attemptId
    case 'InvoiceSubmitted':
      // An outcome belongs to its own attempt.
      return isOpen(finding.data.attemptId)
    case 'InvoiceFailed':
      // Once an attempt has begun, only the government's answer decides.
      return finding.data.reason === 'government' ? state.status === 'submitting' : !isBegun(state)
    case 'PaymentReported':
    case 'PaymentReportRefused':
      return isRequested(finding.data.paymentId, state)
    default:
      return true
  }
}

function isRequested(paymentId: string, state: InvoiceState): boolean {
  const reports = state.status === 'accepted' ? state.payments : []
  return reports.some((report) => report.paymentId === paymentId && report.status === 'requested')
}

/** For one invoice: every worker reads its whole stream, so the stream must stay short. */
export const MAX_RETRIES = 50

/** How often an invoice was put back to the beginning, by the events of its stream. */
export function retriesOf(events: readonly Pick<InvoiceEvent, 'type'>[]): number {
  return events.filter(({ type }) => type === 'InvoiceRetried').length
}

/** Puts an errored invoice back to the beginning. A rejected one is corrected by a new invoice. */
export function retryInvoice() {
  return (state: InvoiceState): Decision<InvoiceEvent, 'unknown' | 'not_errored'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'error':
        return accept({ type: 'InvoiceRetried', data: {} })
      default:
        return reject('not_errored')
    }
  }
}

/** The most responses that an invoice's stream accepts; a usual one has a handful. */
export const MOST_RESPONSES = 1_000

/** A message to people about an invoice. */
export type Response = Omit<InvoiceResponded['data'], 'number' | 'status'>

/**
 * Records a message about a decided invoice, once; does nothing for the message that was the
 * decision itself. `undecided`: not decided yet; the message is to be recorded after the decision.
 * `full`: the stream accepts no more of them.
 */
export function recordResponse(response: Response) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'undecided' | 'full'> => {
    if (state.status !== 'accepted' && state.status !== 'rejected') return reject('undecided')
    const { status, decidedBy, responses } = state
    if (response.document.sha256 === decidedBy || responses.includes(response.messageId)) return accept()
    if (responses.length >= MOST_RESPONSES) return reject('full')
    return accept({ type: 'InvoiceResponded', data: { ...response, number: responses.length + 1, status } })
  }
}

/** The most final invoices that the stream of an advance names; a usual one has one. */
export const MOST_FINALS = 50

/**
 * Records in the stream of an advance which final invoice settles it, once. `not_accepted`: only
 * accepted advances are settled. `full`: the stream accepts no more of them.
 */
export function recordFinalInvoice(final: LinkedInvoice) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'not_accepted' | 'full'> => {
    if (state.status !== 'accepted') return reject('not_accepted')
    if (state.finals.some(({ invoiceId }) => invoiceId === final.invoiceId)) return accept()
    if (state.finals.length >= MOST_FINALS) return reject('full')
    return accept({ type: 'FinalInvoiceIssued', data: final })
  }
}

/** For one invoice: every worker reads its whole stream. */
export const MAX_REPORTS = 50

/**
 * Requests that a payment of an accepted invoice is reported to its government. `amountsOf`
 * computes its amounts from what has been reported or is about to be; it may refuse by a throw.
 */
export function requestPaymentReport(
  payment: Pick<Payment, 'paymentId' | 'paidOn'>,
  amountsOf: (reported: readonly PaidAmount[]) => readonly PaidAmount[],
) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'unknown' | 'not_accepted' | 'too_many'> => {
    if (state.status === 'none') return reject('unknown')
    if (state.status !== 'accepted') return reject('not_accepted')
    if (state.payments.length >= MAX_REPORTS) return reject('too_many')
    const counted = state.payments.filter(({ status }) => status !== 'refused')
    const amounts = amountsOf(counted.flatMap((report) => report.amounts))
    return accept({ type: 'PaymentReportRequested', data: { ...payment, amounts } })
  }
}
