import type pg from 'pg'
import type { Logger } from 'pino'
import { pause } from '../domain/pause.js'
import { type Anchor, mustHold } from '../eventstore/anchor.js'
import { isWatchedOutage } from '../eventstore/outage.js'
import { type EventStore, PositionBeyondEnd } from '../eventstore/port.js'
import { LiveTable } from './live-table.js'
import type { Projection } from './projection.js'
import type { ProgressTracker, Trouble } from './progress.js'
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
const NOTE_EVERY_MS = 5_000

/**
 * Keeps one read model in step with the events until the signal aborts. A batch and its checkpoint are one transaction, and the checkpoint's row is the
 * lock: any number of processes may run the same projection, each event is folded exactly once.
 * Whatever goes wrong (store or database away, an event that can't be folded, a store restored to an older point) is tried again for ever, and nothing is
 * skipped.
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
      report(deps, projection, error)
      await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
  }
}

/** Outages are told by whoever watches the store and the database, once for all who meet them; a restored store is news once. */
function report({ progress, log }: RunnerDeps, { name }: Projection, error: unknown): void {
  const trouble = troubleOf(error)
  const news = progress.failed(name, trouble)
  const about = { err: error, projection: name }
  if (trouble === 'outage') log.debug(about, 'projection stopped by an outage, will try again')
  else if (trouble === 'fault') log.error(about, 'projection stopped, will try again')
  else if (news) log.error(about, `the read model can not go on: ${RESTORED}`)
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof PositionBeyondEnd) return 'restored'
  return isWatchedOutage(error) ? 'outage' : 'fault'
}

/** What a restored store means, and the remedy. */
export const RESTORED =
  'the event store was restored to an older point than the read models have seen; run `clearway projections rebuild`'

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
  const known = await readCheckpoint(deps.pool, projection)
  await mustHold(deps.store, known.anchor)
  let checkpoint = known.position
  let notedAt = -Infinity
  const options = { after: checkpoint, streamPrefixes: projection.streamPrefixes, signal }
  for await (const message of deps.store.subscribe(options)) {
    if (message.kind === 'events') {
      const reached = await table.fold(message.events, message.position, checkpoint)
      // Somebody set the checkpoint back (a rebuild): begin again from there.
      if (reached === null) return
      checkpoint = reached
    } else if (
      message.position !== checkpoint &&
      message.position !== null &&
      performance.now() - notedAt >= NOTE_EVERY_MS
    ) {
      notedAt = performance.now()
      const reached = await table.fold([], message.position, checkpoint)
      if (reached === null) return
      checkpoint = reached
    }
    deps.progress.reached(projection.name, message.position, message.kind === 'caughtUp')
    onProgress()
  }
}

async function readCheckpoint(
  pool: pg.Pool,
  projection: Projection,
): Promise<{ readonly position: bigint | null; readonly anchor: Anchor | null }> {
  const { rows } = await pool.query<{ position: string | null; anchor: Anchor | null }>(
    'SELECT position, anchor FROM projections.checkpoints WHERE name = $1',
    [projection.name],
  )
  const { position = null, anchor = null } = rows[0] ?? {}
  return { position: position === null ? null : BigInt(position), anchor }
}
