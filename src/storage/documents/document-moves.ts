import { hash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { allEnded } from '../../domain/all-ended.js'
import { inTransaction } from '../postgres/transaction.js'
import type { ObjectStore } from './object-store.js'

/** Where a search for documents to move continues. */
export interface MovePlace {
  readonly storedAt: string
  readonly sha256: string
}

/** What one part of the moving did. */
interface Moved {
  readonly documents: number
  readonly bytes: number
  /** Hashes of documents that no longer have theirs; they stay where they are. */
  readonly damaged: readonly string[]
  /** Where the next part continues; null: no older document is left. */
  readonly next: MovePlace | null
}

interface ToMove {
  readonly account: string
  readonly environment: string
  readonly sha256: string
  readonly at: string
}

/** Documents of one part, and how many of them move at the same time. */
const PART = 40
const AT_ONCE = 4

/**
 * Moves the bytes of documents that were put before `before` to the object store, the oldest
 * first; a limited number. A process that dies at any point leaves each document readable, and no
 * object that is not deleted later. Several processes may do this at the same time. Throws
 * `ObjectStoreUnavailable`.
 */
export async function moveDocuments(
  pool: pg.Pool,
  objects: ObjectStore,
  before: Date,
  after: MovePlace | null,
): Promise<Moved> {
  const { rows } = await pool.query<ToMove>(
    `SELECT account, environment, sha256, stored_at::text AS at FROM documents.document
     WHERE object IS NULL AND stored_at < $1 AND ($2::timestamptz IS NULL OR (stored_at, sha256) > ($2::timestamptz, $3))
     ORDER BY stored_at, sha256 LIMIT ${PART}`,
    [before.toISOString(), after?.storedAt ?? null, after?.sha256 ?? ''],
  )
  let [documents, bytes] = [0, 0]
  const damaged: string[] = []
  const waiting = [...rows]
  const worker = async (): Promise<void> => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      const size = await moveOne(pool, objects, each)
      if (size === 'damaged') damaged.push(each.sha256)
      else if (size !== 'gone') [documents, bytes] = [documents + 1, bytes + size]
    }
  }
  await allEnded(Array.from({ length: AT_ONCE }, worker))
  const last = rows.at(-1)
  const next = last === undefined || rows.length < PART ? null : { storedAt: last.at, sha256: last.sha256 }
  return { documents, bytes, damaged, next }
}

/** Returns its size in bytes; `gone`: it was erased or moved by another process meanwhile. */
async function moveOne(
  pool: pg.Pool,
  objects: ObjectStore,
  { account, environment, sha256 }: ToMove,
): Promise<number | 'gone' | 'damaged'> {
  const { rows } = await pool.query<{ content: string; type: string }>(
    `SELECT encode(content, 'base64') AS content, media_type AS type FROM documents.document
     WHERE account = $1 AND environment = $2 AND sha256 = $3 AND object IS NULL`,
    [account, environment, sha256],
  )
  const [row] = rows
  if (row === undefined) return 'gone'
  const bytes = Buffer.from(row.content, 'base64')
  if (hash('sha256', bytes) !== sha256) return 'damaged'
  // Never used again: an object that is to be deleted is never one that a row names.
  const object = `${environment}/${account}/${sha256}/${randomUUID()}`
  await pool.query(`INSERT INTO documents.object_to_delete (object, due_at) VALUES ($1, now() + interval '1 hour')`, [
    object,
  ])
  await objects.put(object, bytes, row.type, sha256)
  const isMoved = await inTransaction(pool, async (client) => {
    // Once it is due another process may have deleted it.
    const kept = await client.query('DELETE FROM documents.object_to_delete WHERE object = $1 AND due_at > now()', [
      object,
    ])
    if (kept.rowCount !== 1) return false
    const moved = await client.query(
      `UPDATE documents.document SET content = NULL, object = $4, object_bytes = octet_length(content)
       WHERE account = $1 AND environment = $2 AND sha256 = $3 AND object IS NULL`,
      [account, environment, sha256, object],
    )
    if (moved.rowCount === 1) return true
    await client.query('INSERT INTO documents.object_to_delete (object) VALUES ($1)', [object])
    return false
  })
  return isMoved ? bytes.byteLength : 'gone'
}

/**
 * Deletes objects of erased documents, and of moves that did not end; a limited number. Returns
 * their number. Throws `ObjectStoreUnavailable`.
 */
export function deleteObjects(pool: pg.Pool, objects: ObjectStore): Promise<number> {
  return inTransaction(pool, async (client) => {
    // Locked while they are deleted: a move that is slow waits, and then finds its object gone.
    const { rows } = await client.query<{ object: string }>(
      `SELECT object FROM documents.object_to_delete WHERE due_at <= now()
       ORDER BY due_at LIMIT 20 FOR UPDATE SKIP LOCKED`,
    )
    const deleted = rows.map(({ object }) => object)
    await allEnded(deleted.map((object) => objects.delete(object)))
    await client.query('DELETE FROM documents.object_to_delete WHERE object = ANY ($1)', [deleted])
    return deleted.length
  })
}

/** Seconds since the oldest document was put that is still in the database; 0: none is. */
export async function oldestHere(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM now() - stored_at)::float8 AS seconds FROM documents.document
     WHERE object IS NULL ORDER BY stored_at LIMIT 1`,
  )
  return rows[0]?.seconds ?? 0
}
