import { decimalOf } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import type { Unread } from '../../judging/read-document.js'
import { upperCode } from '../parties.js'
import { plainWord } from '../units.js'
import { telephone } from './parties.js'

/**
 * The elements of a document that are missing in another one, written from the data read from it:
 * each as a whole. So every omission of a reader is detected. Empty elements are ignored. Linear
 * in both documents.
 * @param said elements that the other document expresses by other elements
 */
export function unreadOf(read: XmlElement, written: XmlElement, said: ReadonlySet<XmlElement>): Unread {
  const found: XmlElement[] = []
  const readAs = new Map<XmlElement, string>()
  const compare = (one: XmlElement, other: XmlElement): void => {
    const left = new Remaining(other.children)
    // Equal elements are matched first; elements between two matches may be in only one of the
    // documents.
    const differing = one.children.filter((child) => !said.has(child) && !isEmpty(child) && !left.takeSame(child))
    for (const child of differing) {
      const partner = left.takeNamed(child.name)
      if (partner !== undefined && child.children.length > 0) {
        compare(child, partner)
        continue
      }
      found.push(child)
      if (partner !== undefined && child.name !== 'Attachment') readAs.set(child, partner.stringValue)
    }
  }
  compare(read, written)
  return { unread: found.sort((one, other) => one.ordinal - other.ordinal), readAs }
}

/** Unmatched elements, by their content and by their names. */
class Remaining {
  readonly #byContent = new Map<string, XmlElement[]>()
  readonly #byName = new Map<string, XmlElement[]>()
  readonly #taken = new Set<XmlElement>()

  constructor(elements: readonly XmlElement[]) {
    // In reverse, so that the first one is popped first.
    for (const element of elements.toReversed()) {
      add(this.#byContent, contentOf(element), element)
      add(this.#byName, element.name, element)
    }
  }

  takeSame(element: XmlElement): boolean {
    return this.#take(this.#byContent.get(contentOf(element))) !== undefined
  }

  takeNamed(name: string): XmlElement | undefined {
    return this.#take(this.#byName.get(name))
  }

  #take(elements: XmlElement[] = []): XmlElement | undefined {
    for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
      if (this.#taken.has(element)) continue
      this.#taken.add(element)
      return element
    }
    return undefined
  }
}

function add(index: Map<string, XmlElement[]>, key: string, element: XmlElement): void {
  const alike = index.get(key)
  if (alike === undefined) index.set(key, [element])
  else alike.push(element)
}

function isEmpty(element: XmlElement): boolean {
  return element.children.length === 0 ? element.isEmpty : element.children.every(isEmpty)
}

/** Two elements are equal if this key is equal. */
function contentOf(element: XmlElement): string {
  const inner = element.children.length === 0 ? valueOf(element) : element.children.map(contentOf).join('')
  return `<${element.name}>${inner}</>`
}

const SPACES = /[ \t\r\n]/g

function valueOf(element: XmlElement): string {
  const text = element.stringValue
  const line = text.replaceAll(/[\t\r\n]/g, ' ').trim()
  switch (element.name) {
    case 'Attachment':
      return text.replaceAll(SPACES, '')
    case 'Telefono':
      return telephone(line)
    case 'UnitaMisura':
      return plainWord(line)
    case 'CodiceFiscale':
    case 'CodiceDestinatario':
      return upperCode(line)
    case 'IBAN':
    case 'BIC':
      return line.replaceAll(SPACES, '').toUpperCase()
    default:
      // The time zone of a date is ignored.
      return decimalOf(element)?.toString() ?? line.replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, '$1')
  }
}
