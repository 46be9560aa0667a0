import type { Invoicing, Judgement } from '../../countries/country.js'
import type { Outcome } from '../../countries/rejections/closings.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Fault, InvoiceFailed } from '../../domain/invoice.js'
import { fitted, jsonBytes, TEXT_BYTES } from './event-texts.js'

/**
 * A raw government text with its meaning, and the remedy for the invoice after that outcome. The
 * text is cut to the length of its field before anything reads it: it may come from a platform of
 * the customer.
 */
export function explained(invoicing: Invoicing, rawText: string, outcome: Outcome, { lines }: InvoiceRequest): Fault {
  const errorMessage = fitted(rawText)
  const { errorTranslated, errorFix } = invoicing.explain(errorMessage, outcome)
  // If there is a line number, it is the one in question.
  return {
    errorMessage,
    errorTranslated,
    errorFix: lines.length === 1 ? errorFix.replaceAll('lines[]', 'lines[0]') : errorFix,
  }
}

/** The most findings in an event; the document store holds all that the judge has listed. */
const SHOWN_FINDINGS = 200
/** Bytes, as JSON, of the message of one finding, and of its remedy. */
const FINDING_BYTES = 4 * 1024
/** Bytes left for the sentence around the findings. */
const FRAME_BYTES = 1024

/**
 * `errorMessage`: the rule strings, as the validate endpoint shows them, one per line; no more
 * than an event can hold. If that is not all of them, `isAll` is false, and the texts state how
 * many there are and which document has the others.
 */
export function brokenRules(
  { findings, findingsTotal }: Pick<Judgement, 'findings' | 'findingsTotal'>,
  invoiceId: string,
): { readonly failure: InvoiceFailed['data']; readonly isAll: boolean } {
  const fatal = findings.filter((finding) => finding.severity === 'fatal')
  // Fatal ones come first: if a warning is listed, every fatal one is.
  const isListed = findings.length === findingsTotal || fatal.length < findings.length
  const lines = fatal.slice(0, SHOWN_FINDINGS).map(({ rule, message, path, fix }) => ({
    rule,
    message: fitted(message, FINDING_BYTES),
    fix: fitted(path ? `${path}: ${fix}` : fix, FINDING_BYTES),
    isCut: [message, fix].some((text) => fitted(text, FINDING_BYTES) !== text),
  }))
  const shown = lines.slice(0, fittingCount(lines))
  const isAll = isListed && shown.length === fatal.length && !shown.some(({ isCut }) => isCut)
  const there = `GET /v1/invoices/${invoiceId}/documents/findings`
  const rest = isListed
    ? `These are ${shown.length} of ${fatal.length} findings; all: ${there}`
    : `These are ${shown.length} of ${findingsTotal} findings; the first ${findings.length}: ${there}`
  const more = isAll ? [] : [rest]
  const count = fatal.length === 1 ? 'one rule' : `${isListed ? '' : 'at least '}${fatal.length} rules`
  const messages = shown.map(({ message }) => message)
  return {
    isAll,
    failure: {
      reason: 'rules',
      errorMessage: [...shown.map(({ rule, message }) => `${rule}: ${message}`), ...more].join('\n'),
      errorTranslated: `The invoice breaks ${count} and was not sent to the government: ${[...messages, ...more].join(' ')}`,
      errorFix: [...new Set(shown.map(({ fix }) => fix)), ...more].join('\n'),
    },
  }
}

/** How many of the findings fit in each of the texts that contain them. */
function fittingCount(lines: readonly { rule: string; message: string; fix: string }[]): number {
  let ofMessages = FRAME_BYTES
  let ofFixes = FRAME_BYTES
  const over = lines.findIndex(({ rule, message, fix }) => {
    ofMessages += jsonBytes(`${rule}: ${message}\n`)
    ofFixes += jsonBytes(`${fix}\n`)
    return ofMessages > TEXT_BYTES || ofFixes > TEXT_BYTES
  })
  return over === -1 ? lines.length : over
}

/** XML can't hold a character of the invoice; trying again would not change that. */
export function inexpressible(error: Error): InvoiceFailed['data'] {
  return {
    reason: 'conversion',
    errorMessage: error.message,
    errorTranslated:
      'The invoice contains a character that XML can not represent, so it was not sent to the government.',
    errorFix: 'Remove control characters and halves of surrogate pairs from its texts, and submit a new invoice.',
  }
}

/**
 * A persistent fault of the service. The cause goes into the log; the invoice's error shows its
 * owner the remedy.
 */
export function internalFault(error: unknown): InvoiceFailed['data'] {
  return {
    reason: 'internal',
    errorMessage: `internal fault: ${error instanceof Error ? error.name : 'unknown'}`,
    errorTranslated:
      'The service could not process the invoice because of an internal fault. The invoice itself may be sound.',
    errorFix: 'Retry with POST /v1/invoices/:id/retry. If it fails again, contact support with the id of the invoice.',
  }
}
