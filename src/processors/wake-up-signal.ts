/**
 * Lets loops sleep until there may be something to do. A hint: whoever sleeps also wakes by
 * itself.
 */
export class WakeUpSignal {
  #signals = 0
  readonly #sleepers = new Set<() => void>()

  send(): void {
    this.#signals += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Remember it before looking for work: a signal after that is not slept through. */
  mark(): number {
    return this.#signals
  }

  /** Until it comes after `mark`, or `milliseconds` have passed, or the signal aborts. */
  async sleep(mark: number, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.#signals !== mark || signal?.aborted === true) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        this.#sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      signal?.addEventListener('abort', wake)
      this.#sleepers.add(wake)
    })
  }
}
