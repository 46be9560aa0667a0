import type { Aggregate } from './aggregate.js'
import type { Environment } from './event.js'
import { streamPrefix } from './streams.js'

/** The end of a stream when its erasure was decided, and its owner. */
export interface ErasedStream {
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  /** Of its last event. */
  readonly revision: number
  /** Of its last event: where its hash chain ends. */
  readonly hash: string
  /** When its last event occurred; ISO 8601, UTC. Absent in records without a signature. */
  readonly lastAt?: string
}

/** The signature of a record of erasures, made with the key of the seals. */
interface ErasureSignature {
  /** When the record was made; ISO 8601, UTC. */
  readonly at: string
  readonly algorithm: 'Ed25519'
  readonly keyId: string
  /** SPKI, PEM. */
  readonly publicKey: string
  /** Base64; covers everything else of the record as canonical JSON (RFC 8785). */
  readonly signature: string
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
 * then, so that nothing is ever missing without a reason; once recorded, an erasure is always
 * finished. It holds names, hashes and numbers, and no content of the streams. An erased stream
 * may have got one more event between the record and its erasure.
 */
export interface StreamsErased {
  readonly type: 'StreamsErased'
  readonly data: {
    /** How long they were to be kept. */
    readonly rule: RetentionRule
    /** All of them had reached the end of their retention before this; ISO 8601, UTC. */
    readonly before: string
    readonly streams: readonly ErasedStream[]
    /**
     * Named by these streams. A document that another stream names too stays in the document
     * store.
     */
    readonly documents: readonly ErasedDocument[]
    /** Absent: made by an older version, or in a deployment without a key. */
    readonly signed?: ErasureSignature
  }
}

/** How long data is kept: test data for days, live data for years from the end of a year. */
export type RetentionRule =
  | { readonly environment: 'test'; readonly days: number }
  | { readonly environment: 'production'; readonly yearsAfterYearEnd: number }

/** The retention periods. */
export interface RetentionTimes {
  /** Test data: days since its creation. */
  readonly testDays: number
  /** Live data: years since the end of the year (UTC) of its last change. */
  readonly liveYears: number
}

/** The rule for an environment's data. */
export function ruleOf(environment: Environment, { testDays, liveYears }: RetentionTimes): RetentionRule {
  return environment === 'test' ? { environment, days: testDays } : { environment, yearsAfterYearEnd: liveYears }
}

const DAY_MS = 24 * 3_600_000

/**
 * Data from before this time has been kept for long enough: test data created before it, live data
 * without a change since. All in UTC, so that a server's time zone and summer time change nothing.
 */
export function endedBefore(rule: RetentionRule, now: Date): Date {
  if (rule.environment === 'test') return new Date(now.getTime() - rule.days * DAY_MS)
  // Kept to the end of that year and for so many whole years from there.
  return new Date(Date.UTC(now.getUTCFullYear() - rule.yearsAfterYearEnd, 0, 1))
}

const ERASABLE: readonly (readonly [string, Environment])[] = [
  ...(['production', 'test'] as const).flatMap((environment) =>
    (['Invoice', 'Received', 'Delivery', 'Company', 'Connection'] as const).map(
      (category) => [streamPrefix(environment, category), environment] as const,
    ),
  ),
  [streamPrefix('test', 'Receiver'), 'test'],
]

/**
 * The environment of a stream of a kind that retention erases, by the stream's name; null:
 * retention never erases it. Accounts, keys, holds, seals and records stay as evidence.
 */
export function erasableIn(stream: string): Environment | null {
  return ERASABLE.find(([prefix]) => stream.startsWith(prefix))?.[1] ?? null
}

/** The shortest period for live data: ten years are promised to clients. */
export const LEAST_LIVE_YEARS = 10
/** The shortest period for test data. */
export const LEAST_TEST_DAYS = 1

/** The events of a day's stream of erasures. */
type ErasureEvent = StreamsErased

/** The erasures of one day. They are a log: no decision rests on them. */
export const erasures: Aggregate<null, ErasureEvent> = {
  name: 'erasures',
  initialState: null,
  evolve: () => null,
}
