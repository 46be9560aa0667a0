import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { SellerParty } from '../../einvoice/model/parties.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import { XRECHNUNG_EXTENSION_ID, XRECHNUNG_ID } from '../../einvoice/rules/peppol/german-facts.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { plainAddress } from '../peppol/address.js'
import { peppolInvoice } from '../peppol/model.js'
import { LEITWEG_ID } from '../peppol/participant.js'

/** XRechnung 3.0.2 (KoSIT), the German usage specification, which every public authority takes. */
export const XRECHNUNG: Profile = {
  specification: XRECHNUNG_ID,
  businessProcess: PEPPOL_BILLING_PROCESS,
  // BR-DE-17 knows no debit note (383): what is owed more is an invoice that refers to the one
  // before.
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // § 16 Abs. 6 UStG converts VAT into EUR; no official artefact asks for it, so it is stated
  // where it can be.
  accountingCurrency: 'EUR',
  accountingCurrencyIfKnown: true,
  defaultPaymentTerms: null,
  extension: 'de',
  address: plainAddress,
}

/**
 * The semantic model of an accepted German invoice: as for the Peppol network, and what XRechnung
 * demands and the caller's fields tell: a contact of the seller (BR-DE-2 to BR-DE-7), a buyer
 * reference beside an order number (BR-DE-15), a rate in every entry of the VAT breakdown
 * (BR-DE-14), payment instructions of a credit note (BR-DE-1), a line break after a cash discount
 * (BR-DE-18). With what only the extension has, it claims the extension.
 */
export function germanInvoice(accepted: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice {
  const model = peppolInvoice(accepted, XRECHNUNG, attachments)
  const buyer = withEmailAddress(model.buyer)
  return {
    ...model,
    specification: isExtended(model) ? XRECHNUNG_EXTENSION_ID : model.specification,
    seller: withContact(withEmailAddress(model.seller)),
    buyer,
    buyerReference: buyerReference(accepted, model),
    paymentTerms: withLineBreak(model.paymentTerms),
    payment: model.payment ?? (model.kind === 'creditNote' ? NOTHING_TO_PAY : undefined),
    vatBreakdown: model.vatBreakdown.map((entry) => ({ ...entry, rate: entry.rate ?? Decimal.zero })),
  }
}

/** Whether an invoice has what only the extension of XRechnung has a place for. */
function isExtended({ lines, thirdPartyPayments }: Invoice): boolean {
  return thirdPartyPayments !== undefined || lines.some(({ subLines }) => subLines !== undefined)
}

/** UNTDID 4461, code 1: not defined. The money of a credit note goes the other way. */
const NOTHING_TO_PAY: PaymentInstructions = { meansCode: '1', transfers: [] }

/** BG-6: the company itself is the contact point, as the API knows no person. */
function withContact(seller: SellerParty): SellerParty {
  return { ...seller, contact: { name: isBlank(seller.name) ? undefined : seller.name, ...seller.contact } }
}

/**
 * Who cannot be in the Peppol network by any known number may be reached by email, which XRechnung
 * takes as an address too (EAS EM).
 */
function withEmailAddress<T extends SellerParty>(party: T): T {
  const email = party.contact?.email
  return party.electronicAddress === undefined && email !== undefined
    ? { ...party, electronicAddress: { scheme: 'EM', value: email } }
    : party
}

/**
 * BT-10: as given, else the Leitweg-ID under which an authority is registered, else the number of
 * the order, else the buyer's name.
 */
function buyerReference(
  accepted: InvoiceRequest,
  { buyerReference: given, buyer, ...model }: Invoice,
): string | undefined {
  if (!isBlank(accepted.buyerReference)) return given
  const { electronicAddress } = buyer
  if (electronicAddress?.scheme === LEITWEG_ID) return electronicAddress.value
  return given ?? model.purchaseOrderReference
}

/** Terms that end with a cash discount need a line break, which callers can hardly know. */
function withLineBreak(terms: string | undefined): string | undefined {
  return terms !== undefined && /(?:^|\n)#[^\r\n]+#$/.test(terms) ? `${terms}\n` : terms
}
