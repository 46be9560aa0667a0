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
interface Step {
  readonly path: string
  readonly name: string
  readonly isAttribute: boolean
  readonly elements: XmlElement[]
  readonly next: Map<string, Step>
  most: number
  /** Under the parent counted last. */
  run: number
  parent: XmlElement | null
}

/** Counts every path under `root`, in document order of first appearance. */
export function censusOf(root: XmlElement): ReadonlyMap<string, PathCensus> {
  const census = new Map<string, PathCensus>()
  const step = (from: Step, name: string): Step => {
    const known = from.next.get(name)
    if (known !== undefined) return known
    const path = from.path === '' ? name : `${from.path}/${name}`
    const fresh = newStep(path, name)
    from.next.set(name, fresh)
    census.set(path, fresh)
    return fresh
  }
  const visit = (element: XmlElement, at: Step): void => {
    const { attributes } = element
    for (let index = 0; index < attributes.length; index += 2) note(step(at, `@${attributes[index]}`), element, element)
    for (const child of element.children) {
      const below = step(at, child.name)
      note(below, child, element)
      visit(child, below)
    }
  }
  visit(root, newStep('', ''))
  return census
}

function newStep(path: string, name: string): Step {
  return { path, name, isAttribute: name.startsWith('@'), elements: [], next: new Map(), most: 0, run: 0, parent: null }
}

function note(step: Step, element: XmlElement, parent: XmlElement): void {
  step.elements.push(element)
  step.run = step.parent === parent ? step.run + 1 : 1
  step.parent = parent
  if (step.run > step.most) step.most = step.run
}
