import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Freshness } from './freshness.js'

const LONGEST_WAIT_MS = 2_000
const ASK_EVERY_MS = 10

/** How far the projections of this process are, and who waits for them. */
export class ProgressTracker implements Freshness {
  readonly #positions = new Map<string, bigint>()
  readonly #caughtUp = new Set<string>()
  readonly #waiters = new Set<() => void>()

  reached(projection: string, position: bigint | null, caughtUp: boolean): void {
    if (position !== null) this.#positions.set(projection, position)
    if (caughtUp) this.#caughtUp.add(projection)
    for (const wake of this.#waiters) wake()
  }

  failed(projection: string): void {
    this.#caughtUp.delete(projection)
  }

  /** Calls back whenever the projection has moved; answers how to stop that. A hint to look for work, nothing more. */
  onProgress(projection: string, callback: () => void): () => void {
    let last = this.#positions.get(projection)
    const wake = (): void => {
      const position = this.#positions.get(projection)
      if (position === last) return
      last = position
      callback()
    }
    this.#waiters.add(wake)
    return () => this.#waiters.delete(wake)
  }

  /** Whether the projection has delivered its history and is not in trouble. */
  isCaughtUp(projection: string): boolean {
    return this.#caughtUp.has(projection)
  }

  waitFor(position: bigint, projections: readonly string[]): Promise<boolean> {
    const passed = (): boolean => projections.every((name) => (this.#positions.get(name) ?? -1n) >= position)
    if (passed()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const finish = (fresh: boolean): void => {
        clearTimeout(timer)
        this.#waiters.delete(wake)
        resolve(fresh)
      }
      const wake = (): void => {
        if (passed()) finish(true)
      }
      const timer = setTimeout(finish, LONGEST_WAIT_MS, false)
      this.#waiters.add(wake)
    })
  }
}

/** Freshness in a process that serves the API while another runs the projections: asks the checkpoints. */
export class CheckpointFreshness implements Freshness {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async waitFor(position: bigint, projections: readonly string[]): Promise<boolean> {
    const deadline = performance.now() + LONGEST_WAIT_MS
    while (performance.now() < deadline) {
      const passed = await this.#pool
        .query('SELECT count(*)::int AS n FROM projections.checkpoints WHERE name = ANY($1) AND position >= $2', [
          projections,
          position.toString(),
        ])
        // The write is durable; that the database is away now is for the next request to say.
        .then((result: pg.QueryResult<{ n: number }>) => result.rows[0]?.n === projections.length)
        .catch(() => false)
      if (passed) return true
      await delay(ASK_EVERY_MS)
    }
    return false
  }
}
