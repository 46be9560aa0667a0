import {
  invoice,
  type InvoiceAccepted,
  type InvoiceConverted,
  type InvoiceEvent,
  type InvoiceFailed,
  type InvoiceRejected,
  type InvoiceState,
  type InvoiceStatus,
  type InvoiceSubmitted,
  type InvoiceValidated,
  isBegun,
  type SubmissionDeferred,
  type SubmissionStarted,
} from '../domain/invoice.js'
import type { PaymentReported, PaymentReportRefused } from '../domain/payment-report.js'
import { accept, type Decision } from './handle.js'

/** What the pipeline found out and wants to record. */
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
export function recordFindings(...findings: readonly PipelineFinding[]) {
  return (state: InvoiceState): Decision<InvoiceEvent, never> => {
    let reached = state
    for (const finding of findings) {
      if (!follows(finding, reached)) return accept()
      reached = invoice.evolve(reached, finding)
    }
    return accept(...findings)
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
      // Once per outage: the further tries are not events.
      return state.status === 'submitting' && !state.deferred && state.attempt.attemptId === finding.data.attemptId
    case 'InvoiceSubmitted':
      // An outcome belongs to its own attempt.
      return isOpen(finding.data.attemptId)
    case 'InvoiceFailed':
      // Once an attempt is begun, only the government's answer decides.
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
