import pino from 'pino'
import t, { type Test } from 'tap'
import type { Checkpoint, LiveTables } from '../../src/projections/engine/live-tables.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import type { Projection, Row } from '../../src/projections/engine/projection.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import { rebuild } from '../../src/projections/engine/rebuild.js'
import { ensureTable } from '../../src/projections/engine/runner.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'
import { waitFor } from '../support/wait-for.js'

function readModel(name: string): Projection {
  return {
    name,
    version: 1,
    streamPrefixes: [`${name}-`],
    keyColumn: 'id',
    erasing: null,
    columns: 'id text PRIMARY KEY, number integer',
    indexes: [],
    key: (event) => event.id,
    evolve: (_row, event) => ({ id: event.id, number: 1 }),
  }
}

const [first, second, third] = [readModel('first'), readModel('second'), readModel('third')]

async function threeReadModels(t: Test) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 8 })
  t.teardown(() => pool.end())
  for (const projection of [first, second, third]) await ensureTable(pool, projection)
  const tables = new PostgresLiveTables(pool)
  const rowsOf = async ({ name }: Projection) => (await pool.query<Row>(`SELECT * FROM read.${name} ORDER BY id`)).rows
  const one = await checkpointOf(tables, first)
  const two = await checkpointOf(tables, second)
  const three = await checkpointOf(tables, third)
  return { pool, tables, rowsOf, one, two, three }
}

async function checkpointOf(tables: LiveTables, projection: Projection): Promise<Checkpoint> {
  const checkpoint = await tables.checkpoint(projection)
  if (checkpoint === null) throw new Error(`${projection.name} was not prepared`)
  return checkpoint
}

/** Writes one row, from a checkpoint to the next. */
async function write(tables: LiveTables, projection: Projection, from: Checkpoint, number: unknown): Promise<boolean> {
  const rows = new Map<string, Row>([['a', { id: 'a', number }]])
  const to = (from.position ?? 0n) + 1n
  const folded = { rows, newest: rows, known: new Set<string>(), refused: [], inARow: [] }
  return tables.write(projection, { from, to, anchor: null, folded })
}

t.test('what several read models write at the same time is one transaction', async (t) => {
  const { pool, tables, rowsOf, one, two, three } = await threeReadModels(t)
  t.strictSame(
    await Promise.all([
      write(tables, first, one, 1),
      write(tables, second, two, 2),
      // Computed from a checkpoint that it does not have.
      write(tables, third, { ...three, position: 7n }, 3),
    ]),
    [true, true, false],
  )
  t.strictSame(
    await Promise.all([first, second, third].map(rowsOf)),
    [[{ id: 'a', number: 1 }], [{ id: 'a', number: 2 }], []],
    'each by itself, all or nothing',
  )
  const { rows } = await pool.query<{ name: string; transaction: string; position: string | null }>(
    'SELECT name, xmin::text AS transaction, position FROM projections.checkpoints ORDER BY name',
  )
  t.strictSame(
    rows.map(({ name, position }) => [name, position]),
    [
      ['first', '1'],
      ['second', '1'],
      ['third', null],
    ],
  )
  t.equal(rows[0]?.transaction, rows[1]?.transaction)
})

t.test('two writes of one read model are two statements, of which the second finds another checkpoint', async (t) => {
  const { tables, rowsOf, one } = await threeReadModels(t)
  t.strictSame(await Promise.all([write(tables, first, one, 1), write(tables, first, one, 2)]), [true, false])
  t.strictSame(await rowsOf(first), [{ id: 'a', number: 1 }])
})

t.test('a row that the database refuses fails its own read model alone', async (t) => {
  const { tables, rowsOf, one, two, three } = await threeReadModels(t)
  const results = await Promise.allSettled([
    write(tables, first, one, 1),
    write(tables, second, two, 'no number'),
    write(tables, third, three, 3),
  ])
  t.match(results, [
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: { code: '22P02' } },
    { status: 'fulfilled', value: true },
  ])
  t.strictSame(
    (await Promise.all([first, second, third].map(rowsOf))).map((rows) => rows.length),
    [1, 0, 1],
  )
})

t.test('a read model that another process writes, or switches, does not delay the others', async (t) => {
  const { pool, tables, rowsOf, one, two } = await threeReadModels(t)
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query("SELECT FROM projections.checkpoints WHERE name = 'second' FOR UPDATE")
  const held = write(tables, second, two, 2)
  t.ok(await write(tables, first, one, 1), 'in the same statement')
  const next = await checkpointOf(tables, first)
  t.ok(await write(tables, first, next, 2), 'and in the next one')
  t.strictSame(await rowsOf(second), [])
  await other.query("UPDATE projections.checkpoints SET position = 5 WHERE name = 'second'")
  await other.query('COMMIT')
  other.release()
  t.equal(await held, false, 'it sees what the other has done')
  const now = await checkpointOf(tables, second)
  t.equal(now.position, 5n)
  t.ok(await write(tables, second, now, 2))
})

t.test('a table that a rebuild has just dropped is not written, and the others are', async (t) => {
  const { pool, tables, rowsOf, one, two } = await threeReadModels(t)
  const store = new MemoryEventStore()
  await rebuild({ store, pool, log: pino({ level: 'silent' }) }, second, new AbortController().signal, {
    dropOld: true,
  })
  t.strictSame(await Promise.all([write(tables, first, one, 1), write(tables, second, two, 2)]), [true, false])
  t.strictSame(await rowsOf(first), [{ id: 'a', number: 1 }])
  t.ok(await write(tables, second, await checkpointOf(tables, second), 2))
  t.strictSame(await rowsOf(second), [{ id: 'a', number: 2 }])
})

t.test('a paused read model is not written', async (t) => {
  const { pool, tables, rowsOf, one, two } = await threeReadModels(t)
  await pool.query("UPDATE projections.checkpoints SET paused_at = now() WHERE name = 'first'")
  t.strictSame(await Promise.all([write(tables, first, one, 1), write(tables, second, two, 2)]), [false, true])
  t.strictSame(await rowsOf(first), [])
})

t.test('so many rows that the others would wait for them are a statement of their own', async (t) => {
  const { pool, tables, one, two } = await threeReadModels(t)
  const rows = new Map<string, Row>(Array.from({ length: 101 }, (_, n) => [`${n}`, { id: `${n}`, number: n }]))
  const many = {
    from: one,
    to: 1n,
    anchor: null,
    folded: { rows, newest: rows, known: new Set<string>(), refused: [], inARow: [] },
  }
  t.strictSame(await Promise.all([tables.write(first, many), write(tables, second, two, 2)]), [true, true])
  const { rows: transactions } = await pool.query<{ transactions: number }>(
    "SELECT count(DISTINCT xmin::text)::int AS transactions FROM projections.checkpoints WHERE name IN ('first', 'second')",
  )
  t.strictSame(transactions, [{ transactions: 2 }])
})

t.test('what follows a statement at once is collected until its pause ends', async (t) => {
  const { pool, one, two, three } = await threeReadModels(t)
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = []
  const tables = new PostgresLiveTables(
    pool,
    (milliseconds) =>
      new Promise((resolve) => {
        pauses.push({ milliseconds, end: resolve })
      }),
  )
  t.ok(await write(tables, first, one, 1))
  t.equal(pauses.length, 0, 'the first one is not delayed')
  const after = [write(tables, second, two, 2)]
  await waitFor('it pauses', () => pauses.length === 1)
  after.push(write(tables, third, three, 3))
  const [pause] = pauses
  t.ok(pause && pause.milliseconds > 0 && pause.milliseconds <= 25)
  pause?.end()
  t.strictSame(await Promise.all(after), [true, true])
  const { rows } = await pool.query<{ transaction: string }>(
    'SELECT DISTINCT xmin::text AS transaction FROM projections.checkpoints',
  )
  t.equal(rows.length, 2)
})

t.test('a pause ends as soon as a caller waits for a read model, and there is none while it waits', async (t) => {
  const progress = new ProgressTracker()
  const pause = progress.untilAwaited(3_600_000)
  const waiting = progress.waitFor(1n, ['first'])
  await pause
  await progress.untilAwaited(3_600_000)
  progress.reached('first', 1n, false)
  t.ok(await waiting)
  await progress.untilAwaited(1)
  t.ok(await progress.waitFor(1n, ['first']))
})
