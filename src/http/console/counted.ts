import { html, type Html } from '../html/html.js'

/** A count, with its time and how long it took. */
export interface Count<T> {
  readonly value: T
  readonly at: Date
  readonly seconds: number
}

/** A count that takes no longer is repeated for each page. */
const QUICK_MS = 50
/** Any other count is repeated after this time at the earliest. */
const SHORTEST_AGE_MS = 1_000
/** Counting takes a twentieth of the time at most. */
const REST_TIMES = 20
/** How long a page waits for a count before it shows the previous one, or none. */
const PATIENCE_MS = 700

/**
 * A figure that takes long to compute when there are many invoices. It is computed in the
 * background, when a page needs it, and shown with its time, so that no page waits until it is
 * done.
 */
export class Counted<T> {
  readonly #compute: () => Promise<T>
  readonly #onError: (error: unknown) => void
  #last: Count<T> | null = null
  #failed = false
  #underWay: Promise<void> | null = null
  #notBefore = -Infinity
  #generation = 0

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

  /** Drops the count after a change: it is counted again before it is shown. */
  forget(): void {
    this.#last = null
    this.#notBefore = -Infinity
    // A count in progress may have read the data before the change.
    this.#generation += 1
    this.#underWay = null
  }

  async #run(): Promise<void> {
    const begun = performance.now()
    const generation = this.#generation
    try {
      const value = await this.#compute()
      if (generation !== this.#generation) return
      this.#last = { value, at: new Date(), seconds: (performance.now() - begun) / 1000 }
      this.#failed = false
    } catch (error) {
      this.#onError(error)
      if (generation === this.#generation) this.#failed = true
    } finally {
      if (generation === this.#generation) this.#rest(begun)
    }
  }

  #rest(begun: number): void {
    const took = performance.now() - begun
    const rest = took <= QUICK_MS ? 0 : Math.max(SHORTEST_AGE_MS, took * REST_TIMES)
    this.#notBefore = performance.now() + rest
    this.#underWay = null
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

/** Shown in place of a count that is not there yet. */
export function beingCounted(failed: boolean): Html {
  const text = failed
    ? 'Counting failed; the log contains the reason. It will be tried again.'
    : 'Counting is in progress. Reload the page in a moment.'
  return html`<p class="empty" role="status">${text}</p>`
}
