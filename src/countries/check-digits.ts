import type { Finding, Judgement } from '../einvoice/rules/judgement.js'
import { CHECK_DIGIT_RULE, NATIONAL_CHECK_DIGIT_RULES } from '../einvoice/rules/plausibility.js'
import { isBelgianEnterprise } from '../einvoice/rules/peppol/check-digits.js'
import { isUmsatzsteuerId } from './de/vat.js'
import { isFrenchNumber } from './fr/vat.js'
import { isPartitaIva } from './it/tax-numbers.js'
import { isNip } from './pl/identity.js'

/**
 * Check digits of the VAT numbers of our countries, for what follows a prefix and its form. The
 * interface specification judges Romanian ones by their form alone.
 */
const CHECKS: readonly (readonly [format: RegExp, isValid: (digits: string) => boolean])[] = [
  [/^BE([01]\d{9})$/, isBelgianEnterprise],
  [/^DE([1-9]\d{8})$/, isUmsatzsteuerId],
  [/^FR([0-9A-HJ-NP-Z]{2}\d{9})$/, isFrenchNumber],
  [/^IT(\d{11})$/, isPartitaIva],
  [/^PL(\d{10})$/, isNip],
]

/** Whether a VAT number has the form of its country and wrong check digits. */
export function hasWrongCheckDigits(vatNumber: string): boolean {
  return CHECKS.some(([format, isValid]) => {
    const [, digits] = format.exec(vatNumber) ?? []
    return digits !== undefined && !isValid(digits)
  })
}

/**
 * The verdict on an invoice for the live environment: wrong check digits, a warning elsewhere, are
 * fatal before a submission. If not all findings are listed, those that are listed decide.
 */
export function asLive<Verdict extends Pick<Judgement, 'valid'> & { readonly findings: readonly Finding[] }>(
  verdict: Verdict,
): Verdict {
  const isWrong = ({ rule }: Finding): boolean => rule === CHECK_DIGIT_RULE || NATIONAL_CHECK_DIGIT_RULES.has(rule)
  if (!verdict.findings.some(isWrong)) return verdict
  const findings = verdict.findings.map((each) => (isWrong(each) ? { ...each, severity: 'fatal' as const } : each))
  return { ...verdict, valid: false, findings }
}
