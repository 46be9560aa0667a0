import type { Decimal } from '../model/decimal.js'
import { XmlElement, XmlTree } from '../xml/element.js'
import { TreeStack } from '../xml/tree-stack.js'
import { type Attributes, type DocumentSink, ILLEGAL, UnwritableText } from './document-sink.js'
import { NameIndex } from './name-index.js'
import { lineBreak } from './xml-writer.js'

const NONE: readonly never[] = []

/** An element of our own document that was never text. */
class WrittenElement extends XmlElement {
  readonly offset = 0
  #text: string | undefined
  /** For a number, the minimum number of written decimals. */
  #places = 0
  #isNumber = false

  constructor(name: string, parent: XmlElement | null, ordinal: number, text: string | undefined) {
    super(name, parent, ordinal)
    this.#text = text
  }

  static ofNumber(
    name: string,
    parent: XmlElement | null,
    ordinal: number,
    value: Decimal,
    places: number,
  ): WrittenElement {
    const element = new WrittenElement(name, parent, ordinal, undefined)
    element.decimal = value
    element.#places = places
    element.#isNumber = true
    return element
  }

  get text(): string {
    return (this.#text ??= this.decimal?.toAtLeast(this.#places) ?? '')
  }

  get isWrittenNumber(): boolean {
    return this.#isNumber
  }

  get isWrittenShort(): boolean {
    return this.#isNumber && this.#places <= 2 && (this.decimal?.fits(2) ?? false)
  }

  get stringValue(): string {
    const { children } = this
    if (children.length === 0) return this.text
    const nodes = this.textNodes
    return children.map((child, index) => (nodes[index] ?? '') + child.stringValue).join('') + (nodes.at(-1) ?? '')
  }

  /** For a group, the white space that the writer puts around its children. */
  get textNodes(): readonly string[] {
    if (this.children.length === 0) return this.text === '' ? NONE : [this.text]
    let depth = 0
    for (let at = this.parent; at !== null; at = at.parent) depth += 1
    return [...this.children.map(() => lineBreak(depth + 1)), lineBreak(depth)]
  }
}

/** The root elements that the writers write without a prefix, by their canonical names. */
const ROOTS: Readonly<Record<string, string>> = { Invoice: 'ubl:Invoice', CreditNote: 'cn:CreditNote' }

/**
 * Builds the tree of elements that a parser would build from the text, without the text.
 * @throws UnwritableText like the text writer
 */
export class TreeSink implements DocumentSink {
  /**
   * @param prefix the canonical prefix of the default namespace, for example `fa:`; empty: none
   */
  constructor(private readonly prefix = '') {}

  /** The model's groups by the elements written from them. */
  readonly groups = new Map<XmlElement, object>()
  /** All elements. */
  readonly names = new NameIndex()
  readonly #stack = new TreeStack<WrittenElement>()
  /** Names of the open groups, the root first. */
  readonly #names: string[] = []
  /** Their elements, created with the first child: a group without children is omitted. */
  readonly #open: (WrittenElement | undefined)[] = []
  #depth = 0
  #root: WrittenElement | undefined
  #ordinal = 0

  group(name: string, children: () => void, attributes?: Attributes, of?: object): void {
    const depth = this.#depth
    this.#names[depth] = depth === 0 ? (ROOTS[name] ?? this.prefix + name) : this.prefix + name
    this.#open[depth] = undefined
    this.#depth = depth + 1
    children()
    this.#depth = depth
    const element = this.#open[depth]
    if (element === undefined) return
    this.#stack.close(element)
    if (attributes !== undefined) this.#setAttributes(element, attributes)
    if (of !== undefined) this.groups.set(element, of)
  }

  text(name: string, text: string | undefined, attributes?: Attributes): void {
    if (text === undefined) return
    if (!isPlain(text) && ILLEGAL.test(text)) throw new UnwritableText(text)
    const parent = this.#opened(this.#depth - 1)
    this.#leaf(new WrittenElement(this.prefix + name, parent, this.#ordinal, text), attributes)
  }

  number(name: string, value: Decimal | undefined, places: number, attributes?: Attributes): void {
    if (value === undefined) return
    // The rules judge very long numbers.
    if (!value.isShort()) {
      this.text(name, value.toAtLeast(places), attributes)
      return
    }
    const parent = this.#opened(this.#depth - 1)
    this.#leaf(WrittenElement.ofNumber(this.prefix + name, parent, this.#ordinal, value, places), attributes)
  }

  get tree(): XmlTree {
    if (this.#root === undefined) throw new Error('nothing was written')
    return new XmlTree(this.#root, '')
  }

  #leaf(element: WrittenElement, attributes: Attributes | undefined): void {
    this.#ordinal += 1
    this.names.add(element)
    if (attributes !== undefined) this.#setAttributes(element, attributes)
    this.#stack.add(element)
  }

  /** The element of an open group. */
  #opened(depth: number): WrittenElement {
    const known = this.#open[depth]
    if (known !== undefined) return known
    const parent = depth === 0 ? null : this.#opened(depth - 1)
    const element = new WrittenElement(this.#names[depth] ?? '', parent, this.#ordinal++, '')
    this.#root ??= element
    this.names.add(element)
    this.#stack.add(element)
    this.#stack.open()
    this.#open[depth] = element
    return element
  }

  #setAttributes(element: WrittenElement, attributes: Attributes): void {
    let set: string[] | undefined
    for (const name in attributes) {
      const value = attributes[name]
      if (value === undefined || name.startsWith('xmlns')) continue
      if (!isPlain(value) && ILLEGAL.test(value)) throw new UnwritableText(value)
      if (set === undefined) set = [name, value]
      else set.push(name, value)
      this.names.addAttribute(name, element)
    }
    if (set !== undefined) element.attributes = set
  }
}

/** Whether a text is short and only has common characters, so that no further check is needed. */
function isPlain(text: string): boolean {
  if (text.length > 64) return false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code > 0xd7ff) return false
  }
  return true
}
