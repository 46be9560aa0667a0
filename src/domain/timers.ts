import { pause } from './pause.js'

/**
 * Milliseconds of both clocks: the monotonic one is never set back, but stands still while a
 * virtual machine is suspended.
 */
export interface Instant {
  readonly monotonic: number
  readonly wall: number
}

/**
 * Time as it passes for the process: for waiting, and for how long something took. When something
 * happened, and when it is due, says the `Clock` instead.
 */
export interface Timers {
  /** The present time by both clocks. */
  instant(): Instant
  /**
   * Waits at most until the signal aborts. Never throws: whoever waits looks at the signal by
   * itself.
   */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Calls once, after so long; gives what prevents that. */
  after(milliseconds: number, work: () => void): () => void
  /** Calls again and again; gives what ends that. */
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
