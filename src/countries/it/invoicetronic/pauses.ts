import { hash } from 'node:crypto'
import type { Clock } from '../../../domain/clock.js'
import type { Exhausted } from '../../gateway/gateway.js'

/** The number of remembered keys. */
const MOST_KEYS = 10_000

/** The keys that received "too many calls", so that no call uses them too early. */
export class Pauses {
  readonly #until = new Map<string, Exhausted>()

  constructor(private readonly clock: Clock) {}

  begin(key: string, pause: Exhausted): void {
    const name = hash('sha256', key)
    this.#until.delete(name)
    this.#until.set(name, pause)
    const [oldest] = this.#until.keys()
    if (oldest !== undefined && this.#until.size > MOST_KEYS) this.#until.delete(oldest)
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
