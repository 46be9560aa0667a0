import type pg from 'pg'
import type { Logger } from 'pino'
import { pause } from '../domain/pause.js'
import { type EventStore, PositionBeyondEnd } from '../eventstore/port.js'
import { LiveTable } from './live-table.js'
import type { Projection } from './projection.js'
import type { ProgressTracker } from './progress.js'
import { rebuild } from './rebuild.js'
import { createTable, inFoldTransaction, publishTable, schemaName } from './tables.js'

export interface RunnerDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly log: Logger
  readonly progress: ProgressTracker
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
/** A filtered subscription's progress without events is noted this often, so that a restart needn't scan it all again. */
const TICK_EVERY = 5_000n

/**
 * Keeps one read model in step with the events until the signal aborts. A batch and its checkpoint are one transaction, and the checkpoint's row is the
 * lock: any number of processes may run the same projection, each event is folded exactly once.
 * A fault (store or database away, an event that can't be folded) is logged and tried again for ever, never skipped.
 */
export async function runProjection(deps: RunnerDeps, projection: Projection, signal: AbortSignal): Promise<void> {
  let wait = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      await follow(deps, projection, signal, () => {
        wait = FIRST_PAUSE_MS
      })
    } catch (error) {
      if (signal.aborted) return
      deps.progress.failed(projection.name)
      deps.log.error({ err: error, projection: projection.name }, adviceOn(error))
      await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
  }
}

function adviceOn(error: unknown): string {
  return error instanceof PositionBeyondEnd
    ? 'the event store was restored to an older point than the read model has seen: run `clearway projections rebuild`'
    : 'projection stopped, will try again'
}

/** Makes the read model's table and view where there are none, and builds it anew where the code has a newer version of it. */
export async function prepareProjection(deps: RunnerDeps, projection: Projection, signal: AbortSignal): Promise<void> {
  const version = await inFoldTransaction(deps.pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`projection ${projection.name}`])
    const { rows } = await client.query<{ version: number }>(
      'SELECT version FROM projections.checkpoints WHERE name = $1',
      [projection.name],
    )
    if (rows[0]) return rows[0].version
    const schema = schemaName(projection, 1)
    await createTable(client, projection, schema)
    await publishTable(client, projection, schema)
    await client.query(
      'INSERT INTO projections.checkpoints (name, version, live_schema, position) VALUES ($1, $2, $3, NULL)',
      [projection.name, projection.version, schema],
    )
    return projection.version
  })
  if (version !== projection.version) {
    deps.log.info({ projection: projection.name, from: version, to: projection.version }, 'rebuilding a read model')
    await rebuild(deps, projection, signal)
  }
}

async function follow(
  deps: RunnerDeps,
  projection: Projection,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const table = new LiveTable(deps.pool, projection)
  let checkpoint = await readCheckpoint(deps.pool, projection)
  const options = { after: checkpoint, streamPrefixes: projection.streamPrefixes, signal }
  for await (const message of deps.store.subscribe(options)) {
    if (message.kind === 'events') {
      const reached = await table.fold(message.events, message.position, checkpoint)
      // Somebody set the checkpoint back (a rebuild): begin again from there.
      if (reached === null) return
      checkpoint = reached
    } else if (message.position !== null && message.position - (checkpoint ?? 0n) >= TICK_EVERY) {
      const reached = await table.fold([], message.position, checkpoint)
      if (reached === null) return
      checkpoint = reached
    }
    deps.progress.reached(projection.name, message.position, message.kind === 'caughtUp')
    onProgress()
  }
}

async function readCheckpoint(pool: pg.Pool, projection: Projection): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string | null }>(
    'SELECT position FROM projections.checkpoints WHERE name = $1',
    [projection.name],
  )
  const position = rows[0]?.position ?? null
  return position === null ? null : BigInt(position)
}
