import t, { type Test } from 'tap'
import { FairQueue } from '../../../src/documents/judging/fair-queue.js'
import { JudgingBusy } from '../../../src/documents/judging/port.js'

/** Work that ends on request, and the order in which it began. */
class Tasks {
  readonly begun: string[] = []
  readonly #end = new Map<string, () => void>()

  work(name: string): () => Promise<string> {
    return () =>
      new Promise((resolve) => {
        this.begun.push(name)
        this.#end.set(name, () => {
          resolve(name)
        })
      })
  }

  async end(name: string): Promise<void> {
    this.#end.get(name)?.()
    await new Promise(setImmediate)
  }
}

const of = (account: string) => ({ account, whenBusy: 'refuse' }) as const
const LIMITS = { running: 1, waitingOfAccount: 2, waiting: 3 }

t.test('accounts take turns, however much one of them has brought', async (t: Test) => {
  const queue = new FairQueue({ ...LIMITS, waitingOfAccount: 9, waiting: 9 })
  const tasks = new Tasks()
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => queue.run(of(name.charAt(0)), tasks.work(name)))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    await new Promise(setImmediate)
    t.equal(tasks.begun.at(-1), name)
    await tasks.end(name)
  }
  t.same(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'c1'])
})

t.test('of several places one account never has all', async (t: Test) => {
  const queue = new FairQueue({ ...LIMITS, running: 2 })
  const tasks = new Tasks()
  const first = queue.run(of('a'), tasks.work('a1'))
  const second = queue.run(of('a'), tasks.work('a2'))
  const other = queue.run(of('b'), tasks.work('b1'))
  await new Promise(setImmediate)
  t.same(tasks.begun, ['a1', 'b1'])
  for (const name of ['a1', 'b1', 'a2']) await tasks.end(name)
  await Promise.all([first, second, other])
})

t.test('more than may wait is refused, to who waits for an answer', async (t: Test) => {
  const queue = new FairQueue(LIMITS)
  const tasks = new Tasks()
  const names = ['a1', 'a2', 'a3']
  const taken = names.map((name) => queue.run(of('a'), tasks.work(name)))
  await t.rejects(queue.run(of('a'), tasks.work('a4')), JudgingBusy, 'of one account')
  taken.push(queue.run(of('b'), tasks.work('b1')))
  await t.rejects(queue.run(of('c'), tasks.work('c1')), JudgingBusy, 'of all')
  taken.push(queue.run({ account: 'c pipeline', whenBusy: 'wait' }, tasks.work('p1')))
  for (const name of ['a1', 'a2', 'b1', 'p1', 'a3']) {
    await tasks.end(name)
    await new Promise(setImmediate)
  }
  t.same(await Promise.all(taken), ['a1', 'a2', 'a3', 'b1', 'p1'])
})

t.test('work that fails gives its place back', async (t: Test) => {
  const queue = new FairQueue(LIMITS)
  await t.rejects(
    queue.run(of('a'), () => Promise.reject(new Error('no'))),
    /no/,
  )
  t.equal(await queue.run(of('b'), () => Promise.resolve('next')), 'next')
})
