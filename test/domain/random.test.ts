import fc from 'fast-check'
import t from 'tap'
import { random } from '../../src/domain/random.js'

t.test('bytes of an earlier call are neither returned again nor changed by a later one', (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 16, max: 600 }), { minLength: 2, maxLength: 40 }), (sizes) => {
      const drawn = sizes.map(random)
      const copies = drawn.map((bytes) => Buffer.from(bytes).toString('hex'))
      const later = sizes.map(random)
      t.strictSame(
        drawn.map((bytes) => Buffer.from(bytes).toString('hex')),
        copies,
      )
      // Any 16 bytes are different unless they are the same bytes.
      const beginnings = [...drawn, ...later].map((bytes) => Buffer.from(bytes.subarray(0, 16)).toString('hex'))
      t.equal(new Set(beginnings).size, beginnings.length)
    }),
    { numRuns: 20 },
  )
  t.end()
})
