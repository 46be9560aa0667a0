import { hash } from 'node:crypto'
import type { Clock } from '../../../domain/clock.js'
import type { Exhausted } from '../../gateway/gateway.js'

/** So many keys are remembered. */
const MOST_KEYS = 10_000

/** The keys that were told "too many calls", so that nobody calls with them before their time. */
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

  /** Null: calls may be made. */
  of(key: string): Exhausted | null {
    const name = hash('sha256', key)
    const pause = this.#until.get(name) ?? null
    if (pause === null || pause.until > this.clock.now()) return pause
    this.#until.delete(name)
    return null
  }
}
