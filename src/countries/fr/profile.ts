import type { Address as AcceptedAddress } from '../../domain/accepted-invoice.js'
import type { Address } from '../../einvoice/model-parties.js'
import type { Profile } from '../../einvoice/profile.js'
import { isBlank } from '../../einvoice/rules/rule.js'

/** EN 16931 as the French reform uses it (AFNOR XP Z12-012, flow 2), without the extension EXTENDED-CTC-FR. */
export const FRANCE: Profile = {
  specification: 'urn:cen.eu:en16931:2017',
  // BR-FR-04 admits no debit note (383). A corrected invoice (384) takes the place of the one before; what raises an amount is an invoice of its
  // own that refers to the one before.
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // BR-FR-CO-12.
  accountingCurrency: 'EUR',
  defaultPaymentTerms: null,
  address,
  itemCodeScheme(itemCode) {
    if (/^\d{8}-\d$/.test(itemCode)) return 'STI' // Common Procurement Vocabulary
    if (/^\d{4}(?:\d{2}){0,3}$/.test(itemCode)) return 'HS' // Harmonised System, Combined Nomenclature
    return 'ZZZ' // mutually defined
  },
}

function address({ street, city, postalCode, country, stateOrProvince }: AcceptedAddress): Address {
  return {
    line1: given(street),
    city: given(city),
    postCode: given(postalCode),
    subdivision: given(stateOrProvince),
    country,
  }
}

function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
