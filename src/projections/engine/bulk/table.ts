import type pg from 'pg'
import type { Logger } from 'pino'
import type { RecordedEvent } from '../../../domain/event.js'
import { type Anchor, anchorAt } from '../../../eventstore/anchor.js'
import { BulkRows, type Dirty } from './rows.js'
import { type CopyColumn, copyColumns, copyLine, copyRows, isSurelyCopied } from '../copy-text.js'
import { isRisky } from '../risky-text.js'
import { grant, grantsOfLive } from '../grants.js'
import { KnownNames } from '../known-names.js'
import type { Projection, Row } from '../projection.js'
import {
  isOfData,
  quarantineRows,
  reasonOf,
  type Refused,
  refusedInARow,
  settingAside,
  logSetAside,
} from '../quarantine.js'
import { inFoldTransaction, LONG, rowsBefore, rowsByName } from '../tables.js'

/** An event as it is stored, and in the current shape; or why it can't be brought to that. */
export type UpcastEvent =
  | { readonly stored: RecordedEvent; readonly event: RecordedEvent }
  | { readonly stored: RecordedEvent; readonly event: null; readonly reason: string }

/** If the database refuses this many rows at once, the rest is not searched one by one. */
const MOST_SEARCHED = 1_000

/** A row that is to be written by COPY. */
interface Line {
  readonly line: string
  readonly from: string
}

/**
 * A read model's table while it is filled from history. Rows are folded in memory and written by
 * COPY, the longest unchanged first and mostly once each, into a table without indexes. A row that
 * was written and changes again is looked up and replaced; the primary key for that is created
 * when it is first needed. Rows that the database refuses, or might, are left out and listed in
 * `apart`: their events are to be folded one by one.
 */
export class BulkTable {
  readonly projection: Projection
  /** The names whose rows are not in the table, because the database refuses one of them. */
  readonly apart = new Set<string>()
  readonly #pool: pg.Pool
  readonly #schema: string
  readonly #log: Logger
  readonly #rows = new BulkRows()
  readonly #known = new KnownNames()
  #columns: readonly CopyColumn[] = []
  #primaryKey: { readonly name: string; readonly made: boolean } | null = null
  #hasLineIndex = false
  #inARow: readonly string[] = []
  #events = 0
  #written = 0
  #anchor: Anchor | null = null
  #indexed = false
  /** The write under way. */
  #writing: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, projection: Projection, schema: string, log: Logger) {
    this.#pool = pool
    this.projection = projection
    this.#schema = schema
    this.#log = log
  }

  /** The approximate size of the rows in memory. */
  get bytes(): number {
    return this.#rows.bytes
  }

  /** The number of events handed to it. */
  get events(): number {
    return this.#events
  }

  /** The newest event that was handed to it. */
  get anchor(): Anchor | null {
    return this.#anchor
  }

  /** The accounts whose events were set aside since the last folded one. */
  get refusedInARow(): readonly string[] {
    return this.#inARow
  }

  /** Creates the table, without indexes. */
  async create(): Promise<void> {
    const { columns } = this.projection
    await inFoldTransaction(this.#pool, async (client) => {
      await client.query(`CREATE SCHEMA ${this.#schema}`)
      await client.query(`CREATE TABLE ${this.#table} (${columns})`)
      await grant(client, await grantsOfLive(client, this.projection, this.#schema))
      const { rows } = await client.query<{ conname: string }>(
        "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'",
        [this.#table],
      )
      const [key] = rows
      if (!key) throw new Error(`the table of ${this.projection.name} has no primary key`)
      await client.query(`ALTER TABLE ${this.#table} DROP CONSTRAINT "${key.conname}"`)
      this.#primaryKey = { name: key.conname, made: false }
      this.#columns = await copyColumns(client, this.#table)
    })
  }

  /** Folds events. Throws `RefusesEverything`. */
  async fold(batch: readonly UpcastEvent[]): Promise<void> {
    this.#events += batch.length
    this.#anchor = anchorAt(batch.map(({ stored }) => stored)) ?? this.#anchor
    await this.#lookUp(batch)
    const refused: Refused[] = []
    for (const each of batch) {
      const found = this.#foldOne(each)
      if (found === 'passed over') continue
      if (found !== null) refused.push(found)
      this.#inARow = refusedInARow(this.projection, this.#inARow, found)
    }
    if (refused.length > 0) await this.#setAside(refused)
  }

  /** Starts to write a share of the rows, from 0 to 1, the longest unchanged first. */
  async write(share: number): Promise<void> {
    await this.#writing
    const taken = this.#rows.take(share)
    // The caller that awaits it gets the failure.
    this.#writing = this.#writeRows(taken)
    this.#writing.catch(() => {})
  }

  /** Resolves when no write is under way, whether it failed or not. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {})
  }

  /** Writes all rows and creates the indexes. */
  async complete(): Promise<void> {
    await this.write(1)
    await this.#writing
    const { line, keyColumn, indexes } = this.projection
    if (line && this.#hasLineIndex) await this.#run(`DROP INDEX ${this.#schema}.before_complete`)
    this.#hasLineIndex = false
    await this.#makePrimaryKey(keyColumn)
    await this.#mustHoldAllWritten()
    for (const index of this.#indexed ? [] : indexes) await this.#run(index.replaceAll('$table', this.#table))
    this.#indexed = true
    await this.#run(`ANALYZE ${this.#table}`)
  }

  get #table(): string {
    return `${this.#schema}.${this.projection.name}`
  }

  /** The rows that were written before and are needed again. */
  async #lookUp(batch: readonly UpcastEvent[]): Promise<void> {
    const names = new Set<string>()
    for (const { event } of batch) {
      if (event === null) continue
      try {
        const key = this.projection.key(event)
        if (key === null || this.projection.needsRow?.(event) === false) continue
        const from = this.projection.line ? this.projection.line.of(event) : key
        if (!this.#rows.has(from) && this.#known.mayHave(from)) names.add(from)
      } catch {
        // It is refused when it is folded.
      }
    }
    if (names.size === 0) return
    await this.#writing
    await this.#makeFindable()
    const { rows } = await this.#pool.query<Row>({
      text: `SELECT * FROM ${rowsBefore(this.projection, this.#schema, '$1')} t`,
      values: [[...names]],
      ...LONG,
    })
    const found = rowsByName(this.projection, rows)
    for (const name of names) this.#rows.hold(name, found.get(name) ?? null)
  }

  /** null: folded. */
  #foldOne(one: UpcastEvent): Refused | 'passed over' | null {
    const { projection } = this
    const { event, stored } = one
    if (event === null) return { event: stored, reason: one.reason }
    try {
      const key = projection.key(event)
      if (key === null) return 'passed over'
      const from = projection.line ? projection.line.of(event) : key
      if (this.apart.has(from)) return null
      const before = this.#rows.newest(from)
      const row = projection.evolve(before, event)
      if (row !== null && isRisky(projection, row, before)) this.apart.add(from)
      if (row === null && !this.#known.mayHave(key)) this.#rows.drop(key, from)
      else this.#rows.change(key, from, row)
      return null
    } catch (error) {
      return { event, reason: reasonOf(error) }
    }
  }

  async #setAside(refused: readonly Refused[]): Promise<void> {
    const statement = settingAside('$1', 'true')
    await this.#pool.query(statement, [quarantineRows(this.projection, this.#schema, refused)])
    logSetAside(this.#log, this.projection, refused)
  }

  async #writeRows(dirty: ReadonlyMap<string, Dirty>): Promise<void> {
    const { line } = this.projection
    const lines: Line[] = []
    const before: string[] = []
    for (const [key, each] of dirty) {
      if (this.#known.mayHave(key)) before.push(key)
      // Rows of the refused names would make the indexes fail.
      if (each.row === null || this.apart.has(each.from)) continue
      const text = copyLine(this.#columns, each.row)
      if (isSurelyCopied(text)) lines.push({ line: text, from: each.from })
      else this.apart.add(each.from)
    }
    for (const [key, { from }] of dirty) {
      this.#known.add(key)
      if (line) this.#known.add(from)
    }
    if (before.length > 0) {
      await this.#makeFindable()
      const { keyColumn } = this.projection
      this.#written -= await this.#run(`DELETE FROM ${this.#table} WHERE ${keyColumn} = ANY($1::text[])`, [before])
    }
    await this.#copy(lines, { searched: 0 })
  }

  /** Halves the rows that the database refuses until the refused ones are found. */
  async #copy(rows: readonly Line[], found: { searched: number }): Promise<void> {
    if (rows.length === 0) return
    try {
      await inFoldTransaction(this.#pool, (client) =>
        copyRows(
          client,
          this.#table,
          this.#columns,
          rows.map(({ line }) => line),
        ),
      )
      this.#written += rows.length
    } catch (error) {
      if (!isOfData(error)) throw error
      if (rows.length === 1 || found.searched >= MOST_SEARCHED) {
        found.searched += rows.length
        for (const { from } of rows) this.apart.add(from)
        return
      }
      const half = rows.length >>> 1
      await this.#copy(rows.slice(0, half), found)
      await this.#copy(rows.slice(half), found)
    }
  }

  /** The table must contain exactly the rows that were written. */
  async #mustHoldAllWritten(): Promise<void> {
    if (this.#indexed) return
    const { rows } = await this.#pool.query<{ count: string }>({
      text: `SELECT count(*) FROM ${this.#table}`,
      ...LONG,
    })
    const count = Number(rows[0]?.count)
    if (count === this.#written) return
    throw new Error(`the new table of ${this.projection.name} has ${count} rows, and ${this.#written} were written`)
  }

  async #makeFindable(): Promise<void> {
    const { line, keyColumn } = this.projection
    if (!line) await this.#makePrimaryKey(keyColumn)
    else if (!this.#hasLineIndex && !this.#indexed) {
      this.#hasLineIndex = true
      await this.#run(`CREATE INDEX before_complete ON ${this.#table} (${line.column}, ${line.order})`)
    }
  }

  async #makePrimaryKey(keyColumn: string): Promise<void> {
    const key = this.#primaryKey
    if (key === null || key.made) return
    this.#primaryKey = { ...key, made: true }
    await this.#run(`ALTER TABLE ${this.#table} ADD CONSTRAINT "${key.name}" PRIMARY KEY (${keyColumn})`)
  }

  /** A statement that may take long, and need not be flushed; returns how many rows it changed. */
  async #run(text: string, values: readonly unknown[] = []): Promise<number> {
    return await inFoldTransaction(this.#pool, async (client) => {
      await client.query("SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '128MB'")
      const { rowCount } = await client.query({ text, values: [...values], ...LONG })
      return rowCount ?? 0
    })
  }
}
