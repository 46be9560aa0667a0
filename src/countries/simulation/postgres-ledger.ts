import type pg from 'pg'
import type { LedgerEntry, NewLedgerEntry, SimulatorLedger } from './ledger.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Environment, Scope } from '../../domain/event.js'
import { Batcher } from '../../storage/postgres/batcher.js'

interface Row {
  readonly upload_id: string
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly attempt_id: string
  readonly invoice_id: string
  readonly supplier_vat: string
  readonly number: string
  readonly sha256: string
  readonly received_at: string
  readonly duplicate_of: string | null
  readonly rejected: boolean
}

interface AttemptKey {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
}

interface UploadKey {
  readonly scope: Scope
  readonly country: CountryCode
  readonly uploadId: string
}

/** Fits a bigint. An upload id from a caller may have any form. */
const uploadIdFormat = /^[1-9]\d{0,17}$/

/**
 * The memory of the simulated governments, in the service's own database: the same for all
 * processes, and after a restart.
 */
export class PostgresSimulatorLedger implements SimulatorLedger {
  readonly #pool: pg.Pool
  readonly #records = new Batcher<NewLedgerEntry, LedgerEntry>((entries) => this.#recordAll(entries))
  readonly #questions = new Batcher<AttemptKey, LedgerEntry | null>((keys) => this.#findAttempts(keys))
  readonly #searches = new Batcher<UploadKey, LedgerEntry | null>((keys) => this.#findAll(keys))

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async record(entry: NewLedgerEntry): Promise<LedgerEntry> {
    return await this.#records.run(entry)
  }

  async #recordAll(entries: readonly NewLedgerEntry[]): Promise<readonly LedgerEntry[]> {
    const { rows } = await this.#pool.query<Row & { readonly place: string }>({
      name: 'record uploads',
      // In the order of the numbers, which are locked in sequence.
      text: `
        SELECT recorded.*, given.place FROM (
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                               $9::timestamptz[], $10::text[]) WITH ORDINALITY
            AS given (account, environment, country, attempt_id, invoice_id, supplier_vat, number, sha256, received_at, turn, place)
          ORDER BY turn, place
        ) AS given
        CROSS JOIN LATERAL simulator.record(turn, given.account, given.environment, given.country, given.attempt_id, given.invoice_id,
          given.supplier_vat, given.number, given.sha256, given.received_at) AS recorded`,
      values: [
        entries.map(({ scope }) => scope.account),
        entries.map(({ scope }) => scope.environment),
        entries.map(({ country }) => country),
        entries.map(({ attemptId }) => attemptId),
        entries.map(({ invoiceId }) => invoiceId),
        entries.map(({ supplierVat }) => supplierVat),
        entries.map(({ number }) => number),
        entries.map(({ sha256 }) => sha256),
        entries.map(({ receivedAt }) => receivedAt.toISOString()),
        entries.map(({ scope, country, supplierVat, number }) =>
          JSON.stringify(['simulator', scope.account, scope.environment, country, supplierVat, number]),
        ),
      ],
    })
    const recorded = new Map(rows.map((row) => [Number(row.place), toEntry(row)]))
    return entries.map(({ attemptId }, index) => {
      const entry = recorded.get(index + 1)
      if (!entry) throw new Error(`the simulated government lost the attempt ${attemptId}`)
      return entry
    })
  }

  async findByAttempt(scope: Scope, country: CountryCode, attemptId: string): Promise<LedgerEntry | null> {
    return await this.#questions.run({ scope, country, attemptId })
  }

  /**
   * Read once for each invoice before its upload; simultaneous reads share a round trip.
   */
  async #findAttempts(keys: readonly AttemptKey[]): Promise<readonly (LedgerEntry | null)[]> {
    const { rows } = await this.#pool.query<Row & { readonly place: string }>({
      name: 'find attempts',
      text: `
        SELECT u.*, asked.place
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
          AS asked (account, environment, country, attempt_id, place)
        JOIN simulator.upload u USING (account, environment, country, attempt_id)`,
      values: [
        keys.map(({ scope }) => scope.account),
        keys.map(({ scope }) => scope.environment),
        keys.map(({ country }) => country),
        keys.map(({ attemptId }) => attemptId),
      ],
    })
    const found = new Map(rows.map((row) => [Number(row.place), toEntry(row)]))
    return keys.map((_key, index) => found.get(index + 1) ?? null)
  }

  async findByUpload(scope: Scope, country: CountryCode, uploadId: string): Promise<LedgerEntry | null> {
    if (!uploadIdFormat.test(uploadId)) return null
    return await this.#searches.run({ scope, country, uploadId })
  }

  async #findAll(keys: readonly UploadKey[]): Promise<readonly (LedgerEntry | null)[]> {
    const { rows } = await this.#pool.query<Row>({
      name: 'find uploads',
      text: 'SELECT * FROM simulator.upload WHERE upload_id = ANY ($1::bigint[])',
      values: [keys.map(({ uploadId }) => uploadId)],
    })
    const entries = new Map(rows.map((row) => [row.upload_id, toEntry(row)]))
    return keys.map(({ scope, country, uploadId }) => {
      const entry = entries.get(uploadId)
      const isTheirs = entry?.scope.account === scope.account && entry.scope.environment === scope.environment
      return isTheirs && entry.country === country ? entry : null
    })
  }

  async markRejected(scope: Scope, country: CountryCode, uploadId: string): Promise<void> {
    if (!uploadIdFormat.test(uploadId)) return
    await this.#pool.query(
      `UPDATE simulator.upload SET rejected = true
       WHERE account = $1 AND environment = $2 AND country = $3 AND upload_id = $4 AND NOT rejected`,
      [scope.account, scope.environment, country, uploadId],
    )
  }

  async firstTried(scope: Scope, country: CountryCode, invoiceId: string, now: Date): Promise<Date> {
    const { rows } = await this.#pool.query<{ tried_at: string }>(
      // The update changes nothing; it makes the statement return the existing row, even one that
      // was just committed.
      `INSERT INTO simulator.first_try AS known (account, environment, country, invoice_id, tried_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (account, environment, country, invoice_id) DO UPDATE SET tried_at = known.tried_at
       RETURNING tried_at`,
      [scope.account, scope.environment, country, invoiceId, now],
    )
    return rows[0] ? new Date(rows[0].tried_at) : now
  }
}

function toEntry(row: Row): LedgerEntry {
  return {
    scope: { account: row.account, environment: row.environment },
    country: row.country,
    attemptId: row.attempt_id,
    invoiceId: row.invoice_id,
    supplierVat: row.supplier_vat,
    number: row.number,
    sha256: row.sha256,
    receivedAt: new Date(row.received_at),
    uploadId: row.upload_id,
    duplicateOf: row.duplicate_of,
    rejected: row.rejected,
  }
}
