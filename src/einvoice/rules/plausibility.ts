import type { Finding } from './judgement.js'
import type { InvoiceDocument } from '../syntax/invoice-document.js'
import type { TermPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import type { RuleTable } from './catalogue/rule-catalogue.js'
import { trimmed } from '../xml/white-space.js'

/**
 * Values that no rule forbids but that are probably wrong: dates of another decade, a due date
 * before the issue date, a quantity of zero. They are warnings in every profile and syntax,
 * because they only need the places of the business terms.
 */

/** In years. No EU country requires invoices to be kept longer, so an older one is hardly sent. */
const LONGEST_KEPT = 10
/** In years. A delivery later than this is hardly invoiced in advance with its day. */
const LONGEST_AHEAD = 1

/** See `RuleTable` for the form. */
export const PLAUSIBILITY_TEXTS: RuleTable = `
CW-OLD-DATE | BT-2 | The issue date {} is more than ${LONGEST_KEPT} years in the past | Correct the issue date (issueDate), or keep it if it is right | warning
CW-FUTURE-DATE | BT-2 | The issue date {} is in the future | Correct the issue date (issueDate), or keep it if it is right | warning
CW-DUE-DATE | BT-9 | The due date {} is before the issue date | Give a due date (dueDate) that is not before the issue date (issueDate), or keep it if the invoice is already paid | warning
CW-DELIVERY-DATE | BT-72 | The delivery date {} is more than ${LONGEST_KEPT} years before the issue date, or more than ${LONGEST_AHEAD} year after it | Correct the delivery date (deliveryDate), or keep it if it is right | warning
CW-PERIOD | BT-134 BT-135 BT-73 BT-74 | The day {} of a period is more than ${LONGEST_KEPT} years from the issue date | Correct the years of the period (lines[].period), or keep them if they are right | warning
CW-PERIOD-END | BT-135 BT-74 | The period ends on {}, before it begins | Give the period an end (lines[].period.end) that is not before its start | warning
CW-PRECEDING-DATE | BT-26 | The date {} of the preceding invoice is after the issue date of this one | Correct the issue date of the preceding invoice (precedingInvoice.issueDate), or that of this one (issueDate) | warning
CW-QUANTITY | BT-129 | The quantity {} of a line means that nothing is billed | Give the billed quantity (lines[].quantity), or keep it if the line is only informational | warning
`

/** The ids of the rules. */
export const PLAUSIBILITY_RULES: readonly string[] = trimmed(PLAUSIBILITY_TEXTS)
  .split('\n')
  .map((row) => row.split(' ')[0] ?? '')

/** The rule on check digits of every country, and those that judge the same in one format. */
export const CHECK_DIGIT_RULE = 'CW-CHECK-DIGIT'
/** Rules of one format that judge the check digits of the same number. */
export const NATIONAL_CHECK_DIGIT_RULES: ReadonlySet<string> = new Set([
  'CW-IT-CHECK-DIGIT',
  'KSEF:NIP',
  'PEPPOL-COMMON-R043',
])

/** Leaves out findings that another one at the same place makes redundant. */
export function withoutAnswered<Found extends Pick<Finding, 'rule' | 'path'>>(
  findings: readonly Found[],
): readonly Found[] {
  const isPlausibilityRule = ({ rule }: Found): boolean => PLAUSIBILITY_RULES.includes(rule)
  const pathsOf = (isMeant: (finding: Found) => boolean): ReadonlySet<string> =>
    new Set(findings.filter(isMeant).map(({ path }) => path))
  const ruled = pathsOf((each) => !isPlausibilityRule(each))
  const counted = pathsOf(({ rule }) => NATIONAL_CHECK_DIGIT_RULES.has(rule))
  return findings.filter((each) =>
    each.rule === CHECK_DIGIT_RULE ? !counted.has(each.path) : !isPlausibilityRule(each) || !ruled.has(each.path),
  )
}

/** An element whose value is probably wrong. */
interface ImplausibleElement {
  readonly rule: string
  readonly element: XmlElement
}

/**
 * The implausible elements of a document, in the order of the rules. Pure; linear in its elements.
 * @param today `YYYY-MM-DD`; if absent, no date is compared with the day of the judgement
 */
export function* implausibleElements(
  document: InvoiceDocument,
  terms: TermPaths,
  today?: string,
): Generator<ImplausibleElement> {
  const at = (term: string): readonly XmlElement[] => terms.elementsAt(term, document)
  const issued = at('BT-2').flatMap(dated)
  const days = issued.map(({ day }) => day).sort()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return
  const slips = issued.flatMap(({ element, day }) => slipOfYear(element, day, today))
  yield* slips
  // A comparison with a wrong date is meaningless.
  if (slips.length === 0) yield* comparedWith(first, last, at)
  // A Polish correction contains its lines in their new state: a removed one has the quantity 0.
  if (at('BT-3').some(({ stringValue }) => stringValue.startsWith('KOR'))) return
  for (const element of at('BT-129'))
    if (/^[+-]?(?:0+(?:\.0*)?|\.0+)$/.test(trimmed(element.stringValue))) yield { rule: 'CW-QUANTITY', element }
}

function slipOfYear(element: XmlElement, day: string, today = day): readonly ImplausibleElement[] {
  if (day > today) return [{ rule: 'CW-FUTURE-DATE', element }]
  return day < shifted(today, -LONGEST_KEPT) ? [{ rule: 'CW-OLD-DATE', element }] : []
}

/**
 * Other implausible dates, compared with the first and the last issue date: a batch has several.
 */
function* comparedWith(
  first: string,
  last: string,
  at: (term: string) => readonly XmlElement[],
): Generator<ImplausibleElement> {
  const found = (rule: string, term: string, isOdd: (day: string) => boolean): ImplausibleElement[] =>
    at(term)
      .flatMap(dated)
      .flatMap(({ day, element }) => (isOdd(day) ? [{ rule, element }] : []))
  const isDistant = (day: string): boolean => day < shifted(first, -LONGEST_KEPT) || day > shifted(last, LONGEST_KEPT)
  const due = at('BT-115')
  if ((due.length > 0 ? due : at('BT-112')).some(isPositive)) yield* found('CW-DUE-DATE', 'BT-9', (day) => day < first)
  yield* found(
    'CW-DELIVERY-DATE',
    'BT-72',
    (day) => day < shifted(first, -LONGEST_KEPT) || day > shifted(last, LONGEST_AHEAD),
  )
  for (const [start, end] of [['BT-134', 'BT-135'] as const, ['BT-73', 'BT-74'] as const]) {
    yield* found('CW-PERIOD', start, isDistant)
    yield* found('CW-PERIOD', end, isDistant)
    const starts = new Map(at(start).flatMap((each) => dated(each).map(({ day }) => [each.parent, day])))
    for (const { element, day } of at(end).flatMap(dated))
      if (day < (starts.get(element.parent) ?? day)) yield { rule: 'CW-PERIOD-END', element }
  }
  yield* found('CW-PRECEDING-DATE', 'BT-26', (day) => day > last)
}

function isPositive({ stringValue }: XmlElement): boolean {
  return /[1-9]/.test(stringValue) && !trimmed(stringValue).startsWith('-')
}

/** An element with its date; undefined for an invalid one, which other rules report. */
function dated(element: XmlElement): readonly { readonly element: XmlElement; readonly day: string }[] {
  const [, year, month, date] =
    /^([0-9]{4})-?([01][0-9])-?([0-3][0-9])(?:$|[TZ+-])/.exec(trimmed(element.stringValue)) ?? []
  return year === undefined ? [] : [{ element, day: [year, month, date].join('-') }]
}

/** The same day of another year as a comparable text, even for 29 February. */
function shifted(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}
