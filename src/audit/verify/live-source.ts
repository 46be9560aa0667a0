import type pg from 'pg'
import type { RecordedEvent } from '../../domain/event.js'
import type { EventStore } from '../../eventstore/port.js'
import { type EventTexts, recordedEvent } from '../../eventstore/recorded-event.js'
import { SEALED_PREFIXES } from '../seals/prefixes.js'
import { fieldsOf } from '../../domain/json.js'

/** An event by its position and hash. */
export interface Outline {
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  /** From its metadata; empty if there is none. */
  readonly hash: string
}

/** A store as a verification reads it: completely, page by page. */
export interface LiveSource {
  /**
   * Whether `events` returns each stream's events one after another: then memory holds one chain
   * at a time, else the end of every stream, at some 200 bytes each.
   */
  readonly isByStream: boolean
  /** All events; those of one stream in their order. */
  events(): AsyncGenerator<RecordedEvent, void, undefined>
  /** The events that are sealed, in the order of the store. */
  sealed(): AsyncGenerator<Outline, void, undefined>
  /** The hash of one event; null: there is none at this place. */
  hashOf(stream: string, revision: number): Promise<string | null>
  /** The revision of a stream's last event; -1: it has none. */
  endOf(stream: string): Promise<number>
  /** Whether a stream has a tombstone; null: the store reports that only to writers. */
  isErased(stream: string): Promise<boolean | null>
}

/** Any event store, through its port. */
export class PortSource implements LiveSource {
  readonly isByStream: boolean = false
  readonly #store: EventStore

  constructor(store: EventStore) {
    this.#store = store
  }

  async *events(): AsyncGenerator<RecordedEvent, void, undefined> {
    yield* this.#all()
  }

  async *sealed(): AsyncGenerator<Outline, void, undefined> {
    for await (const event of this.#all(SEALED_PREFIXES)) yield outlineOf(event)
  }

  async hashOf(stream: string, revision: number): Promise<string | null> {
    const [event] = await this.#store.readStream(stream, revision)
    return event?.revision === revision ? hashIn(event.metadata) : null
  }

  async endOf(stream: string): Promise<number> {
    return (await this.#store.readStream(stream)).at(-1)?.revision ?? -1
  }

  isErased(): Promise<null> {
    return Promise.resolve(null)
  }

  async *#all(streamPrefixes?: readonly string[]): AsyncGenerator<RecordedEvent, void, undefined> {
    const stop = new AbortController()
    try {
      const options = { after: null, signal: stop.signal, ...(streamPrefixes && { streamPrefixes }) }
      for await (const message of this.#store.subscribe(options)) {
        if (message.kind === 'caughtUp') return
        yield* message.events
      }
    } finally {
      stop.abort()
    }
  }
}

/**
 * The event store in PostgreSQL: reads its tables, stream by stream, regardless of their number.
 */
export class PostgresSource implements LiveSource {
  readonly isByStream = true
  readonly #pool: Pick<pg.Pool, 'query'>

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool
  }

  async *events(): AsyncGenerator<RecordedEvent, void, undefined> {
    let [stream, revision] = ['', -2_147_483_648]
    for (;;) {
      const { rows } = await this.#pool.query<EventRow>(
        `SELECT "position"::text, stream, revision, id::text, type, data::text, metadata::text FROM eventstore.events
         WHERE (stream, revision) > ($1 COLLATE "C", $2::integer) ORDER BY stream, revision LIMIT ${EVENTS_A_PAGE}`,
        [stream, revision],
      )
      const last = rows.at(-1)
      if (last === undefined) return
      for (const row of rows) yield recordedEvent(row)
      ;[stream, revision] = [last.stream, last.revision]
    }
  }

  async *sealed(): AsyncGenerator<Outline, void, undefined> {
    let after = '-1'
    for (;;) {
      // Metadata as text: the server's JSON functions refuse a \u0000.
      const { rows } = await this.#pool.query<Omit<EventRow, 'data' | 'id' | 'type'>>(
        // The column of the table, not its text, which would sort 10 before 2.
        `SELECT e."position"::text, e.stream, e.revision, e.metadata::text FROM eventstore.events e
         WHERE e."position" > $1 AND e.stream ^@ ANY ($2::text[]) ORDER BY e."position" LIMIT ${OUTLINES_A_PAGE}`,
        [after, SEALED_PREFIXES],
      )
      const last = rows.at(-1)
      if (last === undefined) return
      for (const { position, stream, revision, metadata } of rows)
        yield { position: BigInt(position), stream, revision, hash: hashIn(JSON.parse(metadata)) }
      after = last.position
    }
  }

  async hashOf(stream: string, revision: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ metadata: string }>(
      'SELECT metadata::text FROM eventstore.events WHERE stream = $1 AND revision = $2',
      [stream, revision],
    )
    return rows[0] === undefined ? null : hashIn(JSON.parse(rows[0].metadata))
  }

  async endOf(stream: string): Promise<number> {
    const { rows } = await this.#pool.query<{ revision: number }>(
      'SELECT revision FROM eventstore.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1',
      [stream],
    )
    return rows[0]?.revision ?? -1
  }

  async isErased(stream: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('SELECT FROM eventstore.erased WHERE stream = $1', [stream])
    return rowCount !== 0
  }
}

type EventRow = EventTexts & { readonly position: string }

/** An event has at most 256 KB. */
const EVENTS_A_PAGE = 250
const OUTLINES_A_PAGE = 2_000

function outlineOf({ position, stream, revision, metadata }: RecordedEvent): Outline {
  return { position, stream, revision, hash: hashIn(metadata) }
}

function hashIn(metadata: unknown): string {
  const { hash } = fieldsOf(metadata)
  return typeof hash === 'string' ? hash : ''
}
