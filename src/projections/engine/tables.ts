import type pg from 'pg'
import type { RecordedEvent } from '../../domain/event.js'
import { upcast } from '../../eventstore/upcast.js'
import { inTransaction } from '../../storage/postgres/transaction.js'
import { ChangedInQuarantine, isRisky } from './risky-text.js'
import { grant, grantsOfLive, grantsOfView } from './grants.js'
import type { Projection, Row } from './projection.js'
import { reasonOf, type Refused, refusedInARow } from './quarantine.js'

/** `read_<name>_<generation>`: each rebuild makes a separate schema beside the live one. */
export function schemaName(projection: Projection, generation: number): string {
  return `read_${projection.name}_${generation}`
}

/** The generation in a name that `schemaName` made. */
export function generationOf(projection: Projection, schema: string): number {
  return Number(schema.slice(`read_${projection.name}_`.length))
}

/** Creates a projection's table and indexes, empty, in a new schema of this name. */
export async function createTable(client: pg.ClientBase, projection: Projection, schema: string): Promise<void> {
  const table = `${schema}.${projection.name}`
  await client.query(`CREATE SCHEMA ${schema}`)
  await client.query(`CREATE TABLE ${table} (${projection.columns})`)
  await grant(client, await grantsOfLive(client, projection, schema))
  for (const index of projection.indexes) await client.query(index.replaceAll('$table', table))
}

/**
 * Makes the view that all queries read show the schema's table. Call it inside the transaction
 * that moves the checkpoint.
 */
export async function publishTable(client: pg.ClientBase, projection: Projection, schema: string): Promise<void> {
  const grants = await grantsOfView(client, projection)
  await client.query(`DROP VIEW IF EXISTS read.${projection.name}`)
  const table = `${schema}.${projection.name}`
  const columns = await shownColumns(client, projection, table)
  await client.query(`CREATE VIEW read.${projection.name} AS SELECT ${columns} FROM ${table} AS row`)
  await grant(client, grants)
}

/** The columns of the view. The table may be of another version, and lack some. */
async function shownColumns(client: pg.ClientBase, { shown = {} }: Projection, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => shownAs(name, shown[name], table)).join(', ')
}

function shownAs(name: string, sql: string | undefined, table: string): string {
  return sql === undefined ? `row.${name}` : `${sql.replaceAll('$table', table)} AS ${name}`
}

/** An event in the current shape and the key of its row; or, if these can't be computed, why. */
type Heard =
  | {
      readonly stored: RecordedEvent
      readonly event: RecordedEvent
      readonly key: string | null
      /** The row or line of rows that it starts from. */
      readonly from: string | null
      readonly needsRow: boolean
    }
  | { readonly stored: RecordedEvent; readonly refused: Refused }

/** Events as a projection receives them. */
export function hear(projection: Projection, recorded: readonly RecordedEvent[]): readonly Heard[] {
  return recorded.map((stored) => {
    try {
      const event = upcast(stored)
      const key = projection.key(event)
      const from = key !== null && projection.line ? projection.line.of(event) : key
      return { stored, event, key, from, needsRow: key !== null && projection.needsRow?.(event) !== false }
    } catch (error) {
      return { stored, refused: { event: stored, reason: reasonOf(error) } }
    }
  })
}

/** The names of the rows, or lines of rows, that must be read before the events are folded. */
export function namesToRead(heard: readonly Heard[]): readonly string[] {
  return [
    ...new Set(heard.flatMap((each) => ('from' in each && each.needsRow && each.from !== null ? [each.from] : []))),
  ]
}

/**
 * The rows of these names, of a line the newest: something to select from. `names`: a parameter
 * that holds them.
 */
export function rowsBefore({ name, keyColumn, line }: Projection, schema: string, names: string): string {
  const table = `${schema}.${name}`
  if (!line) return `(SELECT * FROM ${table} WHERE ${keyColumn} = ANY(${names}::text[]))`
  return `(SELECT newest.* FROM unnest(${names}::text[]) AS line (name) CROSS JOIN LATERAL
    (SELECT * FROM ${table} WHERE ${line.column} = line.name ORDER BY ${line.order} DESC LIMIT 1) AS newest)`
}

/** Rows by the name under which `rowsBefore` was asked for them. */
export function rowsByName({ keyColumn, line }: Projection, rows: readonly Row[]): Map<string, Row> {
  const column = line?.column ?? keyColumn
  return new Map(rows.map((row) => [String(row[column]), row]))
}

/** The result of folding events. */
export interface Folded {
  /** The rows that the events are about, after the events; null: removed. */
  readonly rows: ReadonlyMap<string, Row | null>
  /** The keys of those that were in the table before, if the rows change in place. */
  readonly known: ReadonlySet<string>
  /** The newest of each name that `namesToRead` returns; null: none. */
  readonly newest: ReadonlyMap<string, Row | null>
  readonly refused: readonly Refused[]
  /** The accounts whose events were set aside in a row up to here. */
  readonly inARow: readonly string[]
}

/**
 * Folds events upon the rows before them. One that the projection can't process leaves its row as
 * it was. `inARow`: the accounts whose events were set aside in a row before these. Throws
 * `RefusesEverything`, and `ChangedInQuarantine` if the events must be folded in smaller batches.
 */
export function fold(
  projection: Projection,
  before: ReadonlyMap<string, Row>,
  heard: readonly Heard[],
  inARow: readonly string[],
): Folded {
  const rows = new Map<string, Row | null>()
  const newest = new Map<string, Row | null>()
  const known = new Set<string>()
  const refused: Refused[] = []
  const doubtful = new Set<string>()
  for (const each of heard) {
    const found =
      'refused' in each ? each.refused : foldOne(projection, before, { rows, newest, known }, doubtful, each)
    if (found === 'passed over') {
      const none = rowBeforeStream(projection, each.stored)
      if (none !== null) newest.set(none, null)
      continue
    }
    if (found !== null) refused.push(found)
    inARow = refusedInARow(projection, inARow, found)
  }
  return { rows, newest, known, refused, inARow }
}

/**
 * The name of a row that rests on the stream of this event alone, and is not there since nothing
 * happened in the stream before; null: unknown.
 */
function rowBeforeStream({ erasing, keyColumn, line }: Projection, { stream, revision }: RecordedEvent): string | null {
  const isOwn = revision === 0 && line === undefined && erasing?.column === keyColumn
  return isOwn ? erasing.of(stream) : null
}

interface Changes {
  readonly rows: Map<string, Row | null>
  readonly newest: Map<string, Row | null>
  readonly known: Set<string>
}

/** null: folded. */
function foldOne(
  projection: Projection,
  table: ReadonlyMap<string, Row>,
  { rows, newest, known }: Changes,
  doubtful: Set<string>,
  { event, key, from }: Extract<Heard, { readonly event: RecordedEvent }>,
): Refused | 'passed over' | null {
  if (key === null || from === null) return 'passed over'
  if (doubtful.has(key)) throw new ChangedInQuarantine(`${projection.name} would change the row ${key} unwritten`)
  try {
    const before = (newest.has(from) ? newest.get(from) : table.get(from)) ?? null
    const row = projection.evolve(before, event)
    if (row !== null && isRisky(projection, row, before)) doubtful.add(key)
    if (projection.inPlace === true && before !== null && !rows.has(key)) known.add(key)
    rows.set(key, row)
    newest.set(from, row)
    return null
  } catch (error) {
    return { event, reason: reasonOf(error) }
  }
}

/**
 * Drops a schema of `schemaName` with its table; none is fine. A session of a process that was
 * killed may still be busy with it for long; this waits for it.
 */
export async function dropSchema(pool: pg.Pool, schema: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query({ text: `DROP SCHEMA IF EXISTS ${schema} CASCADE`, ...LONG })
  })
}

/** For a statement on a whole table, which may take long: the client waits for it a day. */
export const LONG: object = { query_timeout: 86_400_000 }

/**
 * Runs `work` in a transaction that need not be flushed when it commits: a crash may lose the last
 * ones together with their checkpoint, and they are folded again from the events.
 */
export function inFoldTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, work, 'BEGIN; SET LOCAL synchronous_commit = off')
}
