import type { Decimal } from '../model/decimal.js'

const NONE: readonly never[] = []

/**
 * One element of a document, read or written. Names are canonical (`cbc:ID`, whatever prefix the
 * document chose): see `canonicalPrefix`.
 */
export abstract class XmlElement {
  children: readonly XmlElement[] = NONE
  /** Names and values in turn, but no namespace declarations. Without a prefix: no namespace. */
  attributes: readonly string[] = NONE
  /** What `decimalOf` has made of its text: null where that is no number. */
  decimal: Decimal | null | undefined = undefined
  /** Its children by their names, made when they are first asked for. */
  siblings: Siblings | undefined = undefined

  constructor(
    readonly name: string,
    readonly parent: XmlElement | null,
    /** Place in document order, from 0. */
    readonly ordinal: number,
  ) {}

  /** Where the element begins in the document that was read, in characters; 0 where none was. */
  abstract get offset(): number

  /**
   * The text between the tags as written, white space included, with references resolved; comments
   * and processing instructions are taken out. Of an element with children only what is not white
   * space (mixed content, which no invoice syntax has).
   */
  abstract get text(): string

  /**
   * The string value of XPath: the text of the element and of all in it, in document order and
   * with the white space between elements.
   */
  abstract get stringValue(): string

  /**
   * What `text()` selects of XPath: the pieces of text directly in it, as comments, processing
   * instructions and elements part them.
   */
  abstract get textNodes(): readonly string[]

  /** The value of an attribute; undefined where there is none. */
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

  /**
   * Children among which are all of that name, in document order: few of an element that has many.
   */
  perhaps(name: string): readonly XmlElement[] {
    return this.children.length <= FEW ? this.children : (siblingsIn(this).byName.get(name) ?? NONE)
  }

  /** All elements at the end of a path of child names, as an XPath `a/b/c` finds them. */
  select(...path: readonly string[]): XmlElement[] {
    let found: XmlElement[] = [this]
    for (const name of path) found = found.flatMap((element) => element.all(name))
    return found
  }

  /** Whether it is known without its text that this is a number with at most two decimals. */
  abstract get isWrittenShort(): boolean

  /**
   * Neither elements nor anything but white space inside: what `not(*) and not(normalize-space())`
   * finds.
   */
  get isEmpty(): boolean {
    return this.children.length === 0 && (this.text === '' || /^[ \t\r\n]*$/.test(this.text))
  }

  /**
   * Where the element stands, for example `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`; an index only
   * where there are several.
   */
  get path(): string {
    const { parent } = this
    if (parent === null) return `/${this.name}`
    const isAlone = childrenNamed(parent, this.name).length === 1
    return `${parent.path}/${this.name}${isAlone ? '' : `[${siblingsIn(parent).placeOf(this) + 1}]`}`
  }
}

/** So many children are looked through sooner than they are found in an index. */
const FEW = 24

/**
 * The children of one element, by their names and by their places among those of the same name.
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
   * Which child it is among those of its name, from 0. Many findings in one long group cost no
   * more than the group is long.
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

/** The file that a document stood in. */
export interface XmlFile {
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
    /** The document that was read; empty: it was never a text. */
    readonly source: string,
    /** Absent: it was never a file. */
    readonly file?: XmlFile,
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
