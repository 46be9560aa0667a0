import type { Explanation } from '../country.js'
import type { Rejection } from './rejection.js'
import { ACCESS_REJECTIONS } from './rejections-access.js'
import { COMMON_REJECTIONS } from './rejections-common.js'
import { INTERFACE_REJECTIONS } from './rejections-interface.js'
import { explainRule } from './rejections-rules.js'

/** Every kind that we know, the most specific first. */
export const REJECTIONS: readonly Rejection[] = [...COMMON_REJECTIONS, ...ACCESS_REJECTIONS, ...INTERFACE_REJECTIONS]

/**
 * The raw text of a catalogue code, or of a rule (`BR-RO-110`) in the shape in which ANAF reports
 * a broken rule; null: unknown.
 */
export function rejectionText(code: string): string | null {
  return REJECTIONS.find((rejection) => rejection.code === code)?.rawText ?? ruleText(code)
}

function ruleText(code: string): string | null {
  const explained = /^BR-[A-Z]/.test(code) || /^BR-\d\d$/.test(code) ? explainRule(`[${code}]`) : null
  return explained === null ? null : `E: validari globale  SCHEMATRON   eroare: [${code}]-${explained.errorTranslated}`
}

/** What a raw text of ANAF means, and what to do. An unknown text gets a general answer. */
export function explain(rawText: string): Explanation {
  const known = REJECTIONS.find((rejection) => rejection.pattern.test(rawText))
  if (known !== undefined) return { errorTranslated: known.errorTranslated, errorFix: known.errorFix }
  return explainRule(rawText) ?? unknown(rawText)
}

function unknown(rawText: string): Explanation {
  // ANAF separates the two languages of a message with "#".
  const english = rawText.split('#').slice(1).join('#').trim()
  return {
    errorTranslated:
      english === '' ? `The Romanian tax administration refused the invoice with the message: ${rawText}` : english,
    errorFix:
      'Look up the field that the message names, correct it and submit a new invoice; the number may be used again. If the message names ' +
      'no field, check the invoice with POST /v1/invoices/validate and ask ANAF through SPV, quoting the upload id.',
  }
}
