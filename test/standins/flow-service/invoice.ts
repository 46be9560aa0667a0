import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { facturXIn } from '../factur-x.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'

/** What a platform reads of an invoice that is handed over. */
export interface SeenInvoice {
  readonly syntax: 'UBL' | 'CII' | 'Factur-X' | 'CDAR' | null
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issueDate: string
  /** BT-30, else the VAT number. */
  readonly seller: string
}

/** Reads a document, also inside a PDF; throws where it is no XML. */
export function seen(bytes: Buffer): SeenInvoice {
  const inside = facturXIn(bytes)
  return inside === null ? seenInXml(bytes) : { ...seenInXml(inside), syntax: 'Factur-X' }
}

function seenInXml(bytes: Buffer): SeenInvoice {
  const { root } = parseXml(bytes)
  const name = localName(root)
  if (name === 'Invoice' || name === 'CreditNote')
    return {
      syntax: 'UBL',
      number: at(root, 'ID'),
      issueDate: at(root, 'IssueDate'),
      seller:
        at(root, 'AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'CompanyID') ||
        at(root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'CompanyID'),
    }
  if (name === 'CrossIndustryInvoice') {
    const seller = ['SupplyChainTradeTransaction', 'ApplicableHeaderTradeAgreement', 'SellerTradeParty']
    return {
      syntax: 'CII',
      number: at(root, 'ExchangedDocument', 'ID'),
      issueDate: dashed(at(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString')),
      seller:
        at(root, ...seller, 'SpecifiedLegalOrganization', 'ID') ||
        at(root, ...seller, 'SpecifiedTaxRegistration', 'ID'),
    }
  }
  if (name === 'CrossDomainAcknowledgementAndResponse') {
    const document = ['AcknowledgementDocument', 'ReferenceReferencedDocument']
    return {
      syntax: 'CDAR',
      number: at(root, ...document, 'IssuerAssignedID'),
      issueDate: dashed(at(root, ...document, 'FormattedIssueDateTime', 'DateTimeString')),
      seller: at(root, ...document, 'IssuerTradeParty', 'GlobalID'),
    }
  }
  return { syntax: null, number: '', issueDate: '', seller: '' }
}

function all(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element]
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((child) => localName(child) === name))
  return found
}

function at(element: XmlElement, ...path: readonly string[]): string {
  return all(element, ...path)[0]?.stringValue.trim() ?? ''
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[^:{]*:)/, '')
}

function dashed(digits: string): string {
  return digits.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')
}
