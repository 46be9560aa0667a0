import { isBlank } from '../../../einvoice/xml/white-space.js'
import { decimalOf } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/**
 * The text of the first child of that name, on one line as `xs:normalizedString` has it; undefined
 * where there is none, or a blank one.
 */
export function textIn(parent: XmlElement | undefined, name: string): string | undefined {
  const text = parent?.child(name)?.stringValue
  return isBlank(text) ? undefined : text.replaceAll(/[\t\r\n]/g, ' ')
}

/** The same of a code, which has no white space around it. */
export function codeIn(parent: XmlElement | undefined, name: string): string | undefined {
  return textIn(parent, name)?.trim()
}

/** The number in the first child of that name; undefined where there is none. */
export function numberIn(parent: XmlElement | undefined, name: string): number | undefined {
  const decimal = decimalOf(parent?.child(name))
  const number = decimal === undefined ? Number.NaN : Number(decimal.toString())
  return Number.isFinite(number) ? number : undefined
}

/** The day of an `xs:date` or `xs:dateTime`, without time zone; what is none as written. */
export function dayIn(parent: XmlElement | undefined, name: string): string | undefined {
  const text = codeIn(parent, name)
  return text === undefined ? undefined : (/^\d{4}-\d\d-\d\d(?=$|[TZ+-])/.exec(text)?.[0] ?? text)
}
