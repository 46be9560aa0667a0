import type pg from 'pg'
import type { Logger } from 'pino'
import type { EventStore } from '../../eventstore/port.js'
import type { BulkTable } from './bulk/table.js'
import { NewTable } from './new-table.js'
import { hear, inFoldTransaction, LONG } from './tables.js'

/** What folding into a new table needs. */
export interface ApartDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly log: Logger
}

/**
 * Folds, one by one, the events of the rows that the database refuses, so that exactly the refused
 * events are set aside; all others are in the table already. Returns the accounts whose events
 * were set aside in a row at the end. Throws `RefusesEverything`.
 */
export async function foldApart(
  { store, pool, log }: ApartDeps,
  table: BulkTable,
  schema: string,
  until: bigint,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { projection, apart } = table
  if (apart.size === 0) return table.refusedInARow
  const column = projection.line?.column ?? projection.keyColumn
  await inFoldTransaction(pool, (client) =>
    client.query({
      text: `DELETE FROM ${schema}.${projection.name} WHERE ${column} = ANY($1::text[])`,
      values: [[...apart]],
      ...LONG,
    }),
  )
  const exact = new NewTable(projection, schema, log)
  const stop = new AbortController()
  const { streamPrefixes } = projection
  const options = { after: null, streamPrefixes, signal: AbortSignal.any([signal, stop.signal]) }
  try {
    for await (const message of store.subscribe(options)) {
      const events = message.kind === 'events' ? message.events.filter(({ position }) => position <= until) : []
      for (const heard of hear(projection, events)) {
        if ('refused' in heard || heard.from === null) continue
        if (!apart.has(heard.from)) exact.passOver()
        else await inFoldTransaction(pool, (client) => exact.fold(client, [heard.stored]))
      }
      if (message.kind === 'caughtUp' || message.position >= until) return exact.refusedInARow
    }
  } finally {
    stop.abort()
  }
  signal.throwIfAborted()
  throw new Error('the event store ended the subscription')
}
