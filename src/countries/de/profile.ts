import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Identifier } from '../../einvoice/model/basics.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { SellerParty } from '../../einvoice/model/parties.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import { EN_16931, FACTUR_X_LEVELS, isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import { HEALTH_SCHEMES, XRECHNUNG_EXTENSION_ID, XRECHNUNG_ID } from '../../einvoice/rules/peppol/german-facts.js'
import { isBlank, trimmed } from '../../einvoice/xml/white-space.js'
import { plainAddress } from '../peppol/address.js'
import { hasDerivedReference, peppolInvoice } from '../peppol/model.js'
import { paidByAdvances, type PrepaymentStyle, readAdvances } from '../prepayments/paid.js'
import { GERMAN_WORDS } from '../prepayments/words.js'
import { LEITWEG_ID } from '../peppol/participant.js'
import { isSelfBilling, selfBilling } from '../peppol/self-billing.js'
import { type SaidInJson, toRequest } from '../../einvoice/request/to-request/invoice.js'
import { flatLines, nestedLines } from './line-groups.js'

/**
 * XRechnung 3.0.2 (KoSIT), the German usage specification, which every public authority accepts.
 */
const XRECHNUNG: Profile = {
  specification: XRECHNUNG_ID,
  businessProcess: PEPPOL_BILLING_PROCESS,
  // BR-DE-17 does not include debit notes (383): an additional amount is an invoice that refers to
  // the preceding one.
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // § 16 Abs. 6 UStG converts VAT into EUR; no official artefact requires it, so it is written
  // when possible.
  accountingCurrency: 'EUR',
  accountingCurrencyIfKnown: true,
  defaultPaymentTerms: null,
  // § 14a Abs. 5 and § 14 Abs. 4 Nr. 8 UStG.
  exemptionReasons: {
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    K: 'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b UStG)',
    G: 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a UStG)',
  },
  language: 'de',
  writesSkonto: true,
  extension: 'de',
  address: plainAddress,
}

/** The profiles of ZUGFeRD (Factur-X) that a German invoice may ask for, by their names. */
const ZUGFERD = {
  en16931: zugferd(EN_16931),
  // Cash discounts have elements of their own, so the text has them in words.
  extended: without(zugferd(FACTUR_X_LEVELS.EXTENDED), 'writesSkonto'),
} as const

/** Without the business process of the Peppol network, which only XRechnung requires. */
function zugferd(specification: string): Profile {
  return without({ ...XRECHNUNG, specification }, 'businessProcess')
}

function without(profile: Profile, name: 'businessProcess' | 'writesSkonto'): Profile {
  const { ...copy } = profile
  Reflect.deleteProperty(copy, name)
  return copy
}

/** An invoice that the customer issues. */
const SELF_BILLING = selfBilling(XRECHNUNG)

/** § 14 (5) UStG: a final invoice deducts the advances and the VAT in them. */
const PREPAYMENTS: PrepaymentStyle = { words: GERMAN_WORDS, sharesNote: true }

/** A document that was read, as JSON: the inverse of `germanInvoice`. */
export function germanRequest(invoice: Invoice): SaidInJson {
  const said = saidBy(invoice)
  const { profile } = said.request
  return readAdvances(said, PREPAYMENTS, (request) =>
    germanInvoice(profile === undefined ? request : { ...request, format: 'cii' }),
  )
}

function saidBy(invoice: Invoice): SaidInJson {
  if (isSelfBilling(invoice)) return toRequest(invoice, 'DE', SELF_BILLING, { selfBilled: true })
  if (trimmed(invoice.specification) === EN_16931)
    return toRequest(invoice, 'DE', ZUGFERD.en16931, { profile: 'en16931' })
  return isFacturXExtended(invoice.specification) ? extendedRequest(invoice) : toRequest(invoice, 'DE', XRECHNUNG)
}

/** The sub-lines of the level EXTENDED stand inside their lines in the JSON. */
function extendedRequest(invoice: Invoice): SaidInJson {
  const { lines, originals, left } = nestedLines(invoice.lines)
  const said = toRequest({ ...invoice, lines }, 'DE', ZUGFERD.extended, { profile: 'extended' })
  const unsaid = [...said.unsaid].map((group) => originals.get(group) ?? group)
  return { ...said, unsaid: new Set([...unsaid, ...left]) }
}

/**
 * The semantic model of an accepted German invoice: as for the Peppol network, with the data that
 * XRechnung requires, derived from the caller's fields: a contact of the seller (BR-DE-2 to
 * BR-DE-7), a buyer reference besides an order number (BR-DE-15), a rate in every entry of the VAT
 * breakdown (BR-DE-14), payment instructions of a credit note (BR-DE-1), a line break after a cash
 * discount (BR-DE-18).
 */
export function germanInvoice(request: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice {
  const accepted = paidByAdvances(request, PREPAYMENTS)
  // Not an XRechnung: suppliers receive BIS Self-Billing itself.
  if (accepted.selfBilled === true) return peppolInvoice(accepted, SELF_BILLING, attachments)
  const { profile } = accepted
  if (accepted.format === 'cii' && (profile === 'en16931' || profile === 'extended'))
    return zugferdInvoice(accepted, profile, attachments)
  const model = peppolInvoice(accepted, XRECHNUNG, attachments)
  const buyer = withEmailAddress(model.buyer)
  return {
    ...model,
    specification: specificationOf(accepted, model),
    seller: withContact(withEmailAddress(model.seller)),
    buyer,
    buyerReference: buyerReference(accepted, model),
    paymentTerms: withLineBreak(model.paymentTerms),
    payment: model.payment ?? (model.kind === 'creditNote' ? NOTHING_TO_PAY : undefined),
    vatBreakdown: withRates(model.vatBreakdown),
  }
}

/** BR-DE-14, and so in the other profiles. */
function withRates(breakdown: Invoice['vatBreakdown']): Invoice['vatBreakdown'] {
  return breakdown.map((entry) => ({ ...entry, rate: entry.rate ?? Decimal.zero }))
}

/** An invoice in a profile of ZUGFeRD, without the data that only XRechnung requires. */
function zugferdInvoice(
  accepted: InvoiceRequest,
  profile: keyof typeof ZUGFERD,
  attachments?: readonly Uint8Array[],
): Invoice {
  const lines = profile === 'extended' ? flatLines(accepted.lines) : accepted.lines
  const model = peppolInvoice({ ...accepted, lines }, ZUGFERD[profile], attachments)
  const isGiven = !isBlank(accepted.buyerReference)
  const { paymentPlan } = model
  return {
    ...model,
    ...(profile === 'extended' && paymentPlan && { paymentPlan: { ...paymentPlan, hasTerms: true } }),
    seller: withEmailAddress(model.seller),
    buyer: withEmailAddress(model.buyer),
    buyerReference: !isGiven && hasDerivedReference(model) ? undefined : model.buyerReference,
    paymentTerms: withLineBreak(model.paymentTerms),
    vatBreakdown: withRates(model.vatBreakdown),
  }
}

/**
 * XRechnung, its extension, or for an invoice with several preceding ones in CII (a final invoice
 * after advances) the level EN 16931 of ZUGFeRD 2.5, whose schema has room for them. Authorities
 * accept XRechnung only.
 */
function specificationOf({ format, profile }: InvoiceRequest, model: Invoice): string {
  const { precedingInvoices, buyer } = model
  if (isExtended(model)) return XRECHNUNG_EXTENSION_ID
  const isOfAuthority = buyer.electronicAddress?.scheme === LEITWEG_ID
  const isWanted = format === 'cii' && profile === undefined && precedingInvoices.length > 1
  return isWanted && !isOfAuthority ? EN_16931 : model.specification
}

/** Whether an invoice has data that only the extension of XRechnung can express. */
function isExtended(invoice: Invoice): boolean {
  return (
    invoice.thirdPartyPayments !== undefined ||
    invoice.lines.some(({ subLines }) => subLines !== undefined) ||
    identifiersIn(invoice).some((identifier) => HEALTH_SCHEMES.has(identifier?.scheme ?? ''))
  )
}

/** The identifiers whose lists of schemes the extension widens (BR-DEX-04 to BR-DEX-08). */
function identifiersIn({ seller, buyer, payee, delivery, lines }: Invoice): readonly (Identifier | undefined)[] {
  return [
    ...[seller, buyer].flatMap((party) => [...party.identifiers, party.legalRegistration, party.electronicAddress]),
    payee?.identifier,
    payee?.legalRegistration,
    delivery?.location,
    ...lines.map(({ item }) => item.standardIdentifier),
  ]
}

/** UNTDID 4461, code 1: not defined. A credit note is paid in the opposite direction. */
const NOTHING_TO_PAY: PaymentInstructions = { meansCode: '1', transfers: [] }

/** BG-6: the company itself is the contact point, because the API has no field for a person. */
function withContact(seller: SellerParty): SellerParty {
  return { ...seller, contact: { name: isBlank(seller.name) ? undefined : seller.name, ...seller.contact } }
}

/**
 * A party without a number for the Peppol network may be reached by email, which XRechnung also
 * accepts as an address (EAS EM).
 */
function withEmailAddress<T extends SellerParty>(party: T): T {
  const email = party.contact?.email
  return party.electronicAddress === undefined && email !== undefined
    ? { ...party, electronicAddress: { scheme: 'EM', value: email } }
    : party
}

/**
 * BT-10: as sent, or else the Leitweg-ID of an authority, the order number, or the buyer's name.
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

/** Terms that end with a cash discount need a final line break, which callers hardly know. */
function withLineBreak(terms: string | undefined): string | undefined {
  return terms !== undefined && /(?:^|\n)#[^\r\n]+#$/.test(terms) ? `${terms}\n` : terms
}
