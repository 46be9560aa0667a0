import type { Invoice } from '../model.js'
import { normalised } from '../rules/rule.js'
import type { XmlElement, XmlTree } from '../xml/element.js'
import { parseXml } from '../xml/parse.js'
import { readCii } from './cii/read-cii.js'
import { readUbl } from './ubl/read-ubl.js'
import { SyntaxReport } from './syntax-report.js'

/** A document in one of the syntaxes of EN 16931. */
export interface DetectedDocument {
  readonly syntax: 'ubl' | 'cii'
  /** The root element, by its official prefix. */
  readonly root: 'ubl:Invoice' | 'cn:CreditNote' | 'rsm:CrossIndustryInvoice'
  /** BT-24, which tells the profile; as written, empty if there is none. */
  readonly specification: string
  /** BT-23. */
  readonly businessProcess: string | undefined
  /** The countries in the postal addresses of the parties (BT-40 and BT-55); empty where there is none. */
  readonly countries: { readonly seller: string; readonly buyer: string }
}

/** The document is XML, but none of the documents that EN 16931 is bound to. */
export class UnknownDocument extends Error {
  constructor(
    /** The root element: `{namespace}name` where the namespace is not one of the invoice syntaxes. */
    readonly root: string,
  ) {
    super(`${root} is neither a UBL 2.1 Invoice or CreditNote nor a UN/CEFACT Cross Industry Invoice`)
    this.name = 'UnknownDocument'
  }
}

/**
 * Which syntax a document is in, and which profile it claims.
 * @throws RefusedXml, UnknownDocument
 */
export function detect(bytes: Uint8Array): DetectedDocument {
  return detectTree(parseXml(bytes))
}

/** The same for a document that has been parsed. */
export function detectTree({ root }: XmlTree): DetectedDocument {
  const { name } = root
  if (name === 'ubl:Invoice' || name === 'cn:CreditNote')
    return {
      syntax: 'ubl',
      root: name,
      specification: root.child('cbc:CustomizationID')?.stringValue ?? '',
      businessProcess: root.child('cbc:ProfileID')?.stringValue,
      countries: {
        seller: valueAt(root, 'cac:AccountingSupplierParty', ...UBL_COUNTRY),
        buyer: valueAt(root, 'cac:AccountingCustomerParty', ...UBL_COUNTRY),
      },
    }
  if (name === 'rsm:CrossIndustryInvoice') {
    const context = root.child('rsm:ExchangedDocumentContext')
    const idOf = (parameter: string): string | undefined => context?.child(parameter)?.child('ram:ID')?.stringValue
    return {
      syntax: 'cii',
      root: name,
      specification: idOf('ram:GuidelineSpecifiedDocumentContextParameter') ?? '',
      businessProcess: idOf('ram:BusinessProcessSpecifiedDocumentContextParameter'),
      countries: {
        seller: valueAt(root, ...CII_AGREEMENT, 'ram:SellerTradeParty', ...CII_COUNTRY),
        buyer: valueAt(root, ...CII_AGREEMENT, 'ram:BuyerTradeParty', ...CII_COUNTRY),
      },
    }
  }
  throw new UnknownDocument(name)
}

const UBL_COUNTRY = ['cac:Party', 'cac:PostalAddress', 'cac:Country', 'cbc:IdentificationCode']
const CII_AGREEMENT = ['rsm:SupplyChainTradeTransaction', 'ram:ApplicableHeaderTradeAgreement']
const CII_COUNTRY = ['ram:PostalTradeAddress', 'ram:CountryID']

function valueAt(root: XmlElement, ...path: readonly string[]): string {
  return normalised(root.select(...path)[0]?.stringValue ?? '')
}

/** What was read of a document. */
export interface ReadDocument {
  readonly detected: DetectedDocument
  /** Read when first asked for: most rules are judged on the elements, so that a verdict often needs no model. */
  readonly invoice: Invoice
  readonly report: SyntaxReport
}

class TreeDocument implements ReadDocument {
  readonly report: SyntaxReport
  #read: { readonly invoice: Invoice; readonly report: SyntaxReport } | undefined

  constructor(
    readonly detected: DetectedDocument,
    private readonly tree: XmlTree,
  ) {
    this.report = new SyntaxReport(detected.syntax, tree, () => this.#model().report.account)
  }

  get invoice(): Invoice {
    return this.#model().invoice
  }

  #model(): { readonly invoice: Invoice; readonly report: SyntaxReport } {
    return (this.#read ??= this.detected.syntax === 'ubl' ? readUbl(this.tree) : readCii(this.tree))
  }
}

/**
 * Reads any UBL 2.1 Invoice or CreditNote and any CII D16B or D22B CrossIndustryInvoice.
 * @throws RefusedXml, UnknownDocument
 */
export function readInvoice(bytes: Uint8Array): ReadDocument {
  const tree = parseXml(bytes)
  return new TreeDocument(detectTree(tree), tree)
}
