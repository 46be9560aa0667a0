import t from 'tap'
import { endedBefore, ruleOf } from '../../../src/domain/erasure.js'

const TIMES = { testDays: 30, liveYears: 10 }
const testEnd = (now: string): string => endedBefore(ruleOf('test', TIMES), new Date(now)).toISOString()
const liveEnd = (now: string): string => endedBefore(ruleOf('production', TIMES), new Date(now)).toISOString()

t.test('test data goes after 30 days of 24 hours, over months, leap years and summer time', async (t) => {
  for (const [now, before] of [
    ['2026-03-31T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['2028-03-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['2026-04-20T01:59:59.999Z', '2026-03-21T01:59:59.999Z'],
    ['2027-01-15T12:00:00.000Z', '2026-12-16T12:00:00.000Z'],
  ] as const) {
    t.equal(testEnd(now), before, now)
  }
})

t.test('live data is kept for ten years from the end of its year, in UTC', async (t) => {
  t.equal(liveEnd('2036-12-31T23:59:59.999Z'), '2026-01-01T00:00:00.000Z', 'all of 2026 is kept to the end of 2036')
  t.equal(liveEnd('2037-01-01T00:00:00.000Z'), '2027-01-01T00:00:00.000Z', 'and goes then')
  t.equal(liveEnd('2038-02-28T00:00:00.000Z'), '2028-01-01T00:00:00.000Z')
  t.equal(liveEnd('2038-02-28T00:00:00.000+14:00'), '2028-01-01T00:00:00.000Z')
})
