import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from '../../storage/postgres/unavailable.js'
import { type FoldResult, foldStatement, type OneWrite } from './fold-statement.js'

/**
 * More rows are written in a statement of their own: the other read models need not wait for one
 * that catches up.
 */
const MOST_ROWS = 100
/**
 * The time from one statement to the next, unless a caller waits for a read model: several events
 * of one invoice then change its rows once.
 */
const PACE_MS = 25
/** Most kinds of statements that a connection keeps prepared; others are parsed each time. */
const MOST_PREPARED = 128

/** Resolves after these milliseconds, or as soon as a caller waits for a read model. */
export type Pause = (milliseconds: number) => Promise<void>

interface Waiting {
  readonly write: OneWrite
  readonly resolve: (moved: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * The writes of all read models of a process. While one statement is under way, the next one
 * collects what the others want to write meanwhile. A read model whose checkpoint another process
 * has locked, or whose row the database refuses, never delays the others.
 */
export class GroupedWrites {
  readonly #pool: pg.Pool
  readonly #pause: Pause | null
  readonly #prepared = new Map<string, string>()
  #waiting: Waiting[] = []
  #draining = false
  #begunAt = -Infinity

  /** `pause`: between two statements; null: they follow each other at once. */
  constructor(pool: pg.Pool, pause: Pause | null) {
    this.#pool = pool
    this.#pause = pause
  }

  /** Returns and throws as `LiveTables.write` does. */
  write(write: OneWrite): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = { write, resolve, reject }
      if (write.changes.folded.rows.size > MOST_ROWS) return void this.#apart([waiting])
      this.#waiting.push(waiting)
      if (!this.#draining) void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    this.#draining = true
    while (this.#waiting.length > 0) {
      const early = this.#begunAt + PACE_MS - performance.now()
      if (early > 0) await this.#pause?.(early)
      // Read models that have received the same events join this statement.
      await setImmediate()
      this.#begunAt = performance.now()
      await this.#writeTogether(this.#nextGroup())
    }
    this.#draining = false
  }

  /** At most one write of each read model. */
  #nextGroup(): readonly Waiting[] {
    const names = new Set<string>()
    const group: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      const { name } = waiting.write.projection
      ;(names.has(name) ? later : group).push(waiting)
      names.add(name)
    }
    this.#waiting = later
    return group
  }

  async #writeTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const { moved, locked } = await this.#run(group, false)
      const isLocked = ({ write }: Waiting): boolean => locked.includes(write.projection.name)
      settle(group.filter(isLocked), moved)
      // Another process writes them, or a rebuild puts a new table in use.
      const others = group.filter((waiting) => !isLocked(waiting))
      if (others.length > 0) void this.#apart(others)
    } catch (error) {
      this.#failed(group, error)
    }
  }

  /** In statements that wait for the locks of others, beside the common one. */
  async #apart(group: readonly Waiting[]): Promise<void> {
    try {
      const { moved } = await this.#run(group, true)
      settle(group, moved)
    } catch (error) {
      this.#failed(group, error)
    }
  }

  /** The error may concern one of them; the others are still written. */
  #failed(group: readonly Waiting[], error: unknown): void {
    if (group.length > 1 && !isUnavailable(error)) for (const waiting of group) void this.#apart([waiting])
    else for (const { reject } of group) reject(error)
  }

  async #run(group: readonly Waiting[], waits: boolean): Promise<FoldResult> {
    const { text, values } = foldStatement(
      group.map(({ write }) => write),
      waits,
    )
    const { rows } = await this.#pool.query<FoldResult>({ ...this.#named(text), values: [...values] })
    return rows[0] ?? { moved: [], locked: [] }
  }

  #named(text: string): { readonly text: string; readonly name?: string } {
    const known = this.#prepared.get(text)
    if (known !== undefined) return { text, name: known }
    if (this.#prepared.size >= MOST_PREPARED) return { text }
    const name = `fold ${createHash('sha256').update(text).digest('base64url')}`
    this.#prepared.set(text, name)
    return { text, name }
  }
}

function settle(group: readonly Waiting[], moved: readonly string[]): void {
  for (const { write, resolve } of group) resolve(moved.includes(write.projection.name))
}
