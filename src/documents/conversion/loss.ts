import { cut } from '../../domain/text.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { ModelLoss } from '../../einvoice/syntax/losses.js'
import type { UnreadAttribute } from '../../einvoice/syntax/reading-report.js'
import type { ModelValue } from '../../einvoice/model/terms.js'
import { quoted } from '../../einvoice/xml/quoted.js'
import { bounded } from '../../einvoice/rules/finding-text.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { namedTerm } from './terms.js'

/** Data of an invoice that its conversion does not contain. */
export interface Loss {
  /** Field of the JSON, or XPath of the element; empty: the whole invoice. */
  readonly path: string
  /** Line on which that element begins, from 1; absent for a field. */
  readonly line?: number
  /** Business term or group of EN 16931; empty if there is none. */
  readonly term: string
  readonly message: string
}

/** A place in the source. */
export type LossLocation = Pick<Loss, 'path' | 'line'>

/** The loss of a term of the semantic model. */
export function lossOfTerm({ term, value, other }: ModelLoss, place: LossLocation, target: string): Loss {
  const { name } = namedTerm(withoutPart(term))
  const subject = [name === '' ? term : `${name} (${term})`, value === undefined ? '' : shown(value)]
  const lost = subject.filter((part) => part !== '').join(' ')
  return {
    ...place,
    term,
    message:
      other === undefined || value === undefined
        ? `${lost} is not available in ${target}.`
        : `${lost} becomes ${shown(other)} in ${target}.`,
  }
}

/** The loss of an element that was not read. */
export function lossOfElement(element: XmlElement, place: LossLocation, term: string): Loss {
  const value = element.children.length > 0 ? '' : ` ${quoted(element.stringValue)}`
  return {
    ...place,
    term,
    message: bounded(`\`${cut(element.name, 100)}\`${value} is not read: no term or field can hold its content here.`),
  }
}

/** The loss of an attribute that was not read. */
export function lossOfAttribute({ element, name, value }: UnreadAttribute, line: number, term: string): Loss {
  return {
    path: bounded(`${element.path}/@${name}`),
    line,
    term,
    message: bounded(
      `\`@${cut(name, 100)}\` ${quoted(value)} of \`${cut(element.name, 100)}\` is not read: no term or field can hold it here.`,
    ),
  }
}

/** The loss of a field of the JSON. */
export function lossOfField(path: string, term: string, value: unknown, target: string): Loss {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? ` ${quoted(String(value))}` : ''
  return { path: bounded(path), term, message: bounded(`\`${path}\`${text} is not available in ${target}.`) }
}

/** BT-29 for BT-29-1, which has the same place and no name. */
export function withoutPart(term: string): string {
  return /^BT-\d+-\d$/.test(term) ? term.slice(0, -2) : term
}

function shown(value: ModelValue): string {
  if (value instanceof Uint8Array) return `(${value.length} bytes)`
  return value instanceof Decimal ? value.toString() : quoted(String(value))
}
