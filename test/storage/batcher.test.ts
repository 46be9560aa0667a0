import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { Batcher } from '../../src/storage/batcher.js'

/** Answers the tens; records what came together. */
function tens(groups: number[][]): (calls: readonly number[]) => Promise<readonly number[]> {
  return async (calls) => {
    groups.push([...calls])
    await setTimeout(5)
    return calls.map((call) => call * 10)
  }
}

t.test('calls that come while a group is under way make the next group', async (t) => {
  const groups: number[][] = []
  const grouped = new Batcher(tens(groups))
  const first = [grouped.run(1), grouped.run(2)]
  await setTimeout(2)
  const second = [grouped.run(3), grouped.run(4), grouped.run(5)]
  t.strictSame(await Promise.all([...first, ...second]), [10, 20, 30, 40, 50])
  t.strictSame(groups, [
    [1, 2],
    [3, 4, 5],
  ])
  t.equal(await grouped.run(6), 60, 'and so on')
})

t.test('one call that fails does not fail the others', async (t) => {
  const grouped = new Batcher(async (calls: readonly number[]) => {
    if (calls.includes(2)) throw new Error('not 2')
    return calls.map(String)
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((call) => grouped.run(call)))
  t.match(outcomes, [{ value: '1' }, { reason: { message: 'not 2' } }, { value: '3' }])
})

t.test('a database that is away fails all at once, and the next call asks again', async (t) => {
  let asked = 0
  const grouped = new Batcher(async (calls: readonly number[]) => {
    asked += 1
    if (asked === 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    return calls
  })
  const outcomes = await Promise.allSettled([grouped.run(1), grouped.run(2)])
  t.match(outcomes, [{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }])
  t.equal(asked, 1)
  t.equal(await grouped.run(3), 3)
})

t.test('several groups may be under way at a time', async (t) => {
  const groups: number[][] = []
  const grouped = new Batcher(tens(groups), { atOnce: 2 })
  const begun = performance.now()
  const first = grouped.run(1)
  await setTimeout(1)
  await Promise.all([first, grouped.run(2)])
  t.strictSame(groups, [[1], [2]])
  t.ok(performance.now() - begun < 1_000)
})
