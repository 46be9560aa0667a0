import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type pg from 'pg'
import type { EventStore } from '../../src/eventstore/port.js'
import { waitFor } from '../../test/support/wait-for.js'
import { makeEvent } from './events.js'
import { inTurns, line, median, perSecond, ratio, SECONDS } from './measure.js'

/** The stores and tables that the appends are measured on. */
export interface Contestants {
  readonly pool: pg.Pool
  readonly postgres: EventStore
  readonly client: EventStoreDBClient
  readonly eventStoreDb: EventStore
  readonly prefix: string
}

const WRITERS = [1, 16, 64]
const SUBSCRIBERS = 8

/**
 * The classic call, which the adapter uses too: credentials make the client choose it, and an
 * insecure server ignores them.
 */
const credentials = { username: 'admin', password: 'changeit' }

/**
 * New streams of one event each: by both stores, by the client without the adapter, and plain
 * durable inserts of one row.
 */
export async function measureAppends(contestants: Contestants): Promise<void> {
  const { pool, postgres, client, eventStoreDb, prefix } = contestants
  await pool.query('CREATE TABLE plain (id uuid PRIMARY KEY, stream text, type text, data json, metadata json)')
  line('appends/s', 'inserts', 'PostgreSQL', '/ inserts', 'bare client', 'EventStoreDB', '/ bare client', '/ inserts')
  for (const writers of WRITERS) {
    const found = await inTurns({
      inserts: () => perSecond(writers, () => insertPlain(pool)),
      postgres: () => perSecond(writers, () => appendOne(postgres)),
      client: () => perSecond(writers, () => appendBare(client, prefix)),
      eventStoreDb: () => perSecond(writers, () => appendOne(eventStoreDb)),
    })
    line(
      writers === 1 ? '1 writer' : `${writers} writers`,
      found.inserts,
      found.postgres,
      ratio(found.postgres, found.inserts),
      found.client,
      found.eventStoreDb,
      ratio(found.eventStoreDb, found.client),
      ratio(found.eventStoreDb, found.inserts),
    )
  }
}

/**
 * The rate of appends while projections and processors follow in the same process, and the delay
 * until they receive an event.
 */
export async function measureBesideSubscribers({ postgres, eventStoreDb }: Contestants): Promise<void> {
  line(`64 writers, ${SUBSCRIBERS} subscribers`, 'alone', 'beside them', 'ratio', 'delivered/s', 'heard after')
  for (const [name, store] of Object.entries({ PostgreSQL: postgres, EventStoreDB: eventStoreDb })) {
    const alone = await perSecond(64, () => appendOne(store))
    const stop = new AbortController()
    const after = await store.head()
    let [delivered, following] = [0, 0]
    const followers = Array.from({ length: SUBSCRIBERS }, async () => {
      for await (const message of store.subscribe({ after, signal: stop.signal })) {
        if (message.kind === 'events') delivered += message.events.length
        else following += 1
      }
    })
    await waitFor('the subscribers', () => following >= SUBSCRIBERS)
    const appends = await perSecond(64, () => appendOne(store))
    const rate = delivered / SECONDS
    const latency = await medianLatency(store)
    line(name, alone, appends, ratio(appends, alone), rate, `${latency.toFixed(1)} ms`)
    stop.abort()
    await Promise.all(followers)
  }
}

async function medianLatency(store: EventStore): Promise<number> {
  const latencies: number[] = []
  const stop = new AbortController()
  for (let append = 0; append < 100; append += 1) {
    const heard = store.subscribe({ after: await store.head(), signal: stop.signal })[Symbol.asyncIterator]()
    await heard.next()
    const before = performance.now()
    const [event] = await Promise.all([heard.next(), appendOne(store)])
    if (event.done !== true) latencies.push(performance.now() - before)
    await heard.return?.()
  }
  stop.abort()
  return median(latencies)
}

async function insertPlain(pool: pg.Pool): Promise<void> {
  const { id, type, data, metadata } = makeEvent()
  const values = [id, `liveInvoice-${id}`, type, JSON.stringify(data), JSON.stringify(metadata)]
  await pool.query({ name: 'insert', text: 'INSERT INTO plain VALUES ($1, $2, $3, $4, $5)', values })
}

async function appendOne(store: EventStore): Promise<void> {
  const event = makeEvent()
  const outcome = await store.append(`liveInvoice-${event.id}`, 'none', [event])
  if (outcome.kind !== 'appended') throw new Error(outcome.kind)
}

async function appendBare(client: EventStoreDBClient, prefix: string): Promise<void> {
  const { id, type, data, metadata } = makeEvent()
  const event = jsonEvent({ id, type, data: data as Record<string, string>, metadata: { ...metadata } })
  await client.appendToStream(`${prefix}liveInvoice-${randomUUID()}`, event, {
    expectedRevision: NO_STREAM,
    credentials,
  })
}
