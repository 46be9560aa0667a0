import type { Identifier, Invoice, SupportingDocument } from '../../../model/invoice-model.js'
import type { DocumentTotals, VatBreakdown } from '../../../model/settlement.js'
import { writeAllowanceCharge, writeAmount, writePeriod, writeTaxCategory } from './elements.js'
import { writeLine } from './line.js'
import { writeBuyer, writeDelivery, writePayee, writeSeller, writeTaxRepresentative } from './parties.js'
import { writePayment } from './payment.js'
import { Inexpressible } from '../../inexpressible.js'
import { repeatedExemptions } from '../../repeated-exemptions.js'
import type { DocumentSink } from '../../document-sink.js'
import { XmlWriter } from '../../xml-writer.js'

const NAMESPACES = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/**
 * The invoice as UBL 2.1 (ISO/IEC 19845), Invoice or CreditNote by its kind, by the binding CEN/TS
 * 16931-3-2. Elements are in the order of the schemas UBL-Invoice-2.1.xsd and
 * UBL-CreditNote-2.1.xsd. Terms that are absent from the model are absent from the document.
 * @throws UnwritableText if a text can't be expressed in XML, Inexpressible if the document type
 * does not allow a group
 */
export function writeUbl(invoice: Invoice): string {
  const xml = new XmlWriter()
  putUbl(xml, invoice)
  return xml.toString()
}

/** Writes the same into any sink. */
export function putUbl(xml: DocumentSink, invoice: Invoice): void {
  const root = invoice.kind === 'creditNote' ? 'CreditNote' : 'Invoice'
  const body = (): void => {
    writeHeader(xml, invoice)
    writeReferences(xml, invoice)
    const creditor = invoice.payment?.directDebit?.creditor
    const others = invoice.frenchParties ?? {}
    writeSeller(xml, invoice.seller, invoice.payee === undefined ? creditor : undefined, others)
    writeBuyer(xml, invoice.buyer, others)
    writePayee(xml, invoice.payee, creditor)
    writeTaxRepresentative(xml, invoice.taxRepresentative)
    writeDelivery(xml, invoice.delivery)
    writePayment(xml, invoice)
    xml.group('cac:PaymentTerms', () => {
      xml.text('cbc:Note', invoice.paymentTerms)
    })
    writeThirdPartyPayments(xml, invoice)
    const { currency } = invoice
    const exemptionOf = repeatedExemptions(invoice)
    for (const allowance of invoice.allowances) writeAllowanceCharge(xml, allowance, false, currency, exemptionOf)
    for (const charge of invoice.charges) writeAllowanceCharge(xml, charge, true, currency, exemptionOf)
    writeVat(xml, invoice)
    writeTotals(xml, invoice.totals, invoice.currency)
    const head = { ...invoice, exemptionOf }
    for (const line of invoice.lines) writeLine(xml, line, head)
  }
  xml.group(root, body, { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`, ...NAMESPACES })
}

function writeHeader(xml: DocumentSink, invoice: Invoice): void {
  const isInvoice = invoice.kind === 'invoice'
  xml.text('cbc:CustomizationID', invoice.specification)
  xml.text('cbc:ProfileID', invoice.businessProcess)
  xml.text('cbc:ID', invoice.number)
  xml.text('cbc:IssueDate', invoice.issueDate)
  if (isInvoice) xml.text('cbc:DueDate', invoice.paymentDueDate)
  if (isInvoice) xml.text('cbc:InvoiceTypeCode', invoice.typeCode)
  else {
    // The credit note's schema has the tax point date first.
    xml.text('cbc:TaxPointDate', invoice.taxPointDate)
    xml.text('cbc:CreditNoteTypeCode', invoice.typeCode)
  }
  for (const { subjectCode, text } of invoice.notes)
    xml.text('cbc:Note', subjectCode === undefined ? text : `#${subjectCode}#${text}`)
  if (isInvoice) xml.text('cbc:TaxPointDate', invoice.taxPointDate)
  xml.text('cbc:DocumentCurrencyCode', invoice.currency)
  xml.text('cbc:TaxCurrencyCode', invoice.taxCurrency)
  xml.text('cbc:AccountingCost', invoice.buyerAccountingReference)
  xml.text('cbc:BuyerReference', invoice.buyerReference)
  writePeriod(xml, invoice.period, invoice.taxPointDateCode)
}

function writeReferences(xml: DocumentSink, invoice: Invoice): void {
  xml.group('cac:OrderReference', () => {
    // UBL requires an order's ID in every order reference; NA means none (Peppol BIS,
    // cac:OrderReference).
    xml.text('cbc:ID', invoice.purchaseOrderReference ?? (invoice.salesOrderReference === undefined ? undefined : 'NA'))
    xml.text('cbc:SalesOrderID', invoice.salesOrderReference)
  })
  for (const preceding of invoice.precedingInvoices)
    xml.group(
      'cac:BillingReference',
      () => {
        xml.group('cac:InvoiceDocumentReference', () => {
          xml.text('cbc:ID', preceding.number)
          xml.text('cbc:IssueDate', preceding.issueDate)
        })
      },
      undefined,
      preceding,
    )
  writeReference(xml, 'cac:DespatchDocumentReference', invoice.despatchAdviceReference)
  writeReference(xml, 'cac:ReceiptDocumentReference', invoice.receivingAdviceReference)
  if (invoice.kind === 'invoice') {
    writeReference(xml, 'cac:OriginatorDocumentReference', invoice.tenderReference)
    writeReference(xml, 'cac:ContractDocumentReference', invoice.contractReference)
    writeSupportingDocuments(xml, invoice)
    writeReference(xml, 'cac:ProjectReference', invoice.projectReference)
  } else {
    writeReference(xml, 'cac:ContractDocumentReference', invoice.contractReference)
    writeSupportingDocuments(xml, invoice)
    writeReference(xml, 'cac:OriginatorDocumentReference', invoice.tenderReference)
  }
}

function writeReference(xml: DocumentSink, name: string, id: string | undefined): void {
  xml.group(name, () => {
    xml.text('cbc:ID', id)
  })
}

/**
 * Document type codes that distinguish BT-18 and (in a credit note) BT-11 from the supporting
 * documents of BG-24.
 */
const INVOICED_OBJECT = '130'
const PROJECT = '50'

function writeSupportingDocuments(xml: DocumentSink, invoice: Invoice): void {
  const typed = (id: Identifier | undefined, typeCode: string): void => {
    if (id === undefined) return
    xml.group('cac:AdditionalDocumentReference', () => {
      xml.text('cbc:ID', id.value, { schemeID: id.scheme })
      xml.text('cbc:DocumentTypeCode', typeCode)
    })
  }
  typed(invoice.invoicedObject, INVOICED_OBJECT)
  for (const document of invoice.supportingDocuments) writeSupportingDocument(xml, document)
  const { projectReference } = invoice
  if (invoice.kind === 'creditNote' && projectReference !== undefined) typed({ value: projectReference }, PROJECT)
}

function writeSupportingDocument(xml: DocumentSink, document: SupportingDocument): void {
  xml.group(
    'cac:AdditionalDocumentReference',
    () => {
      xml.text('cbc:ID', document.reference)
      xml.text('cbc:DocumentDescription', document.description)
      xml.group('cac:Attachment', () => {
        if (document.attachment !== undefined) {
          const { mimeType, filename, content } = document.attachment
          const base64 = Buffer.from(content ?? new Uint8Array()).toString('base64')
          xml.text('cbc:EmbeddedDocumentBinaryObject', base64, { mimeCode: mimeType, filename })
        }
        xml.group('cac:ExternalReference', () => {
          xml.text('cbc:URI', document.location)
        })
      })
    },
    undefined,
    document,
  )
}

/** BG-DEX-09. The schema of credit notes has no such element. */
function writeThirdPartyPayments(xml: DocumentSink, { kind, thirdPartyPayments = [], currency }: Invoice): void {
  if (kind === 'creditNote' && thirdPartyPayments.length > 0)
    throw new Inexpressible('a UBL credit note does not support third party payments (BG-DEX-09)')
  for (const payment of thirdPartyPayments)
    xml.group(
      'cac:PrepaidPayment',
      () => {
        xml.text('cbc:ID', payment.type)
        writeAmount(xml, 'cbc:PaidAmount', payment.amount, currency)
        xml.text('cbc:InstructionID', payment.description)
      },
      undefined,
      payment,
    )
}

/** BG-23 with BT-110, and BT-111 in a separate tax total. */
function writeVat(xml: DocumentSink, invoice: Invoice): void {
  const { currency, taxCurrency, totals } = invoice
  xml.group('cac:TaxTotal', () => {
    writeAmount(xml, 'cbc:TaxAmount', totals.vat, currency)
    for (const entry of invoice.vatBreakdown) writeSubtotal(xml, entry, currency)
  })
  if (taxCurrency === undefined) return
  xml.group('cac:TaxTotal', () => {
    writeAmount(xml, 'cbc:TaxAmount', totals.vatInTaxCurrency, taxCurrency)
  })
}

function writeSubtotal(xml: DocumentSink, entry: VatBreakdown, currency: string): void {
  xml.group(
    'cac:TaxSubtotal',
    () => {
      writeAmount(xml, 'cbc:TaxableAmount', entry.taxable, currency)
      writeAmount(xml, 'cbc:TaxAmount', entry.tax, currency)
      writeTaxCategory(xml, 'cac:TaxCategory', entry.category, entry.rate, entry)
    },
    undefined,
    entry,
  )
}

/** BG-22 without the VAT totals. */
function writeTotals(xml: DocumentSink, totals: DocumentTotals, currency: string): void {
  xml.group('cac:LegalMonetaryTotal', () => {
    writeAmount(xml, 'cbc:LineExtensionAmount', totals.lineNet, currency)
    writeAmount(xml, 'cbc:TaxExclusiveAmount', totals.withoutVat, currency)
    writeAmount(xml, 'cbc:TaxInclusiveAmount', totals.withVat, currency)
    writeAmount(xml, 'cbc:AllowanceTotalAmount', totals.allowances, currency)
    writeAmount(xml, 'cbc:ChargeTotalAmount', totals.charges, currency)
    writeAmount(xml, 'cbc:PrepaidAmount', totals.paid, currency)
    writeAmount(xml, 'cbc:PayableRoundingAmount', totals.rounding, currency)
    writeAmount(xml, 'cbc:PayableAmount', totals.due, currency)
  })
}
