import type { Test } from 'tap'
import type { Locks } from '../../../src/processors/work/locks.js'
import type { Marks } from '../../../src/processors/work/marks.js'

const ANCHOR = { stream: 'testInvoice-inv_1', revision: 3, id: '00000000-0000-4000-8000-000000000001' }

/** The contract of every store of marks. */
export function marksContract(t: Test, make: (t: Test) => Promise<Marks>): void {
  t.test('a mark moves only from where the processor has left it', async (t) => {
    const marks = await make(t)
    t.same(await marks.read('a'), { position: null, anchor: null })
    t.equal(await marks.move('a', null, { position: 5n, anchor: ANCHOR }), true)
    t.same(await marks.read('a'), { position: 5n, anchor: ANCHOR })
    t.equal(await marks.move('a', 4n, { position: 9n, anchor: null }), false)
    t.equal(await marks.move('a', null, { position: 9n, anchor: null }), false)
    t.same(await marks.read('a'), { position: 5n, anchor: ANCHOR })
    t.same(await marks.read('b'), { position: null, anchor: null })
    t.equal(await marks.move('a', 5n), true, 'back to the beginning')
    t.same(await marks.read('a'), { position: null, anchor: null })
    t.equal(await marks.move('a', null, { position: 7n, anchor: null }), true)
    await marks.forget('a')
    t.same(await marks.read('a'), { position: null, anchor: null })
  })
}

/** The contract of all locks. */
export function locksContract(t: Test, make: (t: Test) => Promise<Locks>): void {
  t.test('one at a time does work of a name, others are refused at once', async (t) => {
    const locks = await make(t)
    const { signal } = new AbortController()
    const outcome = await locks.exclusively('a', 5, signal, async () => {
      t.equal(await locks.exclusively('a', 5, signal, () => Promise.resolve('also')), null)
      return locks.exclusively('b', 5, signal, () => Promise.resolve('another name'))
    })
    t.equal(outcome, 'another name')
    t.equal(await locks.exclusively('a', 5, signal, () => Promise.resolve('after')), 'after')
  })

  t.test('work that fails gives its lock back, and its signal ends with that of the caller', async (t) => {
    const locks = await make(t)
    const stopping = new AbortController()
    await t.rejects(
      locks.exclusively('a', 5, stopping.signal, (locked) => {
        t.equal(locked.aborted, false)
        stopping.abort()
        t.equal(locked.aborted, true)
        return Promise.reject(new Error('a fault'))
      }),
      { message: 'a fault' },
    )
    const { signal } = new AbortController()
    t.equal(await locks.exclusively('a', 5, signal, () => Promise.resolve('again')), 'again')
  })

  t.test('nothing begins for a caller that is to end', async (t) => {
    const locks = await make(t)
    t.equal(await locks.exclusively('a', 5, AbortSignal.abort(), () => Promise.resolve('late')), null)
  })
}
