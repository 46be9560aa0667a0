import { DOCUMENT_FORMATS } from '../../domain/request/invoice-request.js'
import { normalised, trimmed } from '../xml/white-space.js'
import type { XmlElement, XmlTree } from '../xml/element.js'
import { declaredVersion, parseXml } from '../xml/parse.js'
import { RefusedXml } from '../xml/refused-xml.js'
import { NameIndex } from './name-index.js'
import { censusOf, type PathCensus } from './path-census.js'

/** The formats that documents are judged in: of invoices, and of messages on their status. */
export const JUDGED_FORMATS = [...DOCUMENT_FORMATS, 'cdar'] as const
/** One of `JUDGED_FORMATS`. */
export type JudgedFormat = (typeof JUDGED_FORMATS)[number]

/**
 * A document in one of the syntaxes of EN 16931, or in a national format; or a French life-cycle
 * message, which is no invoice.
 */
export interface DetectedDocument {
  readonly syntax: JudgedFormat
  /** The root element, by its official prefix. */
  readonly root:
    | 'ubl:Invoice'
    | 'cn:CreditNote'
    | 'rsm:CrossIndustryInvoice'
    | 'p:FatturaElettronica'
    | 'fs:FatturaElettronicaSemplificata'
    | 'fa:Faktura'
    | 'cdar:CrossDomainAcknowledgementAndResponse'
  /**
   * BT-24, which identifies the profile; unchanged, empty if there is none. For a national format,
   * its edition.
   */
  readonly specification: string
  /**
   * BT-24 as the official judges search it: by local names, and only in front of the seller. It
   * determines the variant of the rules.
   */
  readonly headSpecification: string
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
  if (isUbl(name))
    return {
      syntax: 'ubl',
      root: name,
      specification: root.child('cbc:CustomizationID')?.stringValue ?? '',
      headSpecification: specificationInHead(root),
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
      headSpecification: specificationInHead(root),
      businessProcess: idOf('ram:BusinessProcessSpecifiedDocumentContextParameter'),
      countries: {
        seller: valueAt(root, ...CII_AGREEMENT, 'ram:SellerTradeParty', ...CII_COUNTRY),
        buyer: valueAt(root, ...CII_AGREEMENT, 'ram:BuyerTradeParty', ...CII_COUNTRY),
      },
    }
  }
  const national = NATIONAL[name]
  if (national === undefined) throw new UnknownDocument(name)
  const specification = national.edition(root) ?? ''
  return {
    ...national,
    specification,
    headSpecification: specification,
    businessProcess: undefined,
    countries: NOWHERE,
  }
}

function isUbl(name: string): name is 'ubl:Invoice' | 'cn:CreditNote' {
  return name === 'ubl:Invoice' || name === 'cn:CreditNote'
}

function specificationInHead(root: XmlElement): string {
  let isGuideline = false
  // Undefined: search on; null: the head has ended without one.
  const search = (element: XmlElement): string | null | undefined => {
    for (const child of element.children) {
      const { name } = child
      const local = name.slice(Math.max(name.lastIndexOf('}'), name.lastIndexOf(':')) + 1)
      if (local === 'CustomizationID' || (isGuideline && local === 'ID')) return trimmed(child.stringValue)
      if (local === 'GuidelineSpecifiedDocumentContextParameter') isGuideline = true
      else if (local === 'AccountingSupplierParty' || local === 'SupplyChainTradeTransaction') return null
      const found = search(child)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(root) ?? ''
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
  'fs:FatturaElettronicaSemplificata': {
    syntax: 'fatturapa',
    root: 'fs:FatturaElettronicaSemplificata',
    edition: (root) => root.attribute('versione'),
  },
  'fa:Faktura': {
    syntax: 'fa3',
    root: 'fa:Faktura',
    edition: (root) => root.select('fa:Naglowek', 'fa:KodFormularza')[0]?.attribute('kodSystemowy'),
  },
  'cdar:CrossDomainAcknowledgementAndResponse': {
    syntax: 'cdar',
    root: 'cdar:CrossDomainAcknowledgementAndResponse',
    edition: () => 'CDAR',
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

  /** The root element of the syntax. @throws UnknownDocument */
  get kind(): DetectedDocument['root'] {
    const { name } = this.root
    return isUbl(name) ? name : this.detected.root
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
  // It ends lines at other characters and has control characters: readers differ on its content.
  if (declaredVersion(tree.source) === '1.1')
    throw new RefusedXml(
      'malformed',
      'the document is in XML 1.1; an invoice is written in XML 1.0',
      1,
      'Declare version="1.0", and write no control characters',
    )
  // Throws if it is not an invoice.
  return new InvoiceDocument(tree, undefined, detectTree(tree))
}
