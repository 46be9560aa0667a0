import { parseXml } from '../src/einvoice/xml/parse.js'
import { type Editable, editable, NAMESPACES } from './editable.js'

/*
 * The additions of EXTENDED-CTC-FR to parties, deliveries, references and charges, as XML, by the
 * element that contains them and the one that they precede.
 */

/**
 * Elements to be added to each element of that path that has a child whose name matches, before
 * that child; `^$`: or at the end.
 */
interface Part {
  readonly path: string
  readonly before: RegExp
  readonly xml: string
}

const SIREN = '300000007'

const ublParty = (tag: string, siren: string): string =>
  `<cac:${tag}><cbc:EndpointID schemeID="0225">${siren}</cbc:EndpointID><cac:PartyIdentification>` +
  `<cbc:ID schemeID="0009">${siren}00011</cbc:ID></cac:PartyIdentification><cac:PartyIdentification><cbc:ID schemeID="0224">R-1</cbc:ID>` +
  `</cac:PartyIdentification><cac:PartyName><cbc:Name>Tiers</cbc:Name></cac:PartyName><cac:PartyLegalEntity>` +
  `<cbc:RegistrationName>Tiers</cbc:RegistrationName><cbc:CompanyID schemeID="0002">${siren}</cbc:CompanyID></cac:PartyLegalEntity></cac:${tag}>`

const ublOthers =
  ublParty('AgentParty', SIREN) + `<cac:ServiceProviderParty>${ublParty('Party', SIREN)}</cac:ServiceProviderParty>`

const ublReduction = (isCharge: boolean, reason: string): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>${reason}<cbc:Amount currencyID="EUR">1.00</cbc:Amount>` +
  '<cbc:BaseAmount currencyID="EUR">10.00</cbc:BaseAmount></cac:AllowanceCharge>'

/** The parts of a UBL document. */
export const UBL_PARTS: readonly Part[] = [
  {
    path: '',
    before: /DocumentCurrencyCode$/,
    xml: '<cbc:Note>#TXD#MEMBRE_ASSUJETTI_UNIQUE</cbc:Note><cbc:Note>#BAR#B2B</cbc:Note>',
  },
  { path: '', before: /AccountingCost$/, xml: '<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>' },
  {
    path: '',
    before: /AdditionalDocumentReference$/,
    xml:
      '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-0</cbc:ID><cbc:IssueDate>2025-01-15</cbc:IssueDate>' +
      '<cbc:DocumentTypeCode>380</cbc:DocumentTypeCode></cac:InvoiceDocumentReference></cac:BillingReference>' +
      '<cac:ContractDocumentReference><cbc:ID>C-1</cbc:ID></cac:ContractDocumentReference>' +
      '<cac:AdditionalDocumentReference><cbc:ID schemeID="AFL">F-9</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>' +
      '</cac:AdditionalDocumentReference><cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentDescription>LISIBLE' +
      '</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/xml" filename="a.xml">AA==' +
      '</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>',
  },
  { path: 'cac:AccountingSupplierParty/cac:Party', before: /^$/, xml: ublOthers },
  { path: 'cac:AccountingCustomerParty/cac:Party', before: /^$/, xml: ublOthers },
  {
    path: 'cac:AccountingCustomerParty/cac:Party',
    before: /PostalAddress$/,
    xml: '<cac:PartyIdentification><cbc:ID schemeID="0224">SERVICE-1</cbc:ID></cac:PartyIdentification>',
  },
  { path: '', before: /^cac:Delivery$/, xml: ublParty('PayeeParty', SIREN) },
  {
    path: 'cac:Delivery',
    before: /DeliveryLocation$/,
    xml: '<cbc:ActualDeliveryDate>2025-06-15</cbc:ActualDeliveryDate>',
  },
  {
    path: 'cac:Delivery/cac:DeliveryLocation',
    before: /Address$/,
    xml: `<cbc:ID schemeID="0009">${SIREN}00029</cbc:ID>`,
  },
  {
    path: 'cac:PaymentMeans',
    before: /^$/,
    xml: `<cac:PaymentMandate><cbc:ID>M-1</cbc:ID>${ublParty('PayerParty', SIREN)}</cac:PaymentMandate>`,
  },
  {
    path: 'cac:InvoiceLine',
    before: /BillingReference$|^cac:Item$/,
    xml:
      '<cac:InvoicePeriod><cbc:StartDate>2025-06-01</cbc:StartDate><cbc:EndDate>2025-06-30</cbc:EndDate></cac:InvoicePeriod>' +
      '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-0</cbc:ID><cbc:IssueDate>2025-01-15</cbc:IssueDate>' +
      '<cbc:DocumentTypeCode>380</cbc:DocumentTypeCode></cac:InvoiceDocumentReference></cac:BillingReference>',
  },
  {
    path: 'cac:InvoiceLine',
    before: /^cac:(?:TaxTotal|Item)$/,
    xml:
      '<cac:Delivery><cbc:ActualDeliveryDate>2025-06-15</cbc:ActualDeliveryDate><cac:DeliveryLocation>' +
      `<cbc:ID schemeID="0009">${SIREN}00011</cbc:ID></cac:DeliveryLocation></cac:Delivery>` +
      ublReduction(false, '<cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>') +
      ublReduction(true, '<cbc:AllowanceChargeReasonCode listID="7161">AA</cbc:AllowanceChargeReasonCode>'),
  },
]

const ciiParty = (tag: string, siren: string): string =>
  `<ram:${tag}><ram:GlobalID schemeID="0009">${siren}00011</ram:GlobalID><ram:GlobalID schemeID="0224">R-1</ram:GlobalID><ram:Name>Tiers` +
  `</ram:Name><ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">${siren}</ram:ID></ram:SpecifiedLegalOrganization>` +
  `<ram:URIUniversalCommunication><ram:URIID schemeID="0225">${siren}</ram:URIID></ram:URIUniversalCommunication></ram:${tag}>`

const ciiDate = (tag: string, type: 'udt' | 'qdt', date: string): string =>
  `<ram:${tag}><${type}:DateTimeString format="102">${date}</${type}:DateTimeString></ram:${tag}>`

const ciiReference =
  '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>F-0</ram:IssuerAssignedID><ram:TypeCode>380</ram:TypeCode>' +
  `${ciiDate('FormattedIssueDateTime', 'qdt', '20250115')}</ram:InvoiceReferencedDocument>`

const ciiReduction = (isCharge: boolean, reason: string): string =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${isCharge}</udt:Indicator></ram:ChargeIndicator>` +
  `<ram:BasisAmount>10.00</ram:BasisAmount><ram:ActualAmount>1.00</ram:ActualAmount>${reason}</ram:SpecifiedTradeAllowanceCharge>`

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement'
const DELIVERY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery'
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem'

/** The parts of a Cross Industry Invoice. */
export const CII_PARTS: readonly Part[] = [
  {
    path: 'rsm:ExchangedDocument',
    before: /^$/,
    xml:
      '<ram:IncludedNote><ram:Content>MEMBRE_ASSUJETTI_UNIQUE</ram:Content><ram:SubjectCode>TXD</ram:SubjectCode></ram:IncludedNote>' +
      '<ram:IncludedNote><ram:Content>B2B</ram:Content><ram:SubjectCode>BAR</ram:SubjectCode></ram:IncludedNote>',
  },
  { path: AGREEMENT, before: /DeliveryTerms$|OrderReferencedDocument$/, xml: ciiParty('SalesAgentTradeParty', SIREN) },
  {
    path: `${AGREEMENT}/ram:BuyerTradeParty`,
    before: /Name$/,
    xml: '<ram:GlobalID schemeID="0224">SERVICE-1</ram:GlobalID>',
  },
  {
    path: AGREEMENT,
    before: /^ram:AdditionalReferencedDocument$/,
    xml:
      '<ram:ContractReferencedDocument><ram:IssuerAssignedID>C-1</ram:IssuerAssignedID></ram:ContractReferencedDocument>' +
      '<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>F-9</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode>' +
      '<ram:ReferenceTypeCode>AFL</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument><ram:AdditionalReferencedDocument>' +
      '<ram:IssuerAssignedID>1</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>LISIBLE</ram:Name>' +
      '<ram:AttachmentBinaryObject mimeCode="application/xml" filename="a.xml">AA==</ram:AttachmentBinaryObject>' +
      '</ram:AdditionalReferencedDocument>',
  },
  { path: AGREEMENT, before: /^$/, xml: ciiParty('BuyerAgentTradeParty', SIREN) },
  {
    path: `${DELIVERY}/ram:ShipToTradeParty`,
    before: /Name$/,
    xml: `<ram:GlobalID schemeID="0009">${SIREN}00029</ram:GlobalID>`,
  },
  {
    path: DELIVERY,
    before: /^$/,
    xml: `<ram:ActualDeliverySupplyChainEvent>${ciiDate('OccurrenceDateTime', 'udt', '20250615')}</ram:ActualDeliverySupplyChainEvent>`,
  },
  {
    path: SETTLEMENT,
    before: /CurrencyExchange$|PaymentMeans$/,
    xml: ['InvoicerTradeParty', 'InvoiceeTradeParty', 'PayeeTradeParty', 'PayerTradeParty']
      .map((tag) => ciiParty(tag, SIREN))
      .join(''),
  },
  { path: SETTLEMENT, before: /ReceivableSpecifiedTradeAccountingAccount$/, xml: ciiReference },
  {
    path: `${LINE}/ram:SpecifiedLineTradeSettlement`,
    before: /MonetarySummation$/,
    xml:
      `<ram:BillingSpecifiedPeriod>${ciiDate('StartDateTime', 'udt', '20250601')}${ciiDate('EndDateTime', 'udt', '20250630')}` +
      '</ram:BillingSpecifiedPeriod>' +
      ciiReduction(false, '<ram:ReasonCode>95</ram:ReasonCode>') +
      ciiReduction(true, '<ram:ReasonCode listID="7161">AA</ram:ReasonCode>'),
  },
  {
    path: `${LINE}/ram:SpecifiedLineTradeSettlement`,
    before: /AdditionalReferencedDocument$|^$/,
    xml: ciiReference,
  },
]

/** Puts the parts into a document at all places of their paths. */
export function addParts(document: Editable, parts: readonly Part[]): void {
  for (const { path, before, xml } of parts)
    for (const parent of at(document, path === '' ? [] : path.split('/'))) {
      const index = parent.children.findIndex(({ name }) => before.test(name))
      if (index >= 0) parent.children.splice(index, 0, ...elementsOf(xml))
      else if (before.test('')) parent.children.push(...elementsOf(xml))
    }
}

function at(from: Editable, [name, ...rest]: readonly string[]): readonly Editable[] {
  if (name === undefined) return [from]
  return from.children.filter((child) => child.name === name).flatMap((child) => at(child, rest))
}

function elementsOf(xml: string): readonly Editable[] {
  const declarations = Object.entries(NAMESPACES).map(([prefix, namespace]) => `xmlns:${prefix}="${namespace}"`)
  return editable(parseXml(Buffer.from(`<parts ${declarations.join(' ')}>${xml}</parts>`)).root).children
}
