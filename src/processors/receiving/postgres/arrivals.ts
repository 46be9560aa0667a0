import type pg from 'pg'
import type { Arrival, UnclaimedDocument } from '../../../countries/gateway/reception.js'
import type { Environment } from '../../../domain/event.js'
import type { ReceivingChannel } from '../../../domain/received.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import type { Arrivals, HeldCompany, WaitingArrival } from '../arrivals.js'

interface HeldRow {
  readonly company_id: string
  readonly account: string
  readonly environment: Environment
  readonly token: string
  readonly newest: string | null
}

interface ArrivalRow {
  readonly position: string
  readonly country: CountryCode
  readonly channel: ReceivingChannel
  readonly gov_id: string | null
  readonly identity: string
  readonly sender: string | null
  readonly sent_as: string | null
  readonly correlation_id: string | null
  readonly arrived_at: string
  readonly bytes: Uint8Array
  readonly tries: number
  readonly parts: number
  readonly filename: string | null
}

interface FileRow {
  readonly kind: string
  readonly filename: string | null
  readonly media_type: string
  readonly bytes: Uint8Array
}

/** The documents that have arrived, in PostgreSQL. */
export class PostgresArrivals implements Arrivals {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async take(arrival: Arrival): Promise<'stored' | 'repeated'> {
    const { company, country, channel, govId, identity, sender, sentAs, correlationId, arrivedAt } = arrival
    const { bytes, filename = null, parts = 1, files } = arrival
    const { rows } = await this.#pool.query<{ taken: number }>({
      name: 'take arrival',
      text: `WITH taken AS (
          INSERT INTO operations.arrival
            (company_id, country, channel, gov_id, identity, sender, sent_as, correlation_id, arrived_at, bytes, filename, parts)
          VALUES ($1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $17, $18) ON CONFLICT DO NOTHING RETURNING position
        ), files AS (
          INSERT INTO operations.arrival_file (position, kind, filename, media_type, bytes)
          SELECT taken.position, f.kind, f.filename, f.media_type, f.bytes
          FROM taken, unnest($13::text[], $14::text[], $15::text[], $16::bytea[]) AS f (kind, filename, media_type, bytes)
        ), company AS (
          INSERT INTO operations.arrival_company (company_id, account, environment)
          SELECT $1, $2, $3 FROM taken ON CONFLICT DO NOTHING
        )
        SELECT count(*)::int AS taken FROM taken`,
      values: [
        company.id,
        company.scope.account,
        company.scope.environment,
        country,
        channel,
        govId,
        identity,
        sender,
        sentAs,
        correlationId,
        arrivedAt.toISOString(),
        bytes,
        files.map(({ kind }) => kind),
        files.map(({ filename }) => filename),
        files.map(({ mediaType }) => mediaType),
        files.map((file) => file.bytes),
        filename,
        parts,
      ],
    })
    return rows[0]?.taken === 1 ? 'stored' : 'repeated'
  }

  async keepUnclaimed({ channel, identity, arrivedAt, bytes }: UnclaimedDocument): Promise<'stored' | 'repeated'> {
    const { rowCount } = await this.#pool.query({
      name: 'keep unclaimed document',
      text: `INSERT INTO operations.unclaimed_document (channel, identity, arrived_at, bytes)
        VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      values: [channel, identity, arrivedAt.toISOString(), bytes],
    })
    return rowCount === 1 ? 'stored' : 'repeated'
  }

  async known(companyId: string, channel: string, identities: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ identity: string }>({
      name: 'known arrivals',
      text: 'SELECT identity FROM operations.arrival WHERE company_id = $1 AND channel = $2 AND identity = ANY ($3::text[])',
      values: [companyId, channel, identities],
    })
    return new Set(rows.map(({ identity }) => identity))
  }

  async hold(now: Date, until: Date, most: number): Promise<readonly HeldCompany[]> {
    const { rows } = await this.#pool.query<HeldRow>({
      name: 'hold arrivals',
      text: `WITH due AS MATERIALIZED (
          SELECT company_id, min(position) AS oldest FROM operations.arrival WHERE due_at <= $1 GROUP BY company_id
        ), free AS MATERIALIZED (
          SELECT c.company_id FROM operations.arrival_company c JOIN due ON due.company_id = c.company_id
          WHERE c.held_until <= $1 ORDER BY due.oldest LIMIT $3 FOR UPDATE OF c SKIP LOCKED
        )
        UPDATE operations.arrival_company c SET held_until = $2, token = token + 1
        FROM free WHERE c.company_id = free.company_id
        RETURNING c.company_id, c.account, c.environment, c.token, c.newest`,
      values: [now.toISOString(), until.toISOString(), most],
    })
    return rows.map(({ company_id: id, account, environment, token, newest }) => ({
      id,
      scope: { account, environment },
      newest: newest === null ? null : BigInt(newest),
      token,
    }))
  }

  async keep({ id, token }: HeldCompany, until: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'keep arrivals',
      text: 'UPDATE operations.arrival_company SET held_until = $3 WHERE company_id = $1 AND token = $2',
      values: [id, token, until.toISOString()],
    })
    return rowCount === 1
  }

  async next({ id }: HeldCompany, now: Date): Promise<WaitingArrival | null> {
    const { rows } = await this.#pool.query<ArrivalRow>({
      name: 'next arrival',
      text: `SELECT position, country, channel, gov_id, identity, sender, sent_as, correlation_id, arrived_at, bytes, tries,
          parts, filename
        FROM operations.arrival WHERE company_id = $1 AND due_at <= $2 ORDER BY position LIMIT 1`,
      values: [id, now.toISOString()],
    })
    const [row] = rows
    if (row === undefined) return null
    const { rows: files } = await this.#pool.query<FileRow>({
      name: 'files of arrival',
      text: 'SELECT kind, filename, media_type, bytes FROM operations.arrival_file WHERE position = $1 ORDER BY kind',
      values: [row.position],
    })
    return arrivalOf(row, files)
  }

  async countFrom({ id }: HeldCompany, sender: string, since: Date): Promise<number> {
    const { rows } = await this.#pool.query<{ total: number }>({
      name: 'arrivals from sender',
      text: `SELECT count(*)::int AS total FROM operations.arrival
        WHERE company_id = $1 AND sender = $2 AND settled_at > $3 AND due_at IS NULL`,
      values: [id, sender, since.toISOString()],
    })
    return rows[0]?.total ?? 0
  }

  // After a restore of the database a position may be another document's.
  async settle(
    { id }: HeldCompany,
    { position, channel, identity }: WaitingArrival,
    by: Parameters<Arrivals['settle']>[2],
    now: Date,
  ): Promise<void> {
    await this.#pool.query({
      name: 'settle arrival',
      text: `WITH settled AS (
          UPDATE operations.arrival SET due_at = NULL, settled_at = coalesce(settled_at, $2), received_id = $3
          WHERE position = $1 AND company_id = $5 AND channel = $6 AND identity = $7
        )
        UPDATE operations.arrival_company SET newest = greatest(newest, $4::bigint) WHERE company_id = $5`,
      values: [
        position.toString(),
        now.toISOString(),
        by.receivedId,
        by.position?.toString() ?? null,
        id,
        channel,
        identity,
      ],
    })
  }

  async postpone({ position, channel, identity }: WaitingArrival, until: Date): Promise<void> {
    await this.#pool.query({
      name: 'postpone arrival',
      text: `UPDATE operations.arrival SET due_at = $2, tries = tries + 1
        WHERE position = $1 AND channel = $3 AND identity = $4 AND due_at IS NOT NULL`,
      values: [position.toString(), until.toISOString(), channel, identity],
    })
  }

  async release({ id, token }: HeldCompany): Promise<void> {
    await this.#pool.query({
      name: 'release arrivals',
      text: `UPDATE operations.arrival_company SET held_until = '-infinity' WHERE company_id = $1 AND token = $2`,
      values: [id, token],
    })
  }

  async releaseAll(): Promise<void> {
    await this.#pool.query(`UPDATE operations.arrival_company SET held_until = '-infinity'`)
  }

  async reopen(): Promise<void> {
    await this.#pool.query(`UPDATE operations.arrival SET due_at = '-infinity' WHERE due_at IS NULL`)
    // The position of an event that is lost.
    await this.#pool.query('UPDATE operations.arrival_company SET newest = NULL')
  }

  async sweep(before: Date): Promise<void> {
    await this.#pool.query('DELETE FROM operations.arrival WHERE due_at IS NULL AND settled_at < $1', [
      before.toISOString(),
    ])
    await this.#pool.query('DELETE FROM operations.unclaimed_document WHERE arrived_at < $1', [before.toISOString()])
  }
}

function arrivalOf(row: ArrivalRow, files: readonly FileRow[]): WaitingArrival {
  return {
    position: BigInt(row.position),
    tries: row.tries,
    country: row.country,
    channel: row.channel,
    govId: row.gov_id,
    identity: row.identity,
    sender: row.sender,
    sentAs: row.sent_as,
    correlationId: row.correlation_id,
    arrivedAt: new Date(row.arrived_at),
    bytes: row.bytes,
    parts: row.parts,
    ...(row.filename !== null && { filename: row.filename }),
    files: files.map(({ kind, filename, media_type: mediaType, bytes }) => ({ kind, filename, mediaType, bytes })),
  }
}
