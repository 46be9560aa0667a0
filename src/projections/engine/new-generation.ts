import type pg from 'pg'
import type { RecordedEvent } from '../../domain/event.js'
import { type Anchor, anchorAt } from '../../eventstore/anchor.js'
import { type ApartDeps, foldApart } from './apart.js'
import { fillTables } from './bulk/pass.js'
import { BulkTable } from './bulk/table.js'
import {
  type Content,
  contentOf,
  type Difference,
  differenceTo,
  forgetNoted,
  type NotCompared,
  type Noted,
  noteLive,
} from './comparison.js'
import { erasedBefore, eraseSince, recordsAfter } from './erasing.js'
import { NewTable } from './new-table.js'
import type { Projection } from './projection.js'
import { forgetOthers } from './quarantine.js'
import { noteReplaced, replacedSchema } from './replaced.js'
import { dropSchema, inFoldTransaction, publishTable } from './tables.js'

/** What happens to a finished table. */
interface Finish {
  readonly verifyOnly?: boolean
  readonly dropOld?: boolean
}

/** How the table in use differed from the events; null: it was equal. */
export interface Compared {
  readonly difference: Difference | 'not compared' | null
  /** Why it was not compared; null: it was. */
  readonly reason: NotCompared | null
}

/** A read model that is built from scratch beside the live one. */
export class NewGeneration {
  readonly projection: Projection
  readonly table: BulkTable
  readonly #deps: ApartDeps
  readonly #oldSchema: string
  readonly #schema: string
  readonly #restores: number
  #noted: Noted | NotCompared = 'empty'
  #until = -1n
  #lastEvents = 0
  /** The position of the erasing before the first event was read. */
  #erased: bigint | null = null

  /** `restores`: the number of restores of the store found before the first event is read. */
  constructor(
    deps: ApartDeps,
    projection: Projection,
    { live, own }: { readonly live: string; readonly own: string },
    restores: number,
  ) {
    this.#deps = deps
    this.projection = projection
    this.#oldSchema = live
    this.#schema = own
    this.#restores = restores
    this.table = new BulkTable(deps.pool, projection, own, deps.log)
  }

  /** The table is filled up to here; then it is compared. */
  get until(): bigint {
    return this.#until
  }

  /** The number of folded events. */
  get events(): number {
    return this.table.events + this.#lastEvents
  }

  /** Creates the empty table, and notes the content of the live one. */
  async begin(head: bigint): Promise<void> {
    this.#erased = await erasedBefore(this.#deps.pool)
    await this.table.create()
    const noted = await noteLive(this.#deps.pool, this.projection, this.#schema)
    this.#noted =
      typeof noted === 'string' || (await this.#isInStore(noted.position, head)) ? noted : 'ahead of the store'
    this.#until = typeof this.#noted === 'string' ? head : this.#noted.position
  }

  /**
   * Whether the store has events up to a position. It may be later than `head`, which was read
   * before: new events arrive all the time. A store that was restored to an older point lacks
   * them.
   */
  async #isInStore(position: bigint, head: bigint): Promise<boolean> {
    return position <= head || position <= ((await this.#deps.store.head()) ?? -1n)
  }

  /** Brings the table to the end of the events, compares it on the way, and puts it in use. */
  async finish(signal: AbortSignal, { verifyOnly = false, dropOld = false }: Finish): Promise<Content & Compared> {
    const { pool, store, log } = this.#deps
    let inARow = await this.#complete(signal)
    const compared = await this.#compare(signal)
    const content = await contentOf(pool, this.projection, this.#schema)
    if (verifyOnly) {
      await this.drop()
      return { ...content, ...compared }
    }
    const head = (await store.head()) ?? -1n
    if (head > this.#until) {
      const after = this.#until < 0n ? null : this.#until
      this.#until = head
      const failures = await fillTables(store, [this], after, signal, () => {})
      for (const error of failures.values()) throw error
      inARow = await this.#complete(signal)
    }
    await this.#flip(signal, inARow, dropOld)
    log.info({ projection: this.projection.name, events: this.events }, 'read model rebuilt')
    return { ...content, ...compared }
  }

  /** Removes it completely. */
  async drop(): Promise<void> {
    const { pool } = this.#deps
    await this.table.settled()
    if (typeof this.#noted !== 'string') await this.#noted.done.catch(() => {})
    await dropSchema(pool, this.#schema)
    await pool.query('DELETE FROM projections.quarantine WHERE schema = $1', [this.#schema])
  }

  async #complete(signal: AbortSignal): Promise<readonly string[]> {
    await this.table.complete()
    return foldApart(this.#deps, this.table, this.#schema, this.#until, signal)
  }

  async #compare(signal: AbortSignal): Promise<Compared> {
    if (typeof this.#noted === 'string') return { difference: 'not compared', reason: this.#noted }
    await this.#noted.done
    const difference = await differenceTo(this.#deps.pool, this.projection, this.#schema)
    await forgetNoted(this.#deps.pool, this.#schema)
    const { name } = this.projection
    if (difference !== null && (await this.#sawErasing(signal)))
      return { difference: 'not compared', reason: 'erased meanwhile' }
    if (difference !== null) {
      this.#deps.log.warn({ projection: name, ...difference }, 'the read model in use differs from the events')
    }
    return { difference, reason: null }
  }

  /** Whether streams were erased since the live table was noted, which has their rows then. */
  async #sawErasing(signal: AbortSignal): Promise<boolean> {
    let saw = false
    await recordsAfter(this.#deps.store, this.#erased, signal, async () => {
      saw = true
    })
    return saw
  }

  /** Folds the last events, one by one if needed, and puts the new table in use. */
  async #flip(signal: AbortSignal, inARow: readonly string[], dropOld: boolean): Promise<void> {
    const { pool, store, log } = this.#deps
    const { projection } = this
    const table = new NewTable(projection, this.#schema, log, inARow)
    const before = await replacedSchema(pool, projection)
    await inFoldTransaction(pool, async (client) => {
      await client.query('SELECT 1 FROM projections.checkpoints WHERE name = $1 FOR UPDATE', [projection.name])
      const { position, anchor } = await this.#catchUp(table, client, signal)
      await eraseSince(client, store, projection, this.#schema, this.#erased, signal)
      signal.throwIfAborted()
      await publishTable(client, projection, this.#schema)
      if (dropOld) await client.query('DELETE FROM projections.replaced WHERE name = $1', [projection.name])
      else await noteReplaced(client, projection)
      const { rowCount } = await client.query(
        `UPDATE projections.checkpoints SET version = $2, live_schema = $3, position = $4, anchor = $5, refused_accounts = $6,
           restores = $8
         WHERE name = $1 AND live_schema = $7`,
        [
          ...[projection.name, projection.version, this.#schema, position?.toString() ?? null],
          ...[anchor && JSON.stringify(anchor), table.refusedInARow, this.#oldSchema, this.#restores],
        ],
      )
      if (rowCount !== 1) throw new Error(`${projection.name} was rebuilt by another process meanwhile`)
      await forgetOthers(client, projection, dropOld ? [this.#schema] : [this.#schema, this.#oldSchema])
    })
    for (const schema of [before, ...(dropOld ? [this.#oldSchema] : [])]) {
      if (schema !== null) await dropSchema(pool, schema)
    }
  }

  async #catchUp(
    table: NewTable,
    client: pg.ClientBase,
    signal: AbortSignal,
  ): Promise<{ readonly position: bigint | null; readonly anchor: Anchor | null }> {
    let position = this.#until < 0n ? null : this.#until
    let anchor = this.table.anchor
    const fold = async (events: readonly RecordedEvent[]): Promise<void> => {
      await table.fold(client, events)
      this.#lastEvents += events.length
      anchor = anchorAt(events)
    }
    const stop = new AbortController()
    const { streamPrefixes } = this.projection
    const options = { after: position, streamPrefixes, signal: AbortSignal.any([signal, stop.signal]) }
    for await (const message of this.#deps.store.subscribe(options)) {
      if (message.kind === 'events') await fold(message.events)
      position = message.position ?? position
      if (message.kind === 'caughtUp') stop.abort()
    }
    signal.throwIfAborted()
    // Other streams' events may follow the newest one in the table.
    const last = position === null ? null : await this.#deps.store.eventAt(position)
    return { position, anchor: last === null ? anchor : anchorAt([last]) }
  }
}
