import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { PEPPOL_BILLING } from '../../einvoice/rules/peppol/specification.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import { plainAddress } from '../peppol/address.js'
import { peppolInvoice } from '../peppol/model.js'

/**
 * Peppol BIS Billing 3.0, the format of the Belgian mandate (Royal Decree of 8 July 2025) unless
 * the parties agree on another.
 */
export const PEPPOL_BIS: Profile = {
  specification: PEPPOL_BILLING,
  businessProcess: PEPPOL_BILLING_PROCESS,
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  // The VAT stands in EUR as well (VAT code, article 5 of Royal Decree no. 1): no official
  // artefact asks for it, so it is stated where it can be.
  accountingCurrency: 'EUR',
  accountingCurrencyIfKnown: true,
  // Neither Peppol nor the edition of EN 16931 that it runs asks for a due date or terms.
  defaultPaymentTerms: null,
  address: plainAddress,
}

/** The semantic model of an accepted Belgian invoice. */
export function belgianInvoice(accepted: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice {
  return peppolInvoice(accepted, PEPPOL_BIS, attachments)
}
