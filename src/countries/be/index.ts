import type { Country } from '../country.js'
import { vatNumberFormat } from '../vat-number.js'
import { BELGIAN_SETUP } from './setup.js'

export const belgium: Country = {
  code: 'BE',
  name: 'Belgium',
  timeZone: 'Europe/Brussels',
  vat: vatNumberFormat({
    prefix: 'BE',
    digits: /^[01]\d{9}$/,
    description: 'BE followed by 10 digits of which the first is 0 or 1, for example BE0403170701',
    hasValidCheckDigit,
  }),
  setup: BELGIAN_SETUP,
  invoicing: null,
}

/** Enterprise number: 97 less the remainder of the first eight digits by 97 (Royal Decree of 24 June 2003, art. 1). */
function hasValidCheckDigit(digits: string): boolean {
  return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))
}
