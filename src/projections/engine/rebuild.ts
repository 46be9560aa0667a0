import type pg from 'pg'
import type { Logger } from 'pino'
import type { RecordedEvent } from '../../domain/event.js'
import { type Anchor, anchorAt } from '../../eventstore/anchor.js'
import type { EventStore } from '../../eventstore/port.js'
import { erasedBefore, eraseSince } from './erasing.js'
import { NewTable } from './new-table.js'
import type { Projection } from './projection.js'
import { forgetOthers } from './quarantine.js'
import { createTable, generationOf, inFoldTransaction, publishTable, schemaName } from './tables.js'

/** What a rebuild works with. */
export interface RebuildDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly log: Logger
}

/** How a rebuild treats a read model of a newer program. */
export interface RebuildOptions {
  /** The operator takes the read model back from a newer program, on purpose. */
  readonly rollBack?: boolean
}

/** A newer program owns the read model. */
export class NewerVersionLive extends Error {
  override readonly name = 'NewerVersionLive'

  constructor({ name, version }: Projection, live: number) {
    super(
      `${name} is at version ${live} of a newer program, this program has ${version}; run the newer program's command, ` +
        'or, to go back to this program for good, end the newer processes and add --roll-back',
    )
  }
}

/**
 * Builds a read model anew from the first event, in a schema of its own beside the live one, which
 * goes on serving. When the new table has caught up, the checkpoint's lock stops the live runner
 * for the moment that the last events take, and the view flips in that same transaction. What was
 * set aside is tried again. An interrupted rebuild leaves the live one untouched; the next one
 * clears away its remains. Answers the number of events folded. Throws `NewerVersionLive` where
 * the live one is of a newer version and no roll-back is asked for, and `RefusesEverything`.
 */
export function rebuild(
  deps: RebuildDeps,
  projection: Projection,
  signal: AbortSignal,
  { rollBack = false }: RebuildOptions = {},
): Promise<number> {
  return whileLocked(deps, projection, signal, (live, locked) => {
    if (live.version > projection.version && !rollBack) throw new NewerVersionLive(projection, live.version)
    return build(deps, projection, live.schema, locked)
  })
}

/**
 * Rebuilds a read model that is of an older version than the program's; another process may have
 * done it already.
 */
export async function upgrade(deps: RebuildDeps, projection: Projection, signal: AbortSignal): Promise<void> {
  await whileLocked(deps, projection, signal, async (live, locked) => {
    if (live.version >= projection.version) return
    const versions = { from: live.version, to: projection.version }
    deps.log.info({ projection: projection.name, ...versions }, 'rebuilding a read model')
    await build(deps, projection, live.schema, locked)
  })
}

interface Live {
  readonly version: number
  readonly schema: string
}

/** One process at a time: the lock ends with its session, and the work with the lock. */
async function whileLocked<T>(
  { pool }: RebuildDeps,
  projection: Projection,
  signal: AbortSignal,
  work: (live: Live, locked: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onEnd = (): void => {
    lost.abort(new Error(`the lock on rebuilding ${projection.name} was lost`))
  }
  client.on('error', onEnd).on('end', onEnd)
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`rebuild ${projection.name}`])
    const live = await readLive(pool, projection)
    return await work(live, AbortSignal.any([signal, lost.signal]))
  } finally {
    client.off('error', onEnd).off('end', onEnd)
    // Ending the session releases the lock, whatever happened to it.
    client.release(true)
  }
}

async function readLive(pool: pg.Pool, { name }: Projection): Promise<Live> {
  const { rows } = await pool.query<Live>(
    'SELECT version, live_schema AS schema FROM projections.checkpoints WHERE name = $1',
    [name],
  )
  if (!rows[0]) throw new Error(`the projection ${name} was never prepared`)
  return rows[0]
}

async function build(
  deps: RebuildDeps,
  projection: Projection,
  oldSchema: string,
  signal: AbortSignal,
): Promise<number> {
  const { pool, store, log } = deps
  const since = await erasedBefore(pool)
  await dropRemains(pool, projection, oldSchema)
  const schema = schemaName(projection, generationOf(projection, oldSchema) + 1)
  await inFoldTransaction(pool, (client) => createTable(client, projection, schema))

  const table = new NewTable(projection, schema, log)
  let position: bigint | null = null
  let anchor: Anchor | null = null
  let folded = 0
  const catchUp = async (fold: (events: readonly RecordedEvent[]) => Promise<void>): Promise<void> => {
    const stop = new AbortController()
    const options = {
      after: position,
      streamPrefixes: projection.streamPrefixes,
      signal: AbortSignal.any([signal, stop.signal]),
    }
    for await (const message of store.subscribe(options)) {
      if (message.kind === 'events') {
        await fold(message.events)
        folded += message.events.length
        anchor = anchorAt(message.events)
      }
      position = message.position ?? position
      if (message.kind === 'caughtUp') {
        stop.abort()
        return
      }
    }
    signal.throwIfAborted()
  }

  await catchUp((events) => inFoldTransaction(pool, (client) => table.fold(client, events)))
  await inFoldTransaction(pool, async (client) => {
    await client.query('SELECT 1 FROM projections.checkpoints WHERE name = $1 FOR UPDATE', [projection.name])
    await catchUp((events) => table.fold(client, events))
    await eraseSince(client, store, projection, schema, since, signal)
    signal.throwIfAborted()
    await publishTable(client, projection, schema)
    const { rowCount } = await client.query(
      `UPDATE projections.checkpoints SET version = $2, live_schema = $3, position = $4, anchor = $5, refused_accounts = $6
       WHERE name = $1 AND live_schema = $7`,
      [
        ...[projection.name, projection.version, schema, position?.toString() ?? null],
        ...[anchor && JSON.stringify(anchor), table.refusedInARow, oldSchema],
      ],
    )
    if (rowCount !== 1) throw new Error(`${projection.name} was rebuilt by another process meanwhile`)
    await forgetOthers(client, projection, schema)
  })
  await pool.query(`DROP SCHEMA IF EXISTS ${oldSchema} CASCADE`)
  log.info({ projection: projection.name, events: folded }, 'read model rebuilt')
  return folded
}

/** Drops what an interrupted rebuild left. */
async function dropRemains(pool: pg.Pool, projection: Projection, liveSchema: string): Promise<void> {
  const schemas = await pool.query<{ nspname: string }>('SELECT nspname FROM pg_namespace WHERE nspname ~ $1', [
    `^read_${projection.name}_[0-9]+$`,
  ])
  for (const { nspname } of schemas.rows) {
    if (nspname !== liveSchema) await pool.query(`DROP SCHEMA ${nspname} CASCADE`)
  }
  await forgetOthers(pool, projection, liveSchema)
}
