import type { BoundDocument } from '../../../einvoice/rules/bindings/binding.js'
import { all } from '../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../einvoice/rules/rule.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import type { Syntax } from './syntax.js'

/**
 * A line of an invoice by several sellers (BT-23 S8, B8, M8) or in both directions (S9, B9, M9): what EXTENDED-CTC-FR writes beside the
 * standard, and the model of the standard has no place for. Texts are empty where there is none.
 */
export interface HierarchicalLine {
  readonly element: XmlElement
  /** BT-126. */
  readonly id: string
  /** EXT-FR-FE-162; undefined: a line without parent. */
  readonly parent: string | undefined
  /** EXT-FR-FE-163, as written; undefined where there is none. */
  readonly subtype: string | undefined
  /** A group without parent: the sub-invoice of one seller. */
  readonly isSubInvoice: boolean
  /** EXT-FR-FE-164, -167 and -177 Seller of the line: name, legal identifier, country. */
  readonly seller: { readonly name: string; readonly id: string; readonly country: string }
  /** BT-128 of the scheme AFL (number of the sub-invoice) and AVV (its business process). */
  readonly number: string
  readonly businessProcesses: readonly string[]
  /** BT-131, EXT-FR-FE-184 (undefined: absent), and EXT-FR-FE-181/-182 by currency, as binary numbers: the artefact compares them so. */
  readonly net: number
  readonly gross: number | undefined
  readonly vat: (currency: string) => string
  /** The reason of exemption of the line. */
  readonly exemption: string
  /** EXT-FR-FE-136 and -138: whether the line refers to a preceding invoice with a number, with a date. */
  readonly preceding: { readonly number: boolean; readonly date: boolean }
}

/** The lines of a document with their hierarchy. */
export function hierarchicalLines(document: BoundDocument, syntax: Syntax): readonly HierarchicalLine[] {
  return document.once(syntax === 'ubl' ? ublLines : ciiLines)
}

function ublLines({ root, invoice }: BoundDocument): readonly HierarchicalLine[] {
  const lines = root.children.filter(({ name }) => name === 'cac:InvoiceLine' || name === 'cac:CreditNoteLine')
  return lines.map((element) => {
    const isOwn = (reference: XmlElement): boolean =>
      texts(reference, 'cac:InvoiceDocumentReference/cbc:ID').includes(invoice.number)
    const references = element.all('cac:BillingReference')
    const own = references.filter(isOwn)
    const others = references.filter((reference) =>
      texts(reference, 'cac:InvoiceDocumentReference/cbc:ID').some((number) => number !== invoice.number),
    )
    const subtypes = own.flatMap((each) => texts(each, 'cac:InvoiceDocumentReference/cbc:DocumentStatusCode'))
    const objects = element
      .all('cac:DocumentReference')
      .filter((each) => texts(each, 'cbc:DocumentTypeCode').includes('130'))
      .flatMap((each) => each.all('cbc:ID'))
    const objectOf = (scheme: string) => objects.filter((each) => each.attribute('schemeID') === scheme)
    const seller = 'cac:Item/cac:ManufacturerParty'
    const gross = element.child('cbc:TaxInclusiveLineExtensionAmount')
    return {
      element,
      id: texts(element, 'cbc:ID')[0] ?? '',
      parent: own.flatMap((each) => texts(each, 'cac:BillingReferenceLine/cbc:ID'))[0],
      subtype: subtypes[0],
      isSubInvoice: own.some(
        (each) =>
          texts(each, 'cac:InvoiceDocumentReference/cbc:DocumentStatusCode').includes('GROUP') &&
          texts(each, 'cac:BillingReferenceLine/cbc:ID').length === 0,
      ),
      seller: {
        name: plain(element, `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`),
        id: plain(element, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`),
        country: plain(element, `${seller}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
      },
      number: normalised(objectOf('AFL')[0]?.stringValue ?? ''),
      businessProcesses: objectOf('AVV').map((each) => each.stringValue),
      net: number(texts(element, 'cbc:LineExtensionAmount')[0]),
      gross: gross === undefined ? undefined : number(gross.stringValue),
      vat: (currency) => inCurrency(all(element, 'cac:TaxTotal/cbc:TaxAmount'), currency),
      exemption: texts(element, 'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason')[0] ?? '',
      preceding: {
        number: others.some((each) => texts(each, 'cac:InvoiceDocumentReference/cbc:ID').length > 0),
        date: others.some((each) => texts(each, 'cac:InvoiceDocumentReference/cbc:IssueDate').length > 0),
      },
    }
  })
}

function ciiLines({ root }: BoundDocument): readonly HierarchicalLine[] {
  return all(root, 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem').map((element) => {
    const document = 'ram:AssociatedDocumentLineDocument'
    const settlement = 'ram:SpecifiedLineTradeSettlement'
    const summation = `${settlement}/ram:SpecifiedTradeSettlementLineMonetarySummation`
    const seller = 'ram:SpecifiedLineTradeAgreement/ram:ItemSellerTradeParty'
    const parent = texts(element, `${document}/ram:ParentLineID`)[0]
    const subtype = texts(element, `${document}/ram:LineStatusReasonCode`)[0]
    const objects = all(element, `${settlement}/ram:AdditionalReferencedDocument`)
    const objectOf = (scheme: string) =>
      objects
        .filter(
          (each) =>
            texts(each, 'ram:ReferenceTypeCode').includes(scheme) && texts(each, 'ram:TypeCode').includes('130'),
        )
        .flatMap((each) => texts(each, 'ram:IssuerAssignedID'))
    const gross = texts(element, `${summation}/ram:GrandTotalAmount`)[0]
    const preceding = `${settlement}/ram:InvoiceReferencedDocument`
    return {
      ...{ element, parent, subtype, id: texts(element, `${document}/ram:LineID`)[0] ?? '' },
      isSubInvoice: subtype === 'GROUP' && parent === undefined,
      seller: {
        name: plain(element, `${seller}/ram:Name`),
        id: plain(element, `${seller}/ram:SpecifiedLegalOrganization/ram:ID`),
        country: plain(element, `${seller}/ram:PostalTradeAddress/ram:CountryID`),
      },
      number: normalised(objectOf('AFL')[0] ?? ''),
      businessProcesses: objectOf('AVV'),
      net: number(texts(element, `${summation}/ram:LineTotalAmount`)[0]),
      gross: gross === undefined ? undefined : number(gross),
      vat: (currency) => inCurrency(all(element, `${summation}/ram:TaxTotalAmount`), currency),
      exemption: texts(element, `${settlement}/ram:ApplicableTradeTax/ram:ExemptionReason`)[0] ?? '',
      preceding: {
        number: texts(element, `${preceding}/ram:IssuerAssignedID`).length > 0,
        date: texts(element, `${preceding}/ram:FormattedIssueDateTime/qdt:DateTimeString`).length > 0,
      },
    }
  })
}

/** XPath's number(): what is none is NaN, and compares with nothing. */
export function number(text: string | undefined): number {
  return text === undefined || normalised(text) === '' ? Number.NaN : Number(text)
}

function texts(from: XmlElement, path: string): readonly string[] {
  return all(from, path).map((each) => each.stringValue)
}

function plain(from: XmlElement, path: string): string {
  return normalised(texts(from, path)[0] ?? '')
}

function inCurrency(amounts: readonly XmlElement[], currency: string): string {
  return amounts.find((each) => each.attribute('currencyID') === currency)?.stringValue ?? ''
}
