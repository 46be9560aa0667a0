import type pg from 'pg'
import type { Arrival, UnclaimedDocument } from '../../../countries/gateway/reception.js'
import type { Environment } from '../../../domain/event.js'
import type { ReceivingChannel } from '../../../domain/received.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import type { Arrivals, HeldCompany, RecordedArrival, WaitingArrival } from '../arrivals.js'
import { ArrivalTaking } from './arrival-taking.js'

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
  readonly file_count: number
}

interface FileRow {
  readonly position: string
  readonly kind: string
  readonly filename: string | null
  readonly media_type: string
  readonly bytes: Uint8Array
}

/** The documents that have arrived, in PostgreSQL. */
export class PostgresArrivals implements Arrivals {
  readonly #pool: pg.Pool
  readonly #taking: ArrivalTaking

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#taking = new ArrivalTaking(pool)
  }

  take(arrival: Arrival): Promise<'stored' | 'repeated'> {
    return this.#taking.take(arrival)
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

  async due(
    { id }: HeldCompany,
    now: Date,
    { documents, bytes }: Parameters<Arrivals['due']>[2],
  ): Promise<readonly WaitingArrival[]> {
    const { rows } = await this.#pool.query<ArrivalRow>({
      name: 'due arrivals',
      text: `WITH due AS MATERIALIZED (
          SELECT position, due_at FROM operations.arrival WHERE company_id = $1 AND due_at <= $2 ORDER BY position LIMIT $3
        ), sized AS (
          SELECT a.*, sum(octet_length(a.bytes) + coalesce(f.total, 0)) OVER (ORDER BY a.position) AS bytes_so_far,
            row_number() OVER (ORDER BY a.position) AS place, coalesce(f.files, 0) AS file_count
          FROM due JOIN operations.arrival a USING (position) CROSS JOIN LATERAL (
            SELECT sum(octet_length(bytes)) AS total, count(*)::int AS files
            FROM operations.arrival_file WHERE position = a.position
          ) f
        )
        SELECT position, country, channel, gov_id, identity, sender, sent_as, correlation_id, arrived_at, bytes, tries,
          parts, filename, file_count
        FROM sized WHERE bytes_so_far <= $4 OR place = 1 ORDER BY position`,
      values: [id, now.toISOString(), documents, bytes],
    })
    const withFiles = rows.filter(({ file_count }) => file_count > 0).map(({ position }) => position)
    const files = withFiles.length === 0 ? [] : await this.#filesOf(withFiles)
    return rows.map((row) =>
      arrivalOf(
        row,
        files.filter(({ position }) => position === row.position),
      ),
    )
  }

  async #filesOf(positions: readonly string[]): Promise<readonly FileRow[]> {
    const { rows } = await this.#pool.query<FileRow>({
      name: 'files of arrivals',
      text: `SELECT position, kind, filename, media_type, bytes FROM operations.arrival_file
        WHERE position = ANY ($1::bigint[]) ORDER BY position, kind`,
      values: [positions],
    })
    return rows
  }

  async countFrom({ id }: HeldCompany, senders: readonly string[], since: Date): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#pool.query<{ sender: string; total: number }>({
      name: 'arrivals from senders',
      text: `SELECT sender, count(*)::int AS total FROM operations.arrival
        WHERE company_id = $1 AND sender = ANY ($2::text[]) AND settled_at > $3 AND due_at IS NULL GROUP BY sender`,
      values: [id, senders, since.toISOString()],
    })
    return new Map(rows.map(({ sender, total }) => [sender, total]))
  }

  // After a restore of the database a position may be another document's.
  async settle({ id }: HeldCompany, recorded: readonly RecordedArrival[], now: Date): Promise<void> {
    await this.#pool.query({
      name: 'settle arrivals',
      text: `WITH recorded AS (
          SELECT * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])
            AS r (place, channel, identity, received_id, event)
        ), settled AS (
          UPDATE operations.arrival a
          SET due_at = NULL, settled_at = coalesce(a.settled_at, $2), received_id = recorded.received_id
          FROM recorded WHERE a.position = recorded.place AND a.company_id = $1
            AND a.channel = recorded.channel AND a.identity = recorded.identity
        )
        UPDATE operations.arrival_company SET newest = greatest(newest, (SELECT max(event) FROM recorded))
        WHERE company_id = $1`,
      values: [
        id,
        now.toISOString(),
        recorded.map(({ arrival }) => arrival.position.toString()),
        recorded.map(({ arrival }) => arrival.channel),
        recorded.map(({ arrival }) => arrival.identity),
        recorded.map(({ receivedId }) => receivedId),
        recorded.map(({ position }) => position?.toString() ?? null),
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
