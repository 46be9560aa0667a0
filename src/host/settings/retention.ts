import { LEAST_LIVE_YEARS, LEAST_TEST_DAYS, type RetentionTimes } from '../../domain/erasure.js'
import { flag, integer } from './setting.js'

/** Retention periods. Clients are promised the defaults. */
export const RETENTION_SETTINGS = {
  RETENTION_TEST_DAYS: integer(
    {
      description: 'Days after which test invoices and all their data are erased.',
      mustBe: 'a whole number of days from 1 to 3650',
    },
    { default: 30, minimum: LEAST_TEST_DAYS, maximum: 3_650 },
  ),
  RETENTION_LIVE_YEARS: integer(
    {
      description: 'Years for which live data is kept, from the end of the year (UTC) of its last event.',
      mustBe: 'a whole number of years from 10 to 100; less than 10 would break the promise to clients',
    },
    { default: 10, minimum: LEAST_LIVE_YEARS, maximum: 100 },
  ),
  RETENTION_OFF: flag(
    'Turns off erasing in this process; `clearway retention run` must erase data after its retention period.',
  ),
}

/** The retention periods in the settings. */
export function retentionTimes(config: {
  readonly RETENTION_TEST_DAYS: number
  readonly RETENTION_LIVE_YEARS: number
}): RetentionTimes {
  return { testDays: config.RETENTION_TEST_DAYS, liveYears: config.RETENTION_LIVE_YEARS }
}
