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
