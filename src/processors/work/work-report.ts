import type pg from 'pg'
import { OF_CONNECTION } from './connection-gates.js'
import { MAX_FAULTS } from './tries.js'

/** How much work waits in a lane. `lane`: empty for work that calls no government. */
export interface LaneReport {
  readonly kind: string
  readonly lane: string
  readonly waiting: number
  /** Of them, those that are due. */
  readonly due: number
  /** Of them, those that wait for their connection. */
  readonly forConnection: number
}

/** A government that does not answer, or a lane whose calls are used up. Times are ISO 8601. */
export interface GateReport {
  readonly name: string
  /** Calls in a row without an answer; 0: the calls are used up. */
  readonly failures: number
  readonly closedUntil: string | null
}

/** A connection to a customer's own system that does not answer, or whose calls are used up. */
interface ConnectionGateReport {
  readonly connectionId: string
  /** Calls in a row without an answer; 0: the calls are used up. */
  readonly failures: number
  /** ISO 8601. */
  readonly closedUntil: string
}

/** Work that failed repeatedly by a fault of the service, and can't be given up. */
interface ParkedReport {
  readonly kind: string
  /** The stream, of an invoice. */
  readonly key: string
  readonly account: string
  readonly faults: number
  /** When it is tried again; ISO 8601. */
  readonly dueAt: string
}

/** How much work is parked. */
export async function countParked(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ parked: number }>(
    `SELECT count(*)::int AS parked FROM processing.work WHERE faults >= ${MAX_FAULTS}`,
  )
  return rows[0]?.parked ?? 0
}

/** Parked work, the longest waiting first; at most `limit`. */
export async function listParked(pool: pg.Pool, limit: number): Promise<readonly ParkedReport[]> {
  const { rows } = await pool.query<ParkedReport>(
    `SELECT kind, key, account, faults, due_at AS "dueAt" FROM processing.work
     WHERE faults >= ${MAX_FAULTS} ORDER BY faults DESC, key LIMIT $1`,
    [limit],
  )
  return rows
}

/** The governments and lanes that are not called for now. */
export async function listClosedGates(pool: pg.Pool): Promise<readonly GateReport[]> {
  const { rows } = await pool.query<GateReport>(
    `SELECT name, failures, closed_until AS "closedUntil" FROM processing.gates
     WHERE (failures > 0 OR closed_until > now()) AND NOT starts_with(name, '${OF_CONNECTION}') ORDER BY name`,
  )
  return rows
}

/** When governments last answered, by their names; one that never did is missing. */
export async function lastAnswers(pool: pg.Pool): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ government: string; answered_at: string }>(
    'SELECT government, answered_at FROM processing.answers',
  )
  return new Map(rows.map(({ government, answered_at: at }) => [government, new Date(at)]))
}

/** A gate without `at_once` has not closed yet, or bars calls that are used up. */
const IS_CLOSED_CONNECTION = `starts_with(name, '${OF_CONNECTION}') AND closed_until > now()
       AND (at_once IS NOT NULL OR failures = 0)`

/** How many connections are not called for now, because the customer's own system is away. */
export async function countClosedConnections(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ closed: number }>(
    `SELECT count(*)::int AS closed FROM processing.gates
     WHERE ${IS_CLOSED_CONNECTION}`,
  )
  return rows[0]?.closed ?? 0
}

/** The connections that are not called for now, the longest failing first; at most `limit`. */
export async function listClosedConnections(pool: pg.Pool, limit: number): Promise<readonly ConnectionGateReport[]> {
  const { rows } = await pool.query<ConnectionGateReport>(
    `SELECT substr(name, ${OF_CONNECTION.length + 1}) AS "connectionId", failures, closed_until AS "closedUntil"
     FROM processing.gates WHERE ${IS_CLOSED_CONNECTION}
     ORDER BY failures DESC, name LIMIT $1`,
    [limit],
  )
  return rows
}

/** How much work waits, by lane. It counts the whole list. */
export async function listLanes(pool: pg.Pool): Promise<readonly LaneReport[]> {
  const { rows } = await pool.query<LaneReport>(
    `SELECT kind, lane, count(*)::int AS waiting, count(*) FILTER (WHERE due_at <= now())::int AS due,
       count(*) FILTER (WHERE starts_with(waits_for, 'connection '))::int AS "forConnection"
     FROM processing.work GROUP BY kind, lane ORDER BY kind, lane`,
  )
  return rows
}
