import fc from 'fast-check'
import t from 'tap'
import { Decimal } from '../../../src/einvoice/model/decimal.js'

const seed = 20261121

t.test('a JSON number is the decimal that the caller wrote', async (t) => {
  const cases: readonly (readonly [number | string, string])[] = [
    [19.99, '19.99'],
    [0.1, '0.1'],
    [-3, '-3'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [1.5e300, `15${'0'.repeat(299)}`],
    [123456789012345, '123456789012345'],
    ['12.500', '12.5'],
    ['+7.', '7'],
    ['1E+2', '100'],
    ['-0.00', '0'],
  ]
  for (const [value, plain] of cases) t.equal(Decimal.of(value).toString(), plain, String(value))
})

t.test('what is not a decimal number is refused', async (t) => {
  for (const value of [NaN, Infinity, '', ' ', '1,5', '0x10', '.5', '1e', 'one', '1 000'])
    t.throws(() => Decimal.of(value), RangeError, String(value))
})

t.test('rounding is half away from zero, at any size', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['0.125', '0.13'],
    ['-0.125', '-0.13'],
    ['0.124999', '0.12'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['-0.001', '0.00'],
    ['5', '5.00'],
    ['99999999999999999.995', '100000000000000000.00'],
  ]
  for (const [value, rounded] of cases) t.equal(Decimal.of(value).toFixed(2), rounded, value)
})

t.test("XPath's rounding is half towards positive infinity", async (t) => {
  for (const [value, rounded] of [
    ['2.5', '3'],
    ['-2.5', '-2'],
    ['-2.51', '-3'],
    ['-2.49', '-2'],
    ['0.4', '0'],
    ['-0.5', '0'],
  ] as const)
    t.equal(Decimal.of(value).roundHalfUp(0).toString(), rounded, value)
})

t.test('an amount that is shown loses nothing', async (t) => {
  t.equal(Decimal.of('12.3').toAtLeast(2), '12.30')
  t.equal(Decimal.of('12.34500').toAtLeast(2), '12.345')
  t.equal(Decimal.of('12.3000').toAtLeast(2), '12.30')
  t.equal(Decimal.of('12.3000').decimals(), 1)
})

t.test('arithmetic agrees with integers', async (t) => {
  const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 8 }))
  fc.assert(
    fc.property(scaled, scaled, ([a, i], [b, j]) => {
      const [x, y] = [Decimal.fromCoefficient(a, i), Decimal.fromCoefficient(b, j)]
      const unit = (value: Decimal): bigint => BigInt(value.toFixed(16).replace('.', ''))
      const [p, q] = [a * 10n ** BigInt(16 - i), b * 10n ** BigInt(16 - j)]
      return (
        unit(x.plus(y)) === p + q &&
        unit(x.minus(y)) === p - q &&
        unit(x.times(y)) === a * b * 10n ** BigInt(16 - i - j) &&
        Math.sign(x.compare(y)) === (p < q ? -1 : p > q ? 1 : 0) &&
        x.equals(y) === (x.toString() === y.toString()) &&
        Decimal.of(x.toString()).equals(x)
      )
    }),
    { seed, numRuns: 500 },
  )
  t.pass('500 pairs')
})

t.test('a quotient has 18 decimals, half towards zero, or as many as the operands', async (t) => {
  const quotient = (one: string, other: string): string => Decimal.of(one).dividedBy(Decimal.of(other)).toString()
  t.equal(quotient('1', '3'), `0.${'3'.repeat(18)}`)
  t.equal(quotient('-2', '3'), `-0.${'6'.repeat(17)}7`)
  t.equal(quotient('12.5', '-2.50'), '-5')
  t.equal(quotient(`0.${'0'.repeat(17)}1`, '2'), '0')
  t.equal(quotient(`0.${'0'.repeat(17)}3`, '2'), `0.${'0'.repeat(17)}1`)
  t.throws(() => quotient('1', '0'), RangeError)
})
