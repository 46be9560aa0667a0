import { type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import type { EventStore } from '../../src/eventstore/port.js'
import type { Contestants } from './appends.js'
import { makeEvent } from './events.js'
import { inTurns, line, ratio } from './measure.js'

const EVENTS = Number(process.env['BENCH_CATCH_UP'] ?? 50_000)
const BATCH = 100

/** The largest page of the server; the adapter asks for the same. */
const SEARCH_WINDOW = 1_000

/** How fast a new subscriber passes history: when it wants all events, a sixteenth, and none. */
export async function measureCatchUp({ postgres, eventStoreDb, client, prefix }: Contestants): Promise<void> {
  const [inPostgres, inEventStoreDb] = [await fill(postgres), await fill(eventStoreDb)]
  line('catch-up, passed events/s', 'PostgreSQL', 'bare client', 'EventStoreDB', '/ bare client')
  for (const streamPrefix of ['', 'liveInvoice-0', 'account-']) {
    const options = streamPrefix === '' ? {} : { streamPrefixes: [streamPrefix] }
    const found = await inTurns({
      postgres: () => rate(inPostgres, () => follow(postgres, options)),
      client: () => rate(inEventStoreDb, () => followBare(client, prefix + streamPrefix)),
      eventStoreDb: () => rate(inEventStoreDb, () => follow(eventStoreDb, options)),
    })
    const name = streamPrefix === '' ? 'all' : `${streamPrefix}…`
    line(name, found.postgres, found.client, found.eventStoreDb, ratio(found.eventStoreDb, found.client))
  }
}

/**
 * Appends streams of a hundred events, more than a command appends. Returns how many events the
 * store contains then.
 */
async function fill(store: EventStore): Promise<number> {
  for (let events = 0; events < EVENTS; events += BATCH) {
    const batch = Array.from({ length: BATCH }, makeEvent)
    await store.append(`liveInvoice-${batch[0]?.id ?? ''}`, 'none', batch)
  }
  return await follow(store, {})
}

async function follow(store: EventStore, options: { streamPrefixes?: readonly string[] }): Promise<number> {
  const stop = new AbortController()
  let events = 0
  for await (const message of store.subscribe({ after: null, ...options, signal: stop.signal })) {
    if (message.kind === 'caughtUp') break
    events += message.events.length
  }
  stop.abort()
  return events
}

async function followBare(client: EventStoreDBClient, prefix: string): Promise<void> {
  const filter = streamNameFilter({ prefixes: [prefix], maxSearchWindow: SEARCH_WINDOW })
  const subscription = client.subscribeToAll({ fromPosition: START, filter })
  await new Promise<void>((resolve, reject) => {
    subscription
      .on('data', () => {})
      .on('caughtUp', resolve)
      .on('error', reject)
  })
  await subscription.unsubscribe()
}

async function rate(events: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return events / ((performance.now() - begun) / 1_000)
}
