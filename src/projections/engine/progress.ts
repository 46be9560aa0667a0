import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Freshness } from './freshness.js'

const LONGEST_WAIT_MS = 2_000
const ASK_EVERY_MS = 10

/**
 * Why a projection does not go on: an outage that passes by itself, a store restored to an older
 * point, or a fault of the service.
 */
export type Trouble = 'outage' | 'restored' | 'fault'

/** How far the projections of this process are, and who waits for them. */
export class ProgressTracker implements Freshness {
  readonly #positions = new Map<string, bigint>()
  readonly #caughtUp = new Set<string>()
  readonly #troubles = new Map<string, Trouble>()
  readonly #waiters = new Set<() => void>()
  readonly #versions = new Map<string, number>()
  readonly #paused = new Set<string>()

  /**
   * The projection is left to another version of the program, whose number this is. Gives whether
   * that is new.
   */
  standsBy(projection: string, liveVersion: number): boolean {
    const news = this.#versions.get(projection) !== liveVersion
    this.#versions.set(projection, liveVersion)
    return news
  }

  /** The projection is this program's. */
  follows(projection: string): void {
    this.#versions.delete(projection)
  }

  /** The live versions of the projections that are left to other programs. */
  leftToOthers(): ReadonlyMap<string, number> {
    return this.#versions
  }

  /** The operator has paused the projection; nobody waits for it meanwhile. */
  rests(projection: string, position: bigint | null): void {
    this.#paused.add(projection)
    this.reached(projection, position, false)
  }

  /** The projection goes on; it has to catch up. */
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

  /** Answers whether this is news. */
  failed(projection: string, trouble: Trouble): boolean {
    const news = this.#troubles.get(projection) !== trouble
    this.#caughtUp.delete(projection)
    this.#troubles.set(projection, trouble)
    for (const wake of this.#waiters) wake()
    return news
  }

  /** What keeps the projection from going on; null: nothing. */
  troubleOf(projection: string): Trouble | null {
    return this.#troubles.get(projection) ?? null
  }

  /**
   * Calls back whenever the projection has moved; gives a function that ends that. Only a hint to
   * look for work.
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

  waitFor(position: bigint, projections: readonly string[]): Promise<boolean> {
    return untilPassed(this.#waiters, this.#positions, this.#paused, position, projections)
  }
}

/**
 * Freshness in a process that serves the API while another runs the projections: asks for the
 * checkpoints, once for all who wait.
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
    // What rested when somebody asked last may go on by now.
    if (!this.#asking) this.#paused.clear()
    const passed = untilPassed(this.#waiters, this.#positions, this.#paused, position, projections)
    if (!this.#asking) void this.#ask()
    return passed
  }

  async #ask(): Promise<void> {
    this.#asking = true
    while (this.#waiters.size > 0) {
      // The write is durable; the next request will report that the database is away.
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
 * Resolves true when the positions have passed, false when they have not in time, or as soon as
 * only paused ones lack; `wakers` are called when they may have.
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
