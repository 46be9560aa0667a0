import type { Explanation } from '../country.js'
import { STATUSES, type Status, type StatusReason } from './cdar.js'
import { INTERFACE_ROWS } from './rejections-interface.js'
import { REASONS } from './rejections-reasons.js'
import { explainRule, isRule } from './rejections-rules.js'

/** One kind of refusal, by a platform or by the customer. */
export interface Rejection extends Explanation {
  /** As in `SIM-REJECT-<code>`. */
  readonly code: string
  /** As it is worded. */
  readonly rawText: string
  /** Recognises the text whatever stands around it. */
  readonly pattern: RegExp
}

/** What a status without a reason means. */
const BARE_STATUSES: readonly (readonly [Status, string, string])[] = [
  [
    '206',
    'The customer approves a part of the invoice only.',
    'Settle the rest with the customer, for example by a credit note.',
  ],
  [
    '207',
    'The customer disputes the invoice.',
    'Clarify with the customer; if the invoice is wrong, issue a credit note.',
  ],
  [
    '208',
    'The customer has suspended the invoice until something is added.',
    'Send the missing document (status 209 Complétée).',
  ],
  [
    ...(['210', 'The customer refuses the invoice for good.'] as const),
    'Cancel it in your books with a credit note and, if something is owed, submit a new invoice under a new number.',
  ],
  [
    ...(['213', 'A platform has rejected the invoice.'] as const),
    'Correct what the message names and submit a new invoice; the number may be used again.',
  ],
  ['220', 'The invoice was cancelled.', 'Nothing to do; submit a new invoice if something is owed.'],
  [
    '221',
    'The invoice could not be routed to the customer.',
    'Have the customer correct the directory, then submit it again unchanged.',
  ],
  [
    ...(['501', 'The file could not be taken in, so that the invoice was not issued.'] as const),
    'Correct what the message names and submit a new invoice; the number may be used again.',
  ],
]

/** Every kind that we know, the most specific first. */
export const REJECTIONS: readonly Rejection[] = [
  ...INTERFACE_ROWS.map(([code, rawText, pattern, errorTranslated, errorFix]) => ({
    code,
    rawText,
    pattern,
    errorTranslated,
    errorFix,
  })),
  ...REASONS.map(([code, status, label, errorTranslated, errorFix]) => ({
    code,
    rawText: statusText(status, { code, label }),
    errorTranslated,
    errorFix,
    pattern: new RegExp(`(?<![A-Za-z0-9_])${code}(?![A-Za-z0-9_])|^\\s*${quoted(label)}\\s*$`),
  })),
  ...BARE_STATUSES.map(([status, errorTranslated, errorFix]) => ({
    code: `CDV-${status}`,
    rawText: statusText(status, null),
    errorTranslated,
    errorFix,
    pattern: new RegExp(`\\b${status}\\b|^\\s*${STATUSES[status].label}\\s*$`),
  })),
]

/**
 * A status as the service words it, from the life-cycle message: `213 Rejetée : DOUBLON - Facture
 * en doublon (déjà émise / réçue)`.
 */
export function statusText(status: Status, reason: StatusReason | null): string {
  const { label } = STATUSES[status]
  return reason === null ? `${status} ${label}` : `${status} ${label} : ${reason.code} - ${reason.label}`
}

/** The status and reason in a text of `statusText`; null: the text is none of the life cycle. */
export function statusIn(rawText: string): { readonly status: Status; readonly reason: StatusReason | null } | null {
  const [, code, reasonCode, label = ''] = /^(\d{3}) [^:]+(?: : ([A-Z0-9_]+) - (.*))?$/s.exec(rawText) ?? []
  if (code === undefined || !(code in STATUSES)) return null
  return { status: code as Status, reason: reasonCode === undefined ? null : { code: reasonCode, label } }
}

/**
 * The raw text of a catalogue code, or of a rule (`BR-FR-16_BT-152`) in the shape in which a
 * platform reports a broken rule; null: unknown.
 */
export function rejectionText(code: string): string | null {
  const known = REJECTIONS.find((rejection) => rejection.code === code)
  if (known !== undefined) return known.rawText
  return isRule(code) ? statusText('213', { code: 'REJ_SEMAN', label: `Rejet pour erreur sémantique [${code}]` }) : null
}

/** What a raw text of a platform means, and what to do. An unknown text gets a general answer. */
export function explain(rawText: string): Explanation {
  const byRule = explainRule(rawText)
  if (byRule !== null) return byRule
  const known = REJECTIONS.find(({ pattern }) => pattern.test(rawText))
  if (known !== undefined) return { errorTranslated: known.errorTranslated, errorFix: known.errorFix }
  return {
    errorTranslated: `The French platform refused the invoice with the message: ${rawText}`,
    errorFix:
      'Look up the field that the message names, correct it and submit a new invoice. If the message names no field, check the invoice with ' +
      'POST /v1/invoices/validate and ask your platform, quoting the flow id.',
  }
}

function quoted(text: string): string {
  return text.replaceAll(/[()/.°]/g, '\\$&')
}
