import type { XmlElement, XmlTree } from '../xml/element.js'
import { censusOf, type PathCensus } from './path-census.js'

/** A value that is written in a way its type does not have, or not quite. */
export interface LexicalFault {
  readonly kind:
    /** Not an `xs:decimal` (`1e3`, `1,5`, nothing), or longer than 400 digits: the model has undefined. */
    | 'number'
    /** Not a calendar day of the syntax's form: the model has the text as written. */
    | 'date'
    /** A CII date whose `@format` is not 102: the model has nothing. */
    | 'dateFormat'
    /** Neither true, false, 1 nor 0: the group that it sorts is not in the model. */
    | 'boolean'
    /** BT-8 of CII in a code that UNTDID 2475 does not have: the model has the text as written. */
    | 'code'
    /** Not Base64: the model has what could be decoded. */
    | 'base64'
    /** A number or date with white space around, which is read without it. Text functions of XPath do see it. */
    | 'padding'
  readonly element: XmlElement
  /** As written. */
  readonly text: string
}

/** What a reader noted while it read. */
export interface ReadingAccount {
  readonly faults: readonly LexicalFault[]
  /** Elements from which groups of the model were read. */
  readonly origins: ReadonlyMap<object, XmlElement>
  /** 1 for each element, by its ordinal, that the model has. */
  readonly seen: Uint8Array
}

/**
 * What the semantic model cannot say of the document it was read from, for the rules that speak of the syntax (UBL-CR-*, UBL-SR-*, UBL-DT-*,
 * CII-SR-*, CII-DT-*, PEPPOL-EN16931-R008 and the like) and for naming the place of a finding.
 *
 * - A rule that forbids an element or attribute looks its path up in `census` (one entry for each distinct path, so a table of a thousand
 *   forbidden paths costs one look-up for each path that the document has).
 * - A rule that counts reads `count(path)` (in the document) or `most(path)` (under one parent).
 * - A rule on how a value is written reads the texts of `elements(path)`, or `faults`.
 * - What the reader did not take over into the model is in `unread()`: nothing gets lost in silence.
 * - `originOf(group)` is the element of a group of the model (the invoice, a party, a line, an allowance …).
 *
 * Paths are relative to the root and have the official prefixes: `cac:InvoiceLine/cbc:ID`, `cac:TaxTotal/cbc:TaxAmount/@currencyID`.
 * Everything is computed when first asked for; what the reader noted needs the model to be read.
 */
export class SyntaxReport {
  #census: ReadonlyMap<string, PathCensus> | undefined

  constructor(
    readonly syntax: 'ubl' | 'cii',
    readonly tree: XmlTree,
    private readonly accounted: () => ReadingAccount,
    /** Where the paths were counted already. */
    census?: ReadonlyMap<string, PathCensus>,
  ) {
    this.#census = census
  }

  /** What the reader noted. */
  get account(): ReadingAccount {
    return this.accounted()
  }

  get faults(): readonly LexicalFault[] {
    return this.account.faults
  }

  get root(): XmlElement {
    return this.tree.root
  }

  /** Every distinct path of the document. */
  get census(): ReadonlyMap<string, PathCensus> {
    this.#census ??= censusOf(this.root)
    return this.#census
  }

  /** All elements with that path, in document order: what an absolute XPath finds. For a path to an attribute the elements that bear it. */
  elements(path: string): readonly XmlElement[] {
    return this.census.get(path)?.elements ?? []
  }

  /** How many elements have that path in the document: `count(a/b)`. */
  count(path: string): number {
    return this.elements(path).length
  }

  /** How many stand under one and the same parent at most. */
  most(path: string): number {
    return this.census.get(path)?.most ?? 0
  }

  /** Elements whose content did not go into the model, each with all in it: unknown ones, and further ones where the model has room for one. */
  unread(): XmlElement[] {
    const found: XmlElement[] = []
    const { seen } = this.account
    const visit = (element: XmlElement): void => {
      for (const child of element.children)
        if (seen[child.ordinal] === 1) visit(child)
        else found.push(child)
    }
    visit(this.root)
    return found
  }

  /** Elements with nothing inside, not even white space that says something (PEPPOL-EN16931-R008). */
  empties(): XmlElement[] {
    const found: XmlElement[] = []
    for (const { elements, isAttribute } of this.census.values())
      if (!isAttribute) for (const element of elements) if (element.isEmpty) found.push(element)
    return found.sort((one, other) => one.ordinal - other.ordinal)
  }

  /** The element from which a group of the model was read; undefined for an object that is none. */
  originOf(group: object): XmlElement | undefined {
    return this.account.origins.get(group)
  }
}
