import { type QueryExecutorProvider, sql } from 'kysely'
import type { Scope } from '../domain/event.js'

/** A request under an idempotency key. */
interface KeyedRequest {
  readonly scope: Scope
  /** The requested operation; each operation has its own keys. */
  readonly operation: string
  /** SHA-256 of the key, hex. */
  readonly keyDigest: string
  /** UUID from which the ids of the request's results are derived. */
  readonly commandId: string
  /** SHA-256 of the request, hex. */
  readonly requestHash: string
  readonly begunAt: Date
}

/** The first request under its key. */
export interface FirstRequest extends KeyedRequest {
  /** JSON; null: it is in progress, or its process died. */
  readonly answer: string | null
  /** The event store was restored since: what the request did may be lost. */
  readonly mayBeLost: boolean
}

/** A key can be reused after this time. */
const KEEP_MS = 30 * 24 * 3_600_000
const SWEEP_EVERY_MS = 3_600_000
const SWEPT_AT_ONCE = 1_000

/**
 * Requests by their idempotency keys, and what was answered, in PostgreSQL, for all processes
 * together. Operational state: what a request has done, the events show. It deletes old requests
 * itself.
 */
export class RequestLedger {
  readonly #db: QueryExecutorProvider
  #lastSweep = 0

  constructor(db: QueryExecutorProvider) {
    this.#db = db
  }

  /** Stores a request if its key is unused, and returns the stored one. */
  async begin(request: KeyedRequest): Promise<FirstRequest> {
    const { scope, operation, keyDigest, commandId, requestHash, begunAt } = request
    await this.#sweep(begunAt)
    for (;;) {
      const { rows } = await sql<{
        command_id: string
        request_hash: string
        begun_at: Date
        answer: string | null
        may_be_lost: boolean
      }>`
        WITH added AS (
          INSERT INTO operations.request (account, environment, operation, key_digest, command_id, request_hash, begun_at)
          VALUES (${scope.account}, ${scope.environment}, ${operation}, ${keyDigest}, ${commandId}, ${requestHash}, ${begunAt.toISOString()})
          ON CONFLICT DO NOTHING RETURNING command_id, request_hash, begun_at, answer
        )
        SELECT *, false AS may_be_lost FROM added UNION ALL
        SELECT command_id, request_hash, begun_at, answer,
          EXISTS (SELECT FROM storage.restore WHERE found_at > begun_at)
        FROM operations.request
        WHERE account = ${scope.account} AND environment = ${scope.environment} AND operation = ${operation} AND key_digest = ${keyDigest}
      `.execute(this.#db)
      const [row] = rows
      // None: another one was stored, or deleted, at the same moment.
      if (row === undefined) continue
      const { command_id, request_hash, begun_at, answer, may_be_lost: mayBeLost } = row
      const first = { commandId: command_id, requestHash: request_hash, begunAt: new Date(begun_at), answer, mayBeLost }
      return { ...request, ...first }
    }
  }

  /**
   * Stores the answer if there is none yet. Returns the previously stored one; null: there was
   * none.
   */
  async settle(request: KeyedRequest, answer: string): Promise<string | null> {
    const { scope, operation, keyDigest, commandId, requestHash, begunAt } = request
    // Its row may be gone: a simultaneous repetition was refused, and has released the key.
    const { numAffectedRows = 0n } = await sql`
      INSERT INTO operations.request AS known (account, environment, operation, key_digest, command_id, request_hash, begun_at, answer)
      VALUES (${scope.account}, ${scope.environment}, ${operation}, ${keyDigest}, ${commandId}, ${requestHash}, ${begunAt.toISOString()}, ${answer})
      ON CONFLICT (account, environment, operation, key_digest)
        DO UPDATE SET answer = excluded.answer WHERE known.command_id = excluded.command_id AND known.answer IS NULL
    `.execute(this.#db)
    if (numAffectedRows > 0n) return null
    const { rows } = await sql<{ answer: string | null }>`
      SELECT answer FROM operations.request
      WHERE account = ${scope.account} AND environment = ${scope.environment} AND operation = ${operation} AND key_digest = ${keyDigest}
        AND command_id = ${commandId}
    `.execute(this.#db)
    return rows[0]?.answer ?? null
  }

  /** Releases the key of a request without effect and without an answer. */
  async forget({ commandId, scope, operation, keyDigest }: KeyedRequest): Promise<void> {
    await sql`
      DELETE FROM operations.request
      WHERE account = ${scope.account} AND environment = ${scope.environment} AND operation = ${operation} AND key_digest = ${keyDigest}
        AND command_id = ${commandId} AND answer IS NULL
    `.execute(this.#db)
  }

  /** Once an hour and process, a bounded part. */
  async #sweep(now: Date): Promise<void> {
    if (now.getTime() - this.#lastSweep < SWEEP_EVERY_MS) return
    this.#lastSweep = now.getTime()
    const oldest = new Date(now.getTime() - KEEP_MS).toISOString()
    await sql`
      DELETE FROM operations.request WHERE (account, environment, operation, key_digest) IN (
        SELECT account, environment, operation, key_digest FROM operations.request
        WHERE begun_at < ${oldest} ORDER BY begun_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED
      )
    `.execute(this.#db)
  }
}
