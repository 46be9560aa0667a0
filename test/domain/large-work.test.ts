import { setImmediate } from 'node:timers'
import t from 'tap'
import { LARGE_BYTES, yieldForLargeWork } from '../../src/domain/large-work.js'

t.test('between two large steps everything else has its turn', async (t) => {
  const seen: string[] = []
  const step = async (name: string, bytes: number): Promise<void> => {
    await yieldForLargeWork(bytes)
    seen.push(name)
    setImmediate(() => seen.push('other'))
  }
  await Promise.all([step('one', LARGE_BYTES), step('two', LARGE_BYTES), step('three', LARGE_BYTES)])
  t.same(seen, ['one', 'other', 'two', 'other', 'three'])
})

t.test('what is small does not wait', async (t) => {
  const seen: string[] = []
  const large = yieldForLargeWork(LARGE_BYTES).then(() => seen.push('large'))
  await yieldForLargeWork(LARGE_BYTES - 1)
  seen.push('small')
  await large
  t.same(seen, ['small', 'large'])
})
