import type { Decimal } from '../model/decimal.js'

const NONE: readonly never[] = []

/**
 * One element of a document, read or written. Names are canonical (`cbc:ID`, independent of the
 * document's own prefixes): see `canonicalPrefix`.
 */
export abstract class XmlElement {
  children: readonly XmlElement[] = NONE
  /**
   * Alternating names and values, without namespace declarations. A name without a prefix has no
   * namespace.
   */
  attributes: readonly string[] = NONE
  /** The cached result of `decimalOf`: null if the text is not a number. */
  decimal: Decimal | null | undefined = undefined
  /** Its children by their names, built on first use. */
  siblings: Siblings | undefined = undefined

  constructor(
    readonly name: string,
    readonly parent: XmlElement | null,
    /** Position in document order, from 0. */
    readonly ordinal: number,
  ) {}

  /** Offset of the element in the source document, in characters; 0 without a source. */
  abstract get offset(): number

  /**
   * The text between the tags, including white space, with references resolved, without comments
   * and processing instructions. In an element with children only text other than white space
   * (mixed content, which no invoice syntax has).
   */
  abstract get text(): string

  /**
   * The string value of XPath: the text of the element and of all in it, in document order and
   * with the white space between elements.
   */
  abstract get stringValue(): string

  /**
   * The result of `text()` in XPath: the pieces of text directly inside, separated by comments,
   * processing instructions and elements.
   */
  abstract get textNodes(): readonly string[]

  /** The value of an attribute; undefined if absent. */
  attribute(name: string): string | undefined {
    const { attributes } = this
    for (let index = 0; index < attributes.length; index += 2)
      if (attributes[index] === name) return attributes[index + 1]
    return undefined
  }

  /** The first child of that name. */
  child(name: string): XmlElement | undefined {
    for (const child of this.perhaps(name)) if (child.name === name) return child
    return undefined
  }

  /** All children of that name, in document order. */
  all(name: string): XmlElement[] {
    const found: XmlElement[] = []
    for (const child of this.perhaps(name)) if (child.name === name) found.push(child)
    return found
  }

  /** A small superset of the children of that name, in document order. */
  perhaps(name: string): readonly XmlElement[] {
    return this.children.length <= FEW ? this.children : (siblingsIn(this).byName.get(name) ?? NONE)
  }

  /** All elements at the end of a path of child names, as an XPath `a/b/c` finds them. */
  select(...path: readonly string[]): XmlElement[] {
    let found: XmlElement[] = [this]
    for (const name of path) found = found.flatMap((element) => element.all(name))
    return found
  }

  /** Whether it is known to be a decimal number, without a look at its text. */
  abstract get isWrittenNumber(): boolean

  /** Whether it is known to be a number with at most two decimals, without a look at its text. */
  abstract get isWrittenShort(): boolean

  /** Whether it is empty except for white space: `not(*) and not(normalize-space())`. */
  get isEmpty(): boolean {
    return this.children.length === 0 && (this.text === '' || /^[ \t\r\n]*$/.test(this.text))
  }

  /**
   * The path of the element, for example `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`; with an index
   * only if there are several.
   */
  get path(): string {
    const { parent } = this
    if (parent === null) return `/${this.name}`
    const isAlone = childrenNamed(parent, this.name).length === 1
    return `${parent.path}/${this.name}${isAlone ? '' : `[${siblingsIn(parent).placeOf(this) + 1}]`}`
  }
}

/** Up to this number of children a linear search is faster than an index. */
const FEW = 24

/**
 * The children of one element, by their names and by their positions among those of the same name.
 */
class Siblings {
  readonly byName = new Map<string, XmlElement[]>()
  #places: Map<XmlElement, number> | undefined

  constructor(children: readonly XmlElement[]) {
    for (const child of children) {
      const alike = this.byName.get(child.name)
      if (alike === undefined) this.byName.set(child.name, [child])
      else alike.push(child)
    }
  }

  /**
   * The position among the children of the same name, from 0. The cost is linear even for many
   * findings in one long group.
   */
  placeOf(child: XmlElement): number {
    this.#places ??= new Map(
      Array.from(this.byName.values()).flatMap((alike) => alike.map((each, place) => [each, place] as const)),
    )
    return this.#places.get(child) ?? 0
  }
}

/** All children of that name, in document order. */
export function childrenNamed(parent: XmlElement, name: string): readonly XmlElement[] {
  return siblingsIn(parent).byName.get(name) ?? []
}

function siblingsIn(parent: XmlElement): Siblings {
  return (parent.siblings ??= new Siblings(parent.children))
}

/**
 * The element around the last of these names, if an element and those around it have them, in this
 * order outwards; null: the last one is the root; undefined: they have other names.
 */
export function aroundNamed(element: XmlElement | null, names: readonly string[]): XmlElement | null | undefined {
  let at = element
  for (const name of names) {
    if (at?.name !== name) return undefined
    at = at.parent
  }
  return at
}

/** The source file of a document. */
interface XmlFile {
  readonly bytes: number
  /** Whether it begins with a byte order mark. */
  readonly isMarked: boolean
  /** Whether its text is in UTF-8. */
  readonly isUtf8: boolean
}

/** A document that was read. */
export class XmlTree {
  #lineStarts: number[] | undefined

  constructor(
    readonly root: XmlElement,
    /** The source text; empty: it was never a text. */
    readonly source: string,
    /** Absent: it was never a file. */
    readonly file?: XmlFile,
  ) {}

  /** The line on which an element begins, from 1. */
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
