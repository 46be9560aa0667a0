import fc from 'fast-check'
import t from 'tap'
import { counterIn, faultOfPattern, numberIn, seriesOf } from '../../src/domain/numbering.js'

const ALLOWED = /[A-Za-z0-9+\-_/.]/

t.test('a pattern has one counter, and a year where it has a month', async (t) => {
  for (const good of ['{0}', 'RE-{YYYY}-{0000}', '{YY}{MM}-{000}', 'F/{0000}/{YYYY}', '{YYYY}{00000}'])
    t.equal(faultOfPattern(good, 20, ALLOWED), null, good)
  for (const [bad, why] of [
    ['RE-2026', /needs one counter/],
    ['{00}-{00}', /needs one counter/],
    ['{MM}-{000}', /without a year/],
    ['{YYYY}-{YY}-{0}', /twice/],
    ['{MM}{MM}{YY}-{0}', /twice/],
    ['{DD}-{0}', /has \{DD\}/],
    ['{}-{0}', /has \{\}/],
    ['{0000000000}', /has \{0000000000\}/],
    ['RE {0}', /character " "/],
    ['RÉ-{0}', /character "É"/],
    ['{RE-{0}', /character "\{"/],
    ['RECHNUNG-{YYYY}-{00000000}', /22 characters; they may have 20/],
  ] as const)
    t.match(faultOfPattern(bad, 20, ALLOWED), why, bad)
  t.match(faultOfPattern('R.{0}', 20, /[A-Z]/), /digits and \+ - _ \/$/)
})

t.test('year and month are those of the issue date; the counter grows beyond its zeros', async (t) => {
  const series = seriesOf('RE-{YY}/{MM}-{000}x', '2026-03-31')
  t.equal(series.name, 'RE-26/03-#x')
  t.equal(numberIn(series, 7), 'RE-26/03-007x')
  t.equal(numberIn(series, 1_000), 'RE-26/03-1000x')
  t.equal(counterIn(series, 'RE-26/03-007x'), 7)
  for (const other of ['RE-26/04-007x', 'RE-26/03-07x', 'RE-26/03-0007x', 'RE-26/03-x', 'RE-26/03-1', 'RE-26/03-0 7x'])
    t.equal(counterIn(series, other), null, other)
})

const literal = fc.stringMatching(/^[A-Z\-/.]{0,4}$/)
const pattern = fc
  .tuple(
    fc.constantFrom(['0'], ['YYYY', '0'], ['YY', 'MM', '0'], ['YYYY', 'MM', '0'], ['0', 'YYYY'], ['0', 'MM', 'YY']),
    fc.integer({ min: 1, max: 9 }),
    fc.array(literal, { minLength: 4, maxLength: 4 }),
  )
  .map(([parts, zeros, texts]) =>
    parts
      .map((part, index) => `${texts[index] ?? ''}{${part === '0' ? '0'.repeat(zeros) : part}}`)
      .concat(texts[3] ?? '')
      .join(''),
  )
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const counter = fc.integer({ min: 1, max: 10 ** 10 })

t.test('a number leads back to its counter, and no other counter has it', async () => {
  fc.assert(
    fc.property(pattern, day, counter, counter, (text, date, one, other) => {
      const series = seriesOf(text, date)
      return (
        faultOfPattern(text, 60, ALLOWED) === null &&
        counterIn(series, numberIn(series, one)) === one &&
        (one === other || numberIn(series, one) !== numberIn(series, other))
      )
    }),
  )
})

t.test('series of one pattern have the same name in the same period alone', async () => {
  fc.assert(
    fc.property(pattern, day, day, (text, one, other) => {
      const length = text.includes('{MM}') ? 7 : text.includes('{Y') ? 4 : 0
      return (
        (seriesOf(text, one).name === seriesOf(text, other).name) === (one.slice(0, length) === other.slice(0, length))
      )
    }),
  )
})
