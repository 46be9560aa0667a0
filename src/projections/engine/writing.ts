import type { Projection, Row } from './projection.js'
import { quarantineRows, settingAside } from './quarantine.js'
import type { Folded } from './tables.js'

/** The parts of one statement that write changed rows and set-aside events. */
interface Writing {
  /** For `WITH`. */
  readonly parts: readonly string[]
  readonly values: unknown[]
}

/** Where these parts are in their statement. */
interface PlaceInStatement {
  /** Nothing is written unless it holds; SQL. */
  readonly condition: string
  /** The number of parameters that precede these in the statement. */
  readonly before: number
  /** Of the names of the parts. */
  readonly suffix: string
}

/**
 * Each row is written once, all in one statement: a round trip costs more than its content, and
 * readers of their own writes wait for it.
 */
export function writing(
  projection: Projection,
  schema: string,
  { rows, known, refused }: Pick<Folded, 'rows' | 'known' | 'refused'>,
  { condition, before, suffix }: PlaceInStatement,
): Writing {
  const { keyColumn, name } = projection
  const table = `${schema}.${name}`
  const all = [...rows.values()].filter((row): row is Row => row !== null)
  const written = all.filter((row) => !known.has(String(row[keyColumn])))
  const changed = all.filter((row) => known.has(String(row[keyColumn])))
  const gone = [...rows].flatMap(([key, row]) => (row === null ? [key] : []))
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${before + values.push(value)}`
  const parts: string[] = []
  if (written.length > 0) {
    const columns = columnsOf(written)
    const changes = columns.filter((column) => column !== keyColumn).map((column) => `${column} = excluded.${column}`)
    parts.push(
      `written${suffix} AS (
         INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, ${parameter(JSON.stringify(written))}::json)
         WHERE ${condition}
         ON CONFLICT (${keyColumn}) DO UPDATE SET ${changes.join(', ')})`,
    )
  }
  if (changed.length > 0) {
    const changes = columnsOf(changed).filter((column) => column !== keyColumn)
    const keys = parameter(changed.map((row) => row[keyColumn]))
    parts.push(
      `changed${suffix} AS (
         UPDATE ${table} AS old SET ${changes.map((column) => `${column} = new.${column}`).join(', ')}
         FROM json_populate_recordset(NULL::${table}, ${parameter(JSON.stringify(changed))}::json) AS new
         WHERE old.${keyColumn} = new.${keyColumn} AND old.${keyColumn} = ANY(${keys}::text[]) AND ${condition})`,
    )
  }
  if (gone.length > 0) {
    parts.push(
      `gone${suffix} AS (DELETE FROM ${table} WHERE ${keyColumn} = ANY(${parameter(gone)}::text[]) AND ${condition})`,
    )
  }
  if (refused.length > 0) {
    const setAside = settingAside(parameter(quarantineRows(projection, schema, refused)), condition)
    parts.push(`set_aside${suffix} AS (${setAside})`)
  }
  return { parts, values }
}

/** Sorted, so that one kind of statement has one text, regardless of its first row. */
function columnsOf([first = {}]: readonly Row[]): readonly string[] {
  return Object.keys(first).sort()
}
