import { pause } from '../domain/pause.js'

/** Lets loops sleep until there may be something to do. A hint: whoever sleeps also wakes by itself. */
export class Bell {
  #rings = 0
  readonly #sleepers = new Set<() => void>()

  ring(): void {
    this.#rings += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Remember it before looking for work: a ring after that is not slept through. */
  mark(): number {
    return this.#rings
  }

  /** Until it rings after `mark`, or `milliseconds` have passed, or the signal aborts. */
  async sleep(mark: number, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.#rings !== mark || signal?.aborted === true) return
    const stop = new AbortController()
    let wake = (): void => undefined
    const rung = new Promise<void>((resolve) => (wake = resolve))
    this.#sleepers.add(wake)
    const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const passed = pause(milliseconds, stopped)
    await Promise.race([rung, passed])
    this.#sleepers.delete(wake)
    stop.abort()
  }
}
