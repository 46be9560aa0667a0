import { edition } from '../../codes/code-list.js'
import { CURRENT_CODE_LISTS } from '../../codes/code-lists.js'

const { currencies, electronicAddressSchemes } = CURRENT_CODE_LISTS

/** `$ISO4217` of Peppol, which has the new dobra of São Tomé. */
export const PEPPOL_CURRENCIES = edition(currencies, { with: 'STN', without: 'STD' })

/** `$eaid`: the schemes that have participants in the network. */
export const PEPPOL_ADDRESS_SCHEMES = edition(electronicAddressSchemes, {
  without: '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM',
})

/** BT-3 of invoices, UNTDID 1001 (PEPPOL-EN16931-P0100). */
export const PEPPOL_INVOICE_TYPES: ReadonlySet<string> = new Set(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(' '),
)
/** BT-3 of credit notes, UNTDID 1001 (PEPPOL-EN16931-P0101). */
export const PEPPOL_CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set(['381', '396', '81', '83', '532'])

/** Exemption reasons that belong to one VAT category, with the number of the rule. */
export const CATEGORY_OF_REASON: readonly (readonly [id: string, reason: string, category: string])[] = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
]
