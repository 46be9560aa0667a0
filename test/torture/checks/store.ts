import type pg from 'pg'
import { verifyChain } from '../../../src/eventstore/hash-chain.js'
import type { Projection } from '../../../src/projections/engine/projection.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { allRows } from '../../projections/all-rows.js'
import { runCli } from '../../support/command-line.js'
import { waitFor } from '../../support/wait-for.js'
import type { World } from '../world.js'

/** Every stream that there is has a sound chain. Gives how many there are. */
export async function checkChains({ deployment, journal }: World): Promise<number> {
  const { rows } = await deployment.pool.query<{ stream: string }>('SELECT DISTINCT stream FROM eventstore.events')
  for (const { stream } of rows) {
    const fault = verifyChain(stream, await deployment.store.readStream(stream))
    if (fault !== null) journal.broken(`the hash chain is broken: ${JSON.stringify(fault)}`, stream)
  }
  return rows.length
}

/**
 * The read models equal a rebuild. All writers of events have ended: there the processes with the
 * role `projections` alone are left.
 */
export async function checkReadModels({ deployment, journal }: World): Promise<void> {
  const { pool, env } = deployment
  await waitFor(
    'the read models have everything',
    async () => (await Promise.all(PROJECTIONS.map((projection) => isUpToDate(pool, projection)))).every(Boolean),
    60_000,
  )
  const live = await allRows(pool)
  const rebuilt = await runCli(['projections', 'rebuild', '--json'], env)
  if (rebuilt.status !== 0) journal.broken(`the read models can't be rebuilt: ${rebuilt.stderr}`)
  const afterwards = await allRows(pool)
  for (const [name, rows] of Object.entries(live)) {
    const again = afterwards[name] ?? []
    const gone = rows.filter((row) => !again.includes(row))
    const come = again.filter((row) => !rows.includes(row))
    if (gone.length + come.length > 0)
      journal.broken(
        `read.${name} differs from its rebuild: ${gone.length} rows gone, ${come.length} come, as ${gone[0] ?? ''} and ${come[0] ?? ''}`,
      )
  }
}

async function isUpToDate(pool: pg.Pool, { name, streamPrefixes }: Projection): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean | null }>(
    `SELECT c.position >= (
       SELECT coalesce(max(e.position), 0) FROM eventstore.events e
       WHERE EXISTS (SELECT FROM unnest($2::text[]) AS p (prefix) WHERE starts_with(e.stream, prefix))
     ) AS done FROM projections.checkpoints c WHERE c.name = $1`,
    [name, streamPrefixes],
  )
  return rows[0]?.done === true
}
