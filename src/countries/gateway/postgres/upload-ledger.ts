import type pg from 'pg'
import type { BegunUpload, NotedUpload, UploadLedger } from '../upload-ledger.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import type { Scope } from '../../../domain/event.js'

/** The ledger of uploads in PostgreSQL, shared by all processes. */
export class PostgresUploadLedger implements UploadLedger {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async begin({ scope, country, attemptId, sha256, begunAt }: BegunUpload): Promise<void> {
    await this.#pool.query({
      name: 'begin upload',
      text: `INSERT INTO operations.upload (account, environment, attempt_id, country, sha256, begun_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (account, environment, attempt_id)
        DO UPDATE SET sha256 = excluded.sha256, begun_at = excluded.begun_at, upload_id = NULL`,
      values: [scope.account, scope.environment, attemptId, country, sha256, begunAt.toISOString()],
    })
  }

  async refused({ scope, attemptId, begunAt }: Parameters<UploadLedger['refused']>[0]): Promise<void> {
    await this.#pool.query(
      'DELETE FROM operations.upload WHERE account = $1 AND environment = $2 AND attempt_id = $3 AND begun_at = $4',
      [scope.account, scope.environment, attemptId, begunAt.toISOString()],
    )
  }

  async taken({ account, environment }: Scope, attemptId: string, uploadId: string): Promise<void> {
    await this.#pool.query({
      name: 'upload taken',
      text: `WITH noted AS (
          UPDATE operations.upload SET upload_id = $4
          WHERE account = $1 AND environment = $2 AND attempt_id = $3
          RETURNING country, sha256
        )
        INSERT INTO operations.uploaded_document (account, environment, country, upload_id, sha256)
        SELECT $1, $2, country, $4, sha256 FROM noted
        ON CONFLICT DO NOTHING`,
      values: [account, environment, attemptId, uploadId],
    })
  }

  async find({ account, environment }: Scope, attemptId: string): Promise<NotedUpload | null> {
    const { rows } = await this.#pool.query<{ begun_at: string; upload_id: string | null }>({
      name: 'find upload',
      text: `SELECT begun_at, upload_id FROM operations.upload
        WHERE account = $1 AND environment = $2 AND attempt_id = $3`,
      values: [account, environment, attemptId],
    })
    const [row] = rows
    return row === undefined ? null : { begunAt: new Date(row.begun_at), uploadId: row.upload_id }
  }

  async known(
    { account, environment }: Scope,
    country: CountryCode,
    uploadIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ upload_id: string; sha256: string }>({
      name: 'known uploads',
      text: `SELECT upload_id, sha256 FROM operations.uploaded_document
        WHERE account = $1 AND environment = $2 AND country = $3 AND upload_id = ANY ($4::text[])`,
      values: [account, environment, country, [...uploadIds]],
    })
    return new Map(rows.map(({ upload_id, sha256 }) => [upload_id, sha256]))
  }

  async attempts(
    { account, environment }: Scope,
    country: CountryCode,
    uploadIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ upload_id: string; attempt_id: string }>({
      name: 'attempts of uploads',
      text: `SELECT upload_id, attempt_id FROM operations.upload
        WHERE account = $1 AND environment = $2 AND country = $3 AND upload_id = ANY ($4::text[])`,
      values: [account, environment, country, [...uploadIds]],
    })
    return new Map(rows.map(({ upload_id, attempt_id }) => [upload_id, attempt_id]))
  }

  async hasAny({ account, environment }: Scope, country: CountryCode): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'has uploads',
      text: `SELECT FROM operations.uploaded_document
        WHERE account = $1 AND environment = $2 AND country = $3 LIMIT 1`,
      values: [account, environment, country],
    })
    return rowCount === 1
  }

  async learn({ account, environment }: Scope, country: CountryCode, uploadId: string, sha256: string): Promise<void> {
    await this.#pool.query(
      `INSERT INTO operations.uploaded_document (account, environment, country, upload_id, sha256)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [account, environment, country, uploadId, sha256],
    )
  }
}
