import fc from 'fast-check'
import t from 'tap'
import { ServerClocks } from '../../../src/countries/gateway/server-clocks.js'
import { retryAfterSeconds } from '../../../src/countries/gateway/no-answer.js'

const URL = 'https://api.example/v1/list?page=1'
const NOW = Date.parse('2026-11-22T10:00:00.250Z')

/** Clocks of servers as a machine sees them whose own clock a test moves. */
function clocksOf() {
  let time = NOW
  const clocks = new ServerClocks({ now: () => new Date(time) })
  return {
    clocks,
    pass: (milliseconds: number): void => {
      time += milliseconds
    },
    /** An answer of a server that is ahead by so much. */
    answer: (aheadMs: number, headers: Readonly<Record<string, string>> = {}, tookMs = 200, url = URL): void => {
      const date = new Date(time - tookMs / 2 + aheadMs).toUTCString()
      clocks.answered(url, { date, ...headers }, tookMs)
    },
  }
}

t.test('a difference is found to the second', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: -86_000_000, max: 86_000_000 }),
      fc.integer({ min: 0, max: 4_000 }),
      (ahead, took) => {
        const { clocks, answer } = clocksOf()
        answer(ahead, {}, took)
        const found = clocks.aheadMs('https://api.example/token')
        return Math.abs(found - ahead) <= 500 || (found === 0 && Math.abs(ahead) < 2_500)
      },
    ),
  )
  t.end()
})

t.test('what does not show the time of a server, and what is not believed', (t) => {
  for (const headers of [{ age: '40' }, { date: 'soon' }, { date: '2026-11-22T10:00:40Z' }, { date: '' }]) {
    const { clocks, answer } = clocksOf()
    answer(40_000, headers)
    t.equal(clocks.aheadMs(URL), 0, JSON.stringify(headers))
    t.equal(clocks.largestAheadMs, null)
  }
  const slow = clocksOf()
  slow.answer(40_000, {}, 30_000)
  t.equal(slow.clocks.largestAheadMs, null, 'a slow answer')
  const far = clocksOf()
  far.answer(10 * 86_400_000)
  t.equal(far.clocks.aheadMs(URL), 0, 'ten days')
  t.ok((far.clocks.largestAheadMs ?? 0) > 9 * 86_400_000, 'it is reported')
  t.equal(far.clocks.said(URL, new Date(NOW + 10 * 86_400_000)), false)
  t.equal(far.clocks.aheadMs(URL), 0)
  t.equal(far.clocks.aheadMs('no address'), 0)
  fc.assert(
    fc.property(fc.string(), fc.string(), (date, age) => {
      const { clocks, answer } = clocksOf()
      answer(0, { date, age })
      return clocks.largestAheadMs === null || Number.isFinite(clocks.largestAheadMs)
    }),
  )
  t.end()
})

t.test('what a server says counts for an hour, in place of the Date before it', (t) => {
  const { clocks, answer, pass } = clocksOf()
  answer(0)
  t.equal(clocks.said(URL, new Date(NOW - 31_000)), true)
  answer(0)
  t.equal(clocks.aheadMs(URL), -31_000)
  t.equal(clocks.largestAheadMs, -31_000)
  t.equal(clocks.aheadMs('https://other.example'), 0)
  pass(3_600_001)
  t.equal(clocks.aheadMs(URL), 0)
  answer(-90_000)
  answer(40_000, {}, 200, 'https://other.example/x')
  t.ok(Math.abs((clocks.largestAheadMs ?? 0) + 90_000) <= 500, 'the largest of all')
  t.end()
})

t.test('a date to wait until is read by the clock of its server', (t) => {
  const tools = { clock: { now: () => new Date('2026-11-22T10:10:00Z') } }
  const headers = { 'retry-after': 'Sun, 22 Nov 2026 10:01:00 GMT' }
  t.equal(retryAfterSeconds(headers, tools), null)
  t.equal(retryAfterSeconds({ ...headers, date: 'Sun, 22 Nov 2026 10:00:00 GMT' }, tools), 60)
  t.equal(retryAfterSeconds({ ...headers, date: 'never' }, tools), null)
  t.end()
})
