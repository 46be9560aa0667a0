import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import t, { type Test } from 'tap'
import type { Scope } from '../../src/domain/event.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { listInvoices } from '../../src/projections/list-invoices.js'
import type { ReadModels } from '../../src/projections/read-models.js'
import { NewerVersionLive, rebuild } from '../../src/projections/engine/rebuild.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { newerInvoices } from './newer-invoices.js'
import { type Running, runningProjections } from './running.js'

const never = new AbortController().signal
const OLDER = PROJECTIONS.filter(({ name }) => name === 'invoices')
const NEWER = [newerInvoices]
const [olderInvoices] = OLDER
if (olderInvoices === undefined) throw new Error('no read model of invoices')
const VALIDATED = { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } } as const

/** One database, processes of two releases on it, and an account that keeps working. */
async function upgrading(t: Test) {
  const { url } = await migratedDatabase(t)
  const start = (projections: typeof NEWER) =>
    runningProjections(t, new PostgresEventStore({ connectionString: url }), { url, projections })
  const older = await start(OLDER)
  const history = new History(older.store)
  const scope = await history.account()
  let made = 0
  /** A new invoice, and one more event of it. */
  const invoice = async (): Promise<string> => {
    made += 1
    const { stream, id } = await history.invoice(scope, acceptedInvoice(`F-${made}`))
    await history.findings(scope, stream, VALIDATED)
    return id
  }
  return { url, older, scope, invoice, startOlder: () => start(OLDER), startNewer: () => start(NEWER) }
}

async function live({ pool }: Running): Promise<{ version: number; rows: readonly string[] }> {
  const { rows } = await pool.query<{ row: string }>('SELECT t::text AS row FROM read.invoices t ORDER BY id')
  const checkpoint = await pool.query<{ version: number }>(
    "SELECT version FROM projections.checkpoints WHERE name = 'invoices'",
  )
  return { version: checkpoint.rows[0]?.version ?? 0, rows: rows.map(({ row }) => row) }
}

/** Waits until a process shows its callers what was written last. */
async function shows({ store, progress }: Running): Promise<void> {
  const head = (await store.head()) ?? 0n
  await waitFor('the read model has everything', () => progress.waitFor(head, ['invoices']), 20_000)
}

/** The read model in use equals one that its own version makes of all events. */
async function isWhole(t: Test, running: Running, projection: typeof newerInvoices, count: number): Promise<void> {
  await shows(running)
  const { version, rows } = await live(running)
  t.equal(version, projection.version)
  t.equal(rows.length, count)
  await rebuild(running, projection, never)
  t.strictSame((await live(running)).rows, rows, 'as a rebuild makes it')
}

async function listed({ pool }: Running, scope: Scope): Promise<number> {
  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
  return (await listInvoices(db, scope, { search: 'RO8' }, null, 100)).length
}

t.test('an older process leaves a read model to a newer one, and shows what that one writes', async (t) => {
  const { older, scope, invoice, startNewer } = await upgrading(t)
  for (let n = 0; n < 5; n++) await invoice()
  let upgraded = false
  const meanwhile = (async () => {
    while (!upgraded) await invoice()
  })()
  const newer = await startNewer()
  upgraded = true
  await meanwhile
  await shows(newer)
  const before = (await live(older)).rows.length
  for (let n = 0; n < 5; n++) await invoice()
  await shows(older)
  await shows(newer)
  t.equal(await listed(older, scope), before + 5, 'its queries still work')
  t.strictSame([...older.progress.leftToOthers()], [['invoices', newerInvoices.version]])
  t.strictSame([...newer.progress.leftToOthers()], [])
  t.equal(older.logged('stands by').length, 1, 'it says so once')
  t.ok(older.progress.isCaughtUp('invoices'), 'and is ready')

  // While the newer one rests, no process writes in its place.
  await newer.pause()
  await invoice()
  t.notOk(await older.progress.waitFor((await older.store.head()) ?? 0n, ['invoices']), 'a wait ends')
  t.equal((await live(older)).rows.length, before + 5)
  newer.resume()
  await shows(older)
  await isWhole(t, newer, newerInvoices, before + 6)
})

t.test('an older process that is started again does not build backwards', async (t) => {
  const { older, invoice, startNewer, startOlder } = await upgrading(t)
  await invoice()
  const newer = await startNewer()
  await older.stop()
  const again = await startOlder()
  await invoice()
  await shows(again)
  t.equal(again.logged('rebuil').length, 0)
  t.strictSame([...again.progress.leftToOthers()], [['invoices', newerInvoices.version]])
  await isWhole(t, newer, newerInvoices, 2)
})

t.test('two newer processes that start at once build it once', async (t) => {
  const { invoice, startNewer } = await upgrading(t)
  for (let n = 0; n < 5; n++) await invoice()
  const newer = await Promise.all([startNewer(), startNewer(), startNewer()])
  t.equal(newer.flatMap(({ logged }) => logged('read model rebuilt')).length, 1)
  await invoice()
  for (const process of newer) await shows(process)
  await isWhole(t, newer[0], newerInvoices, 6)
})

for (const [when, statement, flipped] of [
  ['while it builds', 'ADD CONSTRAINT', false],
  ['before the views flip', 'DROP VIEW', false],
  ['in the middle of the flip', 'UPDATE projections.checkpoints', false],
  ['when the views have flipped', 'DROP SCHEMA IF EXISTS', true],
] as const) {
  t.test(`a newer process killed ${when} leaves one of the two read models whole`, async (t) => {
    const { url, older, invoice, startNewer } = await upgrading(t)
    for (let n = 0; n < 3; n++) await invoice()
    // So that there is an older table to clear away.
    await rebuild(older, olderInvoices, never)
    const script = fileURLToPath(new URL('./upgrading-process.js', import.meta.url))
    const child = spawn(process.execPath, [script, url, statement], { stdio: 'inherit' })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    t.equal(signal, 'SIGKILL')
    await invoice()
    const { version } = await live(older)
    t.equal(version, flipped ? newerInvoices.version : olderInvoices.version)
    if (!flipped) {
      await shows(older)
      t.equal((await live(older)).rows.length, 4, 'the older process continues')
    }
    const newer = await startNewer()
    await invoice()
    await shows(older)
    await isWhole(t, newer, newerInvoices, 5)
    const schemas = await older.pool.query(String.raw`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'read\_%'`)
    t.equal(schemas.rowCount, 2, 'no remains but the table before')
  })
}

t.test('going back is what the operator asks for, and nothing else', async (t) => {
  const { older, invoice, startNewer } = await upgrading(t)
  await invoice()
  const newer = await startNewer()
  await t.rejects(rebuild(older, olderInvoices, never), NewerVersionLive)
  t.equal((await live(older)).version, newerInvoices.version)
  await rebuild(older, olderInvoices, never, { rollBack: true })
  await invoice()
  await shows(older)
  await shows(newer)
  await waitFor('the newer process stands by', () => newer.logged('stands by').length === 1)
  t.equal((await live(older)).version, olderInvoices.version, 'the newer process does not take it back by itself')
  await waitFor('the older one works again', () => older.progress.leftToOthers().size === 0)
  await isWhole(t, older, olderInvoices, 2)
  const again = await startNewer()
  await invoice()
  await shows(older)
  await isWhole(t, again, newerInvoices, 3)
})
