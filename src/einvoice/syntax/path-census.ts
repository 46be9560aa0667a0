import type { XmlElement } from '../xml/element.js'

/**
 * All elements of a document with one path. During the count it is a tree of names, so that no
 * path is built twice.
 */
export class PathCensus {
  /** In document order; for an attribute the elements that have it. */
  readonly elements: XmlElement[] = []
  /** By name of the child, or of the attribute. */
  #children: Map<string, PathCensus> | undefined
  #attributes: Map<string, PathCensus> | undefined

  constructor(
    /** From the root: `cac:InvoiceLine/cbc:ID`, `cac:TaxTotal/cbc:TaxAmount/@currencyID`. */
    readonly path: string,
    /** The last step of the path: `cbc:ID`, `@currencyID`. */
    readonly name: string,
    readonly isAttribute: boolean,
  ) {}

  /** The step to a child of that name. */
  child(name: string): PathCensus {
    this.#children ??= new Map()
    let step = this.#children.get(name)
    if (step === undefined) {
      step = new PathCensus(this.#below(name), name, false)
      this.#children.set(name, step)
    }
    return step
  }

  attribute(name: string): PathCensus {
    this.#attributes ??= new Map()
    let step = this.#attributes.get(name)
    if (step === undefined) {
      step = new PathCensus(this.#below(`@${name}`), `@${name}`, true)
      this.#attributes.set(name, step)
    }
    return step
  }

  #below(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`
  }
}

/** Counts every path under `root`, in document order of first appearance. */
export function censusOf(root: XmlElement): ReadonlyMap<string, PathCensus> {
  const paths = new Map<string, PathCensus>()
  const note = (step: PathCensus, element: XmlElement): void => {
    if (step.elements.length === 0) paths.set(step.path, step)
    step.elements.push(element)
  }
  const visit = (element: XmlElement, step: PathCensus): void => {
    const { attributes } = element
    for (let index = 0; index < attributes.length; index += 2) note(step.attribute(attributes[index] ?? ''), element)
    for (const child of element.children) {
      const below = step.child(child.name)
      note(below, child)
      visit(child, below)
    }
  }
  visit(root, new PathCensus('', '', false))
  return paths
}
