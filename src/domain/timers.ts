import { pause } from './pause.js'

/**
 * Milliseconds of both clocks: the monotonic one is never set back, but stops while a virtual
 * machine is suspended.
 */
export interface Instant {
  readonly monotonic: number
  readonly wall: number
}

/**
 * Time as it passes for the process: for waiting, and for durations. For when something happened
 * or is due, use the `Clock`.
 */
export interface Timers {
  /** The present time by both clocks. */
  instant(): Instant
  /** Waits at most until the signal aborts. Never throws: the caller checks the signal. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Calls once after this time; returns a function that prevents it. */
  after(milliseconds: number, work: () => void): () => void
  /** Calls again and again; returns a function that ends it. */
  every(milliseconds: number, work: () => void): () => void
}

/** The timers of the machine. */
export const systemTimers: Timers = {
  instant: () => ({ monotonic: performance.now(), wall: Date.now() }),
  sleep: pause,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => {
      clearTimeout(timer)
    }
  },
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds)
    return () => {
      clearInterval(timer)
    }
  },
}
