import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isMissingRight } from '../storage/postgres/missing-right.js'

/** Which state a snapshot is of. */
export interface SnapshotKey {
  readonly stream: string
  readonly aggregate: string
  /** Of the aggregate's state and fold: what another version wrote is not looked at. */
  readonly version: number
}

/** The state that a stream's events give, up to one of them. */
export interface Snapshot {
  /** Of the last event that is in the state. */
  readonly revision: number
  /** Its seal: the stream must still hold this very event for the snapshot to be of use. */
  readonly hash: string
  readonly state: unknown
}

/**
 * States of long streams. A cache: a snapshot is compared with the stream before it is used, and
 * the stream is read where there is none. A state holds what the stream holds, personal data
 * included: erasing a stream must erase it here too.
 */
export interface Snapshots {
  /** A stream is worth a new one when so many events came since the last. */
  readonly every: number
  /** null: there is none, or it is damaged. */
  find(key: SnapshotKey): Promise<Snapshot | null>
  /** Takes the place of an earlier one. */
  save(key: SnapshotKey, snapshot: Snapshot): Promise<void>
}

/** Has none and takes none: whoever loads with it reads whole streams. */
export const NO_SNAPSHOTS: Snapshots = {
  every: Infinity,
  find: () => Promise.resolve(null),
  save: () => Promise.resolve(),
}

const EVERY = 100

/**
 * Snapshots in PostgreSQL. One whose digest does not fit its content is passed over, so that an
 * edited row changes no state. A role without a right to their table does without them.
 */
export class PostgresSnapshots implements Snapshots {
  readonly #db: QueryExecutorProvider
  readonly every: number

  constructor(db: QueryExecutorProvider, every = EVERY) {
    this.#db = db
    this.every = every
  }

  async find(key: SnapshotKey): Promise<Snapshot | null> {
    const { rows } = await sql<{ revision: number; hash: string; state: string; digest: string }>`
      SELECT revision, hash, state, digest FROM operations.snapshot
      WHERE stream = ${key.stream} AND aggregate = ${key.aggregate} AND version = ${key.version}
    `
      .execute(this.#db)
      .catch(withoutRight)
    const [row] = rows
    if (!row || row.digest !== digestOf(key, row.revision, row.hash, row.state)) return null
    return { revision: row.revision, hash: row.hash, state: JSON.parse(row.state) as unknown }
  }

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
