import { Decimal } from '../model/decimal.js'
import type { Identifier } from '../model/invoice-model.js'
import type { XmlElement, XmlTree } from '../xml/element.js'
import { type LexicalFault, ReadingReport } from './reading-report.js'

/** Longer numbers are attacks, not amounts. */
const MAX_DIGITS = 400

/**
 * Reads values from a document, and records which elements were read and which values are
 * malformed. Without a parent a method finds nothing, so that a reader can follow a path without
 * checks at each step.
 */
export class Reading {
  readonly #tree: XmlTree
  readonly #faults: LexicalFault[] = []
  readonly #origins = new Map<object, XmlElement>()
  readonly #attributes = new Map<string, Set<XmlElement>>()
  #seen = new Uint8Array(1024)

  constructor(tree: XmlTree) {
    this.#tree = tree
  }

  get root(): XmlElement {
    return this.#tree.root
  }

  /** The notes so far. */
  get report(): ReadingReport {
    return new ReadingReport(this.root, {
      faults: this.#faults,
      origins: this.#origins,
      seen: this.#seen,
      attributes: this.#attributes,
    })
  }

  /** Marks an element as contained in the model. */
  take(element: XmlElement): XmlElement {
    if (element.ordinal >= this.#seen.length) {
      const larger = new Uint8Array(Math.max(element.ordinal + 1, this.#seen.length * 4))
      larger.set(this.#seen)
      this.#seen = larger
    }
    this.#seen[element.ordinal] = 1
    return element
  }

  /** The first child of that name. */
  child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
    const child = parent?.child(name)
    return child === undefined ? undefined : this.take(child)
  }

  /** All children of that name. */
  children(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
    if (parent === undefined) return []
    const children = parent.all(name)
    for (const child of children) this.take(child)
    return children
  }

  /**
   * The original text of the first child of that name; empty if the element is empty, undefined if
   * there is none.
   */
  text(parent: XmlElement | undefined, name: string): string | undefined {
    return this.child(parent, name)?.text
  }

  identifier(parent: XmlElement | undefined, name: string): Identifier | undefined {
    const child = this.child(parent, name)
    return child === undefined ? undefined : this.identifierOf(child)
  }

  /** An identifier with the scheme in `schemeID`. */
  identifierOf(element: XmlElement): Identifier {
    return { value: element.text, scheme: this.attribute(element, 'schemeID') }
  }

  /** An attribute, marked as contained in the model. */
  attribute(element: XmlElement | undefined, name: string): string | undefined {
    const value = element?.attribute(name)
    if (element === undefined || value === undefined) return undefined
    const known = this.#attributes.get(name)
    if (known === undefined) this.#attributes.set(name, new Set([element]))
    else known.add(element)
    return value
  }

  decimal(parent: XmlElement | undefined, name: string): Decimal | undefined {
    const child = this.child(parent, name)
    return child === undefined ? undefined : this.decimalOf(child)
  }

  /** The number in an element; undefined, with a fault, if it is not one. */
  decimalOf(element: XmlElement): Decimal | undefined {
    const text = this.#unpadded(element)
    if (text.length > MAX_DIGITS || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) {
      this.fault('number', element)
      return undefined
    }
    return Decimal.of(text.includes('.') ? text.replace(/^([+-]?)\./, '$10.') : text)
  }

  /** An `xs:date`; any other text is unchanged. */
  date(parent: XmlElement | undefined, name: string): string | undefined {
    const child = this.child(parent, name)
    if (child === undefined) return undefined
    const text = this.#unpadded(child)
    if (!isDate(text)) this.fault('date', child)
    return text
  }

  /**
   * A CII date: `DateTimeString` or `DateString` below the first child of that name, whose format
   * 102 is `YYYYMMDD`. Returns `YYYY-MM-DD`; the original text if it is not a date; undefined for
   * any other format, which the official rules ignore as well.
   */
  compactDate(parent: XmlElement | undefined, name: string, value = 'udt:DateTimeString'): string | undefined {
    const child = this.child(this.child(parent, name), value)
    if (child === undefined) return undefined
    if (child.attribute('format') !== '102') {
      this.fault('dateFormat', child)
      return undefined
    }
    const text = this.#unpadded(child)
    const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
    if (/^\d{8}$/.test(text) && isDate(date)) return date
    this.fault('date', child)
    return text
  }

  /** An `xs:boolean`; undefined if absent, or with a fault if malformed. */
  boolean(element: XmlElement | undefined): boolean | undefined {
    if (element === undefined) return undefined
    const text = this.#unpadded(element)
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    this.fault('boolean', element)
    return undefined
  }

  /** The bytes of a Base64 text. */
  bytes(element: XmlElement): Uint8Array {
    const { text } = element
    const padding = text.indexOf('=', Math.max(0, text.length - 100))
    const digits = padding < 0 ? text : text.slice(0, padding)
    const isBase64 = !/[^A-Za-z0-9+/ \t\r\n]/.test(digits) && (padding < 0 || /^[= \t\r\n]+$/.test(text.slice(padding)))
    if (!isBase64) this.fault('base64', element)
    return Buffer.from(text, 'base64')
  }

  fault(kind: LexicalFault['kind'], element: XmlElement): void {
    this.#faults.push({ kind, element, text: element.text })
  }

  /** Records the element from which a group of the model was read. */
  origin<T extends object>(element: XmlElement, group: T): T {
    this.#origins.set(group, element)
    return group
  }

  /** Records the origin of one group for another. */
  sameOrigin<T extends object>(of: object, group: T): T {
    const element = this.#origins.get(of)
    return element === undefined ? group : this.origin(element, group)
  }

  #unpadded(element: XmlElement): string {
    const { text } = element
    const trimmed = trimXml(text)
    if (trimmed.length !== text.length) this.fault('padding', element)
    return trimmed
  }
}

/**
 * Trims XML white space. A loop, because a regular expression for the end needs quadratic time on
 * hostile texts.
 */
function trimXml(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return end - start === text.length ? text : text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** Whether a text is an `xs:date` of the years 0001 to 9999, with or without a time zone. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/.exec(text)
  if (match === null) return false
  const [, year, month, day] = match.map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1 || month < 1 || month > 12)
    return false
  return day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** The first result that is not undefined. */
export function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether a tax scheme is VAT, as the official rules compare it: `normalize-space(upper-case(.)) =
 * 'VAT'`.
 */
export function isVat(scheme: string | undefined): boolean {
  return scheme === 'VAT' || (scheme !== undefined && trimXml(scheme).toUpperCase() === 'VAT')
}
