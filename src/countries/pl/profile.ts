import type { Profile } from '../../einvoice/rules/profile.js'

/**
 * Poland's additions to the semantic model. Its own format has no specification identifier.
 * RodzajFaktury contains BT-3, and has only corrections: a debit note is a correction that raises
 * the amount (VAT act, art. 106j).
 */
export const POLISH_PROFILE: Profile = {
  specification: '',
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  // VAT act, art. 106e (11).
  accountingCurrency: 'PLN',
  defaultPaymentTerms: null,
  // VAT act, art. 106e (10).
  addsUpVatOfLines: true,
  address: ({ street, city, postalCode, country, stateOrProvince }) => ({
    line1: street,
    city,
    postCode: postalCode,
    subdivision: stateOrProvince,
    country,
  }),
}
