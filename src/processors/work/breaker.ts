import type { Unavailable } from '../../countries/gateway/gateway.js'

/**
 * The state of a government's gate. `atOnce`: the most pieces at a time while it recovers; null:
 * no limit.
 */
export interface GateState {
  readonly failures: number
  readonly atOnce: number | null
}

/** This many calls in a row without an answer close the gate. */
const FAILURES_TO_CLOSE = 5
const FIRST_PAUSE_SECONDS = 5
/**
 * Independent of the pace: tries without a pause would use up the calls of a minute, which `pace`
 * does not shorten.
 */
const SHORTEST_PAUSE_SECONDS = 0.5
/** One probe a minute is no burden to a government, and soon shows that it is back. */
const LONGEST_PAUSE_SECONDS = 60
const FIRST_OUTAGE_SECONDS = 5
const LONGEST_OUTAGE_SECONDS = 15 * 60
/** Beyond this number at a time a government counts as recovered. */
const RECOVERED_AT_ONCE = 64

/**
 * The gate after one more call without an answer, and for how many seconds it is closed; 0: it
 * stays open. `chance` (0 to 1) spreads the pauses of several governments and deployments; `pace`
 * multiplies them.
 */
export function afterFailure(
  { failures: before }: GateState,
  atLeastSeconds: number,
  { chance, pace = 1 }: { readonly chance: number; readonly pace?: number },
): { readonly state: GateState; readonly closedSeconds: number } {
  const failures = before + 1
  if (failures < FAILURES_TO_CLOSE) return { state: { failures, atOnce: null }, closedSeconds: 0 }
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - FAILURES_TO_CLOSE), LONGEST_PAUSE_SECONDS)
  const jittered = Math.max(pause * pace, SHORTEST_PAUSE_SECONDS) * (0.75 + chance / 2)
  return { state: { failures, atOnce: 1 }, closedSeconds: Math.max(jittered, atLeastSeconds) }
}

/**
 * The gate after an answered call; null: no state is kept any more. While it recovers, each answer
 * lets twice as many through.
 */
export function afterAnswer({ atOnce }: GateState): GateState | null {
  if (atOnce === null || 2 * atOnce > RECOVERED_AT_ONCE) return null
  return { failures: 0, atOnce: 2 * atOnce }
}

/**
 * The next try after an outcome without an answer: like an outage, or, where the outcome says so,
 * doubling from its first wait to its longest.
 */
export function pauseAfter(
  outages: number,
  { retryAfterSeconds, longestSeconds }: Pick<Unavailable, 'retryAfterSeconds' | 'longestSeconds'>,
  pace = 1,
): number {
  if (longestSeconds === undefined) return outageDelay(outages, retryAfterSeconds, pace)
  return Math.max(Math.min(retryAfterSeconds * 2 ** outages, longestSeconds), SHORTEST_PAUSE_SECONDS)
}

/**
 * The next try after an outage: doubling from 5 s to a quarter of an hour, times `pace`, but not
 * before the time that the government names.
 */
export function outageDelay(outages: number, atLeastSeconds: number, pace = 1): number {
  const usual = Math.min(FIRST_OUTAGE_SECONDS * 2 ** outages, LONGEST_OUTAGE_SECONDS)
  return Math.max(atLeastSeconds, usual * pace, SHORTEST_PAUSE_SECONDS)
}
