import type {
  InvoiceAccepted,
  InvoiceConverted,
  InvoiceEvent,
  InvoiceFailed,
  InvoiceRejected,
  InvoiceState,
  InvoiceStatus,
  InvoiceSubmitted,
  InvoiceValidated,
  SubmissionDeferred,
  SubmissionStarted,
} from '../domain/invoice.js'
import { accept, type Decision } from './handle.js'

/** What the pipeline found out and wants to put on record. */
export type PipelineFinding =
  | InvoiceValidated
  | InvoiceConverted
  | SubmissionStarted
  | SubmissionDeferred
  | InvoiceSubmitted
  | InvoiceAccepted
  | InvoiceRejected
  | InvoiceFailed

const PROCESSING: readonly InvoiceStatus[] = ['created', 'validated', 'converting', 'submitting', 'submitted']

/** From which statuses each finding leads on: the state machine of the interface specification. */
const COMES_FROM: Record<PipelineFinding['type'], readonly InvoiceStatus[]> = {
  InvoiceValidated: ['created'],
  InvoiceConverted: ['validated'],
  SubmissionStarted: ['converting'],
  SubmissionDeferred: ['submitting'],
  InvoiceSubmitted: ['submitting'],
  InvoiceAccepted: ['submitted'],
  InvoiceRejected: ['submitted'],
  InvoiceFailed: PROCESSING,
}

/**
 * Records a finding if the invoice is still where the finding was made. A worker that was overtaken (paused, its lease taken over) finds the
 * invoice elsewhere and changes nothing.
 */
export function recordFinding(finding: PipelineFinding) {
  return (state: InvoiceState): Decision<InvoiceEvent, never> => {
    if (state.status === 'none' || !COMES_FROM[finding.type].includes(state.status)) return accept()
    // An outcome belongs to its own attempt.
    if ('attemptId' in finding.data && finding.type !== 'SubmissionStarted') {
      if (state.status !== 'submitting' || state.attemptId !== finding.data.attemptId) return accept()
    }
    // Once per outage: the further tries are not events.
    if (finding.type === 'SubmissionDeferred' && state.status === 'submitting' && state.deferred) return accept()
    return accept(finding)
  }
}
