import type { Clock } from '../../domain/clock.js'
import { networkOf } from '../client-address.js'

const WINDOW_MS = 60_000
/** More addresses than this in one minute are a flood: they are counted together. */
const MAX_ADDRESSES = 50_000

/**
 * Counts failed authentications by client address in windows of a minute, in this process alone:
 * it slows guessing down, and need not be exact. Requests with a valid key are never blocked, so
 * no client can lock out a neighbour behind the same address.
 */
export class FailedAuthentications {
  readonly #clock: Clock
  readonly #limit: number
  #window = 0
  #counts = new Map<string, number>()

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Counts one failure. Returns the seconds to wait if there were too many, else null. */
  record(address: string): number | null {
    const now = this.#clock.now().getTime()
    const window = Math.floor(now / WINDOW_MS)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const network = this.#counts.size >= MAX_ADDRESSES ? 'others' : networkOf(address)
    const count = (this.#counts.get(network) ?? 0) + 1
    this.#counts.set(network, count)
    return count > this.#limit ? Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now) / 1000)) : null
  }
}
