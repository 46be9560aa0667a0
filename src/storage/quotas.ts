import { type QueryExecutorProvider, sql } from 'kysely'
import type { Scope } from '../domain/event.js'

/**
 * Limits the count: an account that changes from a plan without limits may have a million invoices
 * this month.
 */
export type Which = { readonly atMost: number } | { readonly among: readonly string[] }

/** Existing items that count, by id. It may lag behind the events. */
export interface ExistingResources {
  /** `month`: a calendar month in UTC, as `2026-03`. */
  invoices(scope: Scope, month: string, which: Which): Promise<readonly string[]>
  activeCompanies(scope: Scope, which: Which): Promise<readonly string[]>
  /**
   * Waits, for a limited time, until `activeCompanies` includes everything appended up to this
   * position.
   */
  companiesShown(position: bigint): Promise<void>
}

/**
 * Records the use of limits in PostgreSQL, for all processes together. A bucket is one limit of
 * one scope (`invoices/<account>/test/2026-03`); a claim is one subject in it, named by its own
 * id, so that claiming twice counts once. Operational state: the events say what was really
 * created.
 */
export class QuotaLedger {
  readonly #db: QueryExecutorProvider
  readonly #durable: boolean

  /**
   * `durable`: a claim waits until it is on the disk. Needed if the invoices are in another
   * server, whose commit does not flush this one: a crash would lose the claim, not the invoice.
   */
  constructor(db: QueryExecutorProvider, { durable = false }: { readonly durable?: boolean } = {}) {
    this.#db = db
    this.#durable = durable
  }

  /**
   * Claims a place for the subject. `claimed`: it has one now, or already had one. `full`: `limit`
   * others have one. `unopened`: the bucket has no claims yet; `open` it first.
   */
  async claim(bucket: string, subject: string, limit: number, now: Date): Promise<'claimed' | 'full' | 'unopened'> {
    // The function makes its transaction commit without waiting for the disk; this makes it wait
    // again.
    const { rows } = await sql<{ outcome: 'claimed' | 'full' | 'unopened' }>`
      WITH made AS MATERIALIZED (
        SELECT operations.claim_quota(${bucket}, ${subject}, ${limit}, ${now.toISOString()}) AS outcome
      )
      SELECT outcome, CASE WHEN ${this.#durable} THEN eventstore.commit_durably() END FROM made
    `.execute(this.#db)
    return rows[0]?.outcome ?? 'full'
  }

  /** Opens a bucket with the existing subjects. No effect if it is open. */
  async open(bucket: string, subjects: readonly string[], now: Date): Promise<void> {
    await sql`SELECT operations.open_quota(${bucket}, ${[...subjects]}::text[], ${now.toISOString()})`.execute(this.#db)
  }

  /** Claims made or renewed before `before`. */
  async claimsBefore(bucket: string, before: Date): Promise<readonly string[]> {
    const { rows } = await sql<{ subject: string }>`
      SELECT subject FROM operations.quota_claim WHERE bucket = ${bucket} AND claimed_at < ${before.toISOString()}
    `.execute(this.#db)
    return rows.map((row) => row.subject)
  }

  /** Releases a subject's place, if it was not claimed again at or after `before`. Idempotent. */
  async release(bucket: string, subject: string, before: Date): Promise<void> {
    await sql`SELECT operations.release_quota(${bucket}, ${subject}, ${before.toISOString()})`.execute(this.#db)
  }
}
