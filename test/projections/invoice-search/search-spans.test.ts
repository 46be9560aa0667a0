import fc from 'fast-check'
import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { periodsBack, spansOf } from '../../../src/projections/invoice-search/search-spans.js'

const mine: Scope = { account: 'acc_mine00', environment: 'test' }
const GROWTH = 1.1

const times = fc
  .tuple(fc.integer({ min: 0, max: Date.parse('2200-01-01') }), fc.nat(Date.parse('2010-01-01')), fc.nat(2 ** 36))
  .map(([since, history, length]) => ({ since, until: since + history, length, growth: GROWTH }))

t.test('periods follow each other without a gap, from the newest to the oldest', (t) => {
  fc.assert(
    fc.property(times, (asked) => {
      const periods = periodsBack(mine, asked)
      t.equal(periods[0]?.until, asked.until)
      t.ok((periods.at(-1)?.from ?? Infinity) <= asked.since)
      for (const [index, { from, until }] of periods.entries()) {
        t.ok(from < until || index === 0)
        if (index > 0) t.equal(until, periods[index - 1]?.from)
      }
    }),
  )
  t.end()
})

t.test('every invoice of a period has one of its spans', (t) => {
  fc.assert(
    fc.property(times, fc.nat(), fc.nat(), (asked, which, after) => {
      const periods = periodsBack(mine, asked)
      const period = periods[which % periods.length]
      if (period === undefined || period.until === period.from) return
      const created = period.from + (after % (period.until - period.from))
      const own = new Set(spansOf(mine, new Date(created).toISOString()))
      t.ok(period.spans.some((span) => own.has(span)))
    }),
  )
  t.end()
})

t.test('few periods of few spans make the longest history', (t) => {
  const periods = periodsBack(mine, { since: 0, until: Date.parse('2126-01-01'), length: 0, growth: GROWTH })
  t.ok(periods.length < 200, `${periods.length} periods`)
  t.ok(periods.every(({ spans }) => spans.length <= 17))
  t.end()
})

t.test('a span belongs to one account and environment', (t) => {
  const at = '2026-11-23T12:00:00.000Z'
  const own = new Set(spansOf(mine, at))
  t.equal(own.size, 6)
  t.notOk(spansOf({ ...mine, account: 'acc_others' }, at).some((span) => own.has(span)))
  t.notOk(spansOf({ ...mine, environment: 'production' }, at).some((span) => own.has(span)))
  t.end()
})
