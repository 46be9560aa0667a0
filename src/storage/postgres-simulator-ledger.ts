import type pg from 'pg'
import type { LedgerEntry, NewLedgerEntry, SimulatorLedger } from '../countries/country.js'
import type { CountryCode } from '../domain/accepted-invoice.js'
import type { Environment, Scope } from '../domain/event.js'
import { inTransaction } from './transaction.js'

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

/** Fits a bigint. An upload id comes back from a caller and may be anything. */
const uploadIdFormat = /^[1-9]\d{0,17}$/

/** What the simulated governments remember, in the service's own database: the same for all processes, and after a restart. */
export class PostgresSimulatorLedger implements SimulatorLedger {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async record(entry: NewLedgerEntry): Promise<LedgerEntry> {
    const { scope, country, supplierVat, number } = entry
    return await inTransaction(this.#pool, async (client) => {
      // Uploads of one number take turns, so that of two at once exactly one is the duplicate. Each statement sees what was committed
      // before it began (READ COMMITTED), so the judgement must come after the lock, in a statement of its own.
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        JSON.stringify(['simulator', scope.account, scope.environment, country, supplierVat, number]),
      ])
      const { rows } = await client.query<Row>(
        `INSERT INTO simulator.upload (account, environment, country, attempt_id, invoice_id, supplier_vat, number,
           sha256, received_at, duplicate_of)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, (
           SELECT min(upload_id) FROM simulator.upload
           WHERE account = $1 AND environment = $2 AND country = $3 AND supplier_vat = $6 AND number = $7 AND NOT rejected)
         ON CONFLICT (account, environment, country, attempt_id) DO NOTHING
         RETURNING *`,
        [
          ...[scope.account, scope.environment, country, entry.attemptId, entry.invoiceId],
          ...[supplierVat, number, entry.sha256, entry.receivedAt],
        ],
      )
      const recorded = rows[0] ? toEntry(rows[0]) : await findByAttempt(client, scope, country, entry.attemptId)
      if (!recorded) throw new Error(`the simulated government lost the attempt ${entry.attemptId}`)
      return recorded
    })
  }

  async findByAttempt(scope: Scope, country: CountryCode, attemptId: string): Promise<LedgerEntry | null> {
    return await findByAttempt(this.#pool, scope, country, attemptId)
  }

  async findByUpload(scope: Scope, country: CountryCode, uploadId: string): Promise<LedgerEntry | null> {
    if (!uploadIdFormat.test(uploadId)) return null
    const { rows } = await this.#pool.query<Row>(
      `SELECT * FROM simulator.upload
       WHERE account = $1 AND environment = $2 AND country = $3 AND upload_id = $4`,
      [scope.account, scope.environment, country, uploadId],
    )
    return rows[0] ? toEntry(rows[0]) : null
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
      // The update changes nothing; it makes the statement answer the row that is there, also one committed a moment ago.
      `INSERT INTO simulator.first_try AS known (account, environment, country, invoice_id, tried_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (account, environment, country, invoice_id) DO UPDATE SET tried_at = known.tried_at
       RETURNING tried_at`,
      [scope.account, scope.environment, country, invoiceId, now],
    )
    return rows[0] ? new Date(rows[0].tried_at) : now
  }
}

async function findByAttempt(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  scope: Scope,
  country: CountryCode,
  attemptId: string,
): Promise<LedgerEntry | null> {
  const { rows } = await client.query<Row>(
    `SELECT * FROM simulator.upload
     WHERE account = $1 AND environment = $2 AND country = $3 AND attempt_id = $4`,
    [scope.account, scope.environment, country, attemptId],
  )
  return rows[0] ? toEntry(rows[0]) : null
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
