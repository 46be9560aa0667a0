import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isMissingRight } from '../storage/postgres/missing-right.js'

/** Identifies the state that a snapshot holds. */
interface SnapshotKey {
  readonly stream: string
  readonly aggregate: string
  /** Of the aggregate's state and fold: snapshots of another version are ignored. */
  readonly version: number
}

/** The state of a stream at one of its events. */
export interface Snapshot {
  /** Of the last event that is in the state. */
  readonly revision: number
  /** Its seal: the snapshot is valid only if the stream still holds this very event. */
  readonly hash: string
  readonly state: unknown
}

const EVERY = 100

/**
 * States of long streams, in PostgreSQL. A cache: a snapshot is compared with the stream before it
 * is used, and without one the stream is read. A state contains the data of its stream, including
 * personal data: erasing a stream must erase it here too. A snapshot whose digest does not match
 * its content is ignored, so that an edited row changes no state. A role without a right to their
 * table works without them.
 */
export class Snapshots {
  readonly #db: QueryExecutorProvider
  /** The number of events since the last snapshot that justify a new one. */
  readonly every: number

  constructor(db: QueryExecutorProvider, every = EVERY) {
    this.#db = db
    this.every = every
  }

  /** null: there is none, or it is damaged. */
  async find(key: SnapshotKey): Promise<Snapshot | null> {
    const { rows } = await sql<{ revision: number; hash: string; state: string; digest: string }>`
      SELECT revision, hash, state, digest FROM operations.snapshot
      WHERE stream = ${key.stream} AND aggregate = ${key.aggregate} AND version = ${key.version}
    `
      .execute(this.#db)
      .catch(withoutRight)
    const [row] = rows
    if (!row || row.digest !== digestOf(key, row.revision, row.hash, row.state)) return null
    return { revision: row.revision, hash: row.hash, state: JSON.parse(row.state) }
  }

  /** Replaces an earlier one. */
  async save(key: SnapshotKey, { revision, hash, state }: Snapshot): Promise<void> {
    const text = JSON.stringify(state)
    await sql`
      INSERT INTO operations.snapshot (stream, aggregate, version, revision, hash, state, digest)
      VALUES (${key.stream}, ${key.aggregate}, ${key.version}, ${revision}, ${hash}, ${text}, ${digestOf(key, revision, hash, text)})
      ON CONFLICT (stream, aggregate, version) DO UPDATE
        SET revision = excluded.revision, hash = excluded.hash, state = excluded.state, digest = excluded.digest
    `
      .execute(this.#db)
      .catch(withoutRight)
  }
}

function withoutRight(error: unknown): { readonly rows: [] } {
  if (isMissingRight(error)) return { rows: [] }
  throw error
}

function digestOf({ stream, aggregate, version }: SnapshotKey, revision: number, hash: string, state: string): string {
  return createHash('sha256')
    .update(JSON.stringify([stream, aggregate, version, revision, hash, state]))
    .digest('hex')
}
