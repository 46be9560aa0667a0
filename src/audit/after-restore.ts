import type pg from 'pg'
import { anchorAt } from '../eventstore/anchor.js'
import type { EventStore } from '../eventstore/port.js'
import { NO_PROGRESS, type Progress } from '../processors/work/marks.js'
import { RESTORES_FOUND } from '../storage/postgres/restores.js'
import { inTransaction } from '../storage/postgres/transaction.js'
import { noteSeals } from './seals/ledger.js'
import { readSeals } from './seals/seals.js'
import { readLeaves, TreeIncomplete, TreeReader } from './seals/tree.js'

/** What was removed. */
interface Restored {
  /** Sequence of the newest seal in the store; 0: none. */
  readonly kept: number
  /** Sequence of the newest seal in the database; 0: none. */
  readonly known: number
  /** Number of leaves removed from the tree; leaves of existing events are added again. */
  readonly leavesTaken: number
}

/**
 * Takes the tree back to the newest seal that the store still contains, when the operator confirms
 * that later events are lost permanently. Removed leaves are read from the store again. If the
 * tree no longer has that seal's root, all leaves are.
 */
export async function goBackToStore(
  deps: { readonly store: EventStore; readonly pool: pg.Pool },
  signal: AbortSignal,
): Promise<Restored> {
  const { store, pool } = deps
  const all = await readSeals(store, signal)
  const last = all.at(-1)?.seal ?? null
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ size: string }>('SELECT size FROM audit.tree FOR UPDATE')
    const known = await client.query<{ sequence: string }>(
      'SELECT coalesce(max(sequence), 0) AS sequence FROM audit.seal WHERE revision IS NOT NULL',
    )
    const holds = last !== null && (await hasRoot(client, last.size, last.root))
    const size = holds ? last.size : 0
    await client.query('DELETE FROM audit.leaf WHERE index >= $1', [size])
    await client.query('DELETE FROM audit.node WHERE (index + 1) * (2::numeric ^ level) > $1', [size])
    await client.query('DELETE FROM audit.seal WHERE sequence > $1 OR revision IS NULL', [last?.sequence ?? 0])
    await noteSeals(client, all)
    const { position, anchor } = await placeOf(store, client, size)
    await client.query(
      `UPDATE audit.tree SET size = $1, streams = $2, position = $3, anchor = $4, restores = ${RESTORES_FOUND}, trouble = NULL`,
      [size, holds ? last.streams : 0, position?.toString() ?? null, anchor && JSON.stringify(anchor)],
    )
    return {
      kept: last?.sequence ?? 0,
      known: Number(known.rows[0]?.sequence ?? 0),
      leavesTaken: Number(rows[0]?.size ?? 0) - size,
    }
  })
}

async function hasRoot(client: pg.PoolClient, size: number, root: string): Promise<boolean> {
  try {
    return (await new TreeReader(client).root(size)).toString('hex') === root
  } catch (error) {
    if (error instanceof TreeIncomplete) return false
    throw error
  }
}

/** Place of the last leaf's event in the store as it is now; its stream may be erased. */
async function placeOf(store: EventStore, client: pg.PoolClient, size: number): Promise<Progress> {
  if (size === 0) return NO_PROGRESS
  const [leaf] = await readLeaves(client, { from: size - 1, to: size })
  if (leaf === undefined) return NO_PROGRESS
  const [event] = await store.readStream(leaf.stream, leaf.revision)
  return event === undefined
    ? { position: leaf.position, anchor: null }
    : { position: event.position, anchor: anchorAt([event]) }
}
