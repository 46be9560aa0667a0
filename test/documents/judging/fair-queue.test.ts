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
/** Bytes of a document that needs a whole place, and of one that runs long. */
const WHOLE = 256 * 1024
const LONG = 1024 * 1024
const LIMITS = { running: 1, waitingOfAccount: 2, waiting: 3 }

t.test('accounts take turns, however much one of them has brought', async (t: Test) => {
  const queue = new FairQueue({ ...LIMITS, waitingOfAccount: 9, waiting: 9 })
  const tasks = new Tasks()
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => queue.run(of(name.charAt(0)), WHOLE, tasks.work(name)))
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
  const first = queue.run(of('a'), WHOLE, tasks.work('a1'))
  const second = queue.run(of('a'), WHOLE, tasks.work('a2'))
  const other = queue.run(of('b'), WHOLE, tasks.work('b1'))
  await new Promise(setImmediate)
  t.same(tasks.begun, ['a1', 'b1'])
  for (const name of ['a1', 'b1', 'a2']) await tasks.end(name)
  await Promise.all([first, second, other])
})

t.test('more than may wait is refused, to who waits for an answer', async (t: Test) => {
  const queue = new FairQueue(LIMITS)
  const tasks = new Tasks()
  const names = ['a1', 'a2', 'a3']
  const taken = names.map((name) => queue.run(of('a'), WHOLE, tasks.work(name)))
  await t.rejects(queue.run(of('a'), WHOLE, tasks.work('a4')), JudgingBusy, 'of one account')
  taken.push(queue.run(of('b'), WHOLE, tasks.work('b1')))
  await t.rejects(queue.run(of('c'), WHOLE, tasks.work('c1')), JudgingBusy, 'of all')
  taken.push(queue.run({ account: 'c pipeline', whenBusy: 'wait' }, WHOLE, tasks.work('p1')))
  for (const name of ['a1', 'a2', 'b1', 'p1', 'a3']) {
    await tasks.end(name)
    await new Promise(setImmediate)
  }
  t.same(await Promise.all(taken), ['a1', 'a2', 'a3', 'b1', 'p1'])
})

t.test('work that fails gives its place back', async (t: Test) => {
  const queue = new FairQueue(LIMITS)
  await t.rejects(
    queue.run(of('a'), WHOLE, () => Promise.reject(new Error('no'))),
    /no/,
  )
  t.equal(await queue.run(of('b'), WHOLE, () => Promise.resolve('next')), 'next')
})

t.test('small documents share a place', async (t: Test) => {
  const queue = new FairQueue({ running: 1, waitingOfAccount: 1, waiting: 2 })
  const tasks = new Tasks()
  const names = ['a1', 'a2', 'a3', 'a4', 'a5']
  const taken = names.map((name) => queue.run(of('a'), WHOLE / 4, tasks.work(name)))
  await t.rejects(queue.run(of('a'), WHOLE / 4, tasks.work('a6')), JudgingBusy)
  for (const name of names) await tasks.end(name)
  t.same(await Promise.all(taken), names)
})

t.test('long documents leave a slot to the others, also those of many accounts', async (t: Test) => {
  const queue = new FairQueue({ running: 2, waitingOfAccount: 9, waiting: 9 })
  const tasks = new Tasks()
  const long = ['a1', 'b1', 'c1'].map((name) => queue.run(of(name.charAt(0)), LONG, tasks.work(name)))
  const short = queue.run(of('c'), LONG - 1, tasks.work('c2'))
  await new Promise(setImmediate)
  t.same(tasks.begun, ['a1', 'c2'], 'also one of an account whose long document waits')
  for (const name of ['c2', 'a1', 'b1', 'c1']) await tasks.end(name)
  t.same(await Promise.all([...long, short]), ['a1', 'b1', 'c1', 'c2'])
})

t.test('what an account sends and what it waits for in the background share its slots', async (t: Test) => {
  const queue = new FairQueue({ running: 2, waitingOfAccount: 9, waiting: 9 })
  const tasks = new Tasks()
  const mine = [
    queue.run({ account: 'a', whenBusy: 'wait' }, WHOLE, tasks.work('a1')),
    queue.run(of('a'), WHOLE, tasks.work('a2')),
  ]
  const other = queue.run(of('b'), WHOLE, tasks.work('b1'))
  await new Promise(setImmediate)
  t.same(tasks.begun, ['a1', 'b1'])
  for (const name of ['a1', 'b1', 'a2']) await tasks.end(name)
  await Promise.all([...mine, other])
})
