import { systemTimers, type Timers } from '../../domain/timers.js'

/**
 * How long an upload that is being sent when the process stops may wait for its answer. It is
 * shorter than the time that a process has for its stop.
 */
export const UPLOAD_GRACE_MS = 4_000

const ABORTED = 'the request was aborted'
const STOPS = 'the process stops'

/** What can end a call. */
interface CallLimits {
  /** Milliseconds from the call to the last byte of the response. */
  readonly timeoutMs: number
  /** Of the caller. */
  readonly signal: AbortSignal | undefined
  /** Aborts when the process is to end. */
  readonly stopping: AbortSignal | undefined
  /** Milliseconds that the call may last from then on; 0: none. */
  readonly graceMs: number
  /** Absent: the machine's. */
  readonly timers?: Pick<Timers, 'after'>
}

/** The end of a call before its answer: by its time, by its caller, or with the process. */
export class CallEnd {
  readonly #over = new AbortController()
  readonly #undo: (() => void)[] = []
  readonly #stopping: AbortSignal | undefined
  readonly #timers: Pick<Timers, 'after'>
  #reason: string | null = null

  constructor({ timeoutMs, signal, stopping, graceMs, timers = systemTimers }: CallLimits) {
    this.#stopping = stopping
    this.#timers = timers
    // A call that has not begun when the process stops does not begin.
    if (stopping?.aborted === true) this.#end(STOPS)
    this.#on(signal, () => this.#end(ABORTED))
    this.#after(timeoutMs, `no response within ${timeoutMs / 1000} s`)
    this.#on(stopping, () => {
      if (graceMs === 0) this.#end(STOPS)
      else this.#after(graceMs, STOPS)
    })
  }

  /** Aborts with the end. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Why it ended, in English; null: it has not ended. */
  get reason(): string | null {
    return this.#reason
  }

  /** Whether something may still be begun: not in a process that stops. */
  get mayBegin(): boolean {
    return this.#reason === null && this.#stopping?.aborted !== true
  }

  /** The call is over: forgets the timers and listeners. */
  leave(): void {
    for (const undo of this.#undo) undo()
  }

  #end(reason: string): void {
    this.#reason ??= reason
    this.#over.abort()
  }

  #after(milliseconds: number, reason: string): void {
    this.#undo.push(
      this.#timers.after(milliseconds, () => {
        this.#end(reason)
      }),
    )
  }

  #on(signal: AbortSignal | undefined, then: () => void): void {
    if (signal?.aborted === true) then()
    else if (signal !== undefined) {
      signal.addEventListener('abort', then, { once: true })
      this.#undo.push(() => {
        signal.removeEventListener('abort', then)
      })
    }
  }
}
