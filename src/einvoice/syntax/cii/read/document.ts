import { CREDIT_NOTE_TYPES } from '../../../codes/document-types.js'
import type { Invoice, Note, PrecedingInvoiceReference } from '../../../model/invoice-model.js'
import type { XmlElement, XmlTree } from '../../../xml/element.js'
import { firstOf, Reading } from '../../reading.js'
import { readCiiAllowances, readCiiPeriod, readTaxPointDateCode } from './elements.js'
import { readCiiLine } from './line.js'
import {
  readCiiBuyer,
  readCiiDelivery,
  readCiiFrenchParties,
  readCiiPayee,
  readCiiSeller,
  readCiiTaxRepresentative,
} from './parties.js'
import { readCiiPayment } from './payment.js'
import { readCiiDueDate, readCiiPlan, readCiiTerms } from './payment-plan.js'
import { readCiiDocuments } from './references.js'
import { readCiiBreakdown, readCiiTotals } from './totals.js'
import type { ReadingReport } from '../../reading-report.js'
import { takeRepeatedExemptions } from '../../repeated-exemptions.js'
import { trimmed } from '../../../xml/white-space.js'

/**
 * The semantic model of a UN/CEFACT Cross Industry Invoice D16B or D22B (EN 16931 only needs what
 * the two share), by the binding CEN/TS 16931-3-3. Never fails on the content: the report contains
 * what the model can't express.
 * @param tree whose root is `rsm:CrossIndustryInvoice`
 */
export function readCii(tree: XmlTree): { invoice: Invoice; report: ReadingReport } {
  const reading = new Reading(tree)
  const root = reading.take(reading.root)
  const transaction = reading.child(root, 'rsm:SupplyChainTradeTransaction')
  const agreement = reading.child(transaction, 'ram:ApplicableHeaderTradeAgreement')
  const delivery = reading.child(transaction, 'ram:ApplicableHeaderTradeDelivery')
  const settlement = reading.child(transaction, 'ram:ApplicableHeaderTradeSettlement')
  const header = readHeader(reading, root)
  const terms = reading.children(settlement, 'ram:SpecifiedTradePaymentTerms')
  const taxes = reading.children(settlement, 'ram:ApplicableTradeTax')
  const currency = reading.text(settlement, 'ram:InvoiceCurrencyCode') ?? ''
  const taxCurrency = reading.text(settlement, 'ram:TaxCurrencyCode')
  const { allowances, charges } = readCiiAllowances(reading, settlement)
  const totals = readCiiTotals(reading, settlement, currency, taxCurrency)
  const paymentTerms = readCiiTerms(reading, terms)
  const { issueDate } = header
  const paymentPlan = readCiiPlan(reading, terms, paymentTerms, { issueDate, currency, totals })
  const invoice: Invoice = {
    // The two document types of UBL are one in CII.
    kind: CREDIT_NOTE_TYPES.has(trimmed(header.typeCode)) ? 'creditNote' : 'invoice',
    ...header,
    currency,
    taxCurrency,
    taxPointDate: firstOf(taxes, (tax) => reading.compactDate(tax, 'ram:TaxPointDate', 'udt:DateString')),
    taxPointDateCode: readTaxPointDateCode(reading, taxes),
    paymentDueDate: readCiiDueDate(reading, terms, paymentPlan?.retention),
    paymentTerms,
    ...(paymentPlan && { paymentPlan }),
    ...readReferences(reading, agreement, delivery),
    ...readCiiDocuments(reading, agreement),
    buyerAccountingReference: reading.text(
      reading.child(settlement, 'ram:ReceivableSpecifiedTradeAccountingAccount'),
      'ram:ID',
    ),
    precedingInvoices: reading
      .children(settlement, 'ram:InvoiceReferencedDocument')
      .map((each) => preceding(reading, each)),
    seller: readCiiSeller(reading, agreement),
    buyer: readCiiBuyer(reading, agreement),
    payee: readCiiPayee(reading, settlement),
    taxRepresentative: readCiiTaxRepresentative(reading, agreement),
    delivery: readCiiDelivery(reading, delivery),
    period: readCiiPeriod(reading, reading.child(settlement, 'ram:BillingSpecifiedPeriod')),
    payment: readCiiPayment(reading, settlement, terms),
    allowances,
    charges,
    totals,
    vatBreakdown: readCiiBreakdown(reading, taxes),
    lines: reading
      .children(transaction, 'ram:IncludedSupplyChainTradeLineItem')
      .map((line) => readCiiLine(reading, line)),
    frenchParties: readCiiFrenchParties(reading, agreement, settlement),
  }
  takeRepeatedExemptions(reading, invoice.vatBreakdown, () => [
    ...(transaction?.all('ram:IncludedSupplyChainTradeLineItem') ?? []).map((line) =>
      line.child('ram:SpecifiedLineTradeSettlement')?.child('ram:ApplicableTradeTax'),
    ),
    ...(settlement?.all('ram:SpecifiedTradeAllowanceCharge') ?? []).map((each) => each.child('ram:CategoryTradeTax')),
  ])
  reading.origin(root, invoice)
  return { invoice, report: reading.report }
}

function readHeader(reading: Reading, root: XmlElement) {
  const context = reading.child(root, 'rsm:ExchangedDocumentContext')
  const document = reading.child(root, 'rsm:ExchangedDocument')
  const idOf = (name: string): string | undefined => reading.text(reading.child(context, name), 'ram:ID')
  return {
    specification: idOf('ram:GuidelineSpecifiedDocumentContextParameter') ?? '',
    businessProcess: idOf('ram:BusinessProcessSpecifiedDocumentContextParameter'),
    number: reading.text(document, 'ram:ID') ?? '',
    typeCode: reading.text(document, 'ram:TypeCode') ?? '',
    issueDate: reading.compactDate(document, 'ram:IssueDateTime') ?? '',
    notes: reading.children(document, 'ram:IncludedNote').map((each) => note(reading, each)),
  }
}

/** BG-1. */
function note(reading: Reading, element: XmlElement): Note {
  return reading.origin(element, {
    subjectCode: reading.text(element, 'ram:SubjectCode'),
    text: reading.text(element, 'ram:Content') ?? '',
  })
}

/** The name of a project that has only a reference (BT-11). */
export const PROJECT_NAME = 'Project reference'

function readReferences(reading: Reading, agreement: XmlElement | undefined, delivery: XmlElement | undefined) {
  const idOf = (parent: XmlElement | undefined, name: string): string | undefined =>
    reading.text(reading.child(parent, name), 'ram:IssuerAssignedID')
  const project = reading.child(agreement, 'ram:SpecifiedProcuringProject')
  const projectReference = reading.text(project, 'ram:ID')
  // The schema requires a name, which the standard does not have.
  const projectName = project?.child('ram:Name')?.text
  if (projectName === PROJECT_NAME || projectName === projectReference) reading.child(project, 'ram:Name')
  return {
    buyerReference: reading.text(agreement, 'ram:BuyerReference'),
    projectReference,
    contractReference: idOf(agreement, 'ram:ContractReferencedDocument'),
    purchaseOrderReference: idOf(agreement, 'ram:BuyerOrderReferencedDocument'),
    salesOrderReference: idOf(agreement, 'ram:SellerOrderReferencedDocument'),
    receivingAdviceReference: idOf(delivery, 'ram:ReceivingAdviceReferencedDocument'),
    despatchAdviceReference: idOf(delivery, 'ram:DespatchAdviceReferencedDocument'),
  }
}

/** BG-3. */
function preceding(reading: Reading, element: XmlElement): PrecedingInvoiceReference {
  return reading.origin(element, {
    number: reading.text(element, 'ram:IssuerAssignedID') ?? '',
    issueDate: reading.compactDate(element, 'ram:FormattedIssueDateTime', 'qdt:DateTimeString'),
  })
}
