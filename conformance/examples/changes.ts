import { CII_FORBIDDEN, CII_ONCE } from '../../src/einvoice/rules/bindings/cii/paths.js'
import { rowsOf } from '../../src/einvoice/rules/bindings/forbidden.js'
import { UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF } from '../../src/einvoice/rules/bindings/ubl/paths.js'
import { UBL_SINGLES } from '../../src/einvoice/rules/bindings/ubl/syntax.js'
import { copied, type Editable } from '../editable.js'
import { places } from '../places.js'
import type { Base } from './bases.js'

const CODES = [
  ...['S', 'AE', 'XX', 'EUR', 'RON', 'DE', 'RO', 'XXX'],
  ...[
    '30',
    '48',
    '49',
    '58',
    '59',
    '57',
    '97',
    '130',
    '50',
    '916',
    '326',
    '380',
    '381',
    '384',
    '751',
    '262',
    '386',
    '471',
  ],
  ...['VATEX-EU-G', 'VATEX-EU-O', 'VATEX-EU-IC', 'VATEX-EU-AE', 'VATEX-EU-D', 'VATEX-EU-F', 'VATEX-EU-I', 'VATEX-EU-J'],
]
const DATES = ['2019-01-01', '2031-12-31', '1999-12-31', '21.11.2026']
const TEXTS = [
  'X',
  'A#1',
  'F 1',
  '#BAR#B2B',
  '#BAR#X',
  '#PMT#x',
  '#PMD#x',
  '#AAB#x',
  '#TXD#x',
  '#SKONTO#TAGE=14#PROZENT=2.00#',
  'LISIBLE',
  'cva',
  '12',
  'https:x',
]
const SCHEMES = [
  'XXX',
  '0088',
  '0009',
  '0002',
  '0225',
  '0007',
  '0184',
  '0192',
  '0106',
  '0190',
  '9944',
  '9907',
  '0210',
  '0201',
  '0211',
  'AFL',
  'AVV',
  'SEPA',
  'EUR',
  'USD',
]
const RATES = ['0', '19', '12.345', '-1']

/**
 * Every single change of a document that could be a writer's slip, one document after the other:
 * an element is missing, repeated, empty, has another value, or is in the wrong place.
 */
export function* singleChanges({ document, syntax, profile, isFull }: Base): Generator<Editable> {
  const all = places(document)
  for (let place = 0; place < all.length; place += 1) {
    const changed = (change: (element: Editable, parent: Editable) => void): Editable => {
      const copy = copied(document)
      const found = places(copy)[place]
      if (found?.parent != null) change(found.element, found.parent)
      return copy
    }
    const { element, parent } = all[place] ?? {}
    if (element === undefined || parent == null) continue
    yield changed((own, its) => (its.children = its.children.filter((each) => each !== own)))
    yield changed((own, its) => its.children.splice(its.children.indexOf(own), 0, copied(own)))
    if (element.children.length === 0) {
      for (const text of isFull ? textsFor(element) : valuesFor(element)) yield changed((own) => (own.text = text))
      for (const name of isFull ? ADDED[syntax] : [])
        if (!element.attributes.includes(name)) yield changed((own) => own.attributes.push(name, 'X'))
    }
    for (let at = 0; at < element.attributes.length; at += 2) {
      yield changed((own) => own.attributes.splice(at, 2))
      for (const scheme of isFull ? SCHEMES : ['XXX']) yield changed((own) => (own.attributes[at + 1] = scheme))
    }
  }
  if (isFull) for (const { path, times } of pathsFor(syntax, profile)) yield* inserted(document, path, times)
}

const ADDED = {
  ubl: ['schemeID', 'name', 'listID'],
  cii: ['schemeID', 'currencyID', 'unitCode', 'listID'],
  cdar: ['schemeID'],
} as const

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']

/** Other values of an element that amounts and VAT depend on. */
function valuesFor({ name, text }: Editable): readonly string[] {
  const number = Number(text)
  const isNumber = /Amount$|Quantity$|Percent$|Numeric$/.test(name) && text !== '' && Number.isFinite(number)
  const amounts = [number + 1, number - 1, number + 0.01, number * 10].map((each) => each.toFixed(2))
  return [
    '',
    ...(isNumber ? [...amounts, `-${text}`, '0', `${number.toFixed(2)}1`, `${number.toFixed(2)}0001`] : []),
    ...(name.endsWith('Percent') ? RATES : []),
    ...(CATEGORIES.includes(text) ? CATEGORIES : []),
  ].filter((each) => each !== text)
}

function textsFor(element: Editable): readonly string[] {
  const { name, text } = element
  const texts = [...valuesFor(element)]
  if (/Code$|ID$|Indicator$/.test(name)) texts.push(...CODES)
  if (/Date$|DateTimeString$|DateString$/.test(name))
    texts.push(...DATES, ...DATES.map((date) => date.replaceAll('-', '')))
  if (!/Amount$|Quantity$|Percent$|Numeric$|Indicator$/.test(name))
    texts.push(
      ...TEXTS,
      text.padEnd(350, ' and more'),
      text.padEnd(60, 'x'),
      `${text}1`,
      text.slice(0, -1),
      text.slice(2),
    )
  return texts.filter((each) => each !== text)
}

interface Wanted {
  readonly path: string
  readonly times: number
}

/** Paths below the root that a rule forbids, or of which it allows one. */
function pathsFor(syntax: Base['syntax'], profile: Base['profile']): readonly Wanted[] {
  if (profile !== 'en' && profile !== 'ro') return []
  const rows = (table: string): readonly string[] =>
    rowsOf(table).map(({ context, path }) => (context === '/' ? path : `${context}/${path}`))
  const forbidden = syntax === 'cii' ? [CII_FORBIDDEN] : profile === 'ro' ? [UBL_FORBIDDEN_ANAF] : [UBL_FORBIDDEN]
  const once = syntax === 'cii' ? rows(CII_ONCE) : Object.values(UBL_SINGLES)
  return [...forbidden.flatMap(rows).map((path) => ({ path, times: 1 })), ...once.map((path) => ({ path, times: 2 }))]
}

/** The document with that path in it, at each possible place among the children. */
function* inserted(document: Editable, path: string, times: number): Generator<Editable> {
  const isAnywhere = path.startsWith('//')
  const steps = path.replace(/^\/+/, '').replace(/^\*/, '').split('/')
  const name = document.name === 'cn:CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
  if (steps[0] === 'LINE') steps[0] = name
  const [first = ''] = steps
  const count = places(document).length
  let tries = 0
  for (let place = 0; place < count && tries < 60; place += 1) {
    const element = places(document)[place]?.element
    if (element === undefined || (!isAnywhere && place > 0)) return
    const starts = isAnywhere
      ? first.startsWith('@')
        ? element.children.length === 0
        : element.name.endsWith(first)
      : true
    if (!starts) continue
    const rest = isAnywhere && !first.startsWith('@') ? steps.slice(1) : steps
    for (const copy of grown(document, place, rest, times)) {
      tries += 1
      yield copy
    }
  }
}

function* grown(document: Editable, place: number, steps: readonly string[], times: number): Generator<Editable> {
  const start = places(document)[place]?.element
  if (start === undefined) return
  // The existing part of the path is followed.
  let at = start
  let known = 0
  while (known < steps.length - 1) {
    const child = at.children.find((each) => each.name === steps[known])
    if (child === undefined) break
    at = child
    known += 1
  }
  const parent = places(document).findIndex(({ element }) => element === at)
  const missing = steps.slice(known)
  const [attribute = ''] = missing
  if (attribute.startsWith('@')) {
    const copy = copied(document)
    places(copy)[parent]?.element.attributes.push(attribute.slice(1), 'X')
    yield copy
    return
  }
  if (missing.length === 0) return
  const made = build(missing)
  const alike = at.children.findIndex((each) => each.name === made.name)
  const spots =
    alike >= 0 ? [alike + 1] : Array.from({ length: at.children.length + 1 }, (_, index) => at.children.length - index)
  for (const spot of spots) {
    const copy = copied(document)
    const needed = Math.max(1, times - at.children.filter((each) => each.name === made.name).length)
    places(copy)[parent]?.element.children.splice(spot, 0, ...Array.from({ length: needed }, () => copied(made)))
    yield copy
  }
}

/** Nested elements, the last with a value of the kind that its name indicates. */
function build([name = '', ...others]: readonly string[]): Editable {
  const [next = ''] = others
  const element: Editable = { name, text: '', raw: null, attributes: [], children: [] }
  if (next.startsWith('@')) element.attributes.push(next.slice(1), 'X')
  if (others.length === 0 || next.startsWith('@')) element.text = valueOf(name)
  else element.children.push(build(others))
  if (name.endsWith('Amount'))
    element.attributes.push(
      ...(name.startsWith('cbc:') && !element.attributes.includes('currencyID') ? ['currencyID', 'EUR'] : []),
    )
  if (/^cbc:.*(?:Quantity|Measure)$/.test(name)) element.attributes.push('unitCode', 'C62')
  return element
}

const VALUES: readonly (readonly [name: RegExp, value: string])[] = [
  [/Indicator$/, 'true'],
  [/DateTime$/, ''],
  [/Date$/, '2026-11-21'],
  [/Time$/, '10:00:00'],
  [/Amount$/, '10.00'],
  [/Quantity$|Measure$|Percent$|Numeric$|Rate$/, '1'],
]

function valueOf(name: string): string {
  return VALUES.find(([names]) => names.test(name))?.[1] ?? 'X'
}
