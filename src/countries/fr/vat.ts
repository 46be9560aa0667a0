import { vatNumberFormat } from '../vat-number.js'

/** French VAT numbers as in VIES. */
export const FRENCH_VAT = vatNumberFormat({
  prefix: 'FR',
  digits: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
  description: 'FR followed by a key of 2 characters and the 9 digits of the SIREN, for example FR40303265045',
  hasValidCheckDigit,
})

/** The SIREN at the end of a French VAT number; undefined: it is not a French VAT number. */
export function sirenOf(vatNumber: string): string | undefined {
  return /^FR[0-9A-Z]{2}(\d{9})$/.exec(vatNumber)?.[1]
}

/**
 * The SIREN obeys the Luhn formula; a key of two digits is (12 + 3 × (SIREN mod 97)) mod 97. No
 * formula is published for keys with letters.
 */
function hasValidCheckDigit(digits: string): boolean {
  const siren = digits.slice(2)
  const key = digits.slice(0, 2)
  if (!/^\d\d$/.test(key)) return isLuhn(siren)
  return isLuhn(siren) && Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}

function isLuhn(siren: string): boolean {
  let sum = 0
  for (const [index, character] of [...siren].entries()) {
    const digit = Number(character)
    sum += index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)
  }
  return sum % 10 === 0
}
