import type { Environment } from '../domain/event.js'
import { type Finding, type LeveledVerdict, withLevels } from '../einvoice/rules/judgement.js'
import { CHECK_DIGIT_RULE, NATIONAL_CHECK_DIGIT_RULES } from '../einvoice/rules/plausibility.js'
import { BELGIAN_VAT } from './be/vat.js'
import { GERMAN_VAT } from './de/vat.js'
import { FRENCH_VAT } from './fr/vat.js'
import { ITALIAN_VAT } from './it/vat.js'
import { POLISH_VAT } from './pl/vat.js'
import { ROMANIAN_VAT } from './ro/vat.js'

/** The six countries. */
const FORMATS = [BELGIAN_VAT, FRENCH_VAT, GERMAN_VAT, ITALIAN_VAT, POLISH_VAT, ROMANIAN_VAT]

/** Whether a VAT number has the form of its country and wrong check digits. */
export function hasWrongCheckDigits(vatNumber: string): boolean {
  return FORMATS.some(
    (format) =>
      // The form with the prefix, as documents have it.
      format.normalise(vatNumber, { checkDigit: false }) === vatNumber &&
      format.normalise(vatNumber, { checkDigit: true }) === null,
  )
}

/**
 * The verdict on an invoice that is to be submitted: wrong check digits, a warning elsewhere, are
 * fatal in the live environment. If not all findings are listed, those that are listed decide.
 */
export function beforeSubmission<Verdict extends LeveledVerdict>(verdict: Verdict, environment: Environment): Verdict {
  if (environment !== 'production') return verdict
  return withLevels(verdict, (finding) => (isOnCheckDigits(finding) ? { ...finding, severity: 'fatal' } : finding))
}

function isOnCheckDigits({ rule }: Finding): boolean {
  return rule === CHECK_DIGIT_RULE || NATIONAL_CHECK_DIGIT_RULES.has(rule)
}
