import type { XmlElement } from '../xml/element.js'

/** All that a document has under one path. */
export interface PathCensus {
  /** Relative to the root: `cac:InvoiceLine/cbc:ID`, `cac:TaxTotal/cbc:TaxAmount/@currencyID`. */
  readonly path: string
  /** The last step of the path: `cbc:ID`, `@currencyID`. */
  readonly name: string
  readonly isAttribute: boolean
  /** In document order; for an attribute the elements that bear it. */
  readonly elements: readonly XmlElement[]
  /** How many of them have the same parent at most. */
  readonly most: number
}

/** A path while it is counted: a tree of names, so that no path is put together twice. */
class Step implements PathCensus {
  readonly elements: XmlElement[] = []
  most = 0
  /** By name of the child, or of the attribute. */
  #children: Map<string, Step> | undefined
  #attributes: Map<string, Step> | undefined
  /** Under the parent counted last. */
  #run = 0
  #parent: XmlElement | null = null

  constructor(
    readonly path: string,
    readonly name: string,
    readonly isAttribute: boolean,
  ) {}

  /** Counts an element. */
  note(element: XmlElement, parent: XmlElement): void {
    this.elements.push(element)
    this.#run = this.#parent === parent ? this.#run + 1 : 1
    this.#parent = parent
    if (this.#run > this.most) this.most = this.#run
  }

  child(name: string, census: Map<string, PathCensus>): Step {
    this.#children ??= new Map()
    return this.#children.get(name) ?? this.#add(this.#children, name, new Step(this.#below(name), name, false), census)
  }

  attribute(name: string, census: Map<string, PathCensus>): Step {
    this.#attributes ??= new Map()
    return (
      this.#attributes.get(name) ??
      this.#add(this.#attributes, name, new Step(this.#below(`@${name}`), `@${name}`, true), census)
    )
  }

  #below(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`
  }

  #add(to: Map<string, Step>, name: string, step: Step, census: Map<string, PathCensus>): Step {
    to.set(name, step)
    census.set(step.path, step)
    return step
  }
}

/** Counts every path under `root`, in document order of first appearance. */
export function censusOf(root: XmlElement): ReadonlyMap<string, PathCensus> {
  const census = new Map<string, PathCensus>()
  const visit = (element: XmlElement, at: Step): void => {
    const { attributes } = element
    for (let index = 0; index < attributes.length; index += 2)
      at.attribute(attributes[index] ?? '', census).note(element, element)
    for (const child of element.children) {
      const below = at.child(child.name, census)
      below.note(child, element)
      visit(child, below)
    }
  }
  visit(root, new Step('', '', false))
  return census
}
