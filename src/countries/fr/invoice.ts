import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import { businessProcessOf } from './business-process.js'
import { frenchNotes } from './notes.js'
import { frenchParty, frenchSeller } from './parties.js'
import { frenchPartiesOf } from './extended-parties.js'
import { EXTENDED_CTC_FR_ID, FRANCE } from './profile.js'

/** UNTDID 4461, code 1: not defined. */
const UNDEFINED_MEANS: PaymentInstructions = { meansCode: '1', transfers: [] }

/**
 * The semantic model of an accepted invoice for France: with the parties' SIREN and electronic
 * addresses, the notes that the law requires, and the business process. If it needs
 * EXTENDED-CTC-FR, it claims it. Never fails. `attachments` are the decoded contents in the order
 * of `invoice.attachments`.
 */
export function frenchInvoice(accepted: InvoiceRequest, attachments: readonly Uint8Array[] = []): Invoice {
  const invoice = fromRequest(accepted, FRANCE, attachments)
  const frenchParties = accepted.fr && frenchPartiesOf(accepted.fr)
  const isExtended = frenchParties !== undefined || invoice.lines.some(({ subtype }) => subtype !== undefined)
  return {
    ...invoice,
    ...(isExtended && { specification: EXTENDED_CTC_FR_ID }),
    ...(frenchParties && { frenchParties }),
    // UBL can contain a payer only with a means of payment.
    payment: invoice.payment ?? (frenchParties?.payer && UNDEFINED_MEANS),
    businessProcess: invoice.businessProcess ?? businessProcessOf(invoice),
    notes: frenchNotes(accepted),
    seller: frenchSeller(invoice, accepted.supplier),
    buyer: frenchParty(invoice.buyer, accepted.customer),
  }
}
