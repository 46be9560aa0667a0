import type { RetentionRule } from '../domain/erasure.js'
import type { Environment } from '../domain/event.js'

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
