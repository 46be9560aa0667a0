import type pg from 'pg'
import type { Anchor } from '../eventstore/anchor.js'

/** Up to where a processor has dealt with all events (null: none yet), and the newest of them. */
export interface Mark {
  readonly position: bigint | null
  readonly anchor: Anchor | null
}

const NO_MARK: Mark = { position: null, anchor: null }

/** The stored mark of the processor of that name. */
export async function readMark(pool: pg.Pool, name: string): Promise<Mark> {
  const { rows } = await pool.query<{ position: string | null; anchor: Anchor | null }>(
    'SELECT position, anchor FROM processing.checkpoints WHERE name = $1',
    [name],
  )
  const { position = null, anchor = null } = rows[0] ?? {}
  return { position: position === null ? null : BigInt(position), anchor }
}

/**
 * Moves the mark; gives whether it was still where this process had put it. So a process that was
 * paused does not undo the progress of another.
 */
export async function moveMark(
  pool: pg.Pool,
  name: string,
  from: bigint | null,
  { position, anchor }: Mark = NO_MARK,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO processing.checkpoints AS known (name, position, anchor) VALUES ($1, $3, $4)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, anchor = excluded.anchor
     WHERE known.position IS NOT DISTINCT FROM $2`,
    [name, from?.toString() ?? null, position?.toString() ?? null, anchor && JSON.stringify(anchor)],
  )
  return rowCount === 1
}

/** Resets the mark: its processor begins again with the first event. */
export async function forgetMark(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('DELETE FROM processing.checkpoints WHERE name = $1', [name])
}
