import { vatNumberFormat } from '../vat-number.js'
import { isNip } from './identity.js'

/** Poland: the NIP. */
export const POLISH_VAT = vatNumberFormat({
  prefix: 'PL',
  digits: /^\d{10}$/,
  description: 'PL followed by 10 digits, for example PL5260250274',
  hasValidCheckDigit: isNip,
})
