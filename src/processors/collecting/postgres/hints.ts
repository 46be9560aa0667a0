import type pg from 'pg'
import { inTransaction } from '../../../storage/postgres/transaction.js'
import { wakeWork } from '../../work/postgres/work-list.js'
import type { Heard, Hints, Notification } from '../hints.js'

/** The shortest pause between two hints for the same work, in milliseconds. */
const PAUSE_MS = 10_000
/** Work under way can't be woken: it is tried so often, and for so long. */
const AGAIN_MS = 1_000
const PATIENCE_MS = 150_000
const AT_ONCE = 50
/** Hints that came longer ago are deleted. */
const KEEP_MS = 24 * 3_600_000
const SWEEP_EVERY_MS = 10 * 60_000

interface DueHint {
  readonly key: string
  readonly hinted_at: string
  /** Whether its work was not to be woken for so long that there is none. */
  readonly is_old: boolean
}

/** The hints in PostgreSQL. */
export class PostgresHints implements Hints {
  readonly #pool: pg.Pool
  readonly #pauseMs: number
  #sweptAt = -Infinity

  /** `pace` multiplies the shortest pause. */
  constructor(pool: pg.Pool, pace = 1) {
    this.#pool = pool
    this.#pauseMs = PAUSE_MS * pace
  }

  async hear({ digest, until }: Notification, keys: readonly string[], now: Date): Promise<Heard> {
    return inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query({
        name: 'hear notification',
        text: 'INSERT INTO operations.notification (digest, until) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        values: [digest, until.toISOString()],
      })
      if (rowCount === 0) return 'repeated'
      const { rows } = await client.query<{ is_due: boolean }>({
        name: 'note hints',
        text: `INSERT INTO operations.hint AS h (key, hinted_at, due_at)
          SELECT key, $2, $2 FROM unnest($1::text[]) AS key ORDER BY key
          ON CONFLICT (key) DO UPDATE SET hinted_at = $2,
            due_at = coalesce(h.due_at, greatest($2, h.woken_at + make_interval(secs => $3)))
          RETURNING due_at <= $2 AS is_due`,
        values: [keys, now.toISOString(), this.#pauseMs / 1000],
      })
      return rows.some(({ is_due: isDue }) => isDue) ? 'woken' : 'delayed'
    })
  }

  async obey(now: Date): Promise<number> {
    await this.#sweep(now)
    // Another process that finds it due at this moment does not wait for this one.
    const { rows } = await this.#pool.query<DueHint>({
      name: 'due hints',
      text: `WITH due AS MATERIALIZED (
          SELECT key FROM operations.hint WHERE due_at <= $1 ORDER BY due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
        )
        UPDATE operations.hint h SET due_at = $2 FROM due WHERE h.key = due.key
        RETURNING h.key, h.hinted_at::text AS hinted_at, h.hinted_at < $3 AS is_old`,
      values: [
        now.toISOString(),
        new Date(now.getTime() + AGAIN_MS).toISOString(),
        new Date(now.getTime() - PATIENCE_MS).toISOString(),
      ],
    })
    for (const { key, hinted_at: hintedAt, is_old: isOld } of rows) {
      const isWoken = await wakeWork(this.#pool, key, now)
      if (isWoken || isOld) await this.#settle(key, hintedAt, isWoken ? now : null)
    }
    return rows.length
  }

  /** A hint that came meanwhile stays. `wokenAt`: null: there was nothing to wake. */
  async #settle(key: string, hintedAt: string, wokenAt: Date | null): Promise<void> {
    await this.#pool.query({
      name: 'settle hint',
      text: `UPDATE operations.hint SET woken_at = coalesce($3, woken_at),
          due_at = CASE WHEN hinted_at > $2 THEN coalesce($3::timestamptz + make_interval(secs => $4), due_at) END
        WHERE key = $1`,
      values: [key, hintedAt, wokenAt?.toISOString() ?? null, this.#pauseMs / 1000],
    })
  }

  async #sweep(now: Date): Promise<void> {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = performance.now()
    await this.#pool.query('DELETE FROM operations.hint WHERE hinted_at < $1 AND due_at IS NULL', [
      new Date(now.getTime() - KEEP_MS).toISOString(),
    ])
    await this.#pool.query('DELETE FROM operations.notification WHERE until < $1', [now.toISOString()])
  }
}
