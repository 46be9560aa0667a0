import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { PEPPOL_SELF_BILLING, PEPPOL_SELF_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import type { Profile } from '../../einvoice/rules/profile.js'

/** The same usage specification for an invoice that the customer issues: BIS Self-Billing 3.0. */
export function selfBilling(profile: Profile): Profile {
  return {
    ...profile,
    specification: PEPPOL_SELF_BILLING,
    businessProcess: PEPPOL_SELF_BILLING_PROCESS,
    typeCodes: { invoice: '389', credit_note: '261', debit_note: '527' },
  }
}

/** Whether a document is one that the customer issued. */
export function isSelfBilling({ specification }: Pick<Invoice, 'specification'>): boolean {
  return specification.trim() === PEPPOL_SELF_BILLING
}

/** Sender and receiver of an invoice: the customer sends a self-billed one to the supplier. */
export function inOrder<Party>(
  { selfBilled }: Pick<InvoiceRequest, 'selfBilled'>,
  { seller, buyer }: { readonly seller: Party; readonly buyer: Party },
): readonly [sender: Party, receiver: Party] {
  return selfBilled === true ? [buyer, seller] : [seller, buyer]
}
