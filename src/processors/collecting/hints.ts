import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.js'
import type { Timers } from '../../domain/timers.js'
import { keepLooking } from '../work/desk.js'

/** What became of a notification. */
export type Heard =
  /** What it hints at is fetched now. */
  | 'woken'
  /** It was fetched a moment ago: it is fetched again after the shortest pause. */
  | 'delayed'
  /** The same notification came before. */
  | 'repeated'

/** A notification whose signature was checked. */
export interface Notification {
  /** Of what was signed. */
  readonly digest: Uint8Array
  /** After this time it is refused as old. */
  readonly until: Date
}

/**
 * Hints that there is something to fetch for work that waits (`WorkList.wake`). Shared by all
 * processes. They bring work forward and nothing else, with a shortest pause between two for the
 * same work, so that any number of them costs no more calls than that.
 */
export interface Hints {
  /** Stores the hints of a notification, by the keys that work waits for. */
  hear(notification: Notification, keys: readonly string[], now: Date): Promise<Heard>
  /**
   * Wakes the work that due hints are for; returns how many there were. Work that is under way is
   * woken after that.
   */
  obey(now: Date): Promise<number>
}

/** The dependencies of `HintDesk`. */
interface HintDeskDeps {
  readonly hints: Pick<Hints, 'obey'>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'sleep'>
  readonly log: Logger
}

/** Obeys the hints that any process has stored. Any number of processes do it. */
export class HintDesk {
  readonly #deps: HintDeskDeps

  constructor(deps: HintDeskDeps) {
    this.#deps = deps
  }

  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return keepLooking(this.#deps, 'hints', signal, async () => {
      await this.#deps.hints.obey(this.#deps.clock.now())
      return false
    })
  }
}
