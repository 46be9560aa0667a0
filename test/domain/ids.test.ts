import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { base62, derivedId, eventId, idFromBytes, newId } from '../../src/domain/ids.js'

t.test('an id is its prefix and 22 base62 characters, different for different bytes', async (t) => {
  t.equal(idFromBytes('inv', new Uint8Array(16)), `inv_${'0'.repeat(22)}`)
  t.equal(idFromBytes('inv', new Uint8Array(16).fill(255)), 'inv_7n42DGM5Tflk9n8mt7Fhc7')
  t.throws(() => idFromBytes('inv', new Uint8Array(15)), RangeError)
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('req', randomBytes)))
  t.equal(ids.size, 10_000)
  for (const id of ids) if (!/^req_[0-9A-Za-z]{22}$/.test(id)) t.fail(id)
})

t.test('a derived id depends on every part and on where one ends', async (t) => {
  t.equal(derivedId('inv', 'a', 'b'), derivedId('inv', 'a', 'b'))
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b)
      return same === (derivedId('inv', ...a) === derivedId('inv', ...b))
    }),
  )
  t.not(derivedId('inv', 'ab', 'c'), derivedId('inv', 'a', 'bc'))
  t.not(derivedId('inv', '1:a'), derivedId('inv', '', 'a'))
})

t.test('base62 is the number that the bytes are', async (t) => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 32 }), fc.integer({ min: 1, max: 45 }), (bytes, length) => {
      const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
      const read = [...base62(bytes, length)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)
      return read === value % 62n ** BigInt(length)
    }),
  )
  t.equal(base62(new Uint8Array(32), 40), '0'.repeat(40))
})

t.test('an event keeps its public id', async (t) => {
  const uuid = randomUUID()
  t.equal(eventId(uuid), eventId(uuid))
  t.match(eventId(uuid), /^evt_[0-9A-Za-z]{22}$/)
  t.equal(base62(new Uint8Array([61]), 2), '0z')
})
