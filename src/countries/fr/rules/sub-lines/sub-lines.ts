import { type Context, type JudgedDocument } from '../../../../einvoice/rules/bindings/binding.js'
import { all } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { indexed } from '../values.js'

/** The places of the hierarchy of lines in a syntax. */
interface SubLinePlaces {
  /** The lines of a document, in its order. */
  readonly lines: Context
  /**
   * The lines in an element, if the rules search the lines beside a line; else they search those
   * of the document.
   */
  readonly linesIn?: (parent: XmlElement) => readonly XmlElement[]
  /** BT-126, below a line. */
  readonly number: string
  /** BT-131, below a line. */
  readonly net: string
  /** EXT-FR-FE-162: the numbers of the line above a line. */
  readonly parentsOf: (line: XmlElement, document: JudgedDocument) => readonly XmlElement[]
  /** EXT-FR-FE-163: whether a line is a GROUP, a DETAIL or an INFORMATION. */
  readonly isOfSubtype: (line: XmlElement, document: JudgedDocument, subtype: string) => boolean
}

/** The hierarchy of lines in documents of one syntax. */
export class SubLines {
  constructor(readonly places: SubLinePlaces) {}

  /** The lines with a number (BT-126), beside a line where the rules search there. */
  numbered(number: string, document: JudgedDocument, beside?: XmlElement): readonly XmlElement[] {
    return this.#around(beside, document).byNumber.get(number) ?? []
  }

  /** The lines that name a number as the line above them, likewise. */
  withParent(number: string, document: JudgedDocument, beside?: XmlElement): readonly XmlElement[] {
    return this.#around(beside, document).byParent.get(number) ?? []
  }

  /** The lines that name a line as the one above them. */
  below(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
    const numbers = all(line, this.places.number)
    return [...new Set(numbers.flatMap(({ stringValue }) => this.withParent(stringValue, document, line)))]
  }

  #around(line: XmlElement | undefined, document: JudgedDocument): LineIndex {
    const { lines, linesIn } = this.places
    const parent = (linesIn && line?.parent) ?? document.root
    const known = document.once(this.#indexes)
    let index = known.get(parent)
    if (index === undefined) {
      const found = linesIn === undefined || parent === document.root ? lines(document) : linesIn(parent)
      index = {
        byNumber: indexed(found, (each) => all(each, this.places.number)),
        byParent: indexed(found, (each) => this.places.parentsOf(each, document)),
      }
      known.set(parent, index)
    }
    return index
  }

  readonly #indexes = (): Map<XmlElement, LineIndex> => new Map()
}

/** Lines by a number. */
interface LineIndex {
  readonly byNumber: ReadonlyMap<string, readonly XmlElement[]>
  readonly byParent: ReadonlyMap<string, readonly XmlElement[]>
}
