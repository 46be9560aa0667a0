import { given } from '../../einvoice/request/given.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'

import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { type SaidInJson, toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Profile } from '../../einvoice/rules/profile.js'

/**
 * Poland's additions to the semantic model. Its own format has no specification identifier.
 * RodzajFaktury contains BT-3, and has only corrections: a debit note is a correction that raises
 * the amount (VAT act, art. 106j).
 */
const POLISH_PROFILE: Profile = {
  specification: '',
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  // VAT act, art. 106e (11).
  accountingCurrency: 'PLN',
  defaultPaymentTerms: null,
  hasNoBaseQuantity: true,
  language: 'pl',
  // VAT act, art. 106e (10).
  addsUpVatOfLines: true,
  address: ({ street, line2, line3, city, postalCode, country, stateOrProvince }) => ({
    line1: street,
    line2: given(line2),
    line3: given(line3),
    city,
    postCode: postalCode,
    subdivision: stateOrProvince,
    country,
  }),
}

/** The same for an invoice that the customer issues (art. 106d). */
const SELF_BILLING: Profile = {
  ...POLISH_PROFILE,
  typeCodes: { invoice: '389', credit_note: '261', debit_note: '527' },
}

/** The profile of an invoice. */
export function profileOf({ selfBilled }: Pick<InvoiceRequest, 'selfBilled'>): Profile {
  return selfBilled === true ? SELF_BILLING : POLISH_PROFILE
}

/** A document of another format as a Polish invoice. */
export function asPolish(invoice: Invoice): SaidInJson {
  const isSelfBilled = Object.values(SELF_BILLING.typeCodes).includes(invoice.typeCode.trim())
  return isSelfBilled
    ? toRequest(invoice, 'PL', SELF_BILLING, { selfBilled: true })
    : toRequest(invoice, 'PL', POLISH_PROFILE)
}
