import type { Finding, Invoicing } from '../countries/country.js'
import type { Fault, InvoiceFailed } from '../domain/invoice.js'

/** A raw government text with its meaning and remedy. */
export function explained(invoicing: Invoicing, errorMessage: string): Fault {
  return { errorMessage, ...invoicing.explain(errorMessage) }
}

/** `errorMessage`: the rule strings, as the validate endpoint shows them, one a line. */
export function brokenRules(findings: readonly Finding[]): InvoiceFailed['data'] {
  const fatal = findings.filter((finding) => finding.severity === 'fatal')
  const count = fatal.length === 1 ? 'one rule' : `${fatal.length} rules`
  return {
    reason: 'rules',
    errorMessage: fatal.map((finding) => `${finding.rule}: ${finding.message}`).join('\n'),
    errorTranslated: `The invoice breaks ${count} and was not sent to the government: ${fatal.map((finding) => finding.message).join(' ')}`,
    errorFix: [
      ...new Set(fatal.map((finding) => (finding.path ? `${finding.path}: ${finding.fix}` : finding.fix))),
    ].join('\n'),
  }
}

/** XML can't hold what the invoice says; trying again would not change that. */
export function inexpressible(error: Error): InvoiceFailed['data'] {
  return {
    reason: 'conversion',
    errorMessage: error.message,
    errorTranslated: 'The invoice holds a character that XML can not express, so it was not sent to the government.',
    errorFix: 'Remove control characters and halves of surrogate pairs from its texts, and submit a new invoice.',
  }
}

/** A fault of ours that did not pass. The cause goes into the log; the invoice says what its owner can do. */
export function internalFault(error: unknown): InvoiceFailed['data'] {
  return {
    reason: 'internal',
    errorMessage: `internal fault: ${error instanceof Error ? error.name : 'unknown'}`,
    errorTranslated:
      'The service could not process the invoice because of an internal fault. The invoice itself may be sound.',
    errorFix: 'Retry with POST /v1/invoices/:id/retry. If it fails again, contact support with the id of the invoice.',
  }
}
