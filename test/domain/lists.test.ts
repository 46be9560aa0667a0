import * as fc from 'fast-check'
import t from 'tap'
import { addAll, largest, smallest } from '../../src/domain/lists.js'

/** More than the stack has room for as arguments. */
const MANY = Array.from({ length: 120_001 }, (_, index) => index)

void t.test('lists of any length are added and compared', (t) => {
  const list = [-1]
  addAll(list, MANY)
  t.equal(list.length, MANY.length + 1)
  t.equal(list.at(-1), 120_000)
  t.equal(largest(MANY), 120_000)
  t.equal(largest(MANY, 500_000), 500_000)
  t.equal(smallest(MANY), 0)
  t.end()
})

void t.test('they agree with Math.max, Math.min and push', (t) => {
  fc.assert(
    fc.property(fc.array(fc.double()), fc.array(fc.double()), (some, more) => {
      t.ok(Object.is(largest(some), Math.max(...some)))
      t.ok(Object.is(smallest(some), Math.min(...some)))
      const list = [...some]
      addAll(list, more)
      t.strictSame(list, [...some, ...more])
    }),
  )
  t.end()
})
