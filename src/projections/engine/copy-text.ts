import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { isHoldable } from '../../domain/text.js'
import type { Row } from './projection.js'

/** A column of a table, and how COPY writes its values. */
export interface CopyColumn {
  readonly name: string
  readonly kind: 'json' | 'array' | 'plain'
}

/** The columns of a table, in their order. Throws for a table that does not exist. */
export async function copyColumns(client: pg.ClientBase | pg.Pool, table: string): Promise<readonly CopyColumn[]> {
  const { rows } = await client.query<CopyColumn>(
    `SELECT a.attname AS name,
       CASE WHEN t.typname IN ('json', 'jsonb') THEN 'json' WHEN t.typcategory = 'A' THEN 'array' ELSE 'plain' END AS kind
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [table],
  )
  return rows
}

/** Lines are sent in pieces of about this size. */
const CHUNK_CHARACTERS = 256 * 1024

/** Writes rows, as lines of `copyLine`, into a table by COPY. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly CopyColumn[],
  lines: readonly string[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await pipeline(Readable.from(chunks(lines)), client.query(from(`COPY ${table} (${names}) FROM STDIN`)))
}

function* chunks(lines: readonly string[]): Generator<Buffer> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/**
 * A row as a line of COPY's text format; it becomes the same row as `INSERT` makes of its JSON.
 */
export function copyLine(columns: readonly CopyColumn[], row: Row): string {
  let line = ''
  for (const { name, kind } of columns) {
    if (line !== '') line += '\t'
    const value = row[name]
    if (value === null || value === undefined) line += '\\N'
    else if (kind === 'json') line += escaped(JSON.stringify(value))
    else if (kind === 'array' && Array.isArray(value)) line += escaped(arrayText(value))
    else line += escaped(plainText(value))
  }
  return `${line}\n`
}

/** Escapes of JSON that PostgreSQL can't hold, as they appear in a line. */
const UNHOLDABLE_ESCAPE = /\\\\u(?:0000|d[89a-f])/i

/**
 * Whether PostgreSQL certainly reads the line as it reads the row's JSON. Texts with U+0000 or
 * halves of surrogate pairs, which are refused there and changed here, are uncertain.
 */
export function isSurelyCopied(line: string): boolean {
  return isHoldable(line) && !UNHOLDABLE_ESCAPE.test(line)
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return arrayText(value)
  return `"${plainText(value).replace(/["\\]/g, String.raw`\$&`)}"`
}

const SPECIAL = /[\\\t\n\r]/
const ALL_SPECIAL = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? '') : text
}
