import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import type { RateCounter } from '../../storage/rate-limits.js'

const WINDOW_MS = 60_000
/** A block is this part of what is left, so that the count gets finer towards the limit. */
const BLOCK_DIVISOR = 10

/** Whether a request is allowed. `limit` and `remaining` count requests of the window. */
interface RateLimitDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly resetAt: number
  readonly retryAfterSeconds: number
}

/**
 * Requests per account, environment and minute of the clock, shared by all processes. A process
 * takes blocks of requests out of the common counter and serves from them, so most requests cost
 * nothing. Never allows more than the limit, in all processes together; with several of them, the
 * unused rest of a process's block is lost to the others until the minute ends (a tenth of what
 * was left when it was taken; single requests near the limit).
 */
export class RateLimit {
  readonly #counter: RateCounter
  readonly #clock: Clock
  readonly #limit: number
  readonly #windows = new Map<string, Window>()
  #newest = 0

  constructor(counter: RateCounter, clock: Clock, limitPerMinute: number) {
    this.#counter = counter
    this.#clock = clock
    this.#limit = limitPerMinute
  }

  /** Takes this many requests at once, or none of them. */
  async take(scope: Scope, requests = 1): Promise<RateLimitDecision> {
    const now = this.#clock.now().getTime()
    const start = Math.floor(now / WINDOW_MS) * WINDOW_MS
    const window = this.#window(scope, start)
    while (window.held < requests && window.taken < this.#limit) {
      window.taking ??= this.#takeBlock(scope, start, window, requests).finally(() => (window.taking = null))
      await window.taking
    }
    const allowed = window.held >= requests
    if (allowed) window.held -= requests
    return {
      allowed,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - window.taken + window.held),
      resetAt: (start + WINDOW_MS) / 1000,
      retryAfterSeconds: Math.max(1, Math.ceil((start + WINDOW_MS - now) / 1000)),
    }
  }

  async #takeBlock(scope: Scope, start: number, window: Window, requests: number): Promise<void> {
    const wanted = Math.max(requests - window.held, Math.ceil((this.#limit - window.taken) / BLOCK_DIVISOR))
    const { granted, taken } = await this.#counter.take(scope, new Date(start), wanted, this.#limit)
    window.held += granted
    window.taken = taken
  }

  #window(scope: Scope, start: number): Window {
    if (start > this.#newest) {
      this.#newest = start
      this.#windows.clear()
    }
    const key = `${scope.account} ${scope.environment} ${start}`
    const known = this.#windows.get(key)
    if (known) return known
    const window: Window = { held: 0, taken: 0, taking: null }
    this.#windows.set(key, window)
    return window
  }
}

interface Window {
  /** Requests that this process holds and has not served. */
  held: number
  /** Requests that all processes have taken out, as last seen by this one. */
  taken: number
  taking: Promise<void> | null
}
