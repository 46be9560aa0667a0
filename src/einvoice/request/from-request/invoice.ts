import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { CREDIT_NOTE_TYPES } from '../../codes/document-types.js'
import { Decimal } from '../../model/decimal.js'
import { exemptionsByGroup } from '../../codes/exemptions.js'
import { withGivenTax } from './given-tax.js'
import { decimalOf, documentAllowanceOf, linesOf, periodOf } from './lines.js'
import { deliveryOf, identifierOf, partyOf, payeeOf, taxRepresentativeOf } from './parties.js'
import { paymentOf } from './payment.js'
import { given } from '../given.js'
import { isCounted, isCountedLine } from '../../model/line-hierarchy.js'
import type { Invoice, Note, SupportingDocument } from '../../model/invoice-model.js'
import type { Profile } from '../../rules/profile.js'
import { documentTotals, type Taxables, vatBreakdown, vatGroup } from '../../model/totals.js'
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
  const { references = {}, payee, taxRepresentative } = invoice
  const { lines, ...reductions } = taxablesOf(invoice)
  const taxables = { lines: lines.filter(isCountedLine), ...reductions }
  const thirdPartyPayments = thirdPartyPaymentsOf(invoice)
  const taxed = [...invoice.lines.filter(isCounted), ...(invoice.allowances ?? []), ...(invoice.charges ?? [])]
  const breakdown = withGivenTax(
    vatBreakdown(taxables, exemptionsByGroup(taxed)),
    invoice.totals,
    profile.addsUpVatOfLines === true ? lines.filter(isCountedLine) : undefined,
  )
  const taxCurrency = taxCurrencyOf(invoice, profile)
  // BR-O-02 to BR-O-04: outside the scope of VAT no VAT identifier is allowed, so the number
  // becomes an identifier of the company.
  const outsideVat = taxed.length > 0 && taxed.every((each) => categoryOf(each) === 'O')
  const buyer = partyOf(invoice.customer, profile, outsideVat)
  const dueDate = given(invoice.dueDate) ?? given(invoice.paymentMeans?.dueDate)
  const typeCode = given(invoice.typeCode) ?? profile.typeCodes[invoice.invoiceType]
  const isCreditNote = CREDIT_NOTE_TYPES.has(typeCode)
  const terms = given(invoice.paymentMeans?.paymentTerms)
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
    paymentTerms: terms ?? (dueDate === undefined ? (profile.defaultPaymentTerms ?? undefined) : undefined),
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

function taxablesOf(invoice: InvoiceRequest): Taxables & Pick<Invoice, 'lines'> {
  const lines = linesOf(invoice.lines)
  const nets = new Map<string, Decimal>()
  for (const { vatCategory, vatRate, netAmount = Decimal.zero } of lines.filter(isCountedLine)) {
    const group = vatGroup(vatCategory, vatRate)
    nets.set(group, (nets.get(group) ?? Decimal.zero).plus(netAmount))
  }
  const netOf = (group: string): Decimal => nets.get(group) ?? Decimal.zero
  return {
    lines,
    allowances: (invoice.allowances ?? []).map((each) => documentAllowanceOf(each, netOf)),
    charges: (invoice.charges ?? []).map((each) => documentAllowanceOf(each, netOf)),
  }
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
  return text === undefined ? notes : [{ text }, ...notes]
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
