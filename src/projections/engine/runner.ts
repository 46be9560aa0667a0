import type pg from 'pg'
import type { Logger } from 'pino'
import type { Timers } from '../../domain/timers.js'
import { anchorAtPosition, mustHold } from '../../eventstore/anchor.js'
import { isWatchedOutage } from '../../eventstore/outage.js'
import { notingRestore, RestoreKnown, type Restores } from '../../eventstore/restores.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import { type EventStore, PositionBeyondEnd } from '../../eventstore/port.js'
import { LiveTable } from './live-table.js'
import type { Checkpoint, LiveTables } from './live-tables.js'
import type { Projection } from './projection.js'
import type { ProgressTracker, Trouble } from './progress.js'
import { type RebuildDeps, upgrade } from './rebuild.js'
import { createTable, inFoldTransaction, publishTable, schemaName } from './tables.js'

/** The dependencies of the runner of a projection. */
export interface RunnerDeps {
  readonly store: EventStore
  readonly tables: LiveTables
  readonly restores: Restores
  readonly timers: Timers
  readonly log: Logger
  readonly progress: ProgressTracker
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
/**
 * How often the progress of a filtered subscription without events is saved, so that a restart
 * needn't scan it all again.
 */
const NOTE_EVERY_MS = 5_000
/** Readers of their own writes wait for it if another version of the program folds the events. */
const LOOK_AT_OTHERS_EVERY_MS = 100
/** A paused one continues within this time after the operator resumes it. */
const LOOK_FOR_RESUME_EVERY_MS = 1_000
/** One that waits for events notices an operator's change within this time. */
const LOOK_AT_CHECKPOINT_EVERY_MS = 2_000

/**
 * Keeps one read model in step with the events until the signal aborts. A batch and its checkpoint
 * are one transaction, and the checkpoint's row is the lock: any number of processes may run the
 * same projection, each event is folded exactly once. Every failure (store or database
 * unavailable, a statement that fails for every event, a store restored to an older point) is
 * retried for ever. An event that the read model can't process is set aside, so that the others
 * continue. A read model of another version of the program is left to that version.
 */
export async function runProjection(deps: RunnerDeps, projection: Projection, signal: AbortSignal): Promise<void> {
  let wait = FIRST_PAUSE_MS
  const onProgress = (): void => {
    wait = FIRST_PAUSE_MS
  }
  while (!signal.aborted) {
    try {
      const known = await readCheckpoint(deps.tables, projection)
      if (known.paused) await rest(deps, projection, signal, onProgress)
      else if (known.version === projection.version) await follow(deps, projection, known, signal, onProgress)
      else await standBy(deps, projection, known.version, signal, onProgress)
    } catch (error) {
      if (signal.aborted) return
      report(deps, projection, error)
      await deps.timers.sleep(wait, signal)
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
  }
}

/**
 * The watch over store and database logs an outage once for all; a restored store is logged once.
 */
function report({ progress, log }: RunnerDeps, { name }: Projection, error: unknown): void {
  const trouble = troubleOf(error)
  const news = progress.failed(name, trouble)
  const about = { err: error, projection: name }
  if (trouble === 'outage') log.debug(about, 'projection stopped by an outage, will try again')
  else if (trouble === 'fault') log.error(about, 'projection stopped, will try again')
  else if (news) log.error(about, `the read model can not continue: ${RESTORED}`)
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof PositionBeyondEnd) return 'restored'
  return isWatchedOutage(error) ? 'outage' : 'fault'
}

/** The meaning of a restored store, and the remedy. */
export const RESTORED =
  'the event store was restored to an older point than the read models have seen; run `clearway projections rebuild`'

/**
 * Creates the read model's table and view if there are none, and rebuilds it if the code has a
 * newer version of it. Never the other way round: a read model of a newer program stays as it is.
 */
export async function prepareProjection(deps: RebuildDeps, projection: Projection, signal: AbortSignal): Promise<void> {
  if ((await ensureTable(deps.pool, projection)) < projection.version) await upgrade(deps, [projection], signal)
}

/** Creates the read model's table and view if there are none. Returns its live version. */
export async function ensureTable(pool: pg.Pool, projection: Projection): Promise<number> {
  return await inFoldTransaction(pool, async (client) => {
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
      `INSERT INTO projections.checkpoints (name, version, live_schema, position, restores)
       VALUES ($1, $2, $3, NULL, ${RESTORES_FOUND})`,
      [projection.name, projection.version, schema],
    )
    return projection.version
  })
}

/**
 * Another version of the program has the read model: nothing is written, the view shows the other
 * version's table, and a caller that waits for a position gets it from the checkpoint. Ends when
 * the versions agree again. A newer version takes over only at a start, so that programs of two
 * versions never take it from each other in turns.
 */
async function standBy(
  { tables, timers, progress, log }: RunnerDeps,
  projection: Projection,
  found: number,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const { name, version } = projection
  if (progress.standsBy(name, found)) {
    const whose = found > version ? 'a newer program has' : 'an older program has taken back'
    log.warn({ projection: name, version, live: found }, `${whose} the read model; this process stands by for it`)
  }
  while (!signal.aborted) {
    const live = await readCheckpoint(tables, projection)
    if (live.version !== found || live.paused) return
    progress.reached(name, live.position, true)
    onProgress()
    await timers.sleep(LOOK_AT_OTHERS_EVERY_MS, signal)
  }
}

/** The operator has paused the read model: nothing is folded until it is resumed. */
async function rest(
  { tables, timers, progress, log }: RunnerDeps,
  projection: Projection,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const { name } = projection
  log.warn({ projection: name }, 'the read model is paused; run `clearway projections resume` to continue')
  while (!signal.aborted) {
    const live = await readCheckpoint(tables, projection)
    if (!live.paused) {
      progress.resumed(name)
      log.info({ projection: name }, 'the read model is resumed')
      return
    }
    progress.rests(name, live.position)
    onProgress()
    await timers.sleep(LOOK_FOR_RESUME_EVERY_MS, signal)
  }
}

/** Follows the events until the signal aborts, or the operator changes something. */
async function follow(
  deps: RunnerDeps,
  projection: Projection,
  known: Checkpoint,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const changed = new AbortController()
  const either = AbortSignal.any([signal, changed.signal])
  const reached = { position: known.position }
  const watching = watchCheckpoint(deps, projection, known, reached, either, () => {
    changed.abort()
  })
  try {
    if (known.restores !== known.restoresFound) throw new RestoreKnown()
    await notingRestore(deps.restores, known.restoresFound, `the read model ${projection.name}`, () =>
      followEvents(deps, projection, known, reached, either, onProgress),
    )
  } finally {
    changed.abort()
    await watching
  }
}

/**
 * A paused or rolled back read model must be noticed also if no event comes, and so must a restore
 * of the event store that another reader has found.
 */
async function watchCheckpoint(
  { tables, timers }: RunnerDeps,
  projection: Projection,
  known: Checkpoint,
  reached: Reached,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> {
  for (;;) {
    await timers.sleep(LOOK_AT_CHECKPOINT_EVERY_MS, signal)
    if (signal.aborted) return
    const before = reached.position
    // The folding reports an outage.
    const live = await tables.checkpoint(projection).catch(() => null)
    if (live === null) continue
    const isOther = live.schema !== known.schema || live.version !== known.version
    const isVoid = live.restores !== live.restoresFound
    if (live.paused || isOther || isVoid || (live.position ?? -1n) < (before ?? -1n)) onChange()
  }
}

/** The known progress of the table. */
interface Reached {
  position: bigint | null
}

async function followEvents(
  deps: RunnerDeps,
  projection: Projection,
  known: Checkpoint,
  progress: Reached,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const table = new LiveTable(deps.tables, projection, deps.log, known.erasures)
  deps.progress.follows(projection.name)
  await mustHold(deps.store, known.anchor)
  let checkpoint = known.position
  let notedAt = -Infinity
  const options = { after: checkpoint, streamPrefixes: projection.streamPrefixes, signal }
  for await (const message of deps.store.subscribe(options)) {
    const now = deps.timers.instant().monotonic
    const { position } = message
    const last = message.kind === 'events' ? message.events.at(-1) : undefined
    if (message.kind === 'events' && last !== undefined) {
      const reached = await table.fold(message.events, last.position, checkpoint)
      // A rebuild set the checkpoint back, or another version of the program has it: begin again
      // from there.
      if (reached === null) return
      checkpoint = reached
      progress.position = reached
    }
    if (position !== null && position > (checkpoint ?? -1n) && now - notedAt >= NOTE_EVERY_MS) {
      notedAt = now
      const anchor = await anchorAtPosition(deps.store, position, deps.timers, now)
      const reached = anchor === null ? checkpoint : await table.pass(position, anchor, checkpoint)
      if (anchor !== null && reached === null) return
      checkpoint = reached
      progress.position = reached
    }
    deps.progress.reached(projection.name, message.position, message.kind === 'caughtUp')
    onProgress()
  }
}

async function readCheckpoint(tables: LiveTables, projection: Projection): Promise<Checkpoint> {
  const checkpoint = await tables.checkpoint(projection)
  if (checkpoint === null) throw new Error(`the projection ${projection.name} was never prepared`)
  return checkpoint
}
