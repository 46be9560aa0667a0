import { html, type Html } from '../html/html.js'

/** What was counted, and when. */
export interface Count<T> {
  readonly value: T
  readonly at: Date
  readonly seconds: number
}

/** What takes no longer is counted anew for each page. */
const QUICK_MS = 50
/** Anything else may be counted anew so soon. */
const SHORTEST_AGE_MS = 1_000
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

  /** Something was done that changes it: it is counted anew before it is shown again. */
  forget(): void {
    this.#last = null
    this.#notBefore = -Infinity
    // One that is under way may have looked before.
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

/** Stands where a count will be. */
export function beingCounted(failed: boolean): Html {
  const text = failed
    ? 'It could not be counted; the log says why. It is tried again.'
    : 'It is being counted. Reload the page in a moment.'
  return html`<p class="empty" role="status">${text}</p>`
}
