/**
 * The result of the work, or null as soon as the signal aborts: a server that does not answer must
 * not delay a stop.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const steps = new StepsUntilAborted(signal)
  try {
    return await steps.of(work)
  } finally {
    steps.close()
  }
}

/**
 * `orAborted` for the steps of one that takes many, one at a time: it listens to the signal once,
 * since to begin and to end that for each step takes longer than many a step. End it with `close`.
 */
export class StepsUntilAborted {
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => this.#end()
  #end: () => void = () => undefined

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
  }

  /** The result of the step; null: the signal has aborted. Throws the step's error. */
  of<T>(step: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.#end = () => resolve(null)
      if (this.#signal.aborted) this.#end()
      step.then(resolve, reject)
    })
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
