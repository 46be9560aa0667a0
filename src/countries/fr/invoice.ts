import type { InvoiceRequest } from '../../domain/invoice-request.js'
import { fromRequest } from '../../einvoice/from-request.js'
import type { Invoice } from '../../einvoice/model.js'
import { businessProcessOf } from './business-process.js'
import { frenchNotes } from './notes.js'
import { frenchParty } from './parties.js'
import { FRANCE } from './profile.js'

/**
 * The semantic model of an accepted invoice as France wants it: beside what every country has, the
 * parties' SIREN and electronic addresses, the notes that the law demands, and the business
 * process. Never fails. `attachments` are the decoded contents in the order of
 * `invoice.attachments`.
 */
export function frenchInvoice(accepted: InvoiceRequest, attachments: readonly Uint8Array[] = []): Invoice {
  const invoice = fromRequest(accepted, FRANCE, attachments)
  return {
    ...invoice,
    businessProcess: businessProcessOf(invoice.lines),
    notes: frenchNotes(accepted),
    seller: frenchParty(invoice.seller, accepted.supplier),
    buyer: frenchParty(invoice.buyer, accepted.customer),
  }
}
