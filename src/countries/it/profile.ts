import type { Profile } from '../../einvoice/rules/profile.js'
import { plainAddress } from '../peppol/address.js'

/** The part of EN 16931 that FatturaPA supports. */
export const ITALY: Profile = {
  // The format has no specification identifier.
  specification: '',
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  accountingCurrency: 'EUR',
  accountingCurrencyIfKnown: true,
  defaultPaymentTerms: null,
  hasNoBaseQuantity: true,
  language: 'it',
  address: plainAddress,
}
