import type { StepOutcome } from './invoice-step.js'

/** How a step ended, in words of the program: its findings, or that the invoice waits. */
export function outcomeOf(step: StepOutcome): string {
  if (step.kind !== 'found') return step.kind === 'wait' && step.outage ? 'outage' : step.kind
  return OUTCOMES[step.findings.at(-1)?.type ?? ''] ?? 'found'
}

const OUTCOMES: Readonly<Record<string, string>> = {
  InvoiceSubmitted: 'submitted',
  SubmissionDeferred: 'outage',
  InvoiceAccepted: 'accepted',
  InvoiceRejected: 'rejected',
  InvoiceFailed: 'failed',
  PaymentReported: 'reported',
  PaymentReportRefused: 'refused',
}
