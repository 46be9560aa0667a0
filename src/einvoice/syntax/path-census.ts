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
export class CensusStep implements PathCensus {
  readonly elements: XmlElement[] = []
  most = 0
  /** By name of the child, or of the attribute. */
  #children: Map<string, CensusStep> | undefined
  #attributes: Map<string, CensusStep> | undefined
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

  /** The step to a child of that name. */
  child(name: string): CensusStep {
    this.#children ??= new Map()
    let step = this.#children.get(name)
    if (step === undefined) {
      step = new CensusStep(this.#below(name), name, false)
      this.#children.set(name, step)
    }
    return step
  }

  attribute(name: string): CensusStep {
    this.#attributes ??= new Map()
    let step = this.#attributes.get(name)
    if (step === undefined) {
      step = new CensusStep(this.#below(`@${name}`), `@${name}`, true)
      this.#attributes.set(name, step)
    }
    return step
  }

  #below(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`
  }
}

/** The paths of a document while they are counted. */
export class Census {
  readonly #paths = new Map<string, PathCensus>()
  /** The step to the root element, whose path is empty. */
  readonly root = new CensusStep('', '', false)

  get paths(): ReadonlyMap<string, PathCensus> {
    return this.#paths
  }

  /** Counts an element at the end of a step, and its attributes. */
  count(element: XmlElement, step: CensusStep): void {
    const { parent, attributes } = element
    if (parent !== null) this.#note(step, element, parent)
    for (let index = 0; index < attributes.length; index += 2)
      this.#note(step.attribute(attributes[index] ?? ''), element, element)
  }

  #note(step: CensusStep, element: XmlElement, parent: XmlElement): void {
    if (step.elements.length === 0) this.#paths.set(step.path, step)
    step.note(element, parent)
  }
}

/** Counts every path under `root`, in document order of first appearance. */
export function censusOf(root: XmlElement): ReadonlyMap<string, PathCensus> {
  const census = new Census()
  const visit = (element: XmlElement, step: CensusStep): void => {
    census.count(element, step)
    for (const child of element.children) visit(child, step.child(child.name))
  }
  visit(root, census.root)
  return census.paths
}
