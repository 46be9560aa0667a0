/** What was counted, and when. */
export interface Count<T> {
  readonly value: T
  readonly at: Date
  readonly seconds: number
}

/** It may be counted anew so soon. */
const SHORTEST_AGE_MS = 10_000
/** Counting takes a twentieth of the time at most. */
const REST_TIMES = 20
/** So long a page waits for a count before it shows the one before, or none. */
const PATIENCE_MS = 700

/**
 * A figure that takes long to compute where there are many invoices: it is computed behind the
 * pages, when somebody looks, and shown with its time. So a page never waits for it.
 */
export class Counted<T> {
  readonly #compute: () => Promise<T>
  readonly #onError: (error: unknown) => void
  #last: Count<T> | null = null
  #failed = false
  #underWay: Promise<void> | null = null
  #notBefore = -Infinity

  constructor(compute: () => Promise<T>, onError: (error: unknown) => void) {
    this.#compute = compute
    this.#onError = onError
  }

  /** The newest count; null: there is none yet. `failed`: the last attempt failed. */
  async newest(): Promise<{ readonly count: Count<T> | null; readonly failed: boolean }> {
    if (this.#underWay === null && performance.now() >= this.#notBefore) this.#underWay = this.#run()
    if (this.#underWay !== null) await atMost(this.#underWay, PATIENCE_MS)
    return { count: this.#last, failed: this.#failed }
  }

  async #run(): Promise<void> {
    const begun = performance.now()
    try {
      const value = await this.#compute()
      this.#last = { value, at: new Date(), seconds: (performance.now() - begun) / 1000 }
      this.#failed = false
    } catch (error) {
      this.#failed = true
      this.#onError(error)
    } finally {
      const took = performance.now() - begun
      this.#notBefore = performance.now() + Math.max(SHORTEST_AGE_MS, took * REST_TIMES)
      this.#underWay = null
    }
  }
}

function atMost(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
