import type { XmlElement } from '../xml/element.js'

const NONE: readonly XmlElement[] = []

/**
 * The elements of a document by their names and by those of their attributes, in document order;
 * the root is one of them.
 */
export class NameIndex {
  readonly #elements = new Map<string, XmlElement[]>()
  readonly #bearers = new Map<string, XmlElement[]>()

  /** All elements of a tree. */
  static of(root: XmlElement): NameIndex {
    const index = new NameIndex()
    const addAll = (element: XmlElement): void => {
      index.add(element)
      const { attributes, children } = element
      for (let at = 0; at < attributes.length; at += 2) index.addAttribute(attributes[at] ?? '', element)
      for (const child of children) addAll(child)
    }
    addAll(root)
    return index
  }

  /** Adds an element; must be called in document order. */
  add(element: XmlElement): void {
    append(this.#elements, element.name, element)
  }

  /** Adds an element with an attribute; must be called in document order. */
  addAttribute(name: string, element: XmlElement): void {
    append(this.#bearers, name, element)
  }

  /** Every element with that name, anywhere: `//cac:TaxCategory`. */
  named(name: string): readonly XmlElement[] {
    return this.#elements.get(name) ?? NONE
  }

  /** Every element that has an attribute of that name: `//*[@currencyID]`. */
  bearing(attribute: string): readonly XmlElement[] {
    return this.#bearers.get(attribute) ?? NONE
  }
}

function append(found: Map<string, XmlElement[]>, name: string, element: XmlElement): void {
  const alike = found.get(name)
  if (alike === undefined) found.set(name, [element])
  else alike.push(element)
}
