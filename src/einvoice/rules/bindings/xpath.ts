import { Decimal } from '../../model/decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { isBlank, normalised, trimmed } from '../../xml/white-space.js'
import { numberOf } from './numbers.js'

// The keys are the paths in the rules.
// eslint-disable-next-line no-restricted-syntax
const PATHS = new Map<string, readonly string[]>()

function stepsOf(path: string): readonly string[] {
  let steps = PATHS.get(path)
  if (steps === undefined) {
    steps = path.split('/')
    PATHS.set(path, steps)
  }
  return steps
}

/** All elements at the end of a path of child names: `cac:TaxTotal/cac:TaxSubtotal`. */
export function all(from: XmlElement, path: string): readonly XmlElement[] {
  const steps = stepsOf(path)
  if (steps.length === 1) return from.all(path)
  const found: XmlElement[] = []
  collect(from, steps, 0, found)
  return found
}

function collect(from: XmlElement, steps: readonly string[], at: number, found: XmlElement[]): void {
  const name = steps[at] ?? ''
  const isLast = at === steps.length - 1
  for (const child of from.perhaps(name)) {
    if (child.name !== name) continue
    if (isLast) found.push(child)
    else collect(child, steps, at + 1, found)
  }
}

/** The first of them, in document order. */
export function first(from: XmlElement, path: string): XmlElement | undefined {
  const steps = stepsOf(path)
  return steps.length === 1 ? from.child(path) : firstFrom(from, steps, 0)
}

function firstFrom(from: XmlElement, steps: readonly string[], at: number): XmlElement | undefined {
  const name = steps[at] ?? ''
  for (const child of from.perhaps(name)) {
    if (child.name !== name) continue
    const found = at === steps.length - 1 ? child : firstFrom(child, steps, at + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** `a/b`, as a condition: whether one exists. */
export function has(from: XmlElement, path: string): boolean {
  return first(from, path) !== undefined
}

/** `count(a/b)`. */
export function count(from: XmlElement, path: string): number {
  return stepsOf(path).length === 1 ? countChildren(from, path) : all(from, path).length
}

function countChildren(from: XmlElement, name: string): number {
  let found = 0
  for (const child of from.perhaps(name)) if (child.name === name) found += 1
  return found
}

/**
 * The official rules fail on the document, so their verdict is unknown; but no government accepts
 * a document on which its rules fail.
 */
export class RuleFailure extends Error {
  constructor(
    readonly element: XmlElement,
    message: string,
    /** What to do. */
    readonly fix: string,
  ) {
    super(message)
    this.name = new.target.name
  }
}

/** An XPath function for one value received several. */
export class SeveralValues extends RuleFailure {
  constructor(element: XmlElement) {
    super(
      element,
      `${element.name} occurs more than once, so the official rules cannot judge it`,
      `Keep one ${element.name}`,
    )
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: ', for example 2026-03-31',
  number: ', for example 12.50',
  decimal: ', for example 12.50',
}

/** A value could not be converted to a type. */
export class NotOfType extends RuleFailure {
  constructor(element: XmlElement, type: string) {
    super(
      element,
      `${element.name} is not a valid ${type}, so the official rules cannot judge it`,
      `Write ${element.name} as a ${type} of XML Schema${EXAMPLES[type] ?? ''}`,
    )
  }
}

/** An XPath function for one text received several, because something separates them. */
class PartedText extends RuleFailure {
  constructor(element: XmlElement) {
    super(
      element,
      `a comment, a processing instruction or an element splits the text of ${element.name}, so the official rules cannot judge it`,
      `Keep only text in ${element.name}`,
    )
  }
}

/**
 * `text()` of an element as a single argument; undefined for an element without text.
 * @throws PartedText
 */
export function textNode(element: XmlElement): string | undefined {
  const [found, second] = element.textNodes
  if (second !== undefined) throw new PartedText(element)
  return found
}

/** `normalize-space(text())` of an element. @throws PartedText */
export function plainTextNode(element: XmlElement): string {
  return normalised(textNode(element) ?? '')
}

/** `normalize-space(a/b/text())`. @throws SeveralValues, PartedText */
export function plainTextOf(from: XmlElement, path: string): string {
  return normalised(textOf(from, path) ?? '')
}

/**
 * `a/b/text()` as a single argument; undefined if there is none.
 * @throws SeveralValues, PartedText
 */
export function textOf(from: XmlElement, path: string): string | undefined {
  const [found, second] = all(from, path).filter(({ textNodes }) => textNodes.length > 0)
  if (second !== undefined) throw new SeveralValues(second)
  return found && textNode(found)
}

/** The one element of that path. @throws SeveralValues */
export function only(from: XmlElement, path: string): XmlElement | undefined {
  const steps = stepsOf(path)
  const sole = soleFrom(from, steps)
  if (sole !== null) return sole
  const found = all(from, path)
  if (found[1] !== undefined) throw new SeveralValues(found[1])
  return found[0]
}

/**
 * The element at the end of a path on which every element is the only one of its name, the usual
 * case; undefined: there is none; null: one is repeated.
 */
function soleFrom(from: XmlElement, steps: readonly string[]): XmlElement | null | undefined {
  let at = from
  for (const name of steps) {
    let found: XmlElement | undefined
    for (const child of at.perhaps(name)) {
      if (child.name !== name) continue
      if (found !== undefined) return null
      found = child
    }
    if (found === undefined) return undefined
    at = found
  }
  return at
}

/** `string(a/b)`: empty if there is none. @throws SeveralValues */
export function text(from: XmlElement, path: string): string {
  return only(from, path)?.stringValue ?? ''
}

/** `normalize-space(a/b) != ''`. */
export function filled(from: XmlElement, path: string): boolean {
  return !isBlank(text(from, path))
}

/** `normalize-space(a/b)`. */
export function plain(from: XmlElement, path: string): string {
  return normalised(text(from, path))
}

/** `a/b = 'value'`: whether any of them is. */
export function is(from: XmlElement, path: string, value: string): boolean {
  return some(from, path, (each) => each.stringValue === value)
}

function some(from: XmlElement, path: string, holds: (element: XmlElement) => boolean): boolean {
  const sole = soleFrom(from, stepsOf(path))
  return sole === null ? all(from, path).some(holds) : sole !== undefined && holds(sole)
}

/** `a/b/text() = 'value'`: whether any piece of text in any of them is. */
export function isTextNode(from: XmlElement, path: string, value: string): boolean {
  return all(from, path).some(({ textNodes }) => textNodes.includes(value))
}

/** `xs:decimal(.)`; undefined if it is not a number. */
export function decimalOf(element: XmlElement | undefined): Decimal | undefined {
  if (element === undefined) return undefined
  // Many rules use the same amounts.
  if (element.decimal === undefined) element.decimal = decimalIn(element.stringValue) ?? null
  return element.decimal ?? undefined
}

function decimalIn(text: string): Decimal | undefined {
  const written = trimmed(text)
  if (written.length > 400 || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(written)) return undefined
  return Decimal.of(written.includes('.') ? written.replace(/^([+-]?)\./, '$10.') : written)
}

/** `xs:decimal(a/b)`; undefined if there is none. @throws SeveralValues */
export function decimal(from: XmlElement, path: string): Decimal | undefined {
  return decimalOf(only(from, path))
}

/**
 * `a/b` as XPath compares an untyped value with a number: in binary floating point. NaN if there
 * is none.
 */
export function double(from: XmlElement, path: string): number {
  const element = first(from, path)
  return element === undefined ? Number.NaN : doubleOf(element)
}

/** `number(.)`: the string value in binary floating point; NaN if it is not a number. */
export function doubleOf(element: XmlElement): number {
  return numberOf(element.stringValue)
}

/** `sum(for each of them xs:decimal(a/b))`. */
export function sum(elements: readonly XmlElement[], path: string): Decimal {
  let total = Decimal.zero
  for (const element of elements) total = total.plus(decimal(element, path) ?? Decimal.zero)
  return total
}

/** `a/b = true()`, or `a/b = false()`: whether any of them is. */
export function indicates(from: XmlElement, path: string, value: boolean): boolean {
  const words = value ? TRUE : FALSE
  return some(from, path, (each) => words.has(trimmed(each.stringValue)))
}

/**
 * Whether the rules on allowances, or those on charges, are judged at an element that is marked as
 * both: of the rules of a pattern only the first is judged, and those on allowances come first.
 */
export function isJudgedAs(from: XmlElement, path: string, isCharge: boolean): boolean {
  return indicates(from, path, isCharge) && !(isCharge && indicates(from, path, false))
}

const TRUE: ReadonlySet<string> = new Set(['true', '1'])
const FALSE: ReadonlySet<string> = new Set(['false', '0'])

/**
 * `string-length(substring-after(a/b, '.')) <= 2`: on the number as written, including trailing
 * zeros and white space.
 */
export function twoDecimals(from: XmlElement, path: string): boolean {
  const element = only(from, path)
  return element === undefined || writtenWithTwoDecimals(element)
}

/** `string-length(substring-after(., '.')) <= 2`, likewise. */
export function writtenWithTwoDecimals(element: XmlElement): boolean {
  // A known exact number needs no look at its text.
  if (element.isWrittenShort) return true
  const written = element.stringValue
  const point = written.indexOf('.')
  return point < 0 || written.length - point - 1 <= 2
}

/** `round(x * 100) div 100`, half towards positive infinity. */
export function cents(amount: Decimal): Decimal {
  return amount.roundHalfUp(2)
}

/** `a = b`, false if one is missing. */
export function same(one: Decimal | undefined, other: Decimal | undefined): boolean {
  return one !== undefined && other !== undefined && one.equals(other)
}

const LISTS = new WeakMap<ReadonlySet<string>, string>()

/**
 * `contains(' A1 B2 C3 ', text)`: whether a text occurs anywhere in a list of codes between
 * spaces, so that parts of codes pass, too.
 */
export function standsIn(list: ReadonlySet<string>, written: string): boolean {
  let joined = LISTS.get(list)
  if (joined === undefined) {
    joined = ` ${[...list].join(' ')} `
    LISTS.set(list, joined)
  }
  return joined.includes(written)
}
