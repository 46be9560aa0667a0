import t from 'tap'
import { systemTimers, type Timers } from '../../../src/domain/timers.js'
import { NO_PROGRESS, type Marks, type Progress } from '../../../src/processors/work/marks.js'
import { TrailingMark } from '../../../src/processors/work/trailing-mark.js'
import { waitFor } from '../../support/wait-for.js'

const MARK = { ...NO_PROGRESS, restores: 2, restoresFound: 2 }
const at = (position: bigint): Progress => ({ position, anchor: null })

/** A mark whose moves are recorded, and whose pauses end by `resume`. */
function trailing(move: Marks['move'] = async () => true) {
  const moves: (readonly [from: bigint | null, to: bigint | null, restores: number])[] = []
  const pauses: (() => void)[] = []
  const timers: Timers = {
    ...systemTimers,
    sleep: (_milliseconds, signal) =>
      new Promise((resolve) => {
        pauses.push(resolve)
        signal.addEventListener('abort', () => resolve())
      }),
  }
  const marks: Pick<Marks, 'move'> = {
    async move(name, from, to) {
      moves.push([from.position, to.position, from.restores])
      return move(name, from, to)
    },
  }
  let moved = 0
  const mark = new TrailingMark({ marks, timers }, MARK, { name: 'a', everyMs: 100, onMoved: () => moved++ })
  const stop = new AbortController()
  const end = mark.follow(stop.signal)
  const paused = () => waitFor('the pause after a move', () => pauses.length > 0)
  return { end, mark, moved: () => moved, moves, paused, resume: () => pauses.shift()?.(), stop }
}

t.test('the mark follows its processor, and leaves out the steps of a pause', async (t) => {
  const { end, mark, moved, moves, paused, resume, stop } = trailing()
  t.equal(mark.position, null)
  mark.reached(at(3n))
  await paused()
  for (const position of [5n, 8n, 9n]) mark.reached(at(position))
  t.equal(mark.position, 9n)
  t.same(moves, [[null, 3n, 2]])
  resume()
  await paused()
  t.same(moves, [
    [null, 3n, 2],
    [3n, 9n, 2],
  ])
  t.equal(moved(), 2)
  resume()
  mark.reached(at(12n))
  await paused()
  t.same(moves.at(-1), [9n, 12n, 2], 'also after it has waited for a step')
  stop.abort()
  await end
})

t.test('it ends when another process has moved the mark', async (t) => {
  const { end, mark, moved, moves } = trailing(async () => false)
  mark.reached(at(3n))
  await end
  t.equal(moves.length, 1)
  t.equal(moved(), 0)
})

t.test('it fails with an outage, and ends with the signal while nothing happens', async (t) => {
  const failing = trailing(() => Promise.reject(new Error('no database')))
  failing.mark.reached(at(3n))
  await t.rejects(failing.end, { message: 'no database' })
  const idle = trailing()
  idle.stop.abort()
  await idle.end
  t.same(idle.moves, [])
})
