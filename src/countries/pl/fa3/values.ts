import type { Decimal } from '../../../einvoice/model/decimal.js'
import { decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/** The first element of a path of child names; undefined: there is none. */
function at(from: XmlElement | undefined, path: string): XmlElement | undefined {
  return from && first(from, path)
}

/**
 * The text at a path with the white space rules of FA(3)'s types: collapsed and trimmed.
 * undefined: no element or no text.
 */
export function textAt(from: XmlElement | undefined, path: string): string | undefined {
  const text = normalised(at(from, path)?.stringValue ?? '')
  return text === '' ? undefined : text
}

/** The number at a path; undefined: there is none. */
export function decimalAt(from: XmlElement | undefined, path: string): Decimal | undefined {
  return decimalOf(at(from, path))
}

/** As a JSON number; also undefined if it is too large for JSON. */
export function jsonNumber(value: Decimal | undefined): number | undefined {
  const number = value === undefined ? Number.NaN : Number(value.toString())
  return Number.isFinite(number) ? number : undefined
}

/** Whether an element is there and set: marks of FA(3) are 1 for yes and 2 for no. */
export function isMarked(from: XmlElement | undefined, path: string): boolean {
  return textAt(from, path) === '1'
}
