import { CATEGORIES } from '../../../src/countries/fr/rules/extended/categories.js'

/** What is changed in a document in EXTENDED-CTC-FR, and rules that it then breaks. */
export interface ExtendedChange {
  readonly document: 'flat' | 'lines under lines' | 'several sellers' | 'both directions'
  readonly changes: readonly (readonly [found: RegExp, put: string])[]
  readonly rules: readonly string[]
  /** A day of the edition that has the rules; absent: the newest. */
  readonly day?: string
}

/** Changes to one of the documents: the rules that are broken then, and what is found and put. */
const change =
  (document: ExtendedChange['document']) =>
  (rules: string, ...changes: readonly (readonly [found: RegExp, put: string])[]): ExtendedChange => ({
    document,
    changes,
    rules: rules.split(' '),
  })

/** Changes to each of the documents: rules that are broken then, and what is found and put. */
export const [flat, lines, sellers, both] = [
  change('flat'),
  change('lines under lines'),
  change('several sellers'),
  change('both directions'),
]

/** Longer than any limit. */
export const LONG = 'x'.repeat(126)
/** VAT categories with the names that rules have for them. */
export const CODES: readonly (readonly [code: string, name: string])[] = Array.from(CATEGORIES, ([name, code]) => [
  code,
  name,
])

/** Third parties by the numbers of their identifiers (EXT-FR-FE). */
export const THIRD_PARTIES = ['06', '46', '69', '92', '115']
/** The numbers of their addresses (EXT-FR-FE), that of the payee (29) among them. */
export const ADDRESSES = ['12', '29', '52', '75', '98', '121']

/** Ids of the rules of one prefix for such numbers. */
export function ids(prefix: string, numbers: readonly string[], suffix = ''): string {
  return numbers.map((number) => `${prefix}_EXT-FR-FE-${number}${suffix}`).join(' ')
}
