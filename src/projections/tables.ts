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

/**
 * Folds a batch of events into the table: reads the rows concerned, evolves them in memory in the events' order, writes each back once, and with them,
 * in the same statement, the checkpoint where one is given. To be called inside a transaction. A round trip costs more than what it carries,
 * and readers of their own writes wait for all of them: hence as few as can be.
 */
export async function foldInto(
  client: pg.ClientBase,
  projection: Projection,
  schema: string,
  events: readonly RecordedEvent[],
  checkpoint: bigint | null,
): Promise<void> {
  const rows = await evolved(client, projection, schema, events)
  const written = [...rows.values()].filter((row): row is Row => row !== null)
  const gone = [...rows].flatMap(([key, row]) => (row === null ? [key] : []))

  const { keyColumn, name } = projection
  const table = `${schema}.${name}`
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const parts: string[] = []
  if (written.length > 0) {
    const columns = Object.keys(written[0] ?? {})
    const changes = columns.filter((column) => column !== keyColumn).map((column) => `${column} = excluded.${column}`)
    parts.push(
      `written AS (
         INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, ${parameter(JSON.stringify(written))}::json)
         ON CONFLICT (${keyColumn}) DO UPDATE SET ${changes.join(', ')})`,
    )
  }
  if (gone.length > 0) {
    parts.push(`gone AS (DELETE FROM ${table} WHERE ${keyColumn} = ANY(${parameter(gone)}::text[]))`)
  }
  if (checkpoint !== null) {
    const [position, of] = [parameter(checkpoint.toString()), parameter(name)]
    parts.push(`moved AS (UPDATE projections.checkpoints SET position = ${position}::bigint WHERE name = ${of})`)
  }
  if (parts.length > 0) await client.query(`WITH ${parts.join(', ')} SELECT`, values)
}

/** The rows that the events are about, as they are after them; null: gone. */
async function evolved(
  client: pg.ClientBase,
  projection: Projection,
  schema: string,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, Row | null>> {
  const keyed = events.flatMap((event) => {
    const key = projection.key(event)
    return key === null ? [] : [{ key, event }]
  })
  if (keyed.length === 0) return new Map()
  const { keyColumn, name } = projection
  const found = await client.query<Row>(`SELECT * FROM ${schema}.${name} WHERE ${keyColumn} = ANY($1::text[])`, [
    [...new Set(keyed.map(({ key }) => key))],
  ])
  const rows = new Map<string, Row | null>(found.rows.map((row) => [String(row[keyColumn]), row]))
  for (const { key, event } of keyed) rows.set(key, projection.evolve(rows.get(key) ?? null, event))
  return rows
}

/**
 * Runs `work` in a transaction that need not be flushed when it commits: a crash may lose the last ones together with their checkpoint, and
 * they are folded again from the events.
 */
export function inFoldTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, work, 'BEGIN; SET LOCAL synchronous_commit = off')
}
