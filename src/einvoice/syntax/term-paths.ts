import { aroundNamed, childrenNamed, type XmlElement } from '../xml/element.js'
import { frenchPartyRows } from './french-party-terms.js'
import type { DetectedDocument, InvoiceDocument } from './invoice-document.js'
import { CII_ADDRESS, CII_GROUPS, CII_TERMS, UBL_ADDRESS, UBL_TERMS } from './term-tables.js'
import { trimmed } from '../xml/white-space.js'

const NONE: readonly XmlElement[] = []

/** Maps business terms to paths in one kind of document, and back. */
export class TermPaths {
  readonly #paths = new Map<string, string>()
  readonly #terms = new Map<string, string>()
  /** By path: its steps, the last one first. */
  readonly #steps = new Map<string, readonly string[]>()

  constructor(rows: readonly (readonly [term: string, path: string])[]) {
    for (const [term, path] of rows) {
      for (const each of term.split('/')) if (!this.#paths.has(each)) this.#paths.set(each, path)
      if (!this.#terms.has(path)) this.#terms.set(path, term)
    }
  }

  /**
   * The path of a term below the root, for example `cac:PaymentTerms/cbc:Note`; undefined for a
   * term that the syntax does not have.
   */
  pathOf(term: string): string | undefined {
    return this.#paths.get(term)
  }

  /** The term of an element, or else the nearest enclosing group; empty: there is none. */
  termOf(element: XmlElement): string {
    for (let at: XmlElement | null = element; at !== null; at = at.parent) {
      const path = belowRoot(at)
      const terms = this.#terms.get(path) ?? this.#terms.get(asOfLine(path))
      if (terms === undefined) continue
      const [ofAllowance = '', ofCharge] = terms.split('/')
      return ofCharge !== undefined && isInCharge(at) ? ofCharge : ofAllowance
    }
    return ''
  }

  /**
   * Whether a term's place is an element, or inside it. The contents distinguish an allowance from
   * a charge.
   */
  isIn(term: string, element: XmlElement): boolean {
    const path = this.#paths.get(term)
    if (path === undefined) return false
    const outer = asOfLine(belowRoot(element))
    if (outer !== '' && path !== outer && !path.startsWith(`${outer}/`)) return false
    const [, ofCharge] = this.#terms.get(path)?.split('/') ?? []
    return ofCharge === undefined || !outer.includes('AllowanceCharge') || (ofCharge === term) === isInCharge(element)
  }

  /** Every element of a term in the document, in document order. */
  elementsAt(term: string, { names }: Pick<InvoiceDocument, 'names'>): readonly XmlElement[] {
    const steps = this.#stepsOf(term)
    const [last] = steps
    return last === undefined
      ? NONE
      : names.named(last).filter((element) => aroundNamed(element, steps)?.parent === null)
  }

  /** The path of a term, from its end to the root. */
  #stepsOf(term: string): readonly string[] {
    const path = this.#paths.get(term)
    if (path === undefined) return []
    let steps = this.#steps.get(path)
    if (steps === undefined) this.#steps.set(path, (steps = path.split('/').reverse()))
    return steps
  }

  /** The element of a term in a group if there is exactly one, else undefined. */
  elementOf(term: string, group: XmlElement): XmlElement | undefined {
    const path = this.#paths.get(term)
    const outer = asOfLine(belowRoot(group))
    if (path === undefined || (outer !== '' && !path.startsWith(`${outer}/`))) return undefined
    const inner = outer === '' ? path : path.slice(outer.length + 1)
    const found: XmlElement[] = []
    collectTwo(group, inner.split('/'), 0, found)
    return found.length === 1 ? found[0] : undefined
  }
}

/** The first two elements at the end of a path: two are enough to detect several. */
function collectTwo(from: XmlElement, steps: readonly string[], at: number, found: XmlElement[]): void {
  for (const child of childrenNamed(from, steps[at] ?? '')) {
    if (found.length > 1) return
    if (at === steps.length - 1) found.push(child)
    else collectTwo(child, steps, at + 1, found)
  }
}

/** Sub-lines (BG-DEX-01) have the terms of lines, at any depth. */
function asOfLine(path: string): string {
  return path.includes('cac:Sub') ? path.replace(/(?:\/cac:Sub(?:Invoice|CreditNote)Line)+/, '') : path
}

/** The path of names from the root to an element. */
export function belowRoot(element: XmlElement): string {
  if (element.parent === null) return ''
  const before = belowRoot(element.parent)
  return before === '' ? element.name : `${before}/${element.name}`
}

/** An allowance and a charge are one element in both syntaxes, distinguished by an indicator. */
function isInCharge(element: XmlElement): boolean {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const indicator = at.child('cbc:ChargeIndicator') ?? at.child('ram:ChargeIndicator')
    if (indicator !== undefined) return ['true', '1'].includes(trimmed(indicator.stringValue))
  }
  return false
}

/** The paths of the terms in documents with that root element. */
export function termPaths(root: DetectedDocument['root']): TermPaths {
  const known = made.get(root)
  if (known !== undefined) return known
  const isCreditNote = root === 'cn:CreditNote'
  const paths = new TermPaths(
    root === 'rsm:CrossIndustryInvoice'
      ? [...rowsOf(CII_TERMS, CII_ADDRESS, false), ...rowsOf(frenchPartyRows('cii'), '', false)]
      : [
          ...rowsOf(
            UBL_TERMS.replaceAll('INVOICE', isCreditNote ? 'CreditNote' : 'Invoice'),
            UBL_ADDRESS,
            isCreditNote,
          ),
          ...rowsOf(frenchPartyRows('ubl'), '', isCreditNote),
        ],
  )
  made.set(root, paths)
  return paths
}

/** Tables are parsed for the first document. */
// The keys are the root elements of documents, three in all.
// eslint-disable-next-line no-restricted-syntax
const made = new Map<string, TermPaths>()

function rowsOf(table: string, address: string, isCreditNote: boolean): (readonly [string, string])[] {
  const fields = address.split(' ')
  return trimmed(table)
    .split('\n')
    .flatMap((line): (readonly [string, string])[] => {
      const space = line.indexOf(' ')
      const group = groupOf(line.slice(0, space))
      const rest = line.slice(space + 1)
      if (rest.startsWith('= '))
        return rest
          .slice(2)
          .split(' ')
          .map((term, index) => [term, joined(group, fields[index] ?? '')])
      return rest.split(', ').map((written) => {
        const [term = '', paths = ''] = written.split(' ')
        const [path = '', inCreditNote = path] = paths.split('|')
        return [term, joined(group, isCreditNote ? inCreditNote : path)]
      })
    })
}

function groupOf(written: string): string {
  const [first = '', ...others] = written.split('/')
  return [Object.hasOwn(CII_GROUPS, first) ? CII_GROUPS[first] : first, ...others].join('/')
}

function joined(group: string, path: string): string {
  if (group === '.') return path
  return path === '.' ? group : `${group}/${path}`
}
