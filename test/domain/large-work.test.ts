import { setImmediate } from 'node:timers'
import t from 'tap'
import { LARGE_BYTES, turnFor } from '../../src/domain/large-work.js'

t.test('between two large steps everything else has its turn', async (t) => {
  const seen: string[] = []
  const step = async (name: string, bytes: number): Promise<void> => {
    await turnFor('a', bytes)
    seen.push(name)
    setImmediate(() => seen.push('other'))
  }
  await Promise.all([step('one', LARGE_BYTES), step('two', LARGE_BYTES), step('three', LARGE_BYTES)])
  t.same(seen, ['one', 'other', 'two', 'other', 'three'])
})

t.test('the accounts have their turns one after another', async (t) => {
  const seen: string[] = []
  const steps = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(async (name) => {
    await turnFor(name.charAt(0), LARGE_BYTES)
    seen.push(name)
  })
  await Promise.all(steps)
  t.same(seen, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

t.test('what is small does not wait', async (t) => {
  const seen: string[] = []
  const large = turnFor('a', LARGE_BYTES).then(() => seen.push('large'))
  await turnFor('a', 1_000)
  seen.push('small')
  await large
  t.same(seen, ['small', 'large'])
})
