import type { DocumentFormat } from '../../domain/request/invoice-request.js'
import { normalised } from '../xml/white-space.js'
import type { XmlElement, XmlTree } from '../xml/element.js'
import { parseXml } from '../xml/parse.js'
import { NameIndex } from './name-index.js'
import { censusOf, type PathCensus } from './path-census.js'

/** A document in one of the syntaxes of EN 16931, or in a national format. */
export interface DetectedDocument {
  readonly syntax: DocumentFormat
  /** The root element, by its official prefix. */
  readonly root: 'ubl:Invoice' | 'cn:CreditNote' | 'rsm:CrossIndustryInvoice' | 'p:FatturaElettronica' | 'fa:Faktura'
  /**
   * BT-24, which identifies the profile; unchanged, empty if there is none. For a national format,
   * its edition.
   */
  readonly specification: string
  /** BT-23. */
  readonly businessProcess: string | undefined
  /** The countries of the parties' postal addresses (BT-40, BT-55); empty if there is none. */
  readonly countries: { readonly seller: string; readonly buyer: string }
}

/** The document is XML, but in no supported syntax. */
export class UnknownDocument extends Error {
  constructor(
    /**
     * The root element: `{namespace}name` if the namespace does not belong to an invoice syntax.
     */
    readonly root: string,
  ) {
    super(
      `${root} is neither a UBL 2.1 Invoice or CreditNote nor a UN/CEFACT Cross Industry Invoice, a FatturaPA or an FA(3)`,
    )
    this.name = 'UnknownDocument'
  }
}

/**
 * Detects the syntax and the claimed profile of a document.
 * @throws UnknownDocument
 */
function detectTree({ root }: XmlTree): DetectedDocument {
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
  const national = NATIONAL[name]
  if (national === undefined) throw new UnknownDocument(name)
  return { ...national, specification: national.edition(root) ?? '', businessProcess: undefined, countries: NOWHERE }
}

/** The root element of a national format identifies its country. */
const NATIONAL: Readonly<
  Record<
    string,
    Pick<DetectedDocument, 'syntax' | 'root'> & { readonly edition: (root: XmlElement) => string | undefined }
  >
> = {
  'p:FatturaElettronica': {
    syntax: 'fatturapa',
    root: 'p:FatturaElettronica',
    edition: (root) => root.attribute('versione'),
  },
  'fa:Faktura': {
    syntax: 'fa3',
    root: 'fa:Faktura',
    edition: (root) => root.select('fa:Naglowek', 'fa:KodFormularza')[0]?.attribute('kodSystemowy'),
  },
}
const NOWHERE = { seller: '', buyer: '' }

const UBL_COUNTRY = ['cac:Party', 'cac:PostalAddress', 'cac:Country', 'cbc:IdentificationCode']
const CII_AGREEMENT = ['rsm:SupplyChainTradeTransaction', 'ram:ApplicableHeaderTradeAgreement']
const CII_COUNTRY = ['ram:PostalTradeAddress', 'ram:CountryID']

function valueAt(root: XmlElement, ...path: readonly string[]): string {
  return normalised(root.select(...path)[0]?.stringValue ?? '')
}

/** A document for the rules, read or written: its elements with all their look-ups. */
export class InvoiceDocument {
  #detected: DetectedDocument | undefined
  #names: NameIndex | undefined
  #census: ReadonlyMap<string, PathCensus> | undefined

  /**
   * @param names the index of elements, if it was built with them
   * @param detected the kind of document, if it is already known
   */
  constructor(
    readonly tree: XmlTree,
    names?: NameIndex,
    detected?: DetectedDocument,
  ) {
    this.#names = names
    this.#detected = detected
  }

  /** @throws UnknownDocument */
  get detected(): DetectedDocument {
    return (this.#detected ??= detectTree(this.tree))
  }

  get root(): XmlElement {
    return this.tree.root
  }

  /** The elements by their names, and by the names of their attributes. */
  get names(): NameIndex {
    return (this.#names ??= NameIndex.of(this.root))
  }

  /**
   * Every distinct path of the document, relative to the root and with the official prefixes:
   * `cac:InvoiceLine/cbc:ID`, `cac:TaxTotal/cbc:TaxAmount/@currencyID`. A table of a thousand
   * forbidden paths costs one look-up for each path that the document has.
   */
  get census(): ReadonlyMap<string, PathCensus> {
    return (this.#census ??= censusOf(this.root))
  }

  /** Empty elements, without significant white space, in document order. */
  empties(): XmlElement[] {
    const found: XmlElement[] = []
    const visit = (element: XmlElement): void => {
      for (const child of element.children)
        if (child.children.length > 0) visit(child)
        else if (child.isEmpty) found.push(child)
    }
    visit(this.root)
    return found
  }
}

/**
 * Parses any UBL 2.1 Invoice or CreditNote, any CII D16B or D22B CrossIndustryInvoice, and the
 * national formats FatturaPA and FA(3).
 * @throws RefusedXml, UnknownDocument
 */
export function parseInvoice(bytes: Uint8Array): InvoiceDocument {
  const tree = parseXml(bytes)
  // Throws if it is not an invoice.
  return new InvoiceDocument(tree, undefined, detectTree(tree))
}
