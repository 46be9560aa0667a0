import t from 'tap'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { listPaused, pauseProjection, resumeProjection } from '../../src/projections/engine/pausing.js'
import { CheckpointFreshness } from '../../src/projections/engine/progress.js'
import { rebuild } from '../../src/projections/engine/rebuild.js'
import { projectionStatus } from '../../src/projections/engine/status.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { type Running, runningProjections } from './running.js'

const INVOICES = PROJECTIONS.filter(({ name }) => name === 'invoices')
const [invoices] = INVOICES
if (invoices === undefined) throw new Error('no read model of invoices')
const never = new AbortController().signal

async function shown({ pool }: Running): Promise<number> {
  return (await pool.query('SELECT 1 FROM read.invoices')).rowCount ?? 0
}

async function statusOf(running: Running) {
  const all = await projectionStatus(running.pool, running.store)
  return all.find(({ name }) => name === 'invoices')
}

t.test('a paused read model rests in every process, also in new ones, until it is resumed', async (t) => {
  const { url } = await migratedDatabase(t)
  const start = () =>
    runningProjections(t, new PostgresEventStore({ connectionString: url }), { url, projections: INVOICES })
  const first = await start()
  const second = await start()
  const history = new History(first.store)
  const scope = await history.account()
  const invoice = (n: number) => history.invoice(scope, acceptedInvoice(`F-${n}`))
  const { position } = await invoice(1)
  await waitFor('the first invoice', async () => (await shown(first)) === 1)
  t.match(await statusOf(first), { lagEvents: 0, lagSeconds: 0, pausedAt: null })

  t.ok(await pauseProjection(first.pool, 'invoices'))
  t.notOk(await pauseProjection(first.pool, 'invoices'), 'once is enough')
  t.strictSame(await listPaused(first.pool), ['invoices'])
  const { position: later } = await invoice(2)
  await waitFor('both notice', () => [first, second].every(({ logged }) => logged('is paused').length === 1))
  const third = await start()
  await waitFor('a new process does too', () => third.logged('is paused').length === 1)
  t.equal(await shown(first), 1, 'nothing is folded')
  t.ok(
    [first, second, third].every(({ progress }) => progress.isCaughtUp('invoices')),
    'no process is in trouble',
  )
  t.match(await statusOf(first), { lagEvents: 1, pausedAt: /^\d{4}-/ })

  const begun = performance.now()
  const elsewhere = new CheckpointFreshness(first.pool)
  t.ok(await first.progress.waitFor(position, ['invoices']))
  t.notOk(await first.progress.waitFor(later, ['invoices']))
  t.notOk(await elsewhere.waitFor(later, ['invoices']))
  t.ok(performance.now() - begun < 1_900, 'no query waits for what does not come')

  await rebuild(first, invoices, never)
  t.equal(await shown(first), 2, 'a rebuild folds everything')
  t.strictSame(await listPaused(first.pool), ['invoices'], 'and leaves it paused')
  const { position: last } = await invoice(3)
  t.notOk(await first.progress.waitFor(last, ['invoices']))
  t.equal(await shown(first), 2)

  t.ok(await resumeProjection(first.pool, 'invoices'))
  t.notOk(await resumeProjection(first.pool, 'invoices'))
  await waitFor('the third invoice', async () => (await shown(first)) === 3)
  for (const { progress } of [first, second, third]) {
    await waitFor('all continue', () => progress.waitFor(last, ['invoices']))
  }
  t.ok(await elsewhere.waitFor(last, ['invoices']), 'also for those who ask the database')
})

t.test('a read model that was never prepared can not be paused', async (t) => {
  const running = await runningProjections(t, undefined, { projections: [] })
  await t.rejects(pauseProjection(running.pool, 'invoices'), /never prepared/)
  await t.rejects(resumeProjection(running.pool, 'invoices'), /never prepared/)
})

t.test('the lag counts from the first event that is lacking, not from those of other read models', async (t) => {
  const running = await runningProjections(t, undefined, { projections: INVOICES })
  const history = new History(running.store)
  const scope = await history.account()
  await history.invoice(scope, acceptedInvoice('F-1'))
  await waitFor('the invoice', async () => (await shown(running)) === 1)
  await history.company(scope)
  t.match(await statusOf(running), { lagEvents: 0, lagSeconds: 0 })
  await pauseProjection(running.pool, 'invoices')
  const { stream } = await history.invoice(scope, acceptedInvoice('F-2'))
  const [created] = await running.store.readStream(stream)
  const at = Date.parse(created?.metadata.occurredAt ?? '')
  const [status] = (await projectionStatus(running.pool, running.store, at + 90_000)).filter(
    ({ name }) => name === 'invoices',
  )
  t.equal(status?.lagSeconds, 90)
})
