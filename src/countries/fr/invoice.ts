import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import { type SaidInJson, toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { discountInWords } from '../../einvoice/payment/payment-words.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import { businessProcessOf } from './business-process.js'
import { isFramework } from './chorus-terms.js'
import { chorusInvoice } from './chorus/invoice.js'
import { frenchNotes } from './notes.js'
import { paidByAdvances, type PrepaymentStyle, readAdvances } from '../prepayments/paid.js'
import { FRENCH_WORDS } from '../prepayments/words.js'
import { frenchParty, frenchSeller, isByChorusPro } from './parties.js'
import { frenchPartiesOf } from './extended-parties.js'
import { EXTENDED_CTC_FR_ID, FRANCE } from './profile.js'

/** UNTDID 4461, code 1: not defined. */
export const UNDEFINED_MEANS: PaymentInstructions = { meansCode: '1', transfers: [] }

/** A note of its own: the caller's may end with a coded one. */
const PREPAYMENTS: PrepaymentStyle = { words: FRENCH_WORDS, sharesNote: false }

/**
 * The semantic model of an accepted invoice for France: with the parties' SIREN and electronic
 * addresses, the notes that the law requires, and the business process. If it needs
 * EXTENDED-CTC-FR, it claims it. One that goes through Chorus Pro has the form that Chorus Pro
 * demands. Never fails. `attachments` are the decoded contents in the order
 * of `invoice.attachments`.
 */
export function frenchInvoice(request: InvoiceRequest, attachments: readonly Uint8Array[] = []): Invoice {
  const accepted = paidByAdvances(request, PREPAYMENTS)
  const invoice = fromRequest(accepted, FRANCE, attachments)
  const frenchParties = accepted.fr && frenchPartiesOf(accepted.fr)
  const isExtended = frenchParties !== undefined || invoice.lines.some(({ subtype }) => subtype !== undefined)
  const forPlatform: Invoice = {
    ...invoice,
    ...(isExtended && { specification: EXTENDED_CTC_FR_ID }),
    ...(frenchParties && { frenchParties }),
    // UBL can contain a payer only with a means of payment.
    payment: invoice.payment ?? (frenchParties?.payer && UNDEFINED_MEANS),
    businessProcess: invoice.businessProcess ?? businessProcessOf(invoice),
    notes: frenchNotes(
      accepted,
      invoice.paymentPlan?.discounts.map((each) => discountInWords(each, invoice, FRANCE.language)),
    ),
    seller: frenchSeller(invoice, accepted.supplier),
    buyer: frenchParty(invoice.buyer, accepted.customer),
  }
  return isByChorusPro(accepted) ? chorusInvoice(forPlatform, accepted) : forPlatform
}

/**
 * The JSON of a French document. It states the system that its form is for, unless the customer
 * implies that.
 */
export function frenchRequest(invoice: Invoice): SaidInJson {
  const said = toRequest(invoice, 'FR', FRANCE)
  const { customer } = said.request
  const chorusPro = isFramework(invoice.businessProcess)
  const found =
    chorusPro === isByChorusPro(said.request)
      ? said
      : { ...said, request: { ...said.request, customer: { ...customer, chorusPro } } }
  return readAdvances(found, PREPAYMENTS, frenchInvoice)
}
