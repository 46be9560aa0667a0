import pg from 'pg'
import type { Logger } from 'pino'
import type { Environment, RecordedEvent } from '../../domain/event.js'
import { cut, holdable } from '../../domain/text.js'
import { ChangedInQuarantine } from './risky-text.js'
import type { Projection } from './projection.js'

/**
 * An event that a read model can't process is set aside: a row of `projections.quarantine`, an
 * error in the log and a check in GET /ready, and the read model continues for all others. Its row
 * lacks the event's change; later events are folded into the row as it is. A rebuild tries every
 * event again.
 */
export interface Refused {
  /** As it is stored. */
  readonly event: RecordedEvent
  /** Why it was refused, without the event's own data. */
  readonly reason: string
}

/**
 * The most accounts whose events may be set aside in a row. One account alone can never stop the
 * others; a fault that affects all accounts is the program's.
 */
const MOST_ACCOUNTS_IN_A_ROW = 10
const LONGEST_REASON = 300

/**
 * The read model can't process the events of any account: nothing more is set aside, it waits for
 * a corrected program.
 */
class RefusesEverything extends Error {
  override readonly name = 'RefusesEverything'

  constructor({ name }: Projection, { event, reason }: Refused) {
    super(
      `${name} refuses the events of more than ${MOST_ACCOUNTS_IN_A_ROW} accounts in a row, so the fault is not theirs, and no more are set aside; ` +
        `the last one is ${event.type} at ${event.stream}@${event.revision}: ${reason}`,
    )
  }
}

/**
 * The accounts whose events were set aside in a row, after one more event: `refused` is null for
 * one that was folded. Throws `RefusesEverything` if there are too many.
 */
export function refusedInARow(
  projection: Projection,
  before: readonly string[],
  refused: Refused | null,
): readonly string[] {
  if (refused === null) return before.length === 0 ? before : []
  const { account } = refused.event.metadata
  if (before.includes(account)) return before
  if (before.length >= MOST_ACCOUNTS_IN_A_ROW) throw new RefusesEverything(projection, refused)
  return [...before, account]
}

/**
 * Data exceptions, violated constraints, and limits of the database such as the size of an index
 * entry: classes 22, 23 and 54 of SQLSTATE.
 */
const OF_DATA = /^(22|23|54)/

/**
 * Whether the database refused the data, as opposed to an outage or a fault in the statement,
 * which would affect every event.
 */
export function isOfData(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && OF_DATA.test(error.code ?? '')
}

/** Whether to search for one of the events that the database refuses, or might refuse. */
export function mustBeSought(error: unknown): boolean {
  return isOfData(error) || error instanceof ChangedInQuarantine
}

/** Why an event is set aside, without its content, which messages of the database often quote. */
export function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const [said = ''] = error.message.split(/[:"]/, 1)
    const where = [error.column, error.constraint].filter((each) => each !== undefined).join(', ')
    return `SQLSTATE ${error.code ?? 'unknown'}: ${said.trim()}${where === '' ? '' : ` (${where})`}`
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  return cut(holdable(text), LONGEST_REASON)
}

const COLUMNS = 'projection, schema, version, position, stream, revision, event_id, type, account, environment, reason'

/**
 * The statement that writes rows of the quarantine; its one parameter is the JSON of
 * `quarantineRows`.
 */
export function settingAside(parameter: string, condition: string): string {
  return `INSERT INTO projections.quarantine (${COLUMNS})
    SELECT ${COLUMNS} FROM json_populate_recordset(NULL::projections.quarantine, ${parameter}::json) WHERE ${condition}
    ON CONFLICT DO NOTHING`
}

/** JSON for `settingAside`. */
export function quarantineRows(projection: Projection, schema: string, refused: readonly Refused[]): string {
  return JSON.stringify(
    refused.map(({ event, reason }) => ({
      projection: projection.name,
      schema,
      version: projection.version,
      position: event.position.toString(),
      stream: event.stream,
      revision: event.revision,
      event_id: event.id,
      type: event.type,
      account: holdable(event.metadata.account),
      environment: event.metadata.environment,
      reason,
    })),
  )
}

/** Logs an error, once for each event. */
export function logSetAside(log: Logger, { name, version }: Projection, refused: readonly Refused[]): void {
  for (const { event, reason } of refused) {
    const { stream, revision, type, id, position, metadata } = event
    log.error(
      {
        projection: name,
        version,
        stream,
        revision,
        type,
        event: id,
        position: position.toString(),
        reason,
        account: metadata.account,
        environment: metadata.environment,
        correlationId: metadata.$correlationId,
      },
      'a read model could not process an event, which was set aside; fix the program, then run `clearway projections rebuild`',
    )
  }
}

/** An event that a read model in use lacks. */
export interface SetAside {
  readonly projection: string
  readonly version: number
  readonly position: string
  readonly stream: string
  readonly revision: number
  readonly event_id: string
  readonly type: string
  readonly account: string
  readonly environment: Environment | null
  readonly reason: string
  readonly set_aside_at: string
}

/** The events set aside for the tables in use, in the order of their positions. */
export async function listSetAside(pool: pg.Pool, limit: number): Promise<readonly SetAside[]> {
  const { rows } = await pool.query<SetAside>(
    `SELECT q.projection, q.version, q.position, q.stream, q.revision, q.event_id, q.type, q.account, q.environment, q.reason, q.set_aside_at
     FROM projections.quarantine q JOIN projections.checkpoints c ON c.name = q.projection AND c.live_schema = q.schema
     ORDER BY q.position, q.projection LIMIT $1`,
    [limit],
  )
  return rows
}

/** How many events each read model in use lacks; without those that lack none. */
export async function countSetAside(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ projection: string; events: number }>(
    `SELECT q.projection, count(*)::int AS events
     FROM projections.quarantine q JOIN projections.checkpoints c ON c.name = q.projection AND c.live_schema = q.schema
     GROUP BY q.projection ORDER BY q.projection`,
  )
  return new Map(rows.map(({ projection, events }) => [projection, events]))
}

/** Deletes what was set aside for tables that are not kept. */
export async function forgetOthers(
  client: pg.ClientBase | pg.Pool,
  { name }: Projection,
  keptSchemas: readonly string[],
): Promise<void> {
  await client.query('DELETE FROM projections.quarantine WHERE projection = $1 AND schema <> ALL($2::text[])', [
    name,
    keptSchemas,
  ])
}
