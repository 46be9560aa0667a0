import { type InvoiceRequest, lastDueDate } from '../../../domain/request/invoice-request.js'
import type { RequestAllowance } from '../../../domain/request/terms.js'
import { noteIn } from '../../codes/notes.js'
import { CREDIT_NOTE_TYPES } from '../../codes/document-types.js'
import { Decimal } from '../../model/decimal.js'
import { exemptionsByGroup } from '../../codes/exemptions.js'
import { withGivenTax } from './given-tax.js'
import { decimalOf, documentAllowanceOf, linesOf, periodOf } from './lines.js'
import { deliveryOf, identifierOf, partyOf, payeeOf, taxRepresentativeOf } from './parties.js'
import { paymentOf } from './payment.js'
import { withPaymentTerms } from './payment-plan.js'
import { given } from '../given.js'
import { isCounted, isCountedLine } from '../../model/line-hierarchy.js'
import type { Invoice, Note, SupportingDocument } from '../../model/invoice-model.js'
import type { Profile } from '../../rules/profile.js'
import type { InvoiceLine } from '../../model/lines.js'
import type { AllowanceOrCharge, VatBreakdown } from '../../model/settlement.js'
import { documentTotals, vatBreakdown, vatGroup } from '../../model/totals.js'
import { isOfTaxable, lessTax, type Priced, withContainedVat, withoutVat } from './prices-with-vat.js'
import { categoryOf } from '../../model/vat-category.js'

/**
 * The semantic model of an accepted invoice under a country's profile. Never fails: forbidden
 * values are copied unchanged for the rules to report. `attachments` are the decoded contents in
 * the order of `invoice.attachments`; empty if only rules are judged.
 */
export function fromRequest(
  invoice: InvoiceRequest,
  profile: Profile,
  attachments: readonly Uint8Array[] = [],
): Invoice {
  return withPaymentTerms(modelOf(invoice, profile, attachments), invoice, profile)
}

/** The model without BT-20. */
function modelOf(invoice: InvoiceRequest, profile: Profile, attachments: readonly Uint8Array[]): Invoice {
  const { references = {}, payee, taxRepresentative } = invoice
  const thirdPartyPayments = thirdPartyPaymentsOf(invoice)
  const taxed = [...invoice.lines.filter(isCounted), ...(invoice.allowances ?? []), ...(invoice.charges ?? [])]
  const { lines, reductions, breakdown } = taxedOf(invoice, profile, taxed)
  const taxables = { lines: lines.filter(isCountedLine), ...reductions }
  const taxCurrency = taxCurrencyOf(invoice, profile)
  // BR-O-02 to BR-O-04: outside the scope of VAT no VAT identifier is allowed, so the number
  // becomes an identifier of the company.
  const outsideVat = taxed.length > 0 && taxed.every((each) => categoryOf(each) === 'O')
  const buyer = partyOf(invoice.customer, profile, outsideVat)
  const dueDate = given(invoice.dueDate) ?? given(invoice.paymentMeans?.dueDate) ?? lastDueDate(invoice.paymentSchedule)
  const typeCode = given(invoice.typeCode) ?? profile.typeCodes[invoice.invoiceType]
  const isCreditNote = CREDIT_NOTE_TYPES.has(typeCode)
  return {
    kind: isCreditNote ? 'creditNote' : 'invoice',
    number: invoice.number,
    issueDate: invoice.issueDate,
    typeCode,
    currency: invoice.currency,
    taxCurrency,
    taxPointDate: given(invoice.taxPointDate),
    taxPointDateCode: given(invoice.taxPointDateCode),
    paymentDueDate: dueDate,
    buyerReference: given(invoice.buyerReference) ?? given(invoice.customer.leitwegId),
    projectReference: given(invoice.projectReference),
    contractReference: given(invoice.contractReference),
    purchaseOrderReference: given(invoice.orderReference),
    salesOrderReference: given(references.salesOrder),
    receivingAdviceReference: given(references.receivingAdvice),
    despatchAdviceReference: given(references.despatchAdvice),
    tenderReference: given(invoice.tenderReference),
    invoicedObject: identifierOf(references.invoicedObject),
    buyerAccountingReference: given(references.buyerAccounting),
    notes: notesOf(invoice),
    businessProcess: given(invoice.businessProcess) ?? profile.businessProcess,
    specification: profile.specification,
    precedingInvoices: [
      ...(invoice.precedingInvoice === undefined ? [] : [invoice.precedingInvoice]),
      ...(invoice.precedingInvoices ?? []),
    ],
    seller: partyOf(invoice.supplier, profile, outsideVat),
    buyer,
    payee: payee && payeeOf(payee),
    taxRepresentative: taxRepresentative && taxRepresentativeOf(taxRepresentative, profile),
    delivery: deliveryOf(invoice, buyer, profile),
    period: periodOf(invoice.period),
    payment: paymentOf(invoice.paymentMeans, isCreditNote && dueDate !== undefined),
    lines,
    ...reductions,
    totals: documentTotals(taxables, breakdown, taxCurrency === undefined ? null : decimalOf(invoice.exchangeRate), {
      paid: decimalOf(invoice.prepaidAmount),
      rounding: decimalOf(invoice.roundingAmount),
      collected: thirdPartyPayments?.map(({ amount }) => amount),
    }),
    vatBreakdown: breakdown,
    supportingDocuments: supportingDocumentsOf(invoice, attachments),
    ...(thirdPartyPayments && { thirdPartyPayments }),
  }
}

/** BG-DEX-09. */
function thirdPartyPaymentsOf({ de }: InvoiceRequest): Invoice['thirdPartyPayments'] {
  return de?.thirdPartyPayments?.map(({ amount, ...described }) => ({ ...described, amount: Decimal.of(amount) }))
}

interface Taxed {
  readonly lines: readonly InvoiceLine[]
  readonly reductions: Pick<Invoice, 'allowances' | 'charges'>
  readonly breakdown: readonly VatBreakdown[]
}

/** The net amounts with their VAT. @param taxed all that has a VAT category */
function taxedOf(invoice: InvoiceRequest, profile: Profile, taxed: Parameters<typeof exemptionsByGroup>[0]): Taxed {
  const priced = taxablesOf(invoice)
  const counted = priced.lines.filter(isCountedLine)
  const sums = vatBreakdown({ ...priced, lines: counted }, exemptionsByGroup(taxed, profile.exemptionReasons))
  const withTax = (breakdown: readonly VatBreakdown[]): readonly VatBreakdown[] =>
    withGivenTax(breakdown, invoice.totals, profile.addsUpVatOfLines === true ? counted : undefined)
  if (invoice.pricesIncludeVat !== true) {
    const { lines, ...reductions } = priced
    return { lines, reductions, breakdown: withTax(sums) }
  }
  const contained = withContainedVat(sums)
  const given = lessTax(withTax(contained))
  const breakdown = profile.addsUpVatOfLines === true || given.every(isOfTaxable) ? given : lessTax(contained)
  const { lines, ...reductions } = withoutVat(priced, breakdown, profile)
  return { lines, reductions, breakdown }
}

function taxablesOf(invoice: InvoiceRequest): Priced {
  const lines = linesOf(invoice.lines)
  let nets: ReadonlyMap<string, Decimal> | undefined
  const netOf = (group: string): Decimal => (nets ??= netsByGroup(lines)).get(group) ?? Decimal.zero
  const reductionOf = (each: RequestAllowance): AllowanceOrCharge => documentAllowanceOf(each, netOf)
  return {
    lines,
    allowances: (invoice.allowances ?? []).map(reductionOf),
    charges: (invoice.charges ?? []).map(reductionOf),
  }
}

/** The net amounts of lines, by `vatGroup`. */
function netsByGroup(lines: readonly InvoiceLine[]): ReadonlyMap<string, Decimal> {
  const nets = new Map<string, Decimal>()
  for (const { vatCategory, vatRate, netAmount = Decimal.zero } of lines.filter(isCountedLine)) {
    const group = vatGroup(vatCategory, vatRate)
    nets.set(group, (nets.get(group) ?? Decimal.zero).plus(netAmount))
  }
  return nets
}

/** BT-6: as sent, or else the country's own if it requires one; undefined: none. */
function taxCurrencyOf(
  { vatAccountingCurrency, currency, exchangeRate }: InvoiceRequest,
  { accountingCurrency, accountingCurrencyIfKnown }: Profile,
): string | undefined {
  if (vatAccountingCurrency !== undefined) return vatAccountingCurrency
  if (accountingCurrency === null || currency === accountingCurrency) return undefined
  return accountingCurrencyIfKnown === true && exchangeRate === undefined ? undefined : accountingCurrency
}

/** BG-1: `note` before `notes`. */
function notesOf({ note, notes = [] }: InvoiceRequest): readonly Note[] {
  const text = given(note)
  const all: readonly Note[] = text === undefined ? notes : [{ text }, ...notes]
  // In UBL it would be read so.
  return all.map((each) => (each.subjectCode === undefined ? noteIn(each.text) : each))
}

/** BG-24: attached files before linked documents. */
function supportingDocumentsOf(
  { attachments: attached = [], supportingDocuments = [] }: InvoiceRequest,
  contents: readonly Uint8Array[],
): readonly SupportingDocument[] {
  return [
    ...attached.map(({ reference, description, filename, mimeType, size }, index) => ({
      reference: given(reference) ?? filename,
      description: given(description),
      attachment: { mimeType, filename, content: contents[index], size },
    })),
    ...supportingDocuments,
  ]
}
