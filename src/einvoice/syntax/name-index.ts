import { addAll } from '../../domain/lists.js'
import type { XmlElement } from '../xml/element.js'

const NONE: readonly XmlElement[] = []

/**
 * The elements of a document by their names and by those of their attributes, in document order;
 * the root is one of them.
 */
export class NameIndex {
  readonly #elements = new Alike()
  readonly #bearers = new Alike()

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
    this.#elements.add(element.name, element)
  }

  /** Adds an element with an attribute; must be called in document order. */
  addAttribute(name: string, element: XmlElement): void {
    this.#bearers.add(name, element)
  }

  /** Every element with that name, anywhere: `//cac:TaxCategory`. */
  named(name: string): readonly XmlElement[] {
    return this.#elements.of(name)
  }

  /** Every element whose name fits, name by name. */
  fitting(isMeant: (name: string) => boolean): readonly XmlElement[] {
    const found: XmlElement[] = []
    for (const name of this.#elements.names()) if (isMeant(name)) addAll(found, this.named(name))
    return found
  }

  /** Every element that has an attribute of that name: `//*[@currencyID]`. */
  bearing(attribute: string): readonly XmlElement[] {
    return this.#bearers.of(attribute)
  }

  /** The names of all elements. */
  names(): Iterable<string> {
    return this.#elements.names()
  }

  /** The names of all attributes. */
  attributes(): Iterable<string> {
    return this.#bearers.names()
  }
}

/** Elements by a name. */
class Alike {
  readonly #groups = new Map<string, Group>()
  #last: Group | undefined

  add(name: string, element: XmlElement): void {
    const last = this.#last
    // Lines repeat the same names in the same order.
    if (last?.next?.name === name) {
      last.next.elements.push(element)
      this.#last = last.next
      return
    }
    let group = this.#groups.get(name)
    if (group === undefined) this.#groups.set(name, (group = { name, elements: [element], next: undefined }))
    else group.elements.push(element)
    if (last !== undefined) last.next = group
    this.#last = group
  }

  of(name: string): readonly XmlElement[] {
    return this.#groups.get(name)?.elements ?? NONE
  }

  names(): Iterable<string> {
    return this.#groups.keys()
  }
}

interface Group {
  readonly name: string
  readonly elements: XmlElement[]
  /** The one that an element was added to after the last one of this. */
  next: Group | undefined
}
