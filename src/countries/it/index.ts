import type { Country } from '../country.js'
import { vatNumberFormat } from '../vat-number.js'
import { ITALIAN_SETUP } from './setup.js'

declare module '../../domain/invoice-request.js' {
  interface CountryCodes {
    IT: true
  }
}

/** Italy (Sistema di Interscambio): VAT numbers and set-up; no invoices yet. */
export const italy: Country = {
  code: 'IT',
  name: 'Italy',
  timeZone: 'Europe/Rome',
  vat: vatNumberFormat({
    prefix: 'IT',
    digits: /^\d{11}$/,
    description: 'IT followed by 11 digits, for example IT00743110157',
    hasValidCheckDigit,
  }),
  setup: ITALIAN_SETUP,
  documents: [],
  invoicing: null,
}

/** Partita IVA: the Luhn formula over all 11 digits (DM 23 December 1976, art. 2). */
function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, character] of [...digits].entries()) {
    const digit = Number(character)
    // The even places are doubled and their digits added, as in the Luhn formula.
    sum += index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)
  }
  return sum % 10 === 0
}
