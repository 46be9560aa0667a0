import type { Clock } from '../../domain/clock.js'

/** How far a server's clock is ahead of ours, and when that was seen; by our clock. */
interface Offset {
  readonly ms: number
  readonly seenAt: number
}

/** RFC 9110, section 5.6.7, the form that servers have to send. */
const DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/
/** `Date` has no fractions of a second. */
const SECOND_MS = 1000
/** A slower answer does not show when it was dated. */
const QUICK_MS = 5_000
/** A smaller difference is within the error of the measurement. */
const SMALLEST_MS = 2 * SECOND_MS
/** A larger difference is reported, and not believed: nothing is corrected by it. */
const LARGEST_MS = 24 * 3_600_000
/** How long a server's own statement counts for more than the `Date` of its answers. */
const QUOTED_MS = 3_600_000

/** The clocks of servers, by the `Date` of their answers and by what they say of the time. */
export class ServerClocks {
  readonly #dated = new Map<string, Offset>()
  readonly #quoted = new Map<string, Offset>()

  constructor(private readonly clock: Clock) {}

  /**
   * An answer has arrived. A server behind a cache or a proxy may have another clock than the one
   * that dates its answers.
   * @param tookMs milliseconds since the call began
   */
  answered(url: string, headers: Readonly<Record<string, string | undefined>>, tookMs: number): void {
    const { date = '', age } = headers
    const dated = DATE.test(date) ? Date.parse(date) : NaN
    if (Number.isNaN(dated) || (age !== undefined && age !== '0') || tookMs > QUICK_MS) return
    const seenAt = this.clock.now().getTime()
    // It was dated during the call, at any moment of that second.
    const ms = dated + SECOND_MS / 2 - (seenAt - tookMs / 2)
    this.#dated.set(originOf(url), { ms, seenAt })
  }

  /** The server has said what time it is. Returns whether it is believed. */
  said(url: string, time: Date): boolean {
    const seenAt = this.clock.now().getTime()
    const ms = time.getTime() - seenAt
    if (!isCredible(ms)) return false
    this.#quoted.set(originOf(url), { ms, seenAt })
    return true
  }

  /** Milliseconds by which the server's clock is ahead of ours; 0: none that is known. */
  aheadMs(url: string): number {
    const origin = originOf(url)
    const quoted = this.#quotedOf(origin)
    if (quoted !== null) return quoted.ms
    const ms = this.#dated.get(origin)?.ms ?? 0
    return isCredible(ms) && Math.abs(ms) >= SMALLEST_MS ? ms : 0
  }

  /** By the newest `Date`, whether or not it is believed; null: there was none. */
  measuredAheadMs(url: string): number | null {
    return this.#dated.get(originOf(url))?.ms ?? null
  }

  /** The largest known difference of all servers, in milliseconds; null: none is known. */
  get largestAheadMs(): number | null {
    const all = [...this.#dated.keys(), ...this.#quoted.keys()].map(
      (origin) => (this.#quotedOf(origin) ?? this.#dated.get(origin))?.ms ?? 0,
    )
    return all.length === 0 ? null : all.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a))
  }

  #quotedOf(origin: string): Offset | null {
    const quoted = this.#quoted.get(origin)
    if (quoted === undefined) return null
    return Math.abs(this.clock.now().getTime() - quoted.seenAt) <= QUOTED_MS ? quoted : null
  }
}

function isCredible(ms: number): boolean {
  return Math.abs(ms) <= LARGEST_MS
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
