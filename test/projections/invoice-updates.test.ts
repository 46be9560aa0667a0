import type pg from 'pg'
import pino from 'pino'
import t from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { LiveTable } from '../../src/projections/engine/live-table.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import { ensureTable } from '../../src/projections/engine/runner.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'

const INVOICES = 60

t.test('the steps of an invoice up to its end change its row without writing to the indexes', async (t) => {
  const projection = PROJECTIONS.find(({ name }) => name === 'invoices')
  if (projection === undefined) throw new Error('no read model of invoices')
  const { url } = await migratedDatabase(t)
  // One session, so that it can be asked for its statistics.
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 1 })
  t.teardown(() => pool.end())
  await ensureTable(pool, projection)

  const store = new MemoryEventStore()
  const history = new History(store)
  const scope = await history.account()
  const attemptId = 'a1'
  const rounds: RecordedEvent[][] = []
  const streams: string[] = []
  for (let n = 0; n < INVOICES; n++) streams.push((await history.invoice(scope, acceptedInvoice(`F-${n}`))).stream)
  for (const finding of [
    { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } },
    { type: 'InvoiceConverted', data: { format: 'UBL', document: { sha256: 'a'.repeat(64), size: 1, mediaType: '' } } },
    { type: 'SubmissionStarted', data: { attemptId } },
    { type: 'InvoiceSubmitted', data: { attemptId, uploadId: '1', govEndpoint: 'simulated' } },
    { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: null } },
  ] as const)
    for (const stream of streams) await history.findings(scope, stream, finding)
  for (const stream of streams)
    for (const event of await store.readStream(stream)) (rounds[event.revision] ??= []).push(event)

  const table = new LiveTable(new PostgresLiveTables(pool), projection, pino({ level: 'silent' }), 0)
  let after: bigint | null = null
  for (const round of rounds) {
    for (let from = 0; from < INVOICES; from += 10) {
      const batch: RecordedEvent[] = round.slice(from, from + 10)
      after = await table.fold(batch, batch.at(-1)?.position ?? 0n, after)
    }
    await pastVersionsCanGo(pool)
  }
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ updates: number; hot: number }>(
    `SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'invoices'`,
  )
  const [{ updates, hot } = { updates: 0, hot: 0 }] = rows
  t.equal(updates, 5 * INVOICES)
  // Ten rows of a page change at once, which has not always room for all.
  t.ok(hot >= 0.8 * 4 * INVOICES, `${hot} of ${updates} updates are HOT, and all could be but the last of each`)
  const { rows: shown } = await pool.query('SELECT DISTINCT status, outcome FROM read.invoices')
  t.strictSame(shown, [{ status: 'accepted', outcome: 'accepted' }])
})

/**
 * Waits until no transaction of the server is older than this one. PostgreSQL makes room in a page
 * only of versions that no snapshot can see, and counts the transactions of all databases: that of
 * another test, on the same server, would make updates need another page, and the indexes with it.
 */
async function pastVersionsCanGo(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ now: string }>('SELECT pg_current_xact_id() AS now')
  const younger = 'SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8'
  const olderEnded = async () => (await pool.query(younger, [rows[0]?.now])).rowCount === 1
  await waitFor('the end of older transactions', olderEnded, 60_000)
}
