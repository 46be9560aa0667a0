import { isBelgianEnterprise } from '../../einvoice/rules/peppol/check-digits.js'
import { vatNumberFormat } from '../vat-number.js'

/**
 * Belgium: the enterprise number; Royal Decree of 24 June 2003, art. 1, defines its check digits.
 */
export const BELGIAN_VAT = vatNumberFormat({
  prefix: 'BE',
  digits: /^[01]\d{9}$/,
  description: 'BE followed by 10 digits of which the first is 0 or 1, for example BE0403170701',
  hasValidCheckDigit: isBelgianEnterprise,
})
