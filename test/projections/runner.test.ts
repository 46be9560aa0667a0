import t from 'tap'
import type { PipelineFinding } from '../../src/commands/invoice.js'
import { rebuild } from '../../src/projections/engine/rebuild.js'
import { rollBack } from '../../src/projections/engine/replaced.js'
import type { Anchor } from '../../src/eventstore/anchor.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { PostgresMarks } from '../../src/processors/work/postgres/marks.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { runProjection } from '../../src/projections/engine/runner.js'
import { acceptedInvoice, History } from '../support/history.js'
import { eventsToAppend } from '../eventstore/events.js'
import { history } from '../eventstore/following.js'
import { migratedDatabase } from '../support/database.js'
import { waitFor } from '../support/wait-for.js'
import { writeWebhookHistory } from './webhook-history.js'
import { allRows } from './all-rows.js'
import { type Running, runningProjections } from './running.js'

const XML = { sha256: 'a'.repeat(64), size: 10, mediaType: 'application/xml' }
const FAULT = { errorMessage: 'CUI invalid', errorTranslated: 'Not registered', errorFix: 'Correct it' }

/** Accounts, companies, connections, and invoices, webhooks and deliveries in every status. */
async function writeHistory(running: Running): Promise<bigint> {
  const history = new History(running.store)
  let position = 0n
  for (let i = 0; i < 3; i++) {
    const scope = await history.account()
    if (i === 0) await history.changePlan(scope, 'unlimited')
    const companyId = await history.company(scope)
    await history.connection(scope, companyId)
    for (let n = 0; n < 8; n++) {
      const { stream, position: created } = await history.invoice(scope, acceptedInvoice(`F-${i}-${n}`))
      const attemptId = `attempt-${n}`
      const all: readonly PipelineFinding[] = [
        { type: 'InvoiceValidated', data: { rulesChecked: 120, format: 'UBL' } },
        { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
        { type: 'SubmissionStarted', data: { attemptId } },
        {
          type: 'SubmissionDeferred',
          data: { attemptId, reason: 'away', nextTryAt: '2030-01-01T00:00:00.000Z' },
        },
        { type: 'InvoiceSubmitted', data: { attemptId, uploadId: '1', govEndpoint: 'simulated' } },
        n % 2 === 0
          ? { type: 'InvoiceAccepted', data: { govId: '300', govMessage: 'ok', receipt: null } }
          : { type: 'InvoiceRejected', data: { ...FAULT, document: null } },
      ]
      await history.findings(scope, stream, ...all.slice(0, n))
      if (n < 2) await writeWebhookHistory(running.store, scope, stream)
      position = created
    }
  }
  return (await running.store.head()) ?? position
}

const NAMES = PROJECTIONS.map(({ name }) => name)

t.test('the read models show what has happened', async (t) => {
  const running = await runningProjections(t)
  const head = await writeHistory(running)
  await waitFor('the read models have everything', () => running.progress.waitFor(head, ['invoices']))
  await waitFor('every event is folded', async () => {
    const { rows } = await running.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM read.timeline')
    return rows[0]?.n === 3 * (8 + 7 + 3 + 2)
  })
  const { rows } = await running.pool.query<{ status: string; n: number }>(
    'SELECT status, count(*)::int AS n FROM read.invoices GROUP BY 1 ORDER BY 1',
  )
  t.strictSame(
    Object.fromEntries(rows.map(({ status, n }) => [status, n])),
    { created: 3, validated: 3, converting: 3, submitting: 6, submitted: 3, accepted: 3, rejected: 3 },
    'every status of the state machine',
  )
  // The decided ones wait for nothing.
  await waitFor('18 on the to-do list', async () => {
    const waiting = await running.pool.query('SELECT 1 FROM read.todo')
    return waiting.rowCount === 18
  })
})

t.test('rebuilt read models equal the live ones, row for row, while they are running', async (t) => {
  const running = await runningProjections(t)
  await writeHistory(running)
  const rebuilding = Promise.all(
    PROJECTIONS.map((projection) => rebuild(running, projection, new AbortController().signal)),
  )
  const head = await writeHistory(running)
  await rebuilding
  await waitFor('the read models have everything', () => allHave(running, head))
  await running.stop()
  const live = await allRows(running.pool)
  for (const projection of PROJECTIONS) await rebuild(running, projection, new AbortController().signal)
  t.strictSame(await allRows(running.pool), live)
  t.ok(live['invoices']?.length === 48 && live['accounts']?.length === 6, 'there was something to compare')
  t.equal(live['accounts']?.filter((row) => row.includes('unlimited')).length, 2)
  t.match([live['webhooks']?.length, live['deliveries']?.length, live['outbox']?.length], [6, 108, 12])
  const schemas = await running.pool.query(String.raw`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'read\_%'`)
  t.equal(schemas.rowCount, 2 * NAMES.length, 'one old table of each is kept')
})

async function allHave(running: Running, head: bigint): Promise<boolean> {
  const { rows } = await running.pool.query<{ events: string }>('SELECT count(*) AS events FROM read.invoices')
  const todo = await running.pool.query('SELECT 1 FROM read.todo')
  const shown = Number(rows[0]?.events) === 48 && todo.rowCount === 36
  return shown && (await running.progress.waitFor(head, NAMES))
}

t.test('two processes run the same projections and fold each event once', async (t) => {
  const first = await runningProjections(t)
  const stopping = new AbortController()
  const second = PROJECTIONS.map((projection) => runProjection(first, projection, stopping.signal))
  t.teardown(() => {
    stopping.abort()
    return Promise.all(second)
  })
  await writeHistory(first)
  await writeHistory(first)
  await waitFor('all invoices', async () => {
    const { rows } = await first.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM read.invoices')
    return rows[0]?.n === 48
  })
  const doubled = await first.pool.query(
    'SELECT invoice_id, revision FROM read.timeline GROUP BY 1, 2 HAVING count(*) > 1',
  )
  t.equal(doubled.rowCount, 0)
})

t.test('a store that was restored to an older point is noticed, and a rebuild follows it', async (t) => {
  const running = await runningProjections(t)
  await writeHistory(running)
  await waitFor('the invoices are there', async () => {
    return (await running.pool.query('SELECT 1 FROM read.invoices')).rowCount === 24
  })
  // The checkpoint speaks of events that the store does not have.
  await running.stop()
  await running.pool.query('UPDATE projections.checkpoints SET position = 100000')
  const stopping = new AbortController()
  const again = PROJECTIONS.map((projection) => runProjection(running, projection, stopping.signal))
  t.teardown(async () => {
    stopping.abort()
    await Promise.all(again)
  })
  await waitFor('no read model is usable', () => PROJECTIONS.every(({ name }) => !running.progress.isCaughtUp(name)))
  for (const projection of PROJECTIONS) await rebuild(running, projection, stopping.signal)
  await waitFor('all are again', () => PROJECTIONS.every(({ name }) => running.progress.isCaughtUp(name)))
})

for (const stream of ['seal-1', 'operatorAction-2026-01-01', 'erasure-2026-01-01', 'testInvoice-1']) {
  t.test(
    `a restore that has lost only an event of ${stream} is noticed, though the store has grown again`,
    async (t) => {
      const { url } = await migratedDatabase(t)
      const store = new MemoryEventStore()
      const before = new History(store)
      await before.company(await before.account())
      const kept = await history(store)
      await store.append(stream, 'none', eventsToAppend(1))
      const running = await runningProjections(t, store, { url })
      await waitFor('all have passed it', async () => {
        const { rows } = await running.pool.query<{ position: string | null }>(
          'SELECT position FROM projections.checkpoints',
        )
        return rows.every(({ position }) => position === String(kept.length + 1))
      })
      await running.stop()

      const restored = new MemoryEventStore()
      for (const { id, type, data, metadata, stream: name, revision } of kept)
        await restored.append(name, revision === 0 ? 'none' : revision - 1, [{ id, type, data, metadata }])
      const since = new History(restored)
      await since.company(await since.account())
      t.ok(((await restored.head()) ?? 0n) > BigInt(kept.length + 1), 'it is further than before')
      const again = await runningProjections(t, restored, { url })
      await waitFor('no read model follows it', () =>
        NAMES.every((name) => again.progress.troubleOf(name) === 'restored'),
      )
      t.equal(await again.restores.count(), 1)
      const { rows } = await again.pool.query('SELECT FROM projections.checkpoints WHERE restores > 0')
      t.strictSame(rows, [], 'none has followed the restore without a rebuild')
    },
  )
}

t.test('no read model stores a position whose event it can not find again', async (t) => {
  const running = await runningProjections(t)
  const head = await writeHistory(running)
  await waitFor('the read models have everything', () => running.progress.waitFor(head, NAMES))
  await running.stop()
  const { rows } = await running.pool.query<{ name: string; position: string | null; anchor: Anchor | null }>(
    'SELECT name, position, anchor FROM projections.checkpoints',
  )
  t.equal(rows.length, NAMES.length)
  for (const { name, position, anchor } of rows) {
    const [event] = anchor === null ? [] : await running.store.readStream(anchor.stream, anchor.revision)
    t.equal(event?.position.toString(), position ?? undefined, name)
  }
})

t.test('a restore that another reader has found stops a read model whose own newest event is there', async (t) => {
  const running = await runningProjections(t)
  const head = await writeHistory(running)
  await waitFor('the read models have everything', () => running.progress.waitFor(head, NAMES))
  const before = await allRows(running.pool)
  t.equal(await running.restores.note(0, 'the scheduler of deliveries', 'an event'), true)
  await waitFor('all have heard of it, though no event comes', () =>
    NAMES.every((name) => running.progress.troubleOf(name) === 'restored'),
  )
  const history = new History(running.store)
  const scope = await history.account()
  await history.company(scope)
  t.match(running.logged('restored to an older point'), { length: NAMES.length })
  t.strictSame(await allRows(running.pool), before, 'no event is folded over a gap')

  const { signal } = new AbortController()
  for (const projection of PROJECTIONS) await rebuild(running, projection, signal)
  await waitFor('all follow again', () => NAMES.every((name) => running.progress.isCaughtUp(name)))
  t.equal((await allRows(running.pool))['accounts']?.length, 4)
  await running.stop()
  // Its table is from before the restore, and a roll-back does not hide that.
  const [accounts] = PROJECTIONS.filter(({ name }) => name === 'accounts')
  t.ok(accounts && (await rollBack(running.pool, accounts)))
  running.resume()
  await waitFor('it waits for a rebuild again', () => running.progress.troubleOf('accounts') === 'restored')
})

t.test('a rebuild notes the restore that no reader has found yet, and stays valid when others find it', async (t) => {
  const running = await runningProjections(t)
  await writeHistory(running)
  await waitFor(
    'the invoices are there',
    async () => (await running.pool.query('SELECT 1 FROM read.invoices')).rowCount === 24,
  )
  await running.stop()
  const gone = { stream: 'liveInvoice-inv_gone', revision: 0, id: '00000000-0000-4000-8000-000000000000' }
  const marks = new PostgresMarks(running.pool)
  t.ok(await marks.move('a processor', await marks.read('a processor'), { position: 5n, anchor: gone }))
  // The record of erasures went further than the store does now, too.
  await running.pool.query("INSERT INTO processing.checkpoints (name, position) VALUES ('erasing', 100000)")
  const { signal } = new AbortController()
  for (const projection of PROJECTIONS) await rebuild(running, projection, signal)
  t.equal(await running.restores.count(), 1, 'once, by the first of them')
  running.resume()
  await waitFor('all are usable', () => NAMES.every((name) => running.progress.isCaughtUp(name)))
  const mark = await marks.read('a processor')
  t.match(mark, { restores: 0, restoresFound: 1 }, 'the processor hears of it')
  t.equal(await marks.move('a processor', mark, { position: 6n, anchor: gone }), false)
})
