import { createHash } from 'node:crypto'
import canonicalizeModule from 'canonicalize'
import fc from 'fast-check'
import t from 'tap'
import { requestHash } from '../../../src/commands/use-cases/request-hash.js'

const canonicalize = canonicalizeModule as unknown as (value: unknown) => string

const hashOfWhole = (body: object): string => createHash('sha256').update(canonicalize(body)).digest('hex')

const body = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()).map((fields) => ({ ...fields }))

t.test('the hash of the portions is that of the whole canonical text', async (t) => {
  await fc.assert(
    fc.asyncProperty(body, async (body) => {
      if ((await requestHash(body)) !== hashOfWhole(body)) throw new Error(JSON.stringify(body))
    }),
  )
  const large = { b: Array.from({ length: 20_000 }, (_, n) => ({ z: n, a: 'ß'.repeat(30) })), a: 'x'.repeat(1_000_000) }
  t.equal(await requestHash(large), hashOfWhole(large))
})

t.test('the order of fields makes no difference', async (t) => {
  t.equal(await requestHash({ a: 1, b: { c: 2, d: 3 } }), await requestHash({ b: { d: 3, c: 2 }, a: 1 }))
})
