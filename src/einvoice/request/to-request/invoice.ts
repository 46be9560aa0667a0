import { defined } from '../../../domain/defined.js'
import { createHash } from 'node:crypto'
import type {
  AttachmentReference,
  CountryCode,
  InvoiceRequest,
  InvoiceType,
} from '../../../domain/request/invoice-request.js'
import type { GivenTotals, References, RequestNote, SupportingDocumentLink } from '../../../domain/request/terms.js'
import { CREDIT_NOTE_TYPES } from '../../codes/document-types.js'
import { Decimal } from '../../model/decimal.js'
import { fromRequest } from '../from-request/invoice.js'
import { given } from '../given.js'
import type { Invoice, Note, PrecedingInvoiceReference, SupportingDocument } from '../../model/invoice-model.js'
import type { Profile } from '../../rules/profile.js'
import { isBlank, trimmed } from '../../xml/white-space.js'
import { filled, schemedIdOf, Unsaid, unlessEmpty } from './basics.js'
import { extensionsToRequest } from './extensions.js'
import { allowanceToRequest, ExemptionsToSay, groupOf, linesToRequest, taxToRequest } from './lines.js'
import { deliveryToRequest, partyToRequest, payeeToRequest, representativeToRequest } from './parties.js'
import { paymentPlanToRequest } from './payment-plan.js'
import { paymentToRequest } from './payment.js'

/** An invoice as JSON, with the bytes of its attached files. */
export interface SaidInJson {
  readonly request: InvoiceRequest
  /** In the order of `request.attachments`. */
  readonly attachments: readonly Uint8Array[]
  /** Groups of the model that the JSON does not contain completely. */
  readonly unsaid: ReadonlySet<object>
}

/**
 * Converts an invoice that was read from a document into the JSON of POST /v1/invoices: the
 * inverse of `fromRequest` under the same profile. Never fails: a missing mandatory text is the
 * empty string, a missing mandatory number is 0. The time is linear in the size of the document.
 *
 * Where the JSON has several ways to express the same data, it uses one:
 *
 * - Data that the service could derive (registration, electronic address, payment terms …) has its
 *   own field, unless it is the country's default.
 * - VAT categories are always written; the exemption reason of a group, with its first line.
 * - Attached files precede linked documents.
 * - Computed amounts are written only if the document has different ones.
 *
 * `more`: what the profile says.
 */
export function toRequest(
  invoice: Invoice,
  country: CountryCode,
  profile: Profile,
  more: Pick<InvoiceRequest, 'selfBilled' | 'profile'> = {},
): SaidInJson {
  const unsaid = new Unsaid()
  const { delivery, payee, taxRepresentative, totals } = invoice
  const exemptions = new ExemptionsToSay(invoice)
  const [preceding, ...furtherPreceding] = invoice.precedingInvoices.map(precedingToRequest)
  const [note, notes] = notesToRequest(invoice.notes)
  const exchangeRate = exchangeRateOf(invoice, unsaid)
  const { otherTerms, ...plan } = paymentPlanToRequest(invoice, profile, unsaid)
  const files = invoice.supportingDocuments.filter(({ attachment }) => attachment !== undefined)
  const links = invoice.supportingDocuments.filter(({ attachment }) => attachment === undefined)
  // Both a file and an address.
  for (const file of files) if (file.location !== undefined) unsaid.add(file)
  const request: InvoiceRequest = defined({
    country,
    ...typeToRequest(invoice, profile),
    ...more,
    number: invoice.number,
    issueDate: invoice.issueDate,
    currency: invoice.currency,
    vatAccountingCurrency: accountingCurrencyToRequest(invoice, profile, exchangeRate !== undefined),
    exchangeRate,
    taxPointDate: given(invoice.taxPointDate),
    taxPointDateCode: given(invoice.taxPointDateCode),
    dueDate: given(invoice.paymentDueDate),
    businessProcess: invoice.businessProcess === profile.businessProcess ? undefined : given(invoice.businessProcess),
    note,
    notes: filled(notes),
    buyerReference: given(invoice.buyerReference),
    orderReference: given(invoice.purchaseOrderReference),
    contractReference: given(invoice.contractReference),
    projectReference: given(invoice.projectReference),
    tenderReference: given(invoice.tenderReference),
    references: referencesToRequest(invoice),
    precedingInvoice: preceding,
    precedingInvoices: filled(furtherPreceding),
    supplier: partyToRequest(invoice.seller),
    customer: partyToRequest(invoice.buyer),
    payee: payee && payeeToRequest(payee),
    taxRepresentative: taxRepresentative && representativeToRequest(taxRepresentative),
    deliveryDate: given(delivery?.date),
    delivery: delivery && deliveryToRequest(delivery),
    period: invoice.period && unlessEmpty(defined(invoice.period)),
    paymentMeans: paymentToRequest({ ...invoice, paymentTerms: otherTerms }),
    ...plan,
    lines: linesToRequest(invoice.lines, profile, exemptions, unsaid),
    allowances: filled(invoice.allowances.map((each) => allowanceToRequest(each, exemptions, unsaid))),
    charges: filled(invoice.charges.map((each) => allowanceToRequest(each, exemptions, unsaid))),
    prepaidAmount: unsaid.perhaps(totals.paid, totals),
    roundingAmount: unsaid.perhaps(totals.rounding, totals),
    attachments: filled(files.map(fileToRequest)),
    supportingDocuments: filled(links.map(linkToRequest)),
    ...extensionsToRequest(invoice, profile, unsaid),
  })
  return {
    request: withItsOwnAmounts(request, invoice, fromRequest(request, profile), unsaid),
    attachments: files.map(({ attachment }) => attachment?.content ?? NOTHING),
    unsaid: unsaid.groups,
  }
}

const NOTHING = new Uint8Array()

/** UNTDID 1001: a debit note, and one that the buyer issues. */
const DEBIT_NOTES: ReadonlySet<string> = new Set(['383', '527'])

/** BT-3: as the API's type, and as a code if the country uses another one for that type. */
function typeToRequest(
  { kind, typeCode }: Invoice,
  { typeCodes }: Profile,
): { readonly invoiceType: InvoiceType; readonly typeCode?: string } {
  // The root of UBL may contradict the code; the JSON has no such contradiction.
  const isCredit = kind === 'creditNote' || CREDIT_NOTE_TYPES.has(typeCode)
  const invoiceType: InvoiceType = isCredit ? 'credit_note' : DEBIT_NOTES.has(typeCode) ? 'debit_note' : 'invoice'
  const isImplied = typeCode === typeCodes[invoiceType] || (isCredit && !CREDIT_NOTE_TYPES.has(typeCode))
  return defined({ invoiceType, typeCode: isImplied ? undefined : given(typeCode) })
}

/** BT-6, if it is neither the invoice currency nor the one that the service would write. */
function accountingCurrencyToRequest(
  { taxCurrency, currency }: Invoice,
  { accountingCurrency, accountingCurrencyIfKnown }: Profile,
  hasRate: boolean,
): string | undefined {
  const isStated = currency !== accountingCurrency && (accountingCurrencyIfKnown !== true || hasRate)
  const isKnown = taxCurrency === currency || (isStated && taxCurrency === accountingCurrency)
  return isKnown ? undefined : given(taxCurrency)
}

/** Number of decimals to try for an exchange rate: central banks publish four to six. */
const FEWEST_DECIMALS = 4
const MOST_DECIMALS = 12

/**
 * The shortest rate that converts BT-110 to BT-111; undefined: BT-110 is zero, or one of them is
 * absent. A small BT-110 may be 0.00 in the other currency, by a rate that is not zero.
 */
function exchangeRateOf({ totals }: Invoice, unsaid: Unsaid): number | undefined {
  const { vat, vatInTaxCurrency: stated } = totals
  if (stated === undefined || vat === undefined || vat.isZero()) return undefined
  const exact = stated.dividedBy(vat)
  for (let places = FEWEST_DECIMALS; places <= MOST_DECIMALS; places += 1) {
    const rate = exact.isZero() ? Decimal.fromCoefficient(1n, places) : exact.round(places)
    if (vat.times(rate).round(2).equals(stated)) return unsaid.number(rate, totals)
  }
  return unsaid.number(exact.round(MOST_DECIMALS), totals)
}

/**
 * BG-1: the first as `note`, if it has no subject and its text would not be split (in France a
 * `note` may contain coded notes).
 */
function notesToRequest(notes: readonly Note[]): [note: string | undefined, notes: readonly RequestNote[]] {
  const [first, ...others] = notes
  const isPlain =
    first !== undefined &&
    first.subjectCode === undefined &&
    !isBlank(first.text) &&
    trimmed(first.text).length === first.text.length &&
    !/#[A-Z0-9]{3}#/.test(first.text)
  const said = (isPlain ? others : notes).map(({ text, subjectCode }) => defined({ text, subjectCode }))
  return [isPlain ? first.text : undefined, said]
}

function referencesToRequest(invoice: Invoice): References | undefined {
  return unlessEmpty(
    defined({
      salesOrder: given(invoice.salesOrderReference),
      receivingAdvice: given(invoice.receivingAdviceReference),
      despatchAdvice: given(invoice.despatchAdviceReference),
      invoicedObject: schemedIdOf(invoice.invoicedObject),
      buyerAccounting: given(invoice.buyerAccountingReference),
    }),
  )
}

/** BG-3. */
function precedingToRequest({ number, issueDate }: PrecedingInvoiceReference) {
  return defined({ number, issueDate: given(issueDate) })
}

/** BG-24 with an attached file. */
function fileToRequest({ reference, description, attachment }: SupportingDocument): AttachmentReference {
  const { filename = '', mimeType = '', content = NOTHING } = attachment ?? {}
  return defined({
    filename,
    mimeType,
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
    reference: reference === filename ? undefined : given(reference),
    description: given(description),
  })
}

/** BG-24 with an address. */
function linkToRequest({ reference, description, location }: SupportingDocument): SupportingDocumentLink {
  return defined({ reference, description: given(description), location: given(location) })
}

/**
 * The request with those amounts of the document that the service computes differently.
 * @param computed the invoice that the service computes from the request
 */
function withItsOwnAmounts(request: InvoiceRequest, own: Invoice, computed: Invoice, unsaid: Unsaid): InvoiceRequest {
  const otherwise = (mine: Decimal | undefined, theirs: Decimal | undefined, group: object): number | undefined =>
    mine === undefined || mine.equals(theirs ?? Decimal.zero) ? undefined : unsaid.number(mine, group)
  const { totals } = own
  const entries = new Map(
    computed.vatBreakdown.map((entry) => [groupOf({ vatCategory: entry.category, vatRate: entry.rate }), entry]),
  )
  const said: GivenTotals = defined({
    lineNetAmount: otherwise(totals.lineNet, computed.totals.lineNet, totals),
    allowanceAmount: otherwise(totals.allowances, computed.totals.allowances, totals),
    chargeAmount: otherwise(totals.charges, computed.totals.charges, totals),
    netAmount: otherwise(totals.withoutVat, computed.totals.withoutVat, totals),
    vatAmount: otherwise(totals.vat, computed.totals.vat, totals),
    grossAmount: otherwise(totals.withVat, computed.totals.withVat, totals),
    dueAmount: otherwise(totals.due, computed.totals.due, totals),
    vatBreakdown: filled(
      own.vatBreakdown.flatMap((entry) => {
        const theirs = entries.get(groupOf({ vatCategory: entry.category, vatRate: entry.rate }))
        const taxableAmount = otherwise(entry.taxable, theirs?.taxable, entry)
        const taxAmount = otherwise(entry.tax, theirs?.tax, entry)
        if (taxableAmount === undefined && taxAmount === undefined) return []
        const tax = taxToRequest({ vatCategory: entry.category, vatRate: entry.rate }, unsaid)
        return [defined({ ...tax, taxableAmount, taxAmount })]
      }),
    ),
  })
  return defined({
    ...request,
    lines: request.lines.map((line, index) => {
      const { netAmount } = own.lines[index] ?? {}
      return defined({
        ...line,
        netAmount: otherwise(netAmount, computed.lines[index]?.netAmount, own.lines[index] ?? own),
      })
    }),
    totals: unlessEmpty(said),
  })
}
