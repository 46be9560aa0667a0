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
  /** Present if the loss touches an amount of the invoice. */
  readonly changes?: 'amount'
}

/** The values of `Loss.changes`. */
export const CHANGES = ['amount'] as const

/** Terms with an amount, or with what one is computed from; groups that change the totals. */
const AMOUNT_TERMS: ReadonlySet<string> = new Set(
  `BG-20 BG-21 BG-22 BG-23 BG-25 BG-27 BG-28 BG-29 BG-DEX-01 BG-DEX-09 BT-92 BT-93 BT-94 BT-96 BT-99 BT-100 BT-101
  BT-103 BT-106 BT-107 BT-108 BT-109 BT-110 BT-111 BT-112 BT-113 BT-114 BT-115 BT-116 BT-117 BT-119 BT-129 BT-131
  BT-136 BT-137 BT-138 BT-141 BT-142 BT-143 BT-146 BT-147 BT-148 BT-149 BT-152 BT-DEX-002`.split(/\s+/),
)

/** Fields of the JSON without a term that change what is to be paid. */
const AMOUNT_FIELDS = /^(?:withholdings|socialFunds|stampDuty|prepaidAmount|roundingAmount|de\.thirdPartyPayments)\b/

/** The mark of a loss that touches an amount. */
function marked(isAmount: boolean): Pick<Loss, 'changes'> {
  return isAmount ? { changes: 'amount' } : {}
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
    ...marked(AMOUNT_TERMS.has(term)),
  }
}

/** How the content of an element that was not read comes out. */
interface Outcome {
  /** Its value in a document made of what was read; undefined: it has none. */
  readonly readAs?: string | undefined
  readonly isAmount: boolean
}

/** The loss of an element that was not read, or read as another value. */
export function lossOfElement(
  element: XmlElement,
  place: LossLocation,
  term: string,
  { readAs, isAmount }: Outcome,
): Loss {
  const leaf = leafOf(element)
  const value = leaf === undefined ? '' : ` ${quoted(leaf.stringValue)}`
  return {
    ...place,
    term,
    message: bounded(
      `\`${cut(element.name, 100)}\`${value} is ${readAs === undefined ? 'not read: no term or field can hold its content here' : `read as ${quoted(readAs)}`}.`,
    ),
    ...marked(isAmount),
  }
}

/** The element with the text: a date of a Cross Industry Invoice has it one deeper. */
function leafOf(element: XmlElement): XmlElement | undefined {
  const [child, another] = element.children
  if (child === undefined) return element
  return another === undefined && /^[uq]dt:/.test(child.name) && child.children.length === 0 ? child : undefined
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
    // The amount is read as one of the invoice currency.
    ...marked(name === 'currencyID'),
  }
}

/** The loss of a field of the JSON. */
export function lossOfField(path: string, term: string, value: unknown, target: string): Loss {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? ` ${quoted(String(value))}` : ''
  return {
    path: bounded(path),
    term,
    message: bounded(`\`${path}\`${text} is not available in ${target}.`),
    ...marked(AMOUNT_FIELDS.test(path)),
  }
}

/** The loss of a cash discount or of a part of the payment. @param words it in words */
export function lossOfPlan(words: string, place: LossLocation, target: string): Loss {
  return {
    ...place,
    term: 'BT-20',
    message: bounded(`Payment terms (BT-20) ${quoted(words)} are not available in ${target}.`),
  }
}

/** BT-29 for BT-29-1, which has the same place and no name. */
export function withoutPart(term: string): string {
  return /^BT-\d+-\d$/.test(term) ? term.slice(0, -2) : term
}

function shown(value: ModelValue): string {
  if (value instanceof Uint8Array) return `(${value.length} bytes)`
  return value instanceof Decimal ? value.toString() : quoted(String(value))
}
