import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Batcher } from '../../../src/storage/postgres/batcher.js'
import { waitFor } from '../../support/wait-for.js'

/** Answers the tens, once it is let; records what came together. */
class Tens {
  readonly groups: number[][] = []
  readonly #waiting: (() => void)[] = []
  #isOpen = false

  readonly work = async (calls: readonly number[]): Promise<readonly number[]> => {
    this.groups.push([...calls])
    if (!this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return calls.map((call) => call * 10)
  }

  async begun(count: number): Promise<void> {
    await waitFor(`${count} groups are under way`, () => this.groups.length === count)
  }

  /** Lets all end that are under way, and all to come. */
  open(): void {
    this.#isOpen = true
    for (const resolve of this.#waiting) resolve()
  }
}

t.test('calls that come while a group is under way make the next group', async (t) => {
  const tens = new Tens()
  const batcher = new Batcher(tens.work)
  const first = [batcher.run(1), batcher.run(2)]
  await tens.begun(1)
  const second = [batcher.run(3), batcher.run(4), batcher.run(5)]
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  t.strictSame(tens.groups, [[1, 2]], 'one after another')
  tens.open()
  t.strictSame(await Promise.all([...first, ...second]), [10, 20, 30, 40, 50])
  t.strictSame(tens.groups, [
    [1, 2],
    [3, 4, 5],
  ])
  t.equal(await batcher.run(6), 60, 'and so on')
})

t.test('one call that fails does not fail the others', async (t) => {
  const batcher = new Batcher(async (calls: readonly number[]) => {
    if (calls.includes(2)) throw new Error('not 2')
    return calls.map(String)
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((call) => batcher.run(call)))
  t.match(outcomes, [{ value: '1' }, { reason: { message: 'not 2' } }, { value: '3' }])
})

t.test('a database that is away fails all at once, and the next call asks again', async (t) => {
  let asked = 0
  const batcher = new Batcher(async (calls: readonly number[]) => {
    asked += 1
    if (asked === 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    return calls
  })
  const outcomes = await Promise.allSettled([batcher.run(1), batcher.run(2)])
  t.match(outcomes, [{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }])
  t.equal(asked, 1)
  t.equal(await batcher.run(3), 3)
})

t.test('several groups may be under way at a time', async (t) => {
  const tens = new Tens()
  const batcher = new Batcher(tens.work, { atOnce: 2 })
  const first = batcher.run(1)
  await tens.begun(1)
  const second = batcher.run(2)
  await tens.begun(2)
  t.strictSame(tens.groups, [[1], [2]])
  tens.open()
  t.strictSame(await Promise.all([first, second]), [10, 20])
})
