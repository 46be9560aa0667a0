import type { Aggregate } from './aggregate.js'
import type { Environment } from './event.js'

/** Where a stream ended when it was decided to erase it, and whose it was. */
export interface ErasedStream {
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  /** Of its last event. */
  readonly revision: number
  /** Of its last event: where its hash chain ends. */
  readonly hash: string
}

/** A document that goes with an invoice. */
export interface ErasedDocument {
  readonly account: string
  readonly environment: Environment
  /** SHA-256 of its bytes, lower-case hex. */
  readonly sha256: string
}

/**
 * These streams are at the end of their retention and are erased. It is recorded first and done
 * then, so that nothing is ever missing without a reason; from here on it is always finished. It
 * holds names, hashes and numbers, nothing of what the streams said. An erased stream may have got
 * one more event between the record and its erasure.
 */
export interface StreamsErased {
  readonly type: 'StreamsErased'
  readonly data: {
    /** How long they were to be kept. */
    readonly rule: RetentionRule
    /** All of them had ended their time before this; ISO 8601, UTC. */
    readonly before: string
    readonly streams: readonly ErasedStream[]
    /**
     * Named by these streams. One that another stream names too stays in the document store.
     */
    readonly documents: readonly ErasedDocument[]
  }
}

/** How long data is kept: test data for days, live data for years from the end of a year. */
export type RetentionRule =
  | { readonly environment: 'test'; readonly days: number }
  | { readonly environment: 'production'; readonly yearsAfterYearEnd: number }

/** How long data is kept. */
export interface RetentionTimes {
  /** Test data: days since it was made. */
  readonly testDays: number
  /** Live data: years since the end of the year (UTC) in which something happened to it last. */
  readonly liveYears: number
}

/** The rule for an environment's data. */
export function ruleOf(environment: Environment, { testDays, liveYears }: RetentionTimes): RetentionRule {
  return environment === 'test' ? { environment, days: testDays } : { environment, yearsAfterYearEnd: liveYears }
}

const DAY_MS = 24 * 3_600_000

/**
 * What is from before this time has been kept for long enough: test data that was made before it,
 * live data to which nothing happened since. All in UTC, so that a server's time zone and summer
 * time change nothing.
 */
export function endedBefore(rule: RetentionRule, now: Date): Date {
  if (rule.environment === 'test') return new Date(now.getTime() - rule.days * DAY_MS)
  // Kept to the end of that year and for so many whole years from there.
  return new Date(Date.UTC(now.getUTCFullYear() - rule.yearsAfterYearEnd, 0, 1))
}

/** No rule may be shorter: live data is promised to clients for ten years. */
export const LEAST_LIVE_YEARS = 10
/** Nor this for test data. */
export const LEAST_TEST_DAYS = 1

/** What can happen in a day's stream of erasures. */
type ErasureEvent = StreamsErased

/** The erasures of one day. They are a log: no decision rests on what stands in it. */
export const erasures: Aggregate<null, ErasureEvent> = {
  name: 'erasures',
  initialState: null,
  evolve: () => null,
}
