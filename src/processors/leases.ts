import type pg from 'pg'
import type { Environment } from '../domain/event.js'

/** One stream that this worker may work on until the lease ends. */
export interface Claim {
  readonly stream: string
  readonly invoiceId: string
  readonly account: string
  readonly environment: Environment
  /** The to-do row's revision when it was claimed. */
  readonly revision: number
  /** Rises with each claim of the stream: whoever holds an older one was overtaken. */
  readonly token: string
  /** Tries in a row that ended in an outage or a fault. */
  readonly failures: number
}

/** Seconds after which a worker that stopped renewing (killed, paused) loses its claims. */
const LEASE_SECONDS = 15

/**
 * Who works on which row of the to-do list. Lease times are the database's clock, due times the service's. The leases are operational: losing them
 * costs an early look at a stream, nothing else, since every effect is guarded by the stream's own events.
 */
export class Leases {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Claims up to `limit` rows that are due at `now`, the longest waiting first. Rows held by others are passed over. */
  async claim(now: Date, limit: number): Promise<readonly Claim[]> {
    const { rows } = await this.#pool.query<{
      stream: string
      invoice_id: string
      account: string
      environment: Environment
      revision: number
      token: string
      failures: number
    }>(
      `WITH due AS (
         SELECT t.stream, t.invoice_id, t.account, t.environment, t.revision
         FROM read.todo t LEFT JOIN processing.leases l USING (stream)
         WHERE t.due_at <= $1
           AND (l.stream IS NULL
                OR ((l.held_until IS NULL OR l.held_until < clock_timestamp())
                    AND (t.revision > l.seen_revision OR l.not_before <= $1)))
         ORDER BY t.due_at
         LIMIT $2
         FOR UPDATE OF t SKIP LOCKED
       ), claimed AS (
         INSERT INTO processing.leases AS l (stream, token, held_until, seen_revision, not_before, failures)
         SELECT stream, 1, clock_timestamp() + make_interval(secs => $3), -1, $1, 0 FROM due
         ON CONFLICT (stream) DO UPDATE
           SET token = l.token + 1, held_until = excluded.held_until
           WHERE l.held_until IS NULL OR l.held_until < clock_timestamp()
         RETURNING l.stream, l.token, l.failures
       )
       SELECT due.*, claimed.token, claimed.failures FROM claimed JOIN due USING (stream)`,
      [now.toISOString(), limit, LEASE_SECONDS],
    )
    return rows.map(({ invoice_id, ...row }) => ({ ...row, invoiceId: invoice_id }))
  }

  /** Prolongs the claims; answers the streams that are still held. */
  async renew(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ stream: string }>(
      `UPDATE processing.leases l SET held_until = clock_timestamp() + make_interval(secs => $3)
       FROM unnest($1::text[], $2::bigint[]) AS mine (stream, token)
       WHERE l.stream = mine.stream AND l.token = mine.token AND l.held_until > clock_timestamp()
       RETURNING l.stream`,
      [claims.map((claim) => claim.stream), claims.map((claim) => claim.token), LEASE_SECONDS],
    )
    return new Set(rows.map((row) => row.stream))
  }

  /** Gives a stream back: up to `seenRevision` there is nothing to do before `notBefore`. Without effect for whoever was overtaken. */
  async release(claim: Claim, seenRevision: number, notBefore: Date, failures: number): Promise<void> {
    await this.#pool.query(
      `UPDATE processing.leases SET held_until = NULL, seen_revision = $3, not_before = $4, failures = $5
       WHERE stream = $1 AND token = $2`,
      [claim.stream, claim.token, seenRevision, notBefore.toISOString(), failures],
    )
  }

  /** Forgets leases of streams that wait for nothing any more. */
  async forgetFinished(): Promise<void> {
    await this.#pool.query(
      `DELETE FROM processing.leases l
       WHERE (l.held_until IS NULL OR l.held_until < clock_timestamp() - interval '1 hour')
         AND NOT EXISTS (SELECT 1 FROM read.todo t WHERE t.stream = l.stream)`,
    )
  }

  /** Takes all claims back. Only for a process that knows that it is alone, such as one that has just locked the embedded database. */
  async releaseAll(): Promise<void> {
    await this.#pool.query('UPDATE processing.leases SET held_until = NULL WHERE held_until IS NOT NULL')
  }
}
