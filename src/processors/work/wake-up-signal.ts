import type { Timers } from '../../domain/timers.js'

/** Lets loops sleep until there may be work. It is only a hint: a loop also wakes by itself. */
export class WakeUpSignal {
  readonly #timers: Pick<Timers, 'after'>
  #signals = 0
  readonly #sleepers = new Set<() => void>()

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers
  }

  send(): void {
    this.#signals += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Take it before looking for work: a later signal ends the next sleep at once. */
  mark(): number {
    return this.#signals
  }

  /**
   * Sleeps until the signal was sent after `mark`, `milliseconds` have passed, or `signal` aborts.
   */
  async sleep(mark: number, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.#signals !== mark || signal?.aborted === true) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        cancel()
        signal?.removeEventListener('abort', wake)
        this.#sleepers.delete(wake)
        resolve()
      }
      const cancel = this.#timers.after(milliseconds, wake)
      signal?.addEventListener('abort', wake)
      this.#sleepers.add(wake)
    })
  }
}
