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
  type SubmissionDeferred,
  type SubmissionStarted,
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
 * Records findings that follow one another, all or none, if the invoice is still where they were made. A worker that was overtaken (paused, its lease taken
 * over) finds the invoice elsewhere and changes nothing.
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
  // An outcome belongs to its own attempt.
  if ('attemptId' in finding.data && finding.type !== 'SubmissionStarted') {
    if (state.status !== 'submitting' || state.attemptId !== finding.data.attemptId) return false
  }
  // Once per outage: the further tries are not events.
  return !(finding.type === 'SubmissionDeferred' && state.status === 'submitting' && state.deferred)
}
