import { vatNumberFormat } from '../vat-number.js'
import { isPartitaIva } from './tax-numbers.js'

/** Italy: the partita IVA. */
export const ITALIAN_VAT = vatNumberFormat({
  prefix: 'IT',
  digits: /^\d{11}$/,
  description: 'IT followed by 11 digits, for example IT00743110157',
  hasValidCheckDigit: isPartitaIva,
})
