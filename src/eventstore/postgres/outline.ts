import type { ChainEnd } from '../hash-chain.js'
import type { Database } from './database.js'

/** An event without its data and metadata. */
export interface EventOutline {
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  readonly id: string
}

/** A stream and the end of its hash chain. */
export interface StreamEnd {
  readonly stream: string
  readonly end: ChainEnd & { readonly revision: number }
}

/** The contents of a store: numbers of events and streams, and their size in bytes. */
export interface Totals {
  readonly events: number
  readonly streams: number
  /** Data and metadata as JSON. */
  readonly bytes: number
}

/** All events in their order, page by page. Throws `EventStoreUnavailable`. */
export async function* outlineOf(database: Database): AsyncGenerator<readonly EventOutline[], void, undefined> {
  let after = 0n
  for (;;) {
    const rows = await database.read<{ position: string; stream: string; revision: number; id: string }>(
      `SELECT e."position"::text, e.stream, e.revision, e.id::text FROM eventstore.events e
       WHERE e."position" > $1 ORDER BY e."position" LIMIT ${PAGE}`,
      [after],
    )
    const page = rows.map((row) => ({ ...row, position: BigInt(row.position) }))
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.position
  }
}

/** All streams by name, page by page. Throws `EventStoreUnavailable`. */
export async function* streamEnds(database: Database): AsyncGenerator<readonly StreamEnd[], void, undefined> {
  let after = ''
  for (;;) {
    // The metadata as text: the server's own JSON functions refuse a \u0000, which may occur
    // anywhere in it.
    const rows = await database.read<{ stream: string; revision: number; metadata: string }>(
      `WITH page AS MATERIALIZED (
         SELECT e.stream, max(e.revision) AS revision FROM eventstore.events e
         WHERE e.stream > $1 GROUP BY e.stream ORDER BY e.stream LIMIT ${PAGE}
       )
       SELECT e.stream, e.revision, e.metadata::text FROM page JOIN eventstore.events e USING (stream, revision) ORDER BY e.stream`,
      [after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ stream, revision, metadata }) => {
      const { hash } = JSON.parse(metadata) as { readonly hash: string }
      return { stream, end: { revision, hash } }
    })
    after = last.stream
  }
}

/** Throws `EventStoreUnavailable`. */
export async function totalsOf(database: Database): Promise<Totals> {
  const [row] = await database.read<{ events: string; streams: string; bytes: string }>(
    `SELECT count(*)::text AS events, count(*) FILTER (WHERE revision = 0)::text AS streams, coalesce(sum(bytes), 0)::text AS bytes
     FROM eventstore.events`,
  )
  if (row === undefined) throw new Error('The event store returned no totals')
  return { events: Number(row.events), streams: Number(row.streams), bytes: Number(row.bytes) }
}

/** Throws `EventStoreUnavailable`. */
export async function erasedStreams(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.read<{ stream: string }>('SELECT stream FROM eventstore.erased')
  return new Set(rows.map(({ stream }) => stream))
}

const PAGE = 2_000
