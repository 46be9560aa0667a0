import type { Profile } from '../../einvoice/rules/profile.js'

/**
 * What Poland adds to the semantic model. Its own format knows no specification identifier; BT-3
 * is told by RodzajFaktury, which knows corrections alone: a debit note is one that raises the
 * amount (VAT act, art. 106j).
 */
export const POLISH_PROFILE: Profile = {
  specification: '',
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  // VAT act, art. 106e (11).
  accountingCurrency: 'PLN',
  defaultPaymentTerms: null,
  address: ({ street, city, postalCode, country, stateOrProvince }) => ({
    line1: street,
    city,
    postCode: postalCode,
    subdivision: stateOrProvince,
    country,
  }),
}
