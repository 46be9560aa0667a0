import { isBlank } from '../../../einvoice/xml/white-space.js'
import { decimalOf } from '../../../einvoice/rules/bindings/xpath.js'
import type { Decimal } from '../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/**
 * The text of the first child of that name, on one line like an `xs:normalizedString`; undefined
 * if absent or blank.
 */
export function textIn(parent: XmlElement | undefined, name: string): string | undefined {
  const text = parent?.child(name)?.stringValue
  return isBlank(text) ? undefined : text.replaceAll(/[\t\r\n]/g, ' ')
}

/** The same for a code, which has no surrounding white space. */
export function codeIn(parent: XmlElement | undefined, name: string): string | undefined {
  return textIn(parent, name)?.trim()
}

/** The number in the first child of that name, exact; undefined if there is none. */
export function decimalIn(parent: XmlElement | undefined, name: string): Decimal | undefined {
  return decimalOf(parent?.child(name))
}

/** A number of the JSON; 0 if it is too large for one. */
export function numberOf(decimal: Decimal): number {
  const number = Number(decimal.toString())
  return Number.isFinite(number) ? number : 0
}

/** The number in the first child of that name; undefined if there is none. */
export function numberIn(parent: XmlElement | undefined, name: string): number | undefined {
  const decimal = decimalOf(parent?.child(name))
  const number = decimal === undefined ? Number.NaN : Number(decimal.toString())
  return Number.isFinite(number) ? number : undefined
}

/** The day of an `xs:date` or `xs:dateTime`, without time zone; any other text is unchanged. */
export function dayIn(parent: XmlElement | undefined, name: string): string | undefined {
  const text = codeIn(parent, name)
  return text === undefined ? undefined : (/^\d{4}-\d\d-\d\d(?=$|[TZ+-])/.exec(text)?.[0] ?? text)
}
