import type pg from 'pg'
import type { RecordedEvent } from '../domain/event.js'
import { inTransaction } from '../storage/transaction.js'
import type { Projection, Row } from './projection.js'

/** `read_<name>_<generation>`: each rebuild makes a schema of its own beside the live one. */
export function schemaName(projection: Projection, generation: number): string {
  return `read_${projection.name}_${generation}`
}

export function generationOf(projection: Projection, schema: string): number {
  return Number(schema.slice(`read_${projection.name}_`.length))
}

export async function createTable(client: pg.ClientBase, projection: Projection, schema: string): Promise<void> {
  const table = `${schema}.${projection.name}`
  await client.query(`CREATE SCHEMA ${schema}`)
  await client.query(`CREATE TABLE ${table} (${projection.columns})`)
  for (const index of projection.indexes) await client.query(index.replaceAll('$table', table))
}

/** Points the view that everybody reads at the schema's table. To be called inside the transaction that moves the checkpoint. */
export async function publishTable(client: pg.ClientBase, projection: Projection, schema: string): Promise<void> {
  await client.query(`DROP VIEW IF EXISTS read.${projection.name}`)
  await client.query(`CREATE VIEW read.${projection.name} AS SELECT * FROM ${schema}.${projection.name}`)
}

/** Folds a batch of events into a table that is being built. To be called inside a transaction. */
export async function foldInto(
  client: pg.ClientBase,
  projection: Projection,
  schema: string,
  events: readonly RecordedEvent[],
): Promise<void> {
  const { keyColumn, name } = projection
  const keys = keysToRead(projection, events)
  const found =
    keys.length === 0
      ? []
      : (await client.query<Row>(`SELECT * FROM ${schema}.${name} WHERE ${keyColumn} = ANY($1::text[])`, [keys])).rows
  const rows = evolved(projection, rowsByKey(projection, found), events)
  const { parts, values } = writing(projection, schema, rows, 'true', 0)
  if (parts.length > 0) await client.query(`WITH ${parts.join(', ')} SELECT`, values)
}

/** The keys of the rows that the events' fold must know. */
export function keysToRead(projection: Projection, events: readonly RecordedEvent[]): readonly string[] {
  const keys = new Set<string>()
  for (const event of events) {
    if (projection.needsRow?.(event) === false) continue
    const key = projection.key(event)
    if (key !== null) keys.add(key)
  }
  return [...keys]
}

export function rowsByKey({ keyColumn }: Projection, rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [String(row[keyColumn]), row]))
}

/** The rows that the events are about, as they are after them; null: gone. */
export function evolved(
  projection: Projection,
  before: ReadonlyMap<string, Row>,
  events: readonly RecordedEvent[],
): ReadonlyMap<string, Row | null> {
  const rows = new Map<string, Row | null>()
  for (const event of events) {
    const key = projection.key(event)
    if (key === null) continue
    const row = rows.get(key)
    rows.set(key, projection.evolve(row === undefined ? (before.get(key) ?? null) : row, event))
  }
  return rows
}

/** What writes changed rows, as parts of one statement. */
interface Writing {
  /** Tells apart statements on the same table that have different texts. */
  readonly kind: string
  /** For `WITH`. */
  readonly parts: readonly string[]
  readonly values: unknown[]
}

/**
 * Each row is written once, all in one statement: a round trip costs more than what it carries, and readers of their own writes wait for it. Nothing is written
 * unless the SQL condition holds. `before`: so many parameters of the statement come first.
 */
export function writing(
  projection: Projection,
  schema: string,
  rows: ReadonlyMap<string, Row | null>,
  condition: string,
  before: number,
): Writing {
  const { keyColumn, name } = projection
  const table = `${schema}.${name}`
  const written = [...rows.values()].filter((row): row is Row => row !== null)
  const gone = [...rows].flatMap(([key, row]) => (row === null ? [key] : []))
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${before + values.push(value)}`
  const parts: string[] = []
  if (written.length > 0) {
    // Sorted, so that one kind of statement has one text, wherever its first row comes from.
    const columns = Object.keys(written[0] ?? {}).sort()
    const changes = columns.filter((column) => column !== keyColumn).map((column) => `${column} = excluded.${column}`)
    parts.push(
      `written AS (
         INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, ${parameter(JSON.stringify(written))}::json)
         WHERE ${condition}
         ON CONFLICT (${keyColumn}) DO UPDATE SET ${changes.join(', ')})`,
    )
  }
  if (gone.length > 0) {
    parts.push(`gone AS (DELETE FROM ${table} WHERE ${keyColumn} = ANY(${parameter(gone)}::text[]) AND ${condition})`)
  }
  return { kind: `${written.length > 0 ? ' w' : ''}${gone.length > 0 ? ' g' : ''}`, parts, values }
}

/**
 * Runs `work` in a transaction that need not be flushed when it commits: a crash may lose the last ones together with their checkpoint, and
 * they are folded again from the events.
 */
export function inFoldTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, work, 'BEGIN; SET LOCAL synchronous_commit = off')
}
