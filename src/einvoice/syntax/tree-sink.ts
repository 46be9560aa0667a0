import { XmlElement, XmlTree } from '../xml/element.js'
import { type Attributes, type DocumentSink, ILLEGAL, UnwritableText } from './document-sink.js'
import { Census, type CensusStep, type PathCensus } from './path-census.js'
import { lineBreak } from './xml-writer.js'

/** An element of a document of ours that was never written as text. */
class WrittenElement extends XmlElement {
  constructor(name: string, parent: XmlElement | null, ordinal: number) {
    super(name, parent, 0, ordinal, '', 0)
  }

  override get stringValue(): string {
    const { children } = this
    if (children.length === 0) return this.text
    const nodes = this.textNodes
    return children.map((child, index) => (nodes[index] ?? '') + child.stringValue).join('') + (nodes.at(-1) ?? '')
  }

  /** Of a group the white space that the writer sets around its children. */
  override get textNodes(): readonly string[] {
    if (this.children.length === 0) return this.text === '' ? [] : [this.text]
    let depth = 0
    for (let at = this.parent; at !== null; at = at.parent) depth += 1
    return [...this.children.map(() => lineBreak(depth + 1)), lineBreak(depth)]
  }
}

/** The root elements that the writers write without a prefix, by their canonical names. */
const ROOTS: Readonly<Record<string, string>> = { Invoice: 'ubl:Invoice', CreditNote: 'cn:CreditNote' }

/**
 * Makes the tree of elements that a parser would make of the text, and counts its paths, without the text.
 * @throws UnwritableText as the writer of text does
 */
export class TreeSink implements DocumentSink {
  readonly #origins = new Map<object, XmlElement>()
  readonly #census = new Census()
  #at: WrittenElement | null = null
  #step: CensusStep = this.#census.root
  #root: WrittenElement | undefined
  #ordinal = 0

  group(name: string, children: () => void, attributes?: Attributes, of?: object): void {
    const [outer, outerStep] = [this.#at, this.#step]
    const element = new WrittenElement(outer === null ? (ROOTS[name] ?? name) : name, outer, this.#ordinal++)
    const step = outer === null ? outerStep : outerStep.child(name)
    this.#at = element
    this.#step = step
    children()
    this.#at = outer
    this.#step = outerStep
    if (element.children.length === 0) return
    this.#add(element, step, attributes)
    if (of !== undefined) this.#origins.set(of, element)
  }

  text(name: string, text: string | undefined, attributes?: Attributes): void {
    if (text === undefined) return
    if (ILLEGAL.test(text)) throw new UnwritableText(text)
    const element = new WrittenElement(name, this.#at, this.#ordinal++)
    element.text = text
    this.#add(element, this.#step.child(name), attributes)
  }

  get tree(): XmlTree {
    if (this.#root === undefined) throw new Error('nothing was written')
    return new XmlTree(this.#root, '')
  }

  /** Every path of the document. */
  get census(): ReadonlyMap<string, PathCensus> {
    return this.#census.paths
  }

  /** The element that was written from a group of the model. */
  get origins(): ReadonlyMap<object, XmlElement> {
    return this.#origins
  }

  #add(element: WrittenElement, step: CensusStep, attributes: Attributes | undefined): void {
    if (attributes !== undefined) setAttributes(element, attributes)
    const { parent } = element
    if (parent === null) this.#root = element
    else if (parent.children.length === 0) parent.children = [element]
    else (parent.children as XmlElement[]).push(element)
    this.#census.count(element, step)
  }
}

function setAttributes(element: XmlElement, attributes: Attributes): void {
  let set: string[] | undefined
  for (const name in attributes) {
    const value = attributes[name]
    if (value === undefined || name.startsWith('xmlns')) continue
    if (ILLEGAL.test(value)) throw new UnwritableText(value)
    if (set === undefined) set = [name, value]
    else set.push(name, value)
  }
  if (set !== undefined) element.attributes = set
}
