/**
 * Lets loops sleep until there may be something to do. It is only a hint: a loop also wakes by
 * itself.
 */
export class WakeUpSignal {
  #signals = 0
  readonly #sleepers = new Set<() => void>()

  send(): void {
    this.#signals += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Take it before looking for work: a signal after that ends the next sleep at once. */
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
