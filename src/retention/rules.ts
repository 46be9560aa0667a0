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
