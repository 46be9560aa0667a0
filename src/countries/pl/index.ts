import type { Country } from '../country.js'
import { vatNumberFormat } from '../vat-number.js'
import { POLISH_SETUP } from './setup.js'

declare module '../../domain/invoice-request.js' {
  interface CountryCodes {
    PL: true
  }
}

/** Poland (KSeF): VAT numbers and set-up; no invoices yet. */
export const poland: Country = {
  code: 'PL',
  name: 'Poland',
  timeZone: 'Europe/Warsaw',
  vat: vatNumberFormat({
    prefix: 'PL',
    digits: /^\d{10}$/,
    description: 'PL followed by 10 digits, for example PL5260250274',
    hasValidCheckDigit,
  }),
  setup: POLISH_SETUP,
  documents: [],
  invoicing: null,
}

const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

/** NIP: the weighted sum modulo 11 is the last digit; 10 is never issued. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return sum % 11 === Number(digits[9])
}
