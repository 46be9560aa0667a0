import type pg from 'pg'

/**
 * Stops all processes from folding into a read model until `resumeProjection`, also across
 * restarts. Its queries continue and show the last state. Returns whether it was running before.
 * Throws for a read model that was never prepared.
 */
export async function pauseProjection(pool: pg.Pool, name: string): Promise<boolean> {
  return change(
    pool,
    name,
    'UPDATE projections.checkpoints SET paused_at = now() WHERE name = $1 AND paused_at IS NULL',
  )
}

/**
 * Lets a paused read model continue from its position; its processes notice within a second or
 * two. Returns whether it was paused. Throws for a read model that was never prepared.
 */
export async function resumeProjection(pool: pg.Pool, name: string): Promise<boolean> {
  return change(
    pool,
    name,
    'UPDATE projections.checkpoints SET paused_at = NULL WHERE name = $1 AND paused_at IS NOT NULL',
  )
}

/** The names of the read models that are paused. */
export async function listPaused(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM projections.checkpoints WHERE paused_at IS NOT NULL ORDER BY name',
  )
  return rows.map(({ name }) => name)
}

async function change(pool: pg.Pool, name: string, statement: string): Promise<boolean> {
  const { rowCount } = await pool.query(statement, [name])
  if (rowCount === 1) return true
  const known = await pool.query('SELECT 1 FROM projections.checkpoints WHERE name = $1', [name])
  if (known.rowCount === 0) throw new Error(`the projection ${name} was never prepared`)
  return false
}
