import type { RandomBytes } from '../domain/ids.js'
import type { ConsoleUser } from './access.js'

/** What a page tells once, after something was done. */
export interface Notice {
  readonly kind: 'done' | 'failed'
  readonly text: string
  /** Shown this once, such as a new key. */
  readonly secret?: string
}

/** A browser that is signed in. */
export interface Session {
  readonly user: ConsoleUser
  /** What every form must bring along. */
  readonly formToken: string
  readonly begunAt: number
  usedAt: number
  notice: Notice | null
}

const LONGEST_MS = 8 * 3_600_000
const LONGEST_IDLE_MS = 3_600_000
/** For one more, the one that was idle the longest ends. */
const MOST = 1_000

/**
 * Who is signed in, in the memory of this process: a restart signs everybody out. Times come from
 * the caller's clock, in milliseconds.
 */
export class Sessions {
  readonly #random: RandomBytes
  /** The longest idle first. */
  readonly #sessions = new Map<string, Session>()

  constructor(random: RandomBytes) {
    this.#random = random
  }

  /** Begins a session and gives its id, which only the browser's cookie holds. */
  begin(user: ConsoleUser, now: number): string {
    const id = this.#secret()
    this.#sessions.set(id, { user, formToken: this.#secret(), begunAt: now, usedAt: now, notice: null })
    for (const idle of this.#sessions.keys()) {
      if (this.#sessions.size <= MOST) break
      this.#sessions.delete(idle)
    }
    return id
  }

  /** null: there is none, or it is over. */
  find(id: string, now: number): Session | null {
    const session = this.#sessions.get(id)
    if (session === undefined) return null
    this.#sessions.delete(id)
    if (now - session.begunAt >= LONGEST_MS || now - session.usedAt >= LONGEST_IDLE_MS) return null
    session.usedAt = now
    this.#sessions.set(id, session)
    return session
  }

  /** Ends a session; one that is not there has ended already. */
  end(id: string): void {
    this.#sessions.delete(id)
  }

  #secret(): string {
    return Buffer.from(this.#random(32)).toString('base64url')
  }
}

const WINDOW_MS = 60_000
const MOST_TRIES = 10
const MOST_TRIES_IN_ALL = 100

/** Counts failed tries to sign in, by address and in all, over a minute. */
export class FailedTries {
  #windowEnds = 0
  #inAll = 0
  readonly #byAddress = new Map<string, number>()

  /** Seconds to wait before the next try; 0: none. */
  waitFor(address: string, now: number): number {
    if (now >= this.#windowEnds) return 0
    const tooMany = this.#inAll >= MOST_TRIES_IN_ALL || (this.#byAddress.get(address) ?? 0) >= MOST_TRIES
    return tooMany ? Math.ceil((this.#windowEnds - now) / 1000) : 0
  }

  /** Notes a try that failed. */
  note(address: string, now: number): void {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS
      this.#inAll = 0
      this.#byAddress.clear()
    }
    this.#inAll += 1
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
  }
}
