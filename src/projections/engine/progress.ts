import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Freshness } from './freshness.js'

const LONGEST_WAIT_MS = 2_000
const ASK_EVERY_MS = 10

/**
 * Why a projection does not continue: a temporary outage, a store restored to an older point, or a
 * fault of the service.
 */
export type Trouble = 'outage' | 'restored' | 'fault'

/** The progress of the projections of this process, and the callers that wait for it. */
export class ProgressTracker implements Freshness {
  readonly #positions = new Map<string, bigint>()
  readonly #caughtUp = new Set<string>()
  readonly #troubles = new Map<string, Trouble>()
  readonly #waiters = new Set<() => void>()
  /** Callers that wait for a position, and what waits for such callers. */
  #awaiting = 0
  readonly #untilAwaited = new Set<() => void>()
  readonly #versions = new Map<string, number>()
  readonly #paused = new Set<string>()

  /**
   * Leaves the projection to another version of the program, with this number. Returns whether
   * that is new.
   */
  standsBy(projection: string, liveVersion: number): boolean {
    const news = this.#versions.get(projection) !== liveVersion
    this.#versions.set(projection, liveVersion)
    return news
  }

  /** The projection is folded by this program. */
  follows(projection: string): void {
    this.#versions.delete(projection)
  }

  /** The live versions of the projections that are left to other programs. */
  leftToOthers(): ReadonlyMap<string, number> {
    return this.#versions
  }

  /** The operator has paused the projection; no caller waits for it meanwhile. */
  rests(projection: string, position: bigint | null): void {
    this.#paused.add(projection)
    this.reached(projection, position, false)
  }

  /** The projection continues; it has to catch up. */
  resumed(projection: string): void {
    this.#paused.delete(projection)
    this.#caughtUp.delete(projection)
  }

  reached(projection: string, position: bigint | null, caughtUp: boolean): void {
    if (position !== null) this.#positions.set(projection, position)
    if (caughtUp) this.#caughtUp.add(projection)
    this.#troubles.delete(projection)
    for (const wake of this.#waiters) wake()
  }

  /** Returns whether this is news. */
  failed(projection: string, trouble: Trouble): boolean {
    const news = this.#troubles.get(projection) !== trouble
    this.#caughtUp.delete(projection)
    this.#troubles.set(projection, trouble)
    for (const wake of this.#waiters) wake()
    return news
  }

  /** What keeps the projection from continuing; null: nothing. */
  troubleOf(projection: string): Trouble | null {
    return this.#troubles.get(projection) ?? null
  }

  /**
   * Calls back whenever the projection has moved; returns a function that ends that. Only a hint
   * to look for work.
   */
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

  /**
   * Whether the projection has delivered its history and is not in trouble; one that the operator
   * has paused is not in trouble.
   */
  isCaughtUp(projection: string): boolean {
    return this.#caughtUp.has(projection) || this.#paused.has(projection)
  }

  async waitFor(position: bigint, projections: readonly string[]): Promise<boolean> {
    this.#awaiting += 1
    for (const wake of this.#untilAwaited) wake()
    try {
      return await untilPassed(this.#waiters, this.#positions, this.#paused, position, projections)
    } finally {
      this.#awaiting -= 1
    }
  }

  /** Resolves after these milliseconds, or as soon as a caller waits for a projection. */
  untilAwaited(milliseconds: number): Promise<void> {
    if (this.#awaiting > 0) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        this.#untilAwaited.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, milliseconds)
      this.#untilAwaited.add(finish)
    })
  }
}

/**
 * Freshness in a process that serves the API while another runs the projections: reads the
 * checkpoints, once for all waiting callers.
 */
export class CheckpointFreshness implements Freshness {
  readonly #pool: pg.Pool
  readonly #positions = new Map<string, bigint>()
  readonly #paused = new Set<string>()
  readonly #waiters = new Set<() => void>()
  #asking = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  waitFor(position: bigint, projections: readonly string[]): Promise<boolean> {
    // Projections that were paused at the last read may continue by now.
    if (!this.#asking) this.#paused.clear()
    const passed = untilPassed(this.#waiters, this.#positions, this.#paused, position, projections)
    if (!this.#asking) void this.#ask()
    return passed
  }

  async #ask(): Promise<void> {
    this.#asking = true
    while (this.#waiters.size > 0) {
      // The write is durable; the next request will report that the database is unavailable.
      const answer = await this.#pool
        .query<{ name: string; position: string | null; paused: boolean }>(
          'SELECT name, position, paused_at IS NOT NULL AS paused FROM projections.checkpoints',
        )
        .catch(() => null)
      for (const { name, position, paused } of answer?.rows ?? []) {
        this.#positions.set(name, BigInt(position ?? 0))
        if (paused) this.#paused.add(name)
        else this.#paused.delete(name)
      }
      for (const wake of this.#waiters) wake()
      if (this.#waiters.size > 0) await delay(ASK_EVERY_MS)
    }
    this.#asking = false
  }
}

/**
 * Resolves true when the positions have passed, false if they have not in time, or as soon as only
 * paused ones are missing; `wakers` are called when they may have passed.
 */
function untilPassed(
  wakers: Set<() => void>,
  positions: ReadonlyMap<string, bigint>,
  paused: ReadonlySet<string>,
  position: bigint,
  projections: readonly string[],
): Promise<boolean> {
  const hasPassed = (name: string): boolean => (positions.get(name) ?? -1n) >= position
  const passed = (): boolean => projections.every(hasPassed)
  const isOver = (): boolean => projections.every((name) => hasPassed(name) || paused.has(name))
  if (isOver()) return Promise.resolve(passed())
  return new Promise((resolve) => {
    const finish = (fresh: boolean): void => {
      clearTimeout(timer)
      wakers.delete(wake)
      resolve(fresh)
    }
    const wake = (): void => {
      if (isOver()) finish(passed())
    }
    const timer = setTimeout(finish, LONGEST_WAIT_MS, false)
    wakers.add(wake)
  })
}
