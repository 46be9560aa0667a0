/**
 * The event store against plain durable inserts of one row, at the same concurrency on the same server in the same run:
 * figures of different machines or moments don't compare, their ratios do. Give DATABASE_URL for a server of your own
 * (a database is made and dropped there); otherwise the embedded one is started, with fsync on.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { EventToAppend } from '../src/domain/event.js'
import { EMPTY_CHAIN, seal } from '../src/eventstore/hash-chain.js'
import { PostgresEventStore } from '../src/eventstore/postgres.js'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres/start.js'
import { eventstore } from '../src/storage/migrations/0001-eventstore.js'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const ROUNDS = 3
const CONCURRENCY = [1, 16, 64]
const SUBSCRIBERS = 8
const template = makeTemplate()

const server = await openServer()
const pool = new pg.Pool({ connectionString: server.url, max: 64 })
const store = new PostgresEventStore({ connectionString: server.url })
try {
  await pool.query(eventstore.sql)
  await pool.query('CREATE TABLE plain (id uuid PRIMARY KEY, stream text, type text, data json, metadata json)')
  console.log(`${'writers'.padEnd(28)}${'inserts/s'.padStart(12)}${'appends/s'.padStart(12)}${'ratio'.padStart(8)}`)
  for (const concurrency of CONCURRENCY) {
    const inserts: number[] = []
    const appends: number[] = []
    // In turns, so that a moment's slowness of the machine meets both.
    for (let round = 0; round < ROUNDS; round += 1) {
      inserts.push(await perSecond(concurrency, insertPlain))
      appends.push(await perSecond(concurrency, appendOne))
    }
    report(String(concurrency), median(inserts), median(appends))
  }
  await withSubscribers()
  await catchUp()
} finally {
  await store.close()
  await pool.end()
  await server.close()
}

async function insertPlain(): Promise<void> {
  const event = makeEvent()
  await pool.query('INSERT INTO plain VALUES ($1, $2, $3, $4, $5)', [
    event.id,
    `liveInvoice-${event.id}`,
    event.type,
    JSON.stringify(event.data),
    JSON.stringify(event.metadata),
  ])
}

async function appendOne(): Promise<void> {
  const event = makeEvent()
  const outcome = await store.append(`liveInvoice-${event.id}`, 'none', [event])
  if (outcome.kind !== 'appended') throw new Error(outcome.kind)
}

/** What is left of the appends when projections and processors follow in the same process. */
async function withSubscribers(): Promise<void> {
  const stop = new AbortController()
  const after = await store.head()
  let delivered = 0
  const followers = Array.from({ length: SUBSCRIBERS }, async () => {
    for await (const message of store.subscribe({ after, signal: stop.signal })) {
      if (message.kind === 'events') delivered += message.events.length
    }
  })
  const inserts = await perSecond(64, insertPlain)
  const started = delivered
  const appends = await perSecond(64, appendOne)
  report(`64, beside ${SUBSCRIBERS} subscribers`, inserts, appends)
  console.log(`  delivered while appending: ${Math.round((delivered - started) / SECONDS)} events/s in all`)
  const latencies: number[] = []
  for (let append = 0; append < 200; append += 1) {
    const before = performance.now()
    const heard = store.subscribe({ after: await store.head(), signal: stop.signal })[Symbol.asyncIterator]()
    await heard.next()
    const [event] = await Promise.all([heard.next(), appendOne()])
    if (event.done !== true) latencies.push(performance.now() - before)
    await heard.return?.()
  }
  console.log(`  append and delivery to a live subscriber, one at a time: ${median(latencies).toFixed(1)} ms median`)
  stop.abort()
  await Promise.all(followers)
}

async function catchUp(): Promise<void> {
  for (const streamPrefixes of [undefined, ['liveInvoice-'], ['liveInvoice-0'], ['account-']]) {
    const options = streamPrefixes === undefined ? {} : { streamPrefixes }
    const begun = performance.now()
    let events = 0
    for await (const message of store.subscribe({ after: null, ...options, signal: AbortSignal.timeout(600_000) })) {
      if (message.kind === 'caughtUp') break
      events += message.events.length
    }
    const seconds = (performance.now() - begun) / 1_000
    const total = Number(await store.head())
    console.log(
      `catch-up, ${streamPrefixes?.join() ?? 'all'}: ${events} of ${total} events in ${seconds.toFixed(2)} s, ` +
        `${Math.round(events / seconds)} events/s, ${Math.round(total / seconds)} positions/s`,
    )
  }
}

async function perSecond(concurrency: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  const end = begun + SECONDS * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done / ((performance.now() - begun) / 1_000)
}

/** About one kilobyte. Sealing is the command path's work and is not measured here. */
function makeEvent(): EventToAppend {
  return { ...template, id: randomUUID() }
}

function makeTemplate(): EventToAppend {
  const metadata = {
    $correlationId: 'req_1',
    $causationId: 'req_1',
    schemaVersion: 1,
    actor: 'key:k1' as const,
    account: 'acc1',
    environment: 'production' as const,
    occurredAt: new Date().toISOString(),
  }
  const data = {
    number: 'RE-2026-001',
    lines: Array.from({ length: 10 }, () => ({ name: randomUUID(), net: '10.00' })),
  }
  const [event] = seal('liveInvoice-1', EMPTY_CHAIN, [{ id: randomUUID(), type: 'InvoiceCreated', data, metadata }])
  if (event === undefined) throw new Error('seal gives as many events as it takes')
  return event
}

function report(writers: string, inserts: number, appends: number): void {
  const ratio = (appends / inserts).toFixed(2)
  console.log(
    writers.padEnd(28) + inserts.toFixed(0).padStart(12) + appends.toFixed(0).padStart(12) + ratio.padStart(8),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

/** A database of its own on a server with durable commits. */
async function openServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (given === undefined) {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    return {
      url: postgres.connectionString,
      close: async () => {
        await postgres.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  }
  const name = `clearway_bench_${process.pid}`
  await execute(given, `CREATE DATABASE ${name}`)
  return {
    url: given.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${name}`),
    close: () => execute(given, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
