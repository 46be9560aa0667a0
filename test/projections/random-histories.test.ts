import fc from 'fast-check'
import pino from 'pino'
import type pg from 'pg'
import t from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { systemTimers } from '../../src/domain/timers.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { EventStore, SubscribeOptions, SubscriptionMessage } from '../../src/eventstore/port.js'
import { NewTable } from '../../src/projections/engine/new-table.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import { PostgresRestores } from '../../src/eventstore/postgres-restores.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import type { Projection, Row } from '../../src/projections/engine/projection.js'
import { rebuildAll } from '../../src/projections/engine/rebuild.js'
import { dropReplaced } from '../../src/projections/engine/replaced.js'
import { ensureTable, runProjection } from '../../src/projections/engine/runner.js'
import { createTable, publishTable } from '../../src/projections/engine/tables.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { ReadModelBehind } from '../../src/audit/retention/finish.js'
import { LogStreams } from '../../src/audit/retention/log-streams.js'
import { RetentionReport } from '../../src/audit/retention/report.js'
import { retain } from '../../src/audit/retention/retain.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../src/storage/documents/postgres-documents.js'
import { StandingClock } from '../http/api/test-service.js'
import { migratedDatabase } from '../support/database.js'
import { triesOf } from '../support/random/sample.js'
import { allRows } from './all-rows.js'
import { ACTS, RandomLife, type Step } from './random-life.js'

const DAY_MS = 86_400_000
const never = new AbortController().signal
const log = pino({ level: 'silent' })

/** An event that a read model can't take. */
interface Poison {
  /** Which read model, and which of its events: those at every so-manieth position. */
  readonly model: number
  readonly every: number
  readonly how: (typeof HOWS)[number]
}

const HOWS = ['its code fails', 'its key fails', 'half a surrogate pair', 'too long for an index'] as const

/** Some steps, and how the read models then follow. */
interface Chapter {
  readonly steps: readonly Step[]
  /** How many events are read at once, over and over. */
  readonly cuts: readonly number[]
  /** After so many messages of a read model its runner is started again; 0: never. */
  readonly restartAfter: number
  /**
   * What has reached its end is erased when so many messages were read in all, the last of which
   * is folded afterwards; 0: it is not.
   */
  readonly eraseAfter: number
  /** Of the time before the erasing. */
  readonly days: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  whom: fc.nat(1_000),
  how: fc.nat(1_000),
  afterMs: fc.constantFrom(0, 1, 1, 1_000, DAY_MS / 3),
})
const chapter: fc.Arbitrary<Chapter> = fc.record({
  steps: fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }),
  cuts: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
  restartAfter: fc.nat(6),
  eraseAfter: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  days: fc.constantFrom(31, 31, 12 * 366),
})
const story = fc.record({
  chapters: fc.array(chapter, { minLength: 1, maxLength: 3 }),
  poison: fc.option(
    fc.record({
      model: fc.nat(PROJECTIONS.length - 1),
      every: fc.integer({ min: 1, max: 9 }),
      how: fc.constantFrom(...HOWS),
    }),
  ),
  /** What a rebuild holds in memory, in bytes. */
  memory: fc.constantFrom(0, 3_000, 30_000, 1e9),
  /** How many events a rebuild reads at once, over and over. */
  cuts: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 }),
})

t.test(
  'of any history the live tables, a replay and a rebuild by COPY are the same, row for row',
  { timeout: 3_600_000 },
  async (t) => {
    const { url } = await migratedDatabase(t)
    const pool = createPool({ connectionString: url, applicationName: 'test', size: 20 })
    t.teardown(() => pool.end())
    for (const projection of PROJECTIONS) await ensureTable(pool, projection)
    const seen = { rows: 0, setAside: 0, erased: 0 }
    await fc.assert(
      fc.asyncProperty(story, async ({ chapters, poison, memory, cuts }) => {
        await beginAgain(pool)
        const projections = PROJECTIONS.map((projection, index) =>
          poison?.model === index ? poisoned(projection, poison) : projection,
        )
        const store = new MemoryEventStore()
        const clock = new StandingClock('2026-03-31T09:30:00.000Z')
        const life = new RandomLife(store, clock)
        await life.begin()
        for (const each of chapters) {
          for (const one of each.steps) await life.take(one)
          seen.erased += await follow({ store, pool, clock }, projections, each)
        }
        const live = await allRows(pool)
        const lacking = await setAside(pool)
        t.strictSame(await replayed(pool, store, projections, cuts), live, 'a replay')
        const results = await rebuildAll({ store: cutting(store, cuts), pool, log }, projections, never, { memory })
        t.strictSame(
          results.flatMap((result) => ('error' in result ? [result.error] : (result.difference ?? []))),
          [],
          'a rebuild compares them itself',
        )
        t.strictSame(await allRows(pool), live, 'a rebuild by COPY')
        t.strictSame(await setAside(pool), lacking, 'the same events are set aside')
        seen.rows += Object.values(live).reduce((sum, rows) => sum + rows.length, 0)
        seen.setAside += lacking.length
        if (!t.passing()) throw new Error('they differ')
      }),
      { numRuns: triesOf(16), endOnFailure: process.env['SHRINK'] === undefined },
    )
    t.ok(
      seen.rows > 100 && seen.setAside > 0 && seen.erased > 0,
      `there was something to compare: ${JSON.stringify(seen)}`,
    )
  },
)

/** Empty tables, as at the first start. */
async function beginAgain(pool: pg.Pool): Promise<void> {
  for (const projection of PROJECTIONS) await dropReplaced(pool, projection)
  const { rows } = await pool.query<{ table: string }>(
    'SELECT live_schema || $1 || name AS table FROM projections.checkpoints',
    ['.'],
  )
  await pool.query(
    `TRUNCATE ${rows.map(({ table }) => table).join(', ')}, projections.quarantine, processing.checkpoints`,
  )
  await pool.query(
    "UPDATE projections.checkpoints SET position = NULL, anchor = NULL, refused_accounts = '{}', erasures = 0",
  )
}

/**
 * Every read model follows to the end, one after another, as the chapter says. Answers how many
 * streams were erased.
 */
async function follow(
  { store, pool, clock }: { store: EventStore; pool: pg.Pool; clock: StandingClock },
  projections: readonly Projection[],
  { cuts, restartAfter, eraseAfter, days }: Chapter,
): Promise<number> {
  let read = 0
  let erased = 0
  const beforeFold = async (): Promise<void> => {
    read += 1
    if (read !== eraseAfter) return
    clock.advance(days * DAY_MS)
    erased = await erase(store, pool, clock)
  }
  // What an erasure adds is for those, too, who were at the end before.
  for (const round of [1, 2]) {
    for (const projection of projections) {
      if (round === 1 && restartAfter > 0) await run(store, pool, projection, cuts, beforeFold, restartAfter)
      await run(store, pool, projection, cuts, beforeFold, Infinity)
    }
  }
  return erased
}

/** Runs a read model until it is at the end, or has got so many messages. */
async function run(
  store: EventStore,
  pool: pg.Pool,
  projection: Projection,
  cuts: readonly number[],
  beforeFold: () => Promise<void>,
  most: number,
): Promise<void> {
  const stop = new AbortController()
  let got = 0
  const watched = through(store, async function* (options) {
    for await (const message of cutting(store, cuts).subscribe(options)) {
      await beforeFold()
      got += 1
      if (got >= most) stop.abort()
      yield message
      if (message.kind === 'caughtUp') stop.abort()
    }
  })
  const tables = new PostgresLiveTables(pool)
  const progress = new ProgressTracker()
  const restores = new PostgresRestores(pool)
  await runProjection(
    { store: watched, tables, restores, timers: systemTimers, log, progress },
    projection,
    stop.signal,
  )
}

/** What has reached its end goes, as the service does it. Answers how many streams that were. */
async function erase(store: EventStore, pool: pg.Pool, clock: StandingClock): Promise<number> {
  const report = new RetentionReport()
  const base = { store, pool, clock, log, documents: new PostgresDocuments(pool) }
  const deps = {
    ...base,
    times: { testDays: 30, liveYears: 10 },
    waitsForSeals: false,
    signer: null,
    logs: new LogStreams(base),
  }
  try {
    const parts = retain(deps, report, { dryRun: false, isStopped: () => false })
    while ((await parts.next()).done !== true);
  } catch (error) {
    // Documents wait until the read models have caught up; the streams are gone.
    if (!(error instanceof ReadModelBehind)) throw error
  }
  return Object.values(report.erased).reduce(
    (sum, kinds) => sum + Object.values(kinds).reduce((one, more) => one + more, 0),
    0,
  )
}

/** All read models as they are when they are built event by event, in batches of these sizes. */
async function replayed(
  pool: pg.Pool,
  store: EventStore,
  projections: readonly Projection[],
  cuts: readonly number[],
): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {}
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const projection of projections) {
      const { name, streamPrefixes } = projection
      const table = new NewTable(projection, 'replay', log)
      await createTable(client, projection, 'replay')
      const stop = new AbortController()
      for await (const message of cutting(store, cuts).subscribe({
        after: null,
        streamPrefixes,
        signal: stop.signal,
      })) {
        if (message.kind === 'caughtUp') stop.abort()
        else await table.fold(client, message.events)
      }
      // As queries see it.
      await publishTable(client, projection, 'replay')
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM read.${name} t ORDER BY 1`)
      tables[name] = rows.map(({ row }) => row)
      await client.query('DROP SCHEMA replay CASCADE')
    }
    return tables
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

async function setAside(pool: pg.Pool): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(
    `SELECT q.projection, q.position, q.stream, q.type FROM projections.quarantine q
     JOIN projections.checkpoints c ON c.name = q.projection AND c.live_schema = q.schema ORDER BY 1, 2`,
  )
  return rows
}

/** The store, whose messages hold so many events at most, over and over. */
function cutting(store: EventStore, cuts: readonly number[]): EventStore {
  return through(store, async function* (options) {
    let next = 0
    for await (const message of store.subscribe(options)) {
      if (message.kind === 'caughtUp') yield message
      else {
        for (let from = 0; from < message.events.length;) {
          const events = message.events.slice(from, from + (cuts[next++ % cuts.length] ?? 1))
          from += events.length
          const isLast = from === message.events.length
          yield { kind: 'events', events, position: isLast ? message.position : (events.at(-1)?.position ?? 0n) }
        }
      }
    }
  })
}

function through(
  store: EventStore,
  subscribe: (options: SubscribeOptions) => AsyncIterable<SubscriptionMessage>,
): EventStore {
  return {
    gapless: true,
    append: (...args) => store.append(...args),
    readStream: (...args) => store.readStream(...args),
    subscribe,
    eventAt: (position) => store.eventAt(position),
    head: () => store.head(),
    erase: (stream) => store.erase(stream),
    close: () => store.close(),
  }
}

/** The same read model of a program that can't take some events. */
function poisoned(projection: Projection, { every, how }: Poison): Projection {
  const isPoison = (event: RecordedEvent): boolean => event.position % BigInt(every) === 0n
  return {
    ...projection,
    key(event) {
      if (how === 'its key fails' && isPoison(event)) throw new TypeError('no such thing')
      return projection.key(event)
    },
    evolve(row, event) {
      const after = projection.evolve(row, event)
      if (!isPoison(event) || after === null) return after
      if (how === 'its code fails') throw new TypeError('no such thing')
      return how === 'its key fails' ? after : spoiled(projection, after, how)
    },
  }
}

/** The row with a text that the database refuses, or may refuse. */
function spoiled({ keyColumn, columns }: Projection, row: Row, how: Poison['how']): Row {
  const isText = (name: string): boolean => name !== keyColumn && new RegExp(`^\\s*${name} text\\b`, 'm').test(columns)
  const name = Object.keys(row).find((each) => typeof row[each] === 'string' && isText(each))
  if (name === undefined) return row
  return { ...row, [name]: `${String(row[name])}${how === 'half a surrogate pair' ? '\ud83d' : LONG}` }
}

/** Can't be packed into what an index takes. */
const LONG = Array.from({ length: 1_000 }, (_, n) => ((n * 2_654_435_761) % 2 ** 32).toString(36)).join('')
