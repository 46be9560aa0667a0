import type { InvoiceRequest, Line, Party as AcceptedParty } from '../domain/invoice-request.js'
import { itemClassificationScheme } from './codes/item-classifications.js'
import { Decimal } from './decimal.js'
import { exemptionsByGroup } from './exemptions.js'
import type { Delivery, Identifier, Invoice } from './model.js'
import type { InvoiceLine } from './model-lines.js'
import type { Party } from './model-parties.js'
import type { PaymentInstructions } from './model-settlement.js'
import type { Profile } from './profile.js'
import { isBlank } from './rules/rule.js'
import { documentTotals, lineNetAmount, vatBreakdown } from './totals.js'
import { categoryOf, rateOf } from './vat-category.js'

/**
 * The semantic model of an accepted invoice under a country's profile. Never fails: what the
 * standard forbids is carried over as it is, for the rules to find. `attachments` are the decoded
 * contents in the order of `invoice.attachments`; none where only rules are judged.
 */
export function fromRequest(
  invoice: InvoiceRequest,
  profile: Profile,
  attachments: readonly Uint8Array[] = [],
): Invoice {
  const taxables = {
    lines: invoice.lines.map(invoiceLine),
    allowances: [],
    charges: [],
  }
  const breakdown = vatBreakdown(taxables, exemptionsByGroup(invoice.lines))
  const needsTaxCurrency =
    profile.accountingCurrency !== null &&
    invoice.currency !== profile.accountingCurrency &&
    (profile.accountingCurrencyIfKnown !== true || invoice.exchangeRate !== undefined)
  const exchangeRate = invoice.exchangeRate === undefined ? undefined : Decimal.of(invoice.exchangeRate)
  // BR-O-02 to BR-O-04: outside the scope of VAT nobody may show a VAT identifier, so the number
  // identifies the company instead.
  const outsideVat = invoice.lines.length > 0 && invoice.lines.every((line) => categoryOf(line) === 'O')
  const buyer = party(invoice.customer, profile, outsideVat)
  const dueDate = given(invoice.dueDate) ?? given(invoice.paymentMeans?.dueDate)
  const isCreditNote = invoice.invoiceType === 'credit_note'
  const terms = given(invoice.paymentMeans?.paymentTerms)
  const note = given(invoice.note)
  return {
    kind: isCreditNote ? 'creditNote' : 'invoice',
    number: invoice.number,
    issueDate: invoice.issueDate,
    typeCode: profile.typeCodes[invoice.invoiceType],
    currency: invoice.currency,
    taxCurrency: needsTaxCurrency ? (profile.accountingCurrency ?? undefined) : undefined,
    paymentDueDate: dueDate,
    buyerReference: given(invoice.buyerReference) ?? given(invoice.customer.leitwegId),
    contractReference: given(invoice.contractReference),
    purchaseOrderReference: given(invoice.orderReference),
    paymentTerms: terms ?? (dueDate === undefined ? (profile.defaultPaymentTerms ?? undefined) : undefined),
    notes: note === undefined ? [] : [{ text: note }],
    businessProcess: profile.businessProcess,
    specification: profile.specification,
    precedingInvoices: invoice.precedingInvoice === undefined ? [] : [invoice.precedingInvoice],
    seller: party(invoice.supplier, profile, outsideVat),
    buyer,
    delivery: delivery(invoice, buyer),
    payment: paymentInstructions(invoice, isCreditNote && dueDate !== undefined),
    ...taxables,
    totals: documentTotals(taxables, breakdown, needsTaxCurrency ? exchangeRate : null),
    vatBreakdown: breakdown,
    supportingDocuments: (invoice.attachments ?? []).map(({ filename, mimeType, size }, index) => ({
      reference: filename,
      attachment: { mimeType, filename, content: attachments[index], size },
    })),
  }
}

function invoiceLine(line: Line, index: number): InvoiceLine {
  const quantity = Decimal.of(line.quantity)
  const unitPrice = Decimal.of(line.unitPrice)
  const discount = line.discount === undefined ? undefined : Decimal.of(line.discount)
  const net = discount === undefined ? unitPrice : unitPrice.minus(discount)
  const vatCategory = categoryOf(line)
  const itemCode = given(line.itemCode)
  return {
    id: String(index + 1),
    quantity,
    unitCode: line.unitCode,
    netAmount: lineNetAmount(quantity, net),
    period: given(line.period?.start) === undefined && given(line.period?.end) === undefined ? undefined : line.period,
    allowances: [],
    charges: [],
    price: discount === undefined ? { net } : { net, discount, gross: unitPrice },
    vatCategory,
    vatRate: rateOf(line),
    item: {
      name: line.description,
      classifications: itemCode === undefined ? [] : [{ code: itemCode, scheme: itemClassificationScheme(itemCode) }],
      attributes: [],
    },
  }
}

function party(accepted: AcceptedParty, profile: Profile, outsideVat: boolean): Party {
  // A consumer may have none.
  const vatNumber = given(accepted.vatNumber)
  const email = given(accepted.email)
  const phone = given(accepted.phone)
  const siret = given(accepted.siret)
  const peppolId = given(accepted.peppolId)
  return {
    name: accepted.name,
    identifiers: siret === undefined ? [] : [{ value: siret, scheme: SIRET }],
    legalRegistration: outsideVat && vatNumber !== undefined ? { value: vatNumber } : undefined,
    vatIdentifier: outsideVat ? undefined : vatNumber,
    electronicAddress: peppolId === undefined ? undefined : peppolAddress(peppolId),
    address: accepted.address === undefined ? undefined : profile.address(accepted.address),
    contact: email === undefined && phone === undefined ? undefined : { telephone: phone, email },
  }
}

/** An optional text that says something: empty is as good as none, and an empty element worse. */
function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}

/** ISO 6523 code of the French SIRET. */
const SIRET = '0009'

/**
 * A Peppol participant id is `scheme:value`, as in `0208:0123456789`; without a scheme the value
 * stands alone and BR-62/BR-63 find it.
 */
function peppolAddress(participant: string): Identifier {
  const id = participant.replace(/^iso6523-actorid-upis::/i, '')
  const colon = id.indexOf(':')
  return colon < 0 ? { value: id } : { scheme: id.slice(0, colon), value: id.slice(colon + 1) }
}

/**
 * BG-13. An intra-community supply must name the country it goes to (BR-IC-12), and the buyer's
 * address is the one that is known.
 */
function delivery(invoice: InvoiceRequest, buyer: Party): Delivery | undefined {
  const toBuyer = invoice.lines.some((line) => line.vatCategory === 'K') ? buyer.address : undefined
  const date = given(invoice.deliveryDate)
  return date === undefined && toBuyer === undefined ? undefined : { date, address: toBuyer }
}

/** UNTDID 4461: 30 is a credit transfer, 1 an instrument that is not defined. */
const CREDIT_TRANSFER = '30'
const NOT_DEFINED = '1'

/**
 * BG-16. A UBL credit note has no other place for its due date, so it gets payment instructions
 * for that alone.
 */
function paymentInstructions(invoice: InvoiceRequest, carriesDueDate: boolean): PaymentInstructions | undefined {
  const bankAccount = given(invoice.paymentMeans?.bankAccount)
  const bic = given(invoice.paymentMeans?.bic)
  if (bankAccount !== undefined || bic !== undefined) {
    // What people paste has blanks of every kind in it.
    // eslint-disable-next-line no-restricted-syntax
    const account = bankAccount?.replaceAll(/\s/g, '')
    return { meansCode: CREDIT_TRANSFER, transfers: [{ account, serviceProvider: bic }] }
  }
  return carriesDueDate ? { meansCode: NOT_DEFINED, transfers: [] } : undefined
}
