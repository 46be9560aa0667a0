import type { Identifier, Invoice, SupportingDocument } from '../../../model/invoice-model.js'
import { PROJECT_NAME } from '../read/document.js'
import { writeCiiDate } from './elements.js'
import { writeCiiLine } from './line.js'
import { writeCiiDelivery, writeCiiParty, writeCiiTaxRepresentative } from './parties.js'
import { writeCiiSettlement } from './settlement.js'
import { Inexpressible } from '../../inexpressible.js'
import { repeatedExemptions } from '../../repeated-exemptions.js'
import type { DocumentSink } from '../../document-sink.js'
import { XmlWriter } from '../../xml-writer.js'

const STANDARD = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  'xmlns:rsm': `${STANDARD}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${STANDARD}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:qdt': `${STANDARD}:QualifiedDataType:100`,
  'xmlns:udt': `${STANDARD}:UnqualifiedDataType:100`,
}

/**
 * The invoice as UN/CEFACT Cross Industry Invoice, by the binding CEN/TS 16931-3-3: the uncoupled
 * schema D16B, which XRechnung uses. The same document is valid by D22B, which France uses; D16B
 * allows only one preceding invoice. The terms that distinguish profiles, BT-23 and BT-24, are in
 * the model.
 * @throws UnwritableText if a text can't be expressed in XML, Inexpressible if the invoice has
 * data that only UBL can express
 */
export function writeCii(invoice: Invoice): string {
  const xml = new XmlWriter()
  putCii(xml, invoice)
  return xml.toString()
}

/** Writes the same into any sink. */
export function putCii(xml: DocumentSink, invoice: Invoice): void {
  refuseUblOnly(invoice)
  const body = (): void => {
    writeContext(xml, invoice)
    writeDocument(xml, invoice)
    xml.group('rsm:SupplyChainTradeTransaction', () => {
      const exemptionOf = repeatedExemptions(invoice)
      for (const line of invoice.lines) writeCiiLine(xml, line, exemptionOf)
      writeAgreement(xml, invoice)
      writeDeliveries(xml, invoice)
      writeCiiSettlement(xml, invoice, exemptionOf)
    })
  }
  xml.group('rsm:CrossIndustryInvoice', body, NAMESPACES)
}

/** The extension of XRechnung only exists in UBL (for lines see BR-DEX-15). */
function refuseUblOnly({ lines, thirdPartyPayments = [] }: Invoice): void {
  if (lines.some(({ subLines = [] }) => subLines.length > 0))
    throw new Inexpressible('a Cross Industry Invoice does not support sub invoice lines (BG-DEX-01)')
  if (thirdPartyPayments.length > 0)
    throw new Inexpressible('a Cross Industry Invoice does not support third party payments (BG-DEX-09)')
}

/** BG-2. */
function writeContext(xml: DocumentSink, invoice: Invoice): void {
  xml.group('rsm:ExchangedDocumentContext', () => {
    xml.group('ram:BusinessProcessSpecifiedDocumentContextParameter', () => {
      xml.text('ram:ID', invoice.businessProcess)
    })
    xml.group('ram:GuidelineSpecifiedDocumentContextParameter', () => {
      xml.text('ram:ID', invoice.specification)
    })
  })
}

function writeDocument(xml: DocumentSink, invoice: Invoice): void {
  xml.group('rsm:ExchangedDocument', () => {
    xml.text('ram:ID', invoice.number)
    xml.text('ram:TypeCode', invoice.typeCode)
    writeCiiDate(xml, 'ram:IssueDateTime', invoice.issueDate)
    for (const { subjectCode, text } of invoice.notes)
      xml.group('ram:IncludedNote', () => {
        xml.text('ram:Content', text)
        xml.text('ram:SubjectCode', subjectCode)
      })
  })
}

function writeAgreement(xml: DocumentSink, invoice: Invoice): void {
  xml.group('ram:ApplicableHeaderTradeAgreement', () => {
    xml.text('ram:BuyerReference', invoice.buyerReference)
    writeCiiParty(xml, 'ram:SellerTradeParty', invoice.seller)
    writeCiiParty(xml, 'ram:BuyerTradeParty', invoice.buyer)
    writeCiiParty(xml, 'ram:SalesAgentTradeParty', invoice.frenchParties?.salesAgent)
    writeCiiTaxRepresentative(xml, invoice.taxRepresentative)
    writeReference(xml, 'ram:SellerOrderReferencedDocument', invoice.salesOrderReference)
    writeReference(xml, 'ram:BuyerOrderReferencedDocument', invoice.purchaseOrderReference)
    writeReference(xml, 'ram:ContractReferencedDocument', invoice.contractReference)
    for (const document of invoice.supportingDocuments) writeSupportingDocument(xml, document)
    const { tenderReference, invoicedObject, projectReference } = invoice
    if (tenderReference !== undefined) writeTypedReference(xml, { value: tenderReference }, '50')
    if (invoicedObject !== undefined) writeTypedReference(xml, invoicedObject, '130')
    writeCiiParty(xml, 'ram:BuyerAgentTradeParty', invoice.frenchParties?.buyerAgent)
    if (projectReference === undefined) return
    xml.group('ram:SpecifiedProcuringProject', () => {
      xml.text('ram:ID', projectReference)
      // The schema requires a name, which the standard does not have.
      xml.text('ram:Name', PROJECT_NAME)
    })
  })
}

function writeReference(xml: DocumentSink, name: string, id: string | undefined): void {
  xml.group(name, () => {
    xml.text('ram:IssuerAssignedID', id)
  })
}

/** BT-17 (type 50) and BT-18 (type 130, with its scheme). */
function writeTypedReference(xml: DocumentSink, id: Identifier, typeCode: '50' | '130'): void {
  xml.group('ram:AdditionalReferencedDocument', () => {
    xml.text('ram:IssuerAssignedID', id.value)
    xml.text('ram:TypeCode', typeCode)
    xml.text('ram:ReferenceTypeCode', id.scheme)
  })
}

/** BG-24. */
function writeSupportingDocument(xml: DocumentSink, document: SupportingDocument): void {
  xml.group(
    'ram:AdditionalReferencedDocument',
    () => {
      xml.text('ram:IssuerAssignedID', document.reference)
      xml.text('ram:URIID', document.location)
      xml.text('ram:TypeCode', '916')
      xml.text('ram:Name', document.description)
      if (document.attachment === undefined) return
      const { mimeType, filename, content } = document.attachment
      const base64 = Buffer.from(content ?? new Uint8Array()).toString('base64')
      xml.text('ram:AttachmentBinaryObject', base64, { mimeCode: mimeType, filename })
    },
    undefined,
    document,
  )
}

const DELIVERY = 'ram:ApplicableHeaderTradeDelivery'

function writeDeliveries(xml: DocumentSink, invoice: Invoice): void {
  const { delivery, despatchAdviceReference, receivingAdviceReference } = invoice
  // The schema requires the group even if it is empty.
  if (delivery === undefined && despatchAdviceReference === undefined && receivingAdviceReference === undefined)
    xml.text(DELIVERY, '')
  xml.group(DELIVERY, () => {
    writeCiiDelivery(xml, delivery)
    writeReference(xml, 'ram:DespatchAdviceReferencedDocument', despatchAdviceReference)
    writeReference(xml, 'ram:ReceivingAdviceReferencedDocument', receivingAdviceReference)
  })
}
