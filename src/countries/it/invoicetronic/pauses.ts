import { hash } from 'node:crypto'
import type { Clock } from '../../../domain/clock.js'
import type { Exhausted } from '../../gateway/gateway.js'
import { keepNewest } from '../../../domain/keep-newest.js'

/** The number of remembered keys. */
const MOST_KEYS = 10_000

/** The keys that received "too many calls", so that no call uses them too early. */
export class Pauses {
  readonly #until = new Map<string, Exhausted>()

  constructor(private readonly clock: Clock) {}

  begin(key: string, pause: Exhausted): void {
    const name = hash('sha256', key)
    keepNewest(this.#until, name, pause, MOST_KEYS)
  }

  /** Null: calls are allowed. */
  of(key: string): Exhausted | null {
    const name = hash('sha256', key)
    const pause = this.#until.get(name) ?? null
    if (pause === null || pause.until > this.clock.now()) return pause
    this.#until.delete(name)
    return null
  }
}
