import fc from 'fast-check'
import t from 'tap'
import { Refusal } from '../../../src/domain/refusal.js'
import { parseJsonBody } from '../../../src/documents/intake/json-body.js'

const faultsOf = (text: string) => parseJsonBody(Buffer.from(text)).faults.map(({ path }) => path)

t.test('JSON reads as JSON.parse reads it, without faults', async (t) => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), fc.nat({ max: 4 }), (text, indent) => {
      const exact = (_name: string, value: unknown) =>
        typeof value === 'number' ? Number(value.toPrecision(15)) : value
      const spaced = JSON.stringify(JSON.parse(text, exact), null, indent)
      const { value } = parseJsonBody(Buffer.from(spaced))
      return JSON.stringify(value) === JSON.stringify(JSON.parse(spaced))
    }),
  )
  t.same(parseJsonBody(Buffer.from('\uFEFF{"a":1}')), { value: { a: 1 }, faults: [] })
})

const read = (text: string) => parseJsonBody(Buffer.from(text))

/** `digits` with a point before the last `places` of them. */
function withPoint(digits: bigint, places: number): string {
  const sign = digits < 0n ? '-' : ''
  const plain = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  return places === 0 ? sign + plain : `${sign}${plain.slice(0, -places)}.${plain.slice(-places)}`
}

const significant = (digits: bigint) => digits.toString().replace(/^-|0+$/g, '').length

t.test('a number of 15 digits is kept as the caller wrote it, one of 18 is refused', async (t) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 22n }), fc.nat({ max: 20 }), (digits, places) => {
      const text = withPoint(digits, places)
      const { value, faults } = read(`{"a":[{"b":${text}}]}`)
      const count = significant(digits)
      if (count > 17) return faults.map(({ path }) => path).join() === 'a[0].b'
      const { a } = value as { a: { b: number }[] }
      return count > 15 || (faults.length === 0 && a[0]?.b === Number(text))
    }),
  )
  t.same(faultsOf('[1e400]'), ['[0]'])
  t.same(faultsOf('{"x":-1e-400}'), ['x'])
  t.same(faultsOf('{"x":1e2,"y":0e9,"z":0.000000000000000000001}'), [])
  t.same(faultsOf('{"iban":"1234567890123456789","x":"1e400","n":1.5}'), [])
})

/** A decimal of at most six digits: what prices and quantities are. */
const sixDigits = fc.record({ digits: fc.integer({ min: 1, max: 999_999 }).map(BigInt), places: fc.nat({ max: 6 }) })
const asDouble = ({ digits, places }: { digits: bigint; places: number }) => Number(withPoint(digits, places))

t.test('a product of decimals, computed in doubles, is the exact one', async (t) => {
  fc.assert(
    fc.property(sixDigits, sixDigits, fc.boolean(), (a, b, negative) => {
      const exact = withPoint(a.digits * b.digits * (negative ? -1n : 1n), a.places + b.places)
      const computed = JSON.stringify({ n: asDouble(a) * asDouble(b) * (negative ? -1 : 1) })
      t.same(read(computed), { value: { n: Number(exact) }, faults: [] }, `${exact} as ${computed}`)
    }),
    { numRuns: 2_000 },
  )
})

t.test('a sum of decimals, computed in doubles, is the exact one', async (t) => {
  fc.assert(
    fc.property(sixDigits, sixDigits, (a, b) => {
      const [x, y] = [a.digits * 10n ** BigInt(6 - a.places), b.digits * 10n ** BigInt(6 - b.places)]
      const computed = JSON.stringify({ n: asDouble(a) + asDouble(b) })
      const exact = withPoint(x + y, 6)
      t.same(read(computed), { value: { n: Number(exact) }, faults: [] }, `${exact} as ${computed}`)
    }),
    { numRuns: 2_000 },
  )
})

t.test('a computed number is read as the number of 15 digits next to it, or refused', async () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (computed) => {
      const { value, faults } = read(JSON.stringify({ n: computed }))
      const { n } = value as { n: number }
      const digits = n.toExponential().replace(/e.*|\D/g, '').length
      return faults.length > 0 || (digits <= 15 && Math.abs(n - computed) <= 2 * Number.EPSILON * Math.abs(computed))
    }),
    { numRuns: 2_000 },
  )
})

t.test('what a program prints of a computed double is the decimal that was meant', async (t) => {
  for (const [text, meant] of [
    ['3.0300000000000002', 3.03],
    ['0.30000000000000004', 0.3],
    ['-0.30000000000000004', -0.3],
    ['0.10000000000000001', 0.1],
    ['2.9999999999999996', 3],
    ['0.9999999999999999', 1],
    ['123456789012.34999', 123456789012.35],
    ['3.0300000000000002e-7', 3.03e-7],
  ] as const) {
    t.same(read(`{"n": ${text}, "s": "${text}"}`), { value: { n: meant, s: text }, faults: [] }, text)
  }
  const several = '[0.30000000000000004,{"a":"\\"0.30000000000000004","b":[1.1500000000000001 , 7]},2.9999999999999996]'
  t.same(read(several).value, [0.3, { a: '"0.30000000000000004', b: [1.15, 7] }, 3])
})

t.test('where the intended number is unclear, the nearest one is named', async (t) => {
  for (const [text, message] of [
    ['1428.5714285714287', /has 17 significant digits \(1428.5714285714287\).*; send 1428.5714285714$/],
    ['0.3333333333333333', /has 16 .*; send 0.3333333333$/],
    ['0.1234567890123456', /send 0.123456789$/],
    ['1.234567890123456e-13', /send 1.23456789012346e-13$/],
    ['0.1000000000003638', /send 0.1$/],
    ['0.3000000000000000444089209850062616', /has 34 .*; send 0.3$/],
    ['1234567890123456', /send an identifier in quotation marks$/],
  ] as const) {
    t.match(read(`{"n":${text}}`).faults, [{ path: 'n', message }], text)
  }
})

t.test('a name given twice is found, however it is written', async (t) => {
  t.same(faultsOf('{"a":1,"a":2}'), ['a'])
  t.same(faultsOf('{"a":1,"\\u0061":2}'), ['a'])
  t.same(faultsOf('{"l":[{"x":1},{"x":1,"y":{"z":"\\"x\\":","z":[]}}]}'), ['l[1].y.z'])
  t.same(faultsOf('{"a":"\\"a\\":","b":"\\\\","c":{}}'), [])
})

t.test('what is no JSON is refused with its place', async (t) => {
  for (const [text, message] of [
    ['', /empty/],
    ['  \n', /empty/],
    ['{"a":1,\n  b}', /line 2, column 3/],
    ['[1', /not valid JSON at line 1, column 3: expected "," or "\]", but it ends/],
    ['NaN', /not valid JSON at line 1, column 1: expected a value/],
    ['['.repeat(40) + ']'.repeat(40), /nested/],
  ] as const) {
    t.throws(() => parseJsonBody(Buffer.from(text)), message)
    t.throws(() => parseJsonBody(Buffer.from(text)), Refusal)
  }
  t.throws(() => parseJsonBody(Buffer.from([0x22, 0xc3, 0x28, 0x22])), /UTF-8/)
})

t.test('what would cost too much is refused before it is parsed', async (t) => {
  const size = 12 * 1024 * 1024
  for (const [hostile, message] of [
    ['['.repeat(size), /nested more than 32 levels/],
    ['{"":'.repeat(size / 4), /nested more than 32 levels/],
    ['[]'.repeat(size / 4) + '[]', /nested more than|not valid JSON/],
    [`[${'[],'.repeat(size / 3 - 1)}0]`, /1,000,000 values/],
    [`[${'{},'.repeat(size / 3 - 1)}0]`, /1,000,000 values/],
    [`[${'1,'.repeat(size / 2 - 1)}0]`, /1,000,000 values/],
    [`{"a":"${'\\\\'.repeat(size / 2 - 10)}"]`, /not valid JSON at line 1/],
    [`[${'\n'.repeat(size - 2)}x`, /not valid JSON/],
  ] as const) {
    t.throws(() => parseJsonBody(Buffer.from(hostile)), message, hostile.slice(0, 10))
  }
})

t.test('what is said of a text is bounded, and all of it is counted', async (t) => {
  const { faults } = parseJsonBody(Buffer.from(`[${'1234567890123456789,'.repeat(50_000)}0]`))
  t.equal(faults.length, 1_000)
  t.match(faults.at(-1), { path: '', message: /49001 more/ })
})

t.test('brackets, commas and quotes inside of strings are none', async (t) => {
  const value = { name: '[{,"\\'.repeat(400_000), list: [['']] }
  t.same(parseJsonBody(Buffer.from(JSON.stringify(value))).value, value)
})
