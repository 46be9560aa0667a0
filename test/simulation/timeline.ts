import type { Instant, Timers } from '../../src/domain/timers.js'
import { Chance } from './chance.js'
import type { Point } from './mishap.js'

/** Something that happens at a time of the simulation. */
interface Due {
  at: number
  /** The order among what happens at the same time. */
  readonly number: number
  /** Whose it is; null: it has no owner and happens in any case. */
  readonly host: Host | null
  readonly work: () => void
  cancelled: boolean
}

/** Where code runs that can stand still or be gone. */
export interface Host {
  /** Nothing of it happens any more. */
  readonly isDead: boolean
  /** Nothing of it happens before then, in milliseconds of the timeline. */
  readonly standsStillUntil: number
  /** It is about to do this, if nothing happens to it first. */
  about(to: Point): void
}

/** Everything takes some time: a number as large as today's time can't express less than this. */
const SHORTEST_MS = 0.001
/** What was due while a host stood still happens within so many milliseconds, in any order. */
const AWAKENING_MS = 2

/**
 * Virtual time: all that happens, one after another. After each step everything runs that follows
 * from it at once, so that the same seed gives the same story.
 */
export class Timeline {
  readonly #chance: Chance
  readonly #queue: Due[] = []
  #now: number
  #number = 0
  #steps = 0

  /** `begin`: milliseconds since 1970. */
  constructor(seed: number, begin: number) {
    this.#chance = new Chance(seed, 'timeline')
    this.#now = begin
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#now
  }

  /** How much has happened. */
  get steps(): number {
    return this.#steps
  }

  /** Lets something happen after so many milliseconds; gives what prevents it. */
  after(milliseconds: number, host: Host | null, work: () => void): () => void {
    const due = {
      at: this.#now + Math.max(SHORTEST_MS, milliseconds),
      number: this.#number++,
      host,
      work,
      cancelled: false,
    }
    this.#push(due)
    return () => {
      due.cancelled = true
    }
  }

  /**
   * Lets the next thing happen, and what follows from it; gives false when nothing is left, or
   * nothing before `until`: that is the time then.
   */
  async step(until: number): Promise<boolean> {
    for (;;) {
      const [next] = this.#queue
      if (next === undefined || next.at > until) {
        this.#now = Math.max(this.#now, until)
        return false
      }
      this.#pop()
      if (next.cancelled || next.host?.isDead === true) continue
      const awake = next.host?.standsStillUntil ?? 0
      if (awake > next.at) {
        next.at = awake + this.#chance.between(0, AWAKENING_MS)
        this.#push(next)
        continue
      }
      this.#now = Math.max(this.#now, next.at)
      this.#steps += 1
      next.work()
      await turnOfEventLoop()
      return true
    }
  }

  /** Nothing happens for so long: all machines stand still together. */
  skip(milliseconds: number): void {
    this.#now += milliseconds
  }

  #push(due: Due): void {
    const queue = this.#queue
    let place = queue.push(due) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = queue[parent]
      if (above === undefined || !isBefore(due, above)) break
      queue[place] = above
      place = parent
    }
    queue[place] = due
  }

  #pop(): void {
    const queue = this.#queue
    const last = queue.pop()
    if (last === undefined || queue.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      let below = queue[child]
      if (below === undefined) break
      const right = queue[child + 1]
      if (right !== undefined && isBefore(right, below)) {
        child += 1
        below = right
      }
      if (!isBefore(below, last)) break
      queue[place] = below
      place = child
    }
    queue[place] = last
  }
}

/** Timers of a host by virtual time. `instant`: its own clocks; absent: right ones. */
export function timersOf(
  timeline: Timeline,
  host: Host,
  instant: () => Instant = () => ({ monotonic: timeline.now, wall: timeline.now }),
): Timers {
  return {
    instant,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve()
          return
        }
        const wake = (): void => {
          cancel()
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const cancel = timeline.after(milliseconds, host, wake)
        signal.addEventListener('abort', wake)
      }),
    after: (milliseconds, work) => timeline.after(milliseconds, host, work),
    every: (milliseconds, work) => {
      let cancel = (): void => undefined
      const again = (): void => {
        cancel = timeline.after(milliseconds, host, () => {
          again()
          work()
        })
      }
      again()
      return () => {
        cancel()
      }
    },
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number)
}

/** When this returns, every promise that could continue has continued. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
