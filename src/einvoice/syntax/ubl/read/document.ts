import { noteIn } from '../../../codes/notes.js'
import type { Identifier, Invoice, PrecedingInvoiceReference } from '../../../model/invoice-model.js'
import type { ThirdPartyPayment } from '../../../model/settlement.js'
import type { XmlElement, XmlTree } from '../../../xml/element.js'
import { Reading } from '../../reading.js'
import { readUblAllowances, readUblPeriod } from './elements.js'
import { readUblLine } from './line.js'
import {
  readUblBuyer,
  readUblDelivery,
  readUblFrenchParties,
  readUblPayee,
  readUblSeller,
  readUblTaxRepresentative,
} from './parties.js'
import { readUblPayment, readUblTerms } from './payment.js'
import { readUblDocuments, type UblDocuments } from './references.js'
import { readUblBreakdown, readUblTotals } from './totals.js'
import type { ReadingReport } from '../../reading-report.js'
import { takeRepeatedExemptions } from '../../repeated-exemptions.js'

/**
 * The semantic model of a UBL 2.1 Invoice or CreditNote, by the binding CEN/TS 16931-3-2. Never
 * fails on the content: the report contains what the model can't express.
 * @param tree whose root is `ubl:Invoice` or `cn:CreditNote`
 */
export function readUbl(tree: XmlTree): { invoice: Invoice; report: ReadingReport } {
  const reading = new Reading(tree)
  const root = reading.take(reading.root)
  const kind = root.name === 'cn:CreditNote' ? 'creditNote' : 'invoice'
  const header = readHeader(reading, root, kind)
  const documents = readUblDocuments(reading, root, kind)
  const seller = readUblSeller(reading, root)
  const payee = readUblPayee(reading, root)
  const payment = readUblPayment(reading, root, [...seller.sepa, ...(payee?.sepa ?? [])], kind === 'creditNote')
  const { allowances, charges } = readUblAllowances(reading, root)
  const { currency, taxCurrency } = header
  const period = reading.child(root, 'cac:InvoicePeriod')
  const lineName = kind === 'invoice' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine'
  const invoice: Invoice = {
    kind,
    ...header,
    ...readReferences(reading, root, documents),
    taxPointDateCode: reading.text(period, 'cbc:DescriptionCode'),
    paymentDueDate: kind === 'invoice' ? reading.date(root, 'cbc:DueDate') : payment.dueDate,
    paymentTerms: readUblTerms(reading, root),
    notes: reading.children(root, 'cbc:Note').map((note) => reading.origin(note, noteIn(note.text))),
    precedingInvoices: reading.children(root, 'cac:BillingReference').map((each) => preceding(reading, each)),
    seller: payment.creditorOf(seller),
    buyer: readUblBuyer(reading, root),
    payee: payee === undefined ? undefined : payment.payeeOf(payee),
    taxRepresentative: readUblTaxRepresentative(reading, root),
    delivery: readUblDelivery(reading, root),
    period: readUblPeriod(reading, period),
    payment: payment.instructions,
    allowances,
    charges,
    totals: readUblTotals(reading, root, currency, taxCurrency),
    vatBreakdown: readUblBreakdown(reading, root),
    supportingDocuments: documents.supporting,
    lines: reading.children(root, lineName).map((line) => readUblLine(reading, line, { kind, number: header.number })),
    thirdPartyPayments: thirdPartyPayments(reading, root),
    frenchParties: readUblFrenchParties(reading, root),
  }
  takeRepeatedExemptions(reading, invoice.vatBreakdown, () => [
    ...root.all(lineName).map((line) => line.child('cac:Item')?.child('cac:ClassifiedTaxCategory')),
    ...root.all('cac:AllowanceCharge').map((each) => each.child('cac:TaxCategory')),
  ])
  reading.origin(root, invoice)
  return { invoice, report: reading.report }
}

function readHeader(reading: Reading, root: XmlElement, kind: Invoice['kind']) {
  return {
    specification: reading.text(root, 'cbc:CustomizationID') ?? '',
    businessProcess: reading.text(root, 'cbc:ProfileID'),
    number: reading.text(root, 'cbc:ID') ?? '',
    issueDate: reading.date(root, 'cbc:IssueDate') ?? '',
    typeCode: reading.text(root, kind === 'invoice' ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode') ?? '',
    taxPointDate: reading.date(root, 'cbc:TaxPointDate'),
    currency: reading.text(root, 'cbc:DocumentCurrencyCode') ?? '',
    taxCurrency: reading.text(root, 'cbc:TaxCurrencyCode'),
    buyerAccountingReference: reading.text(root, 'cbc:AccountingCost'),
    buyerReference: reading.text(root, 'cbc:BuyerReference'),
  }
}

function readReferences(reading: Reading, root: XmlElement, documents: UblDocuments) {
  const order = reading.child(root, 'cac:OrderReference')
  const orderNumber = reading.text(order, 'cbc:ID')
  const salesOrderReference = reading.text(order, 'cbc:SalesOrderID')
  const idOf = (name: string): string | undefined => reading.text(reading.child(root, name), 'cbc:ID')
  return {
    // UBL requires an order's ID with a sales order's; NA means none (Peppol BIS,
    // cac:OrderReference).
    purchaseOrderReference: orderNumber === 'NA' && salesOrderReference !== undefined ? undefined : orderNumber,
    salesOrderReference,
    projectReference: documents.project,
    contractReference: idOf('cac:ContractDocumentReference'),
    receivingAdviceReference: idOf('cac:ReceiptDocumentReference'),
    despatchAdviceReference: idOf('cac:DespatchDocumentReference'),
    tenderReference: idOf('cac:OriginatorDocumentReference'),
    invoicedObject: documents.object satisfies Identifier | undefined,
  }
}

/** BG-3. */
function preceding(reading: Reading, element: XmlElement): PrecedingInvoiceReference {
  const reference = reading.child(element, 'cac:InvoiceDocumentReference')
  return reading.origin(element, {
    number: reading.text(reference, 'cbc:ID') ?? '',
    issueDate: reading.date(reference, 'cbc:IssueDate'),
  })
}

/** BG-DEX-09. */
function thirdPartyPayments(reading: Reading, root: XmlElement): readonly ThirdPartyPayment[] | undefined {
  const elements = reading.children(root, 'cac:PrepaidPayment')
  if (elements.length === 0) return undefined
  return elements.map((element) =>
    reading.origin(element, {
      type: reading.text(element, 'cbc:ID') ?? '',
      amount: reading.decimal(element, 'cbc:PaidAmount'),
      description: reading.text(element, 'cbc:InstructionID') ?? '',
    }),
  )
}
