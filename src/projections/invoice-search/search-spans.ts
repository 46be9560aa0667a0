import type { Scope } from '../../domain/event.js'
import { hashed, saltOf } from './search-hash.js'

/**
 * Time is divided into spans of 2^18 ms (4 minutes), 2^22 (70 minutes), 2^26 (19 hours), 2^30 (12
 * days), 2^34 (7 months) and 2^38 (9 years), counted from 1970. An index that holds the spans in
 * which an invoice was created finds those of a period without touching any other.
 */
const SPAN_LENGTHS: readonly number[] = [18, 22, 26, 30, 34, 38].map((bits) => 2 ** bits)

const LONGEST_SPAN = 2 ** 38

/** The shortest period; milliseconds. */
export const SHORTEST_PERIOD = 2 ** 18

/** A period has at most about this number of spans; shorter ones would be 16 times as many. */
const MOST_SPANS = 16

/** The spans that contain an instant, one of each length, as hashes with the scope in them. */
export function spansOf(scope: Scope, instant: string): readonly number[] {
  const salt = saltOf(scope)
  const milliseconds = Date.parse(instant)
  return SPAN_LENGTHS.map((length) => spanHash(salt, length, Math.floor(milliseconds / length)))
}

/** A part of the past; milliseconds since 1970. */
export interface Period {
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly until: number
  /** Together they cover it; hashes. */
  readonly spans: readonly number[]
}

/**
 * Divides the time from `since` until an instant (milliseconds since 1970) into periods, the
 * newest one first: its length is about `length`, each further one is `growth` times as long. All
 * begin with a span.
 */
export function periodsBack(
  scope: Scope,
  { until, since, length, growth }: Readonly<Record<'until' | 'since' | 'length' | 'growth', number>>,
): readonly Period[] {
  const salt = saltOf(scope)
  const periods: Period[] = []
  let end = until
  for (let wanted = Math.max(length, SHORTEST_PERIOD); end > since || periods.length === 0; wanted *= growth) {
    const span = SPAN_LENGTHS.find((span) => wanted / span < MOST_SPANS) ?? LONGEST_SPAN
    const oldest = Math.floor(Math.max(end - wanted, since) / span)
    const newest = Math.floor((end - 1) / span)
    const spans = Array.from({ length: newest - oldest + 1 }, (_, index) => spanHash(salt, span, oldest + index))
    periods.push({ from: oldest * span, until: end, spans })
    end = oldest * span
  }
  return periods
}

function spanHash(salt: number, length: number, number: number): number {
  return hashed(salt, `${length} ${number}`)
}
