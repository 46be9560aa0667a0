import { vatNumberFormat } from '../vat-number.js'

/** Germany: the Umsatzsteuer-Identifikationsnummer (§ 27a UStG). */
export const GERMAN_VAT = vatNumberFormat({
  prefix: 'DE',
  digits: /^[1-9]\d{8}$/,
  description: 'DE followed by 9 digits, for example DE136695976',
  hasValidCheckDigit,
})

/** ISO/IEC 7064 MOD 11,10. */
function hasValidCheckDigit(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10
    product = (2 * (sum === 0 ? 10 : sum)) % 11
  }
  return (11 - product) % 10 === Number(digits[8])
}
