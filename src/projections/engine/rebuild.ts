import type pg from 'pg'
import type { Logger } from 'pino'
import { type PassProgress, fillTables } from './bulk/pass.js'
import type { EventStore } from '../../eventstore/port.js'
import { lookForRestore } from '../../eventstore/restores.js'
import { PostgresRestores } from '../../eventstore/postgres-restores.js'
import type { Content } from './comparison.js'
import { dropRemains } from './replaced.js'
import { type Compared, NewGeneration } from './new-generation.js'
import type { Projection } from './projection.js'
import { whileLocked } from './rebuild-lock.js'
import { generationOf, schemaName } from './tables.js'
import { largest } from '../../domain/lists.js'

/** The dependencies of a rebuild. */
export interface RebuildDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly log: Logger
}

/** The options of a rebuild. */
interface RebuildOptions {
  /** The operator deliberately takes the read model back from a newer program. */
  readonly rollBack?: boolean
  /** Only compare: the new tables are dropped, and those in use stay. */
  readonly verifyOnly?: boolean
  /** Drop the table that is replaced, instead of keeping it for a roll-back. */
  readonly dropOld?: boolean
  /** The limit of all rows held in memory together, in bytes; absent: 96 MiB. */
  readonly memory?: number
  /** Called if another process is rebuilding and this one waits for it. */
  readonly onWait?: () => void
  /** Called with the progress of reading history, first at its start. */
  readonly onProgress?: (progress: RebuildProgress) => void
  /** Called after that, before the indexes and the comparison of each read model. */
  readonly onFinish?: (progress: FinishProgress) => void
}

/** The progress of a rebuild. */
export interface RebuildProgress extends PassProgress {
  /** The newest position when it began. */
  readonly head: bigint
}

/** The progress after reading, by read model. */
export interface FinishProgress {
  /** Of the next read model. */
  readonly name: string
  /** How many are done, and of how many. */
  readonly done: number
  readonly of: number
  /** The completed part of the work, by the events in them, from 0 to 1. */
  readonly share: number
}

/** The result for a read model. */
export interface Rebuilt extends Content, Compared {
  readonly name: string
  /** The number of folded events. */
  readonly events: number
  /** Milliseconds since the start of the whole rebuild. */
  readonly ms: number
}

/** A read model that could not be rebuilt; its table in use is unchanged. */
export interface NotRebuilt {
  readonly name: string
  readonly error: unknown
}

/** The error for a database role that may not create tables. */
export const NO_RIGHT =
  'this process has a database role that may not create tables; run `clearway projections rebuild` with the DATABASE_URL of the owner'

/** A newer program owns the read model. */
export class NewerVersionLive extends Error {
  override readonly name = 'NewerVersionLive'

  constructor({ name, version }: Projection, live: number) {
    super(
      `${name} is at version ${live} of a newer program; this program has ${version}: run the newer program's command, ` +
        'or, to return to this program permanently, end the newer processes and add --roll-back',
    )
  }
}

/**
 * Rebuilds read models from the first event, in separate schemas beside the live ones, which
 * continue to serve; all of them from one reading of the events. Each new table is then compared
 * with the one in use, as it was when the rebuild began. When it has caught up, the checkpoint's
 * lock stops the live runner for the moment that the last events take, and the view switches in
 * that same transaction. Set-aside events are tried again. An interrupted rebuild leaves the live
 * ones untouched; the next one removes its remains. Throws `NewerVersionLive` if a live one is of
 * a newer version and no roll-back is requested, and errors that concern all.
 */
export async function rebuildAll(
  deps: RebuildDeps,
  projections: readonly Projection[],
  signal: AbortSignal,
  options: RebuildOptions = {},
): Promise<readonly (Rebuilt | NotRebuilt)[]> {
  const work = async (locked: AbortSignal): Promise<readonly (Rebuilt | NotRebuilt)[]> => {
    const live = await Promise.all(projections.map((projection) => readLive(deps.pool, projection)))
    for (const { projection, version } of live) {
      if (version > projection.version && options.rollBack !== true) throw new NewerVersionLive(projection, version)
    }
    return await build(deps, live, locked, options)
  }
  return await whileLocked(deps.pool, projections, signal, work, options.onWait)
}

/** The same for one read model. Returns the number of events folded; throws its failure. */
export async function rebuild(
  deps: RebuildDeps,
  projection: Projection,
  signal: AbortSignal,
  options: RebuildOptions = {},
): Promise<number> {
  const [result] = await rebuildAll(deps, [projection], signal, options)
  if (result === undefined || 'error' in result) throw result?.error
  return result.events
}

/**
 * Rebuilds the read models that are of an older version than the program's; another process may
 * have done it already. Throws the first failure.
 */
export async function upgrade(
  deps: RebuildDeps,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> {
  if (projections.length === 0) return
  await whileLocked(deps.pool, projections, signal, async (locked) => {
    const all = await Promise.all(projections.map((projection) => readLive(deps.pool, projection)))
    const older = all.filter(({ projection, version }) => version < projection.version)
    for (const { projection, version } of older) {
      const versions = { from: version, to: projection.version }
      deps.log.info({ projection: projection.name, ...versions }, 'rebuilding a read model')
    }
    const results = await build(deps, older, locked, {})
    for (const result of results) if ('error' in result) throw result.error
  })
}

/** Finishing an empty table takes about as long as this number of events in a large one. */
const COST_OF_EMPTY = 2_500

interface Live {
  readonly projection: Projection
  readonly version: number
  readonly schema: string
}

async function readLive(pool: pg.Pool, projection: Projection): Promise<Live> {
  const { rows } = await pool.query<{ version: number; schema: string }>(
    'SELECT version, live_schema AS schema FROM projections.checkpoints WHERE name = $1',
    [projection.name],
  )
  if (!rows[0]) throw new Error(`the projection ${projection.name} was never prepared`)
  return { projection, ...rows[0] }
}

async function build(
  deps: RebuildDeps,
  live: readonly Live[],
  signal: AbortSignal,
  options: RebuildOptions,
): Promise<readonly (Rebuilt | NotRebuilt)[]> {
  const begun = performance.now()
  // Before the head: the tables follow this restore, and not one that is found later.
  const restores = await lookForRestore(deps.store, new PostgresRestores(deps.pool), 'a rebuild')
  const head = (await deps.store.head()) ?? -1n
  const generations: NewGeneration[] = []
  for (const { projection, schema } of live) {
    signal.throwIfAborted()
    const kept = await dropRemains(deps.pool, projection, schema)
    const newest = largest(kept.map((each) => generationOf(projection, each)))
    const generation = new NewGeneration(
      deps,
      projection,
      { live: schema, own: schemaName(projection, newest + 1) },
      restores,
    )
    await generation.begin(head)
    generations.push(generation)
  }
  const onProgress = (progress: PassProgress): void => options.onProgress?.({ ...progress, head })
  onProgress({ events: 0, position: 0n })
  const failures = await fillTables(deps.store, generations, null, signal, onProgress, options.memory)
  const results: (Rebuilt | NotRebuilt)[] = []
  const costOf = ({ events }: NewGeneration): number => events + COST_OF_EMPTY
  const all = generations.reduce((sum, generation) => sum + costOf(generation), 0)
  let done = 0
  for (const generation of generations) {
    const { name } = generation.projection
    const share = done / all
    done += costOf(generation)
    options.onFinish?.({ name, done: results.length, of: generations.length, share })
    try {
      if (failures.has(generation.table)) throw failures.get(generation.table)
      const content = await generation.finish(signal, options)
      const ms = Math.round(performance.now() - begun)
      results.push({ name, events: generation.events, ms, ...content })
    } catch (error) {
      // Nothing more can be done without the lock, or after the operator has interrupted it.
      if (signal.aborted) throw error
      await generation.drop()
      results.push({ name, error })
    }
  }
  return results
}
