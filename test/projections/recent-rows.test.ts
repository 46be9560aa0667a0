import pino from 'pino'
import t, { type Test } from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { Checkpoint, LiveTables, TableRead, TableWrite } from '../../src/projections/engine/live-tables.js'
import { LiveTable } from '../../src/projections/engine/live-table.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { RecentRows } from '../../src/projections/engine/recent-rows.js'
import { ensureTable } from '../../src/projections/engine/runner.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'

t.test('rows are held by name, the oldest only as long as there is room', (t) => {
  const recent = new RecentRows(380)
  t.strictSame(recent.missing(['a', 'b']), ['a', 'b'])
  recent.hold(new Map([['a', { id: 'a' }]]))
  recent.hold(new Map([['b', null]]))
  t.strictSame(recent.missing(['a', 'b', 'c']), ['c'])
  t.strictSame(
    [...recent.among(['a', 'b', 'c', 'd'], new Map([['c', { id: 'c' }]]))],
    [
      ['a', { id: 'a' }],
      ['c', { id: 'c' }],
    ],
    'a removed row is known not to be there',
  )
  recent.hold(new Map([['a', { id: 'a', text: 'changed' }]]))
  recent.hold(new Map([['c', { id: 'c', text: 'x'.repeat(100) }]]))
  t.strictSame(recent.missing(['a', 'b', 'c']), ['b'], 'the longest unchanged goes first')
  recent.hold(new Map([['d', { text: 'x'.repeat(1_000) }]]))
  t.strictSame(recent.missing(['a', 'b', 'c', 'd']), ['a', 'b', 'c', 'd'], 'one that is too large takes no room')
  recent.hold(new Map([['a', { id: 'a' }]]))
  recent.forget()
  t.strictSame(recent.missing(['a']), ['a'])
  t.end()
})

/** The tables in PostgreSQL, with what was read of them. */
class Observed implements LiveTables {
  readonly reads: (readonly string[])[] = []
  readonly #tables: LiveTables

  constructor(tables: LiveTables) {
    this.#tables = tables
  }

  checkpoint(projection: Projection): Promise<Checkpoint | null> {
    return this.#tables.checkpoint(projection)
  }

  read(projection: Projection, known: Checkpoint, names: readonly string[]): Promise<TableRead> {
    this.reads.push(names)
    return this.#tables.read(projection, known, names)
  }

  write(projection: Projection, changes: TableWrite): Promise<boolean> {
    return this.#tables.write(projection, changes)
  }
}

/** An invoice's events, and two processes that fold them into the same read model. */
async function twoProcesses(t: Test, name: string) {
  const projection = PROJECTIONS.find((each) => each.name === name)
  if (projection === undefined) throw new Error(`no read model ${name}`)
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
  t.teardown(() => pool.end())
  await ensureTable(pool, projection)
  const store = new MemoryEventStore()
  const history = new History(store)
  const scope = await history.account()
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  await history.findings(
    scope,
    stream,
    { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } },
    { type: 'InvoiceConverted', data: { format: 'UBL', document: { sha256: 'a'.repeat(64), size: 1, mediaType: '' } } },
    { type: 'SubmissionStarted', data: { attemptId: 'a' } },
    { type: 'InvoiceSubmitted', data: { attemptId: 'a', uploadId: '1', govEndpoint: 'simulated' } },
    { type: 'InvoiceAccepted', data: { govId: '300', govMessage: 'ok', receipt: null } },
  )
  const events = await store.readStream(stream)
  const process = () => {
    const tables = new Observed(new PostgresLiveTables(pool))
    const table = new LiveTable(tables, projection, pino({ level: 'silent' }), 0)
    let after: bigint | null = null
    const fold = async (event: RecordedEvent | undefined): Promise<bigint | null> => {
      if (event === undefined) throw new Error('no such event')
      after = await table.fold([event], event.position, after)
      return after
    }
    return { fold, reads: tables.reads }
  }
  const status = async (): Promise<unknown> => {
    const { rows } = await pool.query<{ status: string }>('SELECT status FROM read.invoices')
    return rows.map((row) => row.status)
  }
  return { pool, events, first: process(), second: process(), status }
}

t.test('the row that a process has written last is not read again', async (t) => {
  const { events, first, status } = await twoProcesses(t, 'invoices')
  for (const event of events) t.equal(await first.fold(event), event.position)
  t.strictSame(first.reads, [])
  t.strictSame(await status(), ['accepted'])
})

t.test('the row that another process has changed since is read', async (t) => {
  const { events, first, second, status } = await twoProcesses(t, 'invoices')
  const [created, validated, converted, started, submitted] = events
  await first.fold(created)
  await second.fold(validated)
  t.equal(second.reads.length, 1)
  t.equal(await first.fold(converted), converted?.position)
  t.equal(first.reads.length, 1)
  await first.fold(started)
  t.equal(first.reads.length, 1)
  await second.fold(submitted)
  t.equal(second.reads.length, 2)
  t.strictSame(await status(), ['submitted'])
})

t.test('a row is read again when a restored database has another event at its checkpoint', async (t) => {
  const { pool, events, first } = await twoProcesses(t, 'invoices')
  const [created, validated, converted] = events
  await first.fold(created)
  await first.fold(validated)
  await pool.query(`UPDATE projections.checkpoints SET anchor = '{"stream":"testInvoice-x","revision":0,"id":"x"}'`)
  const { rows } = await pool.query<{ live_schema: string }>('SELECT live_schema FROM projections.checkpoints')
  await pool.query(`UPDATE ${rows[0]?.live_schema ?? ''}.invoices SET number = 'restored'`)
  t.equal(await first.fold(converted), converted?.position)
  const shown = await pool.query('SELECT number, status FROM read.invoices')
  t.strictSame(shown.rows, [{ number: 'restored', status: 'converting' }])
})

t.test('the newest row of a line is known after it is written', async (t) => {
  const { pool, events, first } = await twoProcesses(t, 'feed')
  for (const event of events) await first.fold(event)
  t.strictSame(first.reads, [])
  const { rows } = await pool.query<{ type: string; status: string }>(
    `SELECT type, state ->> 'status' AS status FROM read.feed WHERE type IS NOT NULL ORDER BY position`,
  )
  t.strictSame(rows.at(-1), { type: 'invoice.accepted', status: 'accepted' })
})

t.test('a row that can not be there yet is not sought', async (t) => {
  const { pool, events, first } = await twoProcesses(t, 'document_uses')
  for (const event of events) await first.fold(event)
  t.strictSame(first.reads, [], 'no document is named before the invoice is converted')
  const { rows } = await pool.query<{ documents: readonly string[] }>('SELECT documents FROM read.document_uses')
  t.strictSame(rows, [{ documents: ['a'.repeat(64)] }])
})
