import fc from 'fast-check'
import t from 'tap'
import { Refusal } from '../../src/domain/refusal.js'
import { parseJsonBody } from '../../src/intake/json-body.js'

const faultsOf = (text: string) => parseJsonBody(Buffer.from(text)).faults.map(({ path }) => path)

t.test('JSON reads as JSON.parse reads it, without faults', async (t) => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), fc.nat({ max: 4 }), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      const { value } = parseJsonBody(Buffer.from(spaced))
      return JSON.stringify(value) === JSON.stringify(JSON.parse(spaced))
    }),
  )
  t.same(parseJsonBody(Buffer.from('\uFEFF{"a":1}')), { value: { a: 1 }, faults: [] })
})

t.test('numbers are kept as the caller wrote them, or refused', async (t) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 22n }), fc.nat({ max: 20 }), (digits, places) => {
      const plain = digits.toString().padStart(places + 1, '0')
      const text = places === 0 ? plain : `${plain.slice(0, -places)}.${plain.slice(-places)}`
      const significant = digits.toString().replace(/0+$/, '').length
      return faultsOf(`{"a":[{"b":${text}}]}`).join() === (significant > 15 ? 'a[0].b' : '')
    }),
  )
  t.same(faultsOf('[1e400]'), ['[0]'])
  t.same(faultsOf('{"x":-1e-400}'), ['x'])
  t.same(faultsOf('{"x":1e2,"y":0e9,"z":0.000000000000000000001}'), [])
  t.same(faultsOf('{"iban":"1234567890123456789","x":"1e400","n":1.5}'), [])
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
    ['[1', /not valid JSON/],
    ['NaN', /not valid JSON/],
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
