import { LEAST_LIVE_YEARS, LEAST_TEST_DAYS, type RetentionTimes } from '../../domain/erasure.js'
import { flag, integer } from './setting.js'

/** How long data is kept. The defaults are what clients are promised. */
export const RETENTION_SETTINGS = {
  RETENTION_TEST_DAYS: integer(
    {
      description: 'Test invoices, and all that belongs to them, are erased so many days after they were made.',
      mustBe: 'a whole number of days from 1 to 3650',
    },
    { default: 30, minimum: LEAST_TEST_DAYS, maximum: 3_650 },
  ),
  RETENTION_LIVE_YEARS: integer(
    {
      description:
        'Live data is kept for so many years from the end of the year (UTC) in which something happened to it last.',
      mustBe: 'a whole number of years from 10 to 100; less than 10 would break what clients are promised',
    },
    { default: 10, minimum: LEAST_LIVE_YEARS, maximum: 100 },
  ),
  RETENTION_OFF: flag(
    'Whether this process leaves it to `clearway retention run` to erase what has been kept for long enough.',
  ),
}

/** How long data is kept, as the settings say. */
export function retentionTimes(config: {
  readonly RETENTION_TEST_DAYS: number
  readonly RETENTION_LIVE_YEARS: number
}): RetentionTimes {
  return { testDays: config.RETENTION_TEST_DAYS, liveYears: config.RETENTION_LIVE_YEARS }
}
