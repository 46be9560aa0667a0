import { type Context, type JudgedDocument } from '../../../../einvoice/rules/bindings/binding.js'
import { all } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { indexed } from '../values.js'

/** The places of the hierarchy of lines in a syntax. */
interface SubLinePlaces {
  /** The lines of a document, in its order. */
  readonly lines: Context
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

  /** The lines with a number (BT-126). */
  numbered(number: string, document: JudgedDocument): readonly XmlElement[] {
    return document.once(this.#byNumber).get(number) ?? []
  }

  /** The lines that name a number as the line above them. */
  withParent(number: string, document: JudgedDocument): readonly XmlElement[] {
    return document.once(this.#byParent).get(number) ?? []
  }

  /** The lines that name a line as the one above them. */
  below(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
    const below = all(line, this.places.number).flatMap(({ stringValue }) => this.withParent(stringValue, document))
    return [...new Set(below)]
  }

  readonly #byNumber = (document: JudgedDocument): ReadonlyMap<string, readonly XmlElement[]> =>
    indexed(this.places.lines(document), (line) => all(line, this.places.number))
  readonly #byParent = (document: JudgedDocument): ReadonlyMap<string, readonly XmlElement[]> =>
    indexed(this.places.lines(document), (line) => this.places.parentsOf(line, document))
}
