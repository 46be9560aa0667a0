import type pg from 'pg'
import { inTransaction } from '../../../storage/postgres/transaction.js'
import { afterAnswer, afterFailure, type GateState } from '../breaker.js'
import { OF_CONNECTION, openingAwaited } from '../connection-gates.js'
import type { Gates, Lane } from '../work-list.js'
import { PostgresAnswers } from './answers.js'
import { wakeWork } from './work-list.js'

interface Gate extends GateState {
  readonly closedUntil: Date | null
  /** When a call without an answer last closed it. */
  readonly closedAt: Date | null
}

interface GateRow {
  readonly name: string
  readonly failures: number
  readonly at_once: number | null
  readonly closed_until: string | null
  readonly closed_at: string | null
}

/** How long, in milliseconds, the gates that were read are used. */
const REMEMBERED_MS = 500
/** How long a probe of a connection may last before another one begins. */
const PROBE_MS = 60_000
/** The gate of a connection without calls is removed after this time. */
const UNUSED_MS = 24 * 3_600_000

/**
 * The gates in PostgreSQL. A gate has a row only while its government is in trouble, so that the
 * usual case costs one small query now and then.
 */
export class PostgresGates implements Gates {
  readonly #pool: pg.Pool
  readonly #answers: PostgresAnswers
  readonly #chance: () => number
  readonly #pace: number
  #remembered: ReadonlyMap<string, Gate> = new Map()
  #readAt = -Infinity
  #changes = 0
  #reading: Promise<ReadonlyMap<string, Gate>> | null = null

  /** `chance` returns numbers from 0 to 1; `pace` multiplies pauses. */
  constructor(pool: pg.Pool, chance: () => number = Math.random, pace = 1) {
    this.#pool = pool
    this.#answers = new PostgresAnswers(pool)
    this.#chance = chance
    this.#pace = pace
  }

  async answered(government: string, now: Date): Promise<void> {
    await this.#answers.note(government, now)
    if (!(await this.#gates()).has(government)) return
    await this.#change(government, (gate) => {
      const state = gate === null ? null : afterAnswer(gate)
      return state === null ? null : { ...state, closedUntil: null, closedAt: gate?.closedAt ?? null }
    })
  }

  async away(name: string, now: Date, atLeastSeconds: number, begunAt = now): Promise<void> {
    await this.#change(name, (gate) => {
      // The calls that were under way fail one after another, in every process; each would double
      // the pause.
      if (gate !== null && gate.closedAt !== null && begunAt < gate.closedAt) return gate
      const { state, closedSeconds } = afterFailure(gate ?? { failures: 0, atOnce: null }, atLeastSeconds, {
        chance: this.#chance(),
        pace: this.#pace,
      })
      if (closedSeconds === 0) {
        // A connection's gate has a time also while it is open: it shows when it was used last.
        const isBarred = gate !== null && gate.closedUntil !== null && gate.closedUntil > now
        const open = isBarred ? gate.closedUntil : now
        return { ...state, closedUntil: name.startsWith(OF_CONNECTION) ? open : null, closedAt: null }
      }
      return { ...state, closedUntil: new Date(now.getTime() + closedSeconds * 1000), closedAt: now }
    })
    if (name.startsWith(OF_CONNECTION)) await this.#removeUnused(now)
  }

  async close(name: string, until: Date): Promise<void> {
    await this.#pool.query(
      `INSERT INTO processing.gates AS g (name, closed_until) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET closed_until = greatest(g.closed_until, excluded.closed_until)`,
      [name, until.toISOString()],
    )
    this.#forget()
  }

  async closedUntil({ name, government }: Lane, now: Date): Promise<Date | null> {
    const gates = await this.#gates()
    const closed = [name, government ?? ''].flatMap((gate) => gates.get(gate)?.closedUntil ?? [])
    const last = closed.reduce((latest, until) => (until > latest ? until : latest), now)
    return last > now ? last : null
  }

  async pass(name: string, now: Date): Promise<Date | null> {
    if (!(await this.#gates()).has(name)) return null
    // Read again: work that was woken because the gate has opened must not wait for it.
    const { rows } = await this.#pool.query<GateRow>('SELECT * FROM processing.gates WHERE name = $1', [name])
    const [row] = rows
    if (row === undefined) return null
    const { atOnce, closedUntil } = gateOf(row)
    if (closedUntil !== null && closedUntil > now) return closedUntil
    return atOnce === null ? null : this.#probe(name, now)
  }

  async reached(name: string, now: Date): Promise<void> {
    if (!(await this.#gates()).has(name)) return
    const { rowCount } = await this.#pool.query(
      'DELETE FROM processing.gates WHERE name = $1 AND NOT (failures = 0 AND closed_until > $2)',
      [name, now.toISOString()],
    )
    this.#forget()
    if (rowCount !== 0) await wakeWork(this.#pool, openingAwaited(name), now)
  }

  async unused(name: string, now: Date): Promise<void> {
    if (!(await this.#gates()).has(name)) return
    await this.#change(name, (gate) => (gate === null || gate.atOnce === null ? gate : { ...gate, closedUntil: now }))
  }

  /** Lets one call through, also of several at the same time, and closes the gate behind it. */
  async #probe(name: string, now: Date): Promise<Date | null> {
    const found: { closed: Date | null } = { closed: null }
    await this.#change(name, (gate) => {
      if (gate === null || gate.atOnce === null) return gate
      if (gate.closedUntil !== null && gate.closedUntil > now) {
        found.closed = gate.closedUntil
        return gate
      }
      return { ...gate, closedUntil: new Date(now.getTime() + PROBE_MS) }
    })
    return found.closed
  }

  /** Of connections that are no longer called, for example because they were deleted. */
  async #removeUnused(now: Date): Promise<void> {
    await this.#pool.query(
      `DELETE FROM processing.gates WHERE name IN (
         SELECT name FROM processing.gates
         WHERE starts_with(name, '${OF_CONNECTION}') AND closed_until < $1 FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - UNUSED_MS).toISOString()],
    )
  }

  /** Locks, reads and writes one row; null: it is deleted. */
  async #change(name: string, change: (gate: Gate | null) => Gate | null): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      // Two that find no row at once would each treat theirs as the first failure.
      await client.query("SELECT pg_advisory_xact_lock(hashtext('gate ' || $1))", [name])
      const { rows } = await client.query<GateRow>('SELECT * FROM processing.gates WHERE name = $1 FOR UPDATE', [name])
      const after = change(rows[0] === undefined ? null : gateOf(rows[0]))
      if (after === null) await client.query('DELETE FROM processing.gates WHERE name = $1', [name])
      else {
        await client.query(
          `INSERT INTO processing.gates (name, failures, at_once, closed_until, closed_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (name) DO UPDATE SET failures = $2, at_once = $3, closed_until = $4, closed_at = $5`,
          [
            name,
            after.failures,
            after.atOnce,
            after.closedUntil?.toISOString() ?? null,
            after.closedAt?.toISOString() ?? null,
          ],
        )
      }
    })
    this.#forget()
  }

  /** Earlier and pending reads may show the gates as they were before. */
  #forget(): void {
    this.#changes += 1
    this.#readAt = -Infinity
    this.#reading = null
  }

  async #gates(): Promise<ReadonlyMap<string, Gate>> {
    if (performance.now() - this.#readAt < REMEMBERED_MS) return this.#remembered
    const reading = (this.#reading ??= this.#read())
    try {
      return await reading
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }

  async #read(): Promise<ReadonlyMap<string, Gate>> {
    const asked = performance.now()
    const change = this.#changes
    const { rows } = await this.#pool.query<GateRow>({ name: 'read gates', text: 'SELECT * FROM processing.gates' })
    const gates = new Map(rows.map((row) => [row.name, gateOf(row)]))
    if (change === this.#changes) {
      this.#remembered = gates
      this.#readAt = asked
    }
    return gates
  }
}

function gateOf({ failures, at_once, closed_until, closed_at }: GateRow): Gate {
  const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))
  return { failures, atOnce: at_once, closedUntil: instant(closed_until), closedAt: instant(closed_at) }
}
