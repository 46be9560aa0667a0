import type { Decimal } from '../decimal.js'
import { stringValueIn, textNodesIn } from './texts.js'

const NONE: readonly never[] = []

/**
 * One element of a document that was read. Names are canonical (`cbc:ID`, whatever prefix the document chose): see `canonicalPrefix`.
 * Texts are as written, white space included, with references resolved.
 */
export class XmlElement {
  children: readonly XmlElement[] = NONE
  /**
   * The text between the tags, comments and processing instructions taken out. Of an element with children only what is not white space
   * (mixed content, which no invoice syntax has).
   */
  text = ''
  /** Whether comments or processing instructions stand directly in it, which part its text into several nodes. */
  isParted = false
  /** Where its content ends in the document, in characters; with `contentStart` the same place for an element without content. */
  contentEnd = 0
  /** What `decimalOf` has made of its text: null where that is no number. */
  decimal: Decimal | null | undefined = undefined
  /** Names and values in turn; names without a prefix have no namespace. Without namespace declarations. */
  attributes: readonly string[] = NONE

  constructor(
    readonly name: string,
    readonly parent: XmlElement | null,
    /** Where the element begins in the document, in characters. */
    readonly offset: number,
    /** Place in document order, from 0. */
    readonly ordinal: number,
    /** The document. */
    private readonly source: string,
    /** Where its content begins in the document, in characters. */
    private readonly contentStart: number,
  ) {}

  /** The value of an attribute; undefined where there is none. */
  attribute(name: string): string | undefined {
    const { attributes } = this
    for (let index = 0; index < attributes.length; index += 2)
      if (attributes[index] === name) return attributes[index + 1]
    return undefined
  }

  /** The first child of that name. */
  child(name: string): XmlElement | undefined {
    for (const child of this.children) if (child.name === name) return child
    return undefined
  }

  /** All children of that name, in document order. */
  all(name: string): XmlElement[] {
    const found: XmlElement[] = []
    for (const child of this.children) if (child.name === name) found.push(child)
    return found
  }

  /** All elements at the end of a path of child names, as an XPath `a/b/c` finds them. */
  select(...path: readonly string[]): XmlElement[] {
    let found: XmlElement[] = [this]
    for (const name of path) found = found.flatMap((element) => element.all(name))
    return found
  }

  /** The string value of XPath: the text of the element and of all in it, in document order and with the white space between elements. */
  get stringValue(): string {
    return this.children.length === 0 ? this.text : stringValueIn(this.source, this.contentStart, this.contentEnd)
  }

  /** What `text()` selects of XPath: the pieces of text directly in it, as comments, processing instructions and elements part them. */
  get textNodes(): readonly string[] {
    if (this.children.length > 0 || this.isParted) return textNodesIn(this.source, this.contentStart, this.contentEnd)
    return this.text === '' ? NONE : [this.text]
  }

  /** Neither elements nor anything but white space inside: what `not(*) and not(normalize-space())` finds. */
  get isEmpty(): boolean {
    return this.children.length === 0 && (this.text === '' || /^[ \t\r\n]*$/.test(this.text))
  }

  /** Where the element stands, for example `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`; an index only where there are several. */
  get path(): string {
    const { parent } = this
    if (parent === null) return `/${this.name}`
    const isAlone = childrenNamed(parent, this.name).length === 1
    return `${parent.path}/${this.name}${isAlone ? '' : `[${placeAmong(parent, this) + 1}]`}`
  }
}

/** The children of one element, by their names and by their places among those of the same name. */
interface Siblings {
  readonly byName: ReadonlyMap<string, readonly XmlElement[]>
  /** From 0. */
  readonly places: ReadonlyMap<XmlElement, number>
}

/** Made when the first finding asks for a place, so that many findings in one long group cost no more than the group is long. */
const indexed = new WeakMap<XmlElement, Siblings>()

/** All children of that name, in document order. */
export function childrenNamed(parent: XmlElement, name: string): readonly XmlElement[] {
  return siblingsIn(parent).byName.get(name) ?? []
}

/** Which child of its parent an element is among those of its name, from 0. */
function placeAmong(parent: XmlElement, child: XmlElement): number {
  return siblingsIn(parent).places.get(child) ?? 0
}

function siblingsIn(parent: XmlElement): Siblings {
  const known = indexed.get(parent)
  if (known !== undefined) return known
  const byName = new Map<string, XmlElement[]>()
  const places = new Map<XmlElement, number>()
  for (const child of parent.children) {
    const alike = byName.get(child.name)
    places.set(child, alike?.length ?? 0)
    if (alike === undefined) byName.set(child.name, [child])
    else alike.push(child)
  }
  const siblings = { byName, places }
  indexed.set(parent, siblings)
  return siblings
}

/** A document that was read. */
export class XmlTree {
  #lineStarts: number[] | undefined

  constructor(
    readonly root: XmlElement,
    private readonly source: string,
  ) {}

  /** The line of the document on which an element begins, from 1. */
  lineOf(element: XmlElement): number {
    this.#lineStarts ??= lineStarts(this.source)
    let low = 0
    let high = this.#lineStarts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= element.offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
