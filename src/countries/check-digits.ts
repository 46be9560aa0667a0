import type { Environment } from '../domain/event.js'
import { type Finding, type LeveledVerdict, withLevels } from '../einvoice/rules/judgement.js'
import { CHECK_DIGIT_RULE, NATIONAL_CHECK_DIGIT_RULES } from '../einvoice/rules/plausibility.js'
import type { VatNumberFormat } from './country.js'
import { BELGIAN_VAT } from './be/vat.js'
import { GERMAN_VAT } from './de/vat.js'
import { FRENCH_VAT } from './fr/vat.js'
import { ITALIAN_VAT } from './it/vat.js'
import { POLISH_VAT } from './pl/vat.js'
import { ROMANIAN_VAT } from './ro/vat.js'

/** By the prefix of the numbers. The registry of countries can't be imported by their rules. */
const FORMATS: ReadonlyMap<string, VatNumberFormat> = new Map([
  ['BE', BELGIAN_VAT],
  ['DE', GERMAN_VAT],
  ['FR', FRENCH_VAT],
  ['IT', ITALIAN_VAT],
  ['PL', POLISH_VAT],
  ['RO', ROMANIAN_VAT],
])

/** Whether a VAT number has the form of its country and wrong check digits. */
export function hasWrongCheckDigits(vatNumber: string): boolean {
  const format = FORMATS.get(vatNumber.slice(0, 2))
  // The form with the prefix, as documents have it.
  const hasForm = format?.normalise(vatNumber, { checkDigit: false }) === vatNumber
  return hasForm && format.normalise(vatNumber, { checkDigit: true }) === null
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
