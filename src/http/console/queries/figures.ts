import type pg from 'pg'
import type { Environment } from '../../../domain/event.js'
import { CREATED_AT_UTC } from '../../../projections/invoices.js'

/** How many invoices of an environment and country have a status. */
interface StatusCount {
  readonly environment: Environment
  readonly country: string
  readonly status: string
  readonly invoices: number
}

/** How many invoices were created in an hour of the last day, or on a day of the last month. */
export interface PeriodCount {
  readonly environment: Environment
  /** Start of the hour or the day; ISO 8601. */
  readonly from: string
  readonly invoices: number
  /** Of them, those that are accepted now, and those that are rejected or in error. */
  readonly accepted: number
  readonly failed: number
}

/** What the overview counts. */
export interface Figures {
  readonly statuses: readonly StatusCount[]
  readonly hours: readonly PeriodCount[]
  readonly days: readonly PeriodCount[]
}

const LONGEST_MS = 120_000

/**
 * Counts all invoices by status, and the newest by hour and day. Each count reads the index over
 * time alone, and the few invoices that are under way. With millions of invoices it may take
 * seconds, so no page should wait for it.
 */
export async function countFigures(pool: pg.Pool, now: Date): Promise<Figures> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${LONGEST_MS}`)
    const statuses = await client.query<StatusCount>(
      `SELECT environment, country, outcome AS status, count(*)::int AS invoices FROM read.invoices
       WHERE outcome <> 'open' GROUP BY 1, 2, 3
       UNION ALL SELECT environment, country, status, count(*)::int FROM read.invoices
       WHERE outcome = 'open' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
    const hours = await periods(client, 'hour', new Date(now.getTime() - 23 * 3_600_000))
    const days = await periods(client, 'day', new Date(now.getTime() - 29 * 86_400_000))
    await client.query('COMMIT')
    client.release()
    return { statuses: statuses.rows, hours, days }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function periods(client: pg.PoolClient, unit: 'hour' | 'day', since: Date): Promise<readonly PeriodCount[]> {
  const { rows } = await client.query<PeriodCount>(
    `SELECT environment, date_trunc('${unit}', created_at, 'UTC') AS "from", count(*)::int AS invoices,
       count(*) FILTER (WHERE outcome = 'accepted')::int AS accepted,
       count(*) FILTER (WHERE outcome IN ('rejected', 'error'))::int AS failed
     FROM read.invoices
     WHERE ${CREATED_AT_UTC} >= date_trunc('${unit}', $1::timestamptz AT TIME ZONE 'UTC') GROUP BY 1, 2 ORDER BY 2, 1`,
    [since.toISOString()],
  )
  return rows
}

/** Work of one kind that waits for the processors. */
export interface Queue {
  readonly kind: string
  readonly waiting: number
  readonly due: number
  /** Seconds since the longest due was due; null: nothing is. */
  readonly oldestSeconds: number | null
}

/** How much work waits, and since when. It counts the whole work list. */
export async function countQueues(pool: pg.Pool, now: Date): Promise<readonly Queue[]> {
  const { rows } = await pool.query<Queue>(
    `SELECT kind, count(*)::int AS waiting, count(*) FILTER (WHERE due_at <= $1)::int AS due,
       extract(epoch FROM $1::timestamptz - min(due_at) FILTER (WHERE due_at <= $1))::float8 AS "oldestSeconds"
     FROM processing.work GROUP BY kind ORDER BY kind`,
    [now.toISOString()],
  )
  return rows
}
