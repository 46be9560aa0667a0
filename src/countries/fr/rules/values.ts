import type { Syntax } from '../../../domain/request/invoice-request.js'
import {
  along,
  DOCUMENTS,
  everywhere,
  type JudgedDocument,
  type Context,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, decimalOf, doubleOf, plain, same, SeveralValues } from '../../../einvoice/rules/bindings/xpath.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/** The paths of one thing in the artefacts, for UBL and for CII. */
export type Places = readonly [ubl: string, cii: string]

/**
 * The elements of such a path: from a document or, after `//`, anywhere. In UBL `LINE` is a line
 * of the document and `TYPE` its type, `QUANTITY` the quantity of a line; a document in an
 * extension is one, too. An empty path: the artefact for that syntax has no such rule.
 */
export function at(syntax: Syntax, [ubl, cii]: Places): Context {
  const path = syntax === 'ubl' ? ubl : cii
  if (path === '') return () => []
  if (path.startsWith('//')) return along(path.slice(2))
  if (syntax === 'cii') return (document) => INVOICES(document).flatMap((each) => all(each, path))
  const [ofInvoice, ofCreditNote] = [ublPath(path, 'Invoice', 'Invoiced'), ublPath(path, 'CreditNote', 'Credited')]
  return (document) =>
    DOCUMENTS(document).flatMap((each) => all(each, each.name === 'cn:CreditNote' ? ofCreditNote : ofInvoice))
}

const INVOICES = everywhere('rsm:CrossIndustryInvoice')

function ublPath(path: string, document: string, quantified: string): string {
  const line = `cac:${document}Line`
  return path
    .replace(/^LINE/, line)
    .replace(/^TYPE$/, `cbc:${document}TypeCode`)
    .replace(/^QUANTITY$/, `${line}/cbc:${quantified}Quantity`)
}

/**
 * The only element of a sequence, as the single argument of an XPath function.
 * @throws SeveralValues
 */
export function compared(elements: readonly XmlElement[]): XmlElement | undefined {
  if (elements[1] !== undefined) throw new SeveralValues(elements[1])
  return elements[0]
}

/** The SIREN among the legal numbers of a party. @throws SeveralValues */
export function sirenIn(root: XmlElement, numbers: string): XmlElement | undefined {
  return compared(all(root, numbers).filter((id) => id.attribute('schemeID') === '0002'))
}

/** Elements by each of their texts of one kind. */
export function indexed(
  elements: readonly XmlElement[],
  textsOf: (element: XmlElement) => readonly XmlElement[],
): ReadonlyMap<string, readonly XmlElement[]> {
  const index = new Map<string, XmlElement[]>()
  for (const element of elements)
    for (const text of new Set(textsOf(element).map(({ stringValue }) => stringValue))) {
      const alike = index.get(text)
      if (alike === undefined) index.set(text, [element])
      else alike.push(element)
    }
  return index
}

/** `number()`: any other text is NaN, which equals nothing. */
export function number(element: XmlElement | undefined): number {
  return element === undefined ? Number.NaN : doubleOf(element)
}

/** `number(a) = number(b)`. */
export function equalNumbers(one: XmlElement | undefined, other: XmlElement | number | undefined): boolean {
  return number(one) === (typeof other === 'number' ? other : number(other))
}

/** `xs:decimal(a) = xs:decimal(b)`. */
export function equalDecimals(one: XmlElement | undefined, other: XmlElement | number | undefined): boolean {
  return same(decimalOf(one), typeof other === 'number' ? Decimal.of(String(other)) : decimalOf(other))
}

/**
 * Business processes (BT-23) of invoices by several sellers, and of invoices in both directions.
 */
export const SEVERAL_SELLERS: ReadonlySet<string> = new Set(['S8', 'B8', 'M8'])
/** Business processes (BT-23) of invoices in both directions. */
export const TWO_WAYS: ReadonlySet<string> = new Set(['S9', 'B9', 'M9'])
/** Business processes (BT-23) of all invoices with sub-invoices. */
export const SUB_INVOICES: ReadonlySet<string> = new Set([...SEVERAL_SELLERS, ...TWO_WAYS])

const UBL_PROCESS = 'cbc:ProfileID'
const CII_PROCESS = 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'

/**
 * Whether the business process of a document is one of these, ignoring white space.
 * @throws SeveralValues
 */
export function runs(root: XmlElement, processes: ReadonlySet<string>): boolean {
  return processes.has(plain(root, root.name === 'rsm:CrossIndustryInvoice' ? CII_PROCESS : UBL_PROCESS))
}

/** The context elements of a rule, if the business process of the document is one of these. */
export function when(processes: ReadonlySet<string>, context: Context): Context {
  return (document: JudgedDocument) => (runs(document.root, processes) ? context(document) : [])
}

/** `sum()` of texts, in binary floating point. */
export function sumOfNumbers(elements: readonly XmlElement[]): number {
  return elements.reduce((sum, element) => sum + number(element), 0)
}

/** Computes for each text once. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (!known.has(text)) known.set(text, compute(text))
    return known.get(text) as T
  }
}

/** The values of elements, each once. */
export function valuesAt(from: XmlElement, path: string): ReadonlySet<string> {
  return new Set(all(from, path).map(({ stringValue }) => stringValue))
}

/**
 * The sums of the VAT breakdown entries whose reasons begin with `#number#`, in binary floating
 * point; computed once for each number.
 */
export class AmountsByNumber {
  /**
   * Sorted by their reasons, so that common beginnings are adjacent; `place` is the position in
   * the document.
   */
  readonly #entries: readonly {
    readonly reason: string
    readonly amounts: readonly XmlElement[]
    readonly place: number
  }[]
  readonly of = remembered((number) => this.#sum(`#${number}#`))

  constructor(entries: readonly { readonly reason: string; readonly amounts: readonly XmlElement[] }[]) {
    this.#entries = entries
      .map((entry, place) => ({ ...entry, place }))
      .sort((one, other) => (one.reason < other.reason ? -1 : one.reason > other.reason ? 1 : 0))
  }

  #sum(beginning: string): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#entries[middle]?.reason ?? '') < beginning) low = middle + 1
      else high = middle
    }
    let end = low
    while (this.#entries[end]?.reason.startsWith(beginning) === true) end += 1
    // Sums in binary floating point depend on the order, so the document's order is used.
    const found = this.#entries.slice(low, end).sort((one, other) => one.place - other.place)
    return sumOfNumbers(found.flatMap(({ amounts }) => amounts))
  }
}
