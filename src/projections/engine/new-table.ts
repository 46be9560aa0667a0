import type pg from 'pg'
import type { Logger } from 'pino'
import type { RecordedEvent } from '../../domain/event.js'
import type { Projection, Row } from './projection.js'
import { mustBeSought, reasonOf, type Refused, refusedInARow, logSetAside } from './quarantine.js'
import { type Folded, fold, hear, namesToRead, rowsBefore, rowsByName } from './tables.js'
import { writing } from './writing.js'

/** A read model's table while it is built from scratch: nothing else reads or writes it. */
export class NewTable {
  readonly #projection: Projection
  readonly #schema: string
  readonly #log: Logger
  #inARow: readonly string[]

  /** `inARow`: the accounts whose events were set aside since the last folded one. */
  constructor(projection: Projection, schema: string, log: Logger, inARow: readonly string[] = []) {
    this.#projection = projection
    this.#schema = schema
    this.#log = log
    this.#inARow = inARow
  }

  /** The accounts whose events were set aside since the last folded one. */
  get refusedInARow(): readonly string[] {
    return this.#inARow
  }

  /** An event was folded elsewhere. */
  passOver(): void {
    this.#inARow = []
  }

  /**
   * Folds a batch of events; those that the table can't accept are set aside. Call it inside a
   * transaction. Throws `RefusesEverything`.
   */
  async fold(client: pg.ClientBase, recorded: readonly RecordedEvent[]): Promise<void> {
    await client.query('SAVEPOINT fold')
    try {
      const heard = hear(this.#projection, recorded)
      const rows = await this.#read(client, namesToRead(heard))
      await this.#write(client, fold(this.#projection, rows, heard, this.#inARow))
    } catch (error) {
      const [event] = recorded
      if (!mustBeSought(error) || event === undefined) throw error
      await client.query('ROLLBACK TO fold')
      if (recorded.length === 1) await this.#setAside(client, { event, reason: reasonOf(error) })
      else {
        const half = recorded.slice(0, recorded.length / 2)
        await this.fold(client, half)
        await this.fold(client, recorded.slice(half.length))
      }
    }
    await client.query('RELEASE fold')
  }

  #setAside(client: pg.ClientBase, refused: Refused): Promise<void> {
    const inARow = refusedInARow(this.#projection, this.#inARow, refused)
    return this.#write(client, { rows: new Map(), newest: new Map(), known: new Set(), refused: [refused], inARow })
  }

  async #read(client: pg.ClientBase, names: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    if (names.length === 0) return new Map()
    const { rows } = await client.query<Row>(`SELECT * FROM ${rowsBefore(this.#projection, this.#schema, '$1')} t`, [
      names,
    ])
    return rowsByName(this.#projection, rows)
  }

  async #write(client: pg.ClientBase, folded: Folded): Promise<void> {
    const { parts, values } = writing(this.#projection, this.#schema, folded, ALONE)
    if (parts.length > 0) await client.query(`WITH ${parts.join(', ')} SELECT`, values)
    this.#inARow = folded.inARow
    logSetAside(this.#log, this.#projection, folded.refused)
  }
}

const ALONE = { condition: 'true', before: 0, suffix: '' }
