import { vatNumberFormat } from '../vat-number.js'

/** Romania: the fiscal code, judged by its format alone. */
export const ROMANIAN_VAT = vatNumberFormat({
  prefix: 'RO',
  digits: /^\d{2,10}$/,
  description: 'RO followed by 2 to 10 digits, for example RO18547290',
})
