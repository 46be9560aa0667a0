/** How the invoices of a company get their numbers. */
export interface Numbering {
  /** For example `RE-{YYYY}-{0000}`. */
  readonly pattern: string
  /** Of credit notes; absent: they are numbered with the invoices. */
  readonly creditNotePattern?: string
  /** First counters of series that began elsewhere; absent: 1. */
  readonly starts?: readonly { readonly series: string; readonly at: number }[]
  /** ISO 8601. A restore of the event store that was found later pauses it. */
  readonly setAt: string
}

/**
 * Since when it assigns no numbers: numbers that were assigned after the restore point may be in
 * use. null: it does assign numbers.
 * @param restoredAt when the last restore of the event store was found; null: there was none
 */
export function pausedSince({ setAt }: Pick<Numbering, 'setAt'>, restoredAt: Date | null): Date | null {
  return restoredAt !== null && restoredAt >= new Date(setAt) ? restoredAt : null
}

/** A pattern with year and month filled in: one series of numbers. */
export interface Series {
  /** The same for all numbers of the series, and only for them: `RE-2026-#`. */
  readonly name: string
  readonly before: string
  readonly after: string
  /** Digits of the counter, at least. */
  readonly digits: number
}

const PART = /\{([^{}]*)\}/g
const DATE_PARTS = ['YYYY', 'YY', 'MM']
const COUNTER = /^0{1,9}$/

/**
 * What is wrong with a pattern, as the end of a sentence that its path begins; null: nothing.
 * @param longest characters of a number
 * @param allowed matches the characters of a number
 */
export function faultOfPattern(pattern: string, longest: number, allowed: RegExp): string | null {
  const parts = Array.from(pattern.matchAll(PART), ([, part = '']) => part)
  const counters = parts.filter((part) => COUNTER.test(part))
  const dates = parts.filter((part) => DATE_PARTS.includes(part))
  const unknown = parts.find((part) => !COUNTER.test(part) && !DATE_PARTS.includes(part))
  if (unknown !== undefined)
    return `has {${unknown}}; a pattern may have {YYYY}, {YY}, {MM} and a counter such as {0000}`
  if (counters.length !== 1) return 'needs one counter, such as {0000}: a zero for each digit'
  if (new Set(dates).size !== dates.length || (dates.includes('YYYY') && dates.includes('YY')))
    return 'has the year or the month twice; leave one out'
  if (dates.includes('MM') && dates.length === 1)
    return 'has {MM} without a year; add {YYYY} or {YY}, so that the same month of another year has other numbers'
  const text = pattern.replaceAll(PART, '')
  const odd = [...text].find((character) => !allowed.test(character))
  if (odd !== undefined)
    return `has the character ${JSON.stringify(odd)}, which a number may not have; use letters A to Z, digits and ${allowed.test('.') ? '+ - _ / .' : '+ - _ /'}`
  const length = numberIn(seriesOf(pattern, '2026-01-01'), 1).length
  return length > longest ? `makes numbers of ${length} characters; they may have ${longest}` : null
}

/** The series that an invoice of this issue date, YYYY-MM-DD, belongs to. */
export function seriesOf(pattern: string, issueDate: string): Series {
  const [year = '', month = ''] = issueDate.split('-')
  const values: Readonly<Record<string, string>> = { YYYY: year, YY: year.slice(-2), MM: month }
  let digits = 1
  const filled = pattern.replaceAll(PART, (_, part: string) => {
    if (!COUNTER.test(part)) return values[part] ?? ''
    digits = part.length
    return '#'
  })
  const [before = '', after = ''] = filled.split('#')
  return { name: filled, before, after, digits }
}

/** A number of a series. */
export function numberIn({ before, after, digits }: Series, counter: number): string {
  return `${before}${String(counter).padStart(digits, '0')}${after}`
}

/** The counter of a number that the series of these days could assign; null: it could not. */
export function counterIn({ before, after, digits }: Series, number: string): number | null {
  if (!number.startsWith(before) || !number.endsWith(after)) return null
  const counter = number.slice(before.length, number.length - after.length)
  if (!/^\d{1,15}$/.test(counter) || counter.length < digits) return null
  return counter.length > digits && counter.startsWith('0') ? null : Number(counter)
}
