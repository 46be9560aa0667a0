import type { RecordedEvent } from '../../domain/event.js'
import { Batcher } from '../../storage/postgres/batcher.js'
import { PositionBeyondEnd } from '../port.js'
import { type EventTexts, recordedEvent } from '../recorded-event.js'
import type { Database } from './database.js'

/** A stretch of the store as one subscription sees it. */
export interface EventPage {
  /** Of the subscription's streams only. */
  readonly events: readonly RecordedEvent[]
  /**
   * Everything up to here is in the page, or belongs to other streams; 0 before the first event.
   */
  readonly position: bigint
  /** Nothing existed after `position` when the page was read. */
  readonly atHead: boolean
}

/**
 * Which events a page is read from: `maxEvents` at most, of all streams where `streamPrefixes` is
 * null.
 */
export interface PageRequest {
  /** Exclusive; 0 for the beginning. */
  readonly after: bigint
  readonly streamPrefixes: readonly string[] | null
  readonly maxEvents: number
}

/** A page read from the table, with facts that only the table has. */
interface TablePage extends EventPage {
  /** The store's newest position when the page was read; 0 for an empty store. */
  readonly head: bigint
  /** About the size of the events. */
  readonly bytes: number
}

/**
 * Reads the next page after a position. Head and events come from one snapshot, and commits have
 * the order of positions: an event up to the head that is not in it will never exist. Throws
 * `EventStoreUnavailable`, and `PositionBeyondEnd`.
 */
export async function readPage(database: Database, request: PageRequest): Promise<TablePage> {
  const { after, streamPrefixes, maxEvents } = request
  const rows = await database.read<PageRow>(PAGE, [after, PAGE_SPAN, streamPrefixes, maxEvents, PAGE_BYTES])
  const [first] = rows
  if (first === undefined) throw new Error('The event store has no head')
  const head = BigInt(first.head)
  if (head < after) throw new PositionBeyondEnd(`The newest event has position ${head}, not ${after}`)
  const found = rows.filter(holdsEvent)
  const bytes = found.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
  const events = found.map(recordedEvent)
  const last = events.at(-1)
  const cut = last !== undefined && (events.length === maxEvents || first.cut)
  const scanned = after + BigInt(PAGE_SPAN)
  const position = cut ? last.position : scanned < head ? scanned : head
  return { events, position, atHead: position === head, head, bytes }
}

/** A stream, and the first revision that is wanted. */
interface StreamRequest {
  readonly stream: string
  readonly fromRevision: number
}

/** Reads streams; reads at the same time share a query. */
export class StreamReader {
  readonly #database: Database
  readonly #reads = new Batcher<StreamRequest, readonly RecordedEvent[]>((requests) => this.#readAll(requests), {
    atOnce: 2,
  })

  constructor(database: Database) {
    this.#database = database
  }

  /** A stream's events from a revision on, in order. Throws `EventStoreUnavailable`. */
  read(stream: string, fromRevision: number): Promise<readonly RecordedEvent[]> {
    return this.#reads.run({ stream, fromRevision })
  }

  async #readAll(requests: readonly StreamRequest[]): Promise<readonly (readonly RecordedEvent[])[]> {
    const rows = await this.#database.read<EventRow & { readonly place: string }>(STREAMS, [
      requests.map(({ stream }) => stream),
      requests.map(({ fromRevision }) => fromRevision),
    ])
    const found = requests.map((): RecordedEvent[] => [])
    for (const row of rows) found[Number(row.place) - 1]?.push(recordedEvent(row))
    return found
  }
}

/** The event at a position; null: there is none, or it was erased. */
export async function readEventAt(database: Database, position: bigint): Promise<RecordedEvent | null> {
  const rows = await database.read<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM eventstore.events e WHERE e."position" = $1`,
    [position],
  )
  const [row] = rows
  return row === undefined ? null : recordedEvent(row)
}

/** The store's newest position; 0 for an empty store. */
export async function readHead(database: Database): Promise<bigint> {
  const [row] = await database.read<{ head: string }>('SELECT "position" AS head FROM eventstore.head')
  if (row === undefined) throw new Error('The event store has no head')
  return BigInt(row.head)
}

type EventRow = EventTexts & { readonly position: string }

/** The first row also describes the page: without events its other columns are null. */
type PageRow = { readonly head: string; readonly cut: boolean } & (EventRow | { readonly position: null })

function holdsEvent(row: PageRow): row is PageRow & EventRow {
  return row.position !== null
}

// As text: parsing must not depend on type parsers that are set for the whole process.
const EVENT_COLUMNS = `e."position"::text, e.stream, e.revision, e.id::text, e.type, e.data::text, e.metadata::text`

/**
 * `candidates` is served by the primary key alone (it includes stream and bytes); only the events
 * of the page are fetched from the table. A page without a match moves the subscription forward by
 * a whole span.
 */
const PAGE = `
  WITH candidates AS MATERIALIZED (
    SELECT c."position", sum(c.bytes) OVER (ORDER BY c."position" ROWS UNBOUNDED PRECEDING) - c.bytes AS bytes_before
    FROM eventstore.events c
    WHERE c."position" > $1 AND c."position" <= $1::bigint + $2::bigint
      AND ($3::text[] IS NULL OR c.stream ^@ ANY ($3::text[]))
    ORDER BY c."position"
    LIMIT $4
  )
  SELECT h."position"::text AS head, EXISTS (SELECT FROM candidates WHERE bytes_before >= $5) AS cut, ${EVENT_COLUMNS}
  FROM eventstore.head h
  LEFT JOIN (candidates JOIN eventstore.events e USING ("position")) ON bytes_before < $5
  ORDER BY e."position"`

/** The number of positions examined for one page: a few milliseconds of scanning. */
const PAGE_SPAN = 20_000
/** A page holds at least one event and little more than this. */
const PAGE_BYTES = 4_000_000

/** Ordered within, so that each stream is found by its index. */
const STREAMS = `
  SELECT wanted.place, found.*
  FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (stream, revision, place) CROSS JOIN LATERAL (
    SELECT ${EVENT_COLUMNS} FROM eventstore.events e
    WHERE e.stream = wanted.stream AND e.revision >= wanted.revision ORDER BY e.revision
  ) AS found
  ORDER BY wanted.place, found.revision`
