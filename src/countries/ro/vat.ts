import { vatNumberFormat } from '../vat-number.js'

const WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2]

/**
 * Whether the last digit of a fiscal code (CUI) of 2 to 10 digits is its check digit: the sum of
 * the others, weighted from the right by 2, 3, 5, 7, 1, 2, 3, 5, 7, times 10, modulo 11 (10 counts
 * as 0).
 */
function isFiscalCode(code: string): boolean {
  const digits = code.padStart(WEIGHTS.length + 1, '0')
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return ((sum * 10) % 11) % 10 === Number(digits.at(-1))
}

/** Romania: the fiscal code (CUI). */
export const ROMANIAN_VAT = vatNumberFormat({
  prefix: 'RO',
  digits: /^\d{2,10}$/,
  description: 'RO followed by 2 to 10 digits, for example RO18547290',
  hasValidCheckDigit: isFiscalCode,
})
