import type { Test } from 'tap'
import type { Restores } from '../../../src/eventstore/restores.js'
import type { Locks } from '../../../src/processors/work/locks.js'
import type { Marks } from '../../../src/processors/work/marks.js'

const ANCHOR = { stream: 'testInvoice-inv_1', revision: 3, id: '00000000-0000-4000-8000-000000000001' }

const START = { position: null, anchor: null, restores: 0, restoresFound: 0 }

/** Marks, and the record of restores that they follow. */
interface MarksFixture {
  readonly marks: Marks
  readonly restores: Restores
}

/** The contract of every store of marks. */
export function marksContract(t: Test, make: (t: Test) => Promise<MarksFixture>): void {
  t.test('a mark moves only from where the processor has left it', async (t) => {
    const { marks } = await make(t)
    const at = (position: bigint | null) => ({ position, anchor: null, restores: 0 })
    t.same(await marks.read('a'), START)
    t.equal(await marks.move('a', START, { position: 5n, anchor: ANCHOR }), true)
    t.same(await marks.read('a'), { ...START, position: 5n, anchor: ANCHOR })
    t.equal(await marks.move('a', at(4n), { position: 9n, anchor: null }), false)
    t.equal(await marks.move('a', START, { position: 9n, anchor: null }), false)
    t.same(await marks.read('a'), { ...START, position: 5n, anchor: ANCHOR })
    t.same(await marks.read('b'), START)
    t.equal(await marks.move('a', at(5n), { position: 7n, anchor: null }), true)
    await marks.forget('a')
    t.same(await marks.read('a'), START)
  })

  t.test('what is stored beside the events rests on the furthest of them, unless a restore was found', async (t) => {
    const { marks, restores } = await make(t)
    const at = (position: bigint) => ({ position, anchor: { ...ANCHOR, revision: Number(position) } })
    t.equal(await marks.reach('a', 0, at(5n)), true)
    t.equal(await marks.reach('a', 0, at(3n)), true)
    t.same(await restores.readers(), [{ name: 'a', ...at(5n) }])
    t.equal(await marks.reach('a', 0, at(7n)), true)
    t.same(await marks.read('a'), { ...START, ...at(7n) })
    await restores.note(0, 'one', 'an event')
    t.equal(await marks.reach('a', 0, at(9n)), false)
    t.same(await restores.readers(), [], 'what went before is void')
    t.equal(await marks.reach('a', 1, at(2n)), true)
    t.same(await restores.readers(), [{ name: 'a', ...at(2n) }])
  })

  t.test('a restore that any reader has found holds every mark until its processor begins again', async (t) => {
    const { marks, restores } = await make(t)
    t.equal(await marks.move('a', START, { position: 5n, anchor: ANCHOR }), true)
    const old = await marks.read('a')
    t.same(
      [await restores.note(0, 'one', 'an event'), await restores.note(0, 'other', 'an event'), await restores.count()],
      [true, false, 1],
      'two that find the same restore note it once',
    )
    const behind = await marks.read('a')
    t.same(behind, { ...old, restoresFound: 1 })
    t.equal(await marks.move('a', old, { position: 6n, anchor: ANCHOR }), false)
    t.same(await restores.readers(), [], 'its newest event says nothing of the next restore')
    await marks.restart('a', behind)
    const again = { ...START, restores: 1, restoresFound: 1 }
    t.same(await marks.read('a'), again)
    t.equal(await marks.move('a', old, { position: 6n, anchor: ANCHOR }), false, 'as a process that was paused does')
    t.equal(await marks.move('a', again, { position: 2n, anchor: ANCHOR }), true)
    await marks.restart('a', behind)
    t.same(await marks.read('a'), { ...again, position: 2n, anchor: ANCHOR }, 'another process has begun again')
    t.same(await restores.readers(), [{ name: 'a', position: 2n, anchor: ANCHOR }])
    t.same(await marks.read('b'), again, 'a processor that begins later follows all restores')
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
