import fc from 'fast-check'
import t from 'tap'
import { ProgressBar } from '../../src/cli/projections/progress.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { BulkRows } from '../../src/projections/engine/bulk/rows.js'
import { copyLine, isSurelyCopied } from '../../src/projections/engine/copy-text.js'
import { KnownNames } from '../../src/projections/engine/known-names.js'
import { rebuildAll, type Rebuilt } from '../../src/projections/engine/rebuild.js'
import { dropReplaced, rollBack } from '../../src/projections/engine/replaced.js'
import { projectionStatus } from '../../src/projections/engine/status.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { allRows } from './all-rows.js'
import { type Running, runningProjections } from './running.js'
import { writeWebhookHistory } from './webhook-history.js'

const never = new AbortController().signal
const VALIDATED = { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } } as const
const [invoices] = PROJECTIONS.filter(({ name }) => name === 'invoices')
if (invoices === undefined) throw new Error('no read model of invoices')

async function invoicesOnPostgres(t: Parameters<typeof runningProjections>[0]) {
  const { url } = await migratedDatabase(t)
  const store = new PostgresEventStore({ connectionString: url })
  const running = await runningProjections(t, store, { url })
  const history = new History(store)
  const scope = await history.account()
  const invoice = async (name: string) => {
    const made = await history.invoice(scope, acceptedInvoice(name))
    await history.findings(scope, made.stream, VALIDATED)
    return made
  }
  return { running, history, scope, invoice }
}

async function caughtUp({ store, progress }: Running): Promise<void> {
  const head = (await store.head()) ?? 0n
  const names = PROJECTIONS.map(({ name }) => name)
  await waitFor('the read models are at the head', () => progress.waitFor(head, names), 20_000)
}

async function rebuilt(running: Running, options = {}): Promise<readonly Rebuilt[]> {
  const results = await rebuildAll(running, PROJECTIONS, never, options)
  return results.map((result) => {
    if ('error' in result) throw result.error
    return result
  })
}

t.test('one pass rebuilds all, equal to the live ones, with one checksum each time', async (t) => {
  const { running, scope, invoice } = await invoicesOnPostgres(t)
  for (let n = 0; n < 5; n++) await writeWebhookHistory(running.store, scope, (await invoice(`F-${n}`)).stream)
  await caughtUp(running)
  const live = await allRows(running.pool)
  const progress: bigint[] = []
  const first = await rebuilt(running, { onProgress: ({ position }: { position: bigint }) => progress.push(position) })
  t.strictSame(await allRows(running.pool), live)
  t.ok(first.every(({ difference }) => difference === null || difference === 'not compared'))
  t.equal(first.find(({ name }) => name === 'feed')?.difference, null, 'the feed was compared')
  t.equal(progress.at(-1), await running.store.head(), 'progress is reported')
  await caughtUp(running)
  const second = await rebuilt(running, { verifyOnly: true })
  t.strictSame(
    second.map(({ name, rows, checksum }) => [name, rows, checksum]),
    first.map(({ name, rows, checksum }) => [name, rows, checksum]),
  )
})

t.test('a manual change in a live table is reported row by row, and stays until it is rebuilt', async (t) => {
  const { running, invoice } = await invoicesOnPostgres(t)
  const [changed, deleted] = [await invoice('F-1'), await invoice('F-2')]
  await invoice('F-3')
  await caughtUp(running)
  await running.pool.query("UPDATE read.invoices SET gross_amount = '1.00' WHERE id = $1", [changed.id])
  await running.pool.query('DELETE FROM read.invoices WHERE id = $1', [deleted.id])
  await running.pool.query(
    'INSERT INTO read.invoices SELECT (json_populate_record(i, \'{"id":"inv_made_up"}\')).* FROM read.invoices i WHERE id = $1',
    [changed.id],
  )
  const differenceOf = async (options: object) =>
    (await rebuilt(running, options)).find(({ name }) => name === 'invoices')?.difference
  const expected = {
    missing: 1,
    extra: 1,
    changed: 1,
    keys: ['inv_made_up', changed.id, deleted.id].sort((one, other) => (one < other ? -1 : 1)),
  }
  const sorted = (found: Awaited<ReturnType<typeof differenceOf>>) =>
    typeof found === 'object' && found !== null ? { ...found, keys: [...found.keys].sort() } : found
  t.strictSame(sorted(await differenceOf({ verifyOnly: true })), expected)
  t.strictSame(sorted(await differenceOf({ verifyOnly: true })), expected, 'verifying changes nothing')
  t.strictSame(sorted(await differenceOf({})), expected, 'a rebuild says it too')
  await caughtUp(running)
  t.equal(await differenceOf({ verifyOnly: true }), null, 'and repairs it')
})

t.test('events that arrive meanwhile do not prevent the comparison; a reason says what does', async (t) => {
  const { running, invoice } = await invoicesOnPostgres(t)
  await invoice('F-0')
  await caughtUp(running)
  let arrivals = 0
  const busy = new Proxy(running.store, {
    get(store, name) {
      const value: unknown = Reflect.get(store, name)
      if (typeof value !== 'function') return value
      if (name !== 'head' || arrivals > 5) return value.bind(store) as unknown
      return async () => {
        const head = await store.head()
        await invoice(`F-${++arrivals}`)
        await caughtUp(running)
        return head
      }
    },
  })
  const underLoad = await rebuilt({ ...running, store: busy })
  t.ok(arrivals > 0)
  const invoicesIn = (all: readonly Rebuilt[]) => all.find(({ name }) => name === 'invoices')
  t.match(invoicesIn(underLoad), { difference: null, reason: null })
  t.ok(underLoad.every(({ reason }) => reason === null || reason === 'empty'))

  await caughtUp(running)
  await running.pool.query("UPDATE projections.checkpoints SET version = 1 WHERE name = 'invoices'")
  t.match(invoicesIn(await rebuilt(running, { verifyOnly: true })), {
    difference: 'not compared',
    reason: 'other version',
  })
})

t.test('a rebuild can be rolled back, and that too; then it catches up', async (t) => {
  const { running, invoice } = await invoicesOnPostgres(t)
  const ids = async (): Promise<readonly string[]> => (await allRows(running.pool))['invoices'] ?? []
  await invoice('F-1')
  await caughtUp(running)
  t.equal(await rollBack(running.pool, invoices), null, 'nothing is kept yet')
  await rebuildAll(running, [invoices], never)
  await invoice('F-2')
  await caughtUp(running)
  const both = await ids()
  t.equal(both.length, 2)
  t.match(await rollBack(running.pool, invoices), { name: 'invoices', version: invoices.version })
  await waitFor('the old one has caught up', async () => (await ids()).length === 2)
  await waitFor('row for row', async () => JSON.stringify(await ids()) === JSON.stringify(both))
  const status = await projectionStatus(running.pool, running.store)
  t.match(status.find(({ name }) => name === 'invoices')?.replaced, { version: invoices.version })
  await rollBack(running.pool, invoices)
  await invoice('F-3')
  await waitFor('the new one continues', async () => (await ids()).length === 3)
  t.ok(await dropReplaced(running.pool, invoices))
  t.notOk(await dropReplaced(running.pool, invoices))
  t.equal(await rollBack(running.pool, invoices), null)
})

t.test('an interrupted rebuild leaves the live one as it was', async (t) => {
  const { running, invoice } = await invoicesOnPostgres(t)
  await invoice('F-1')
  await caughtUp(running)
  const before = await allRows(running.pool)
  const stop = new AbortController()
  const interrupted = rebuildAll(running, PROJECTIONS, stop.signal, {
    onProgress: () => stop.abort(new Error('enough')),
  })
  await t.rejects(interrupted, { message: 'enough' })
  t.strictSame(await allRows(running.pool), before)
  await rebuilt(running)
  t.strictSame(await allRows(running.pool), before)
})

t.test('a second rebuild waits for the first, says so, and can be interrupted', async (t) => {
  const { running, invoice } = await invoicesOnPostgres(t)
  await invoice('F-1')
  let begun = false
  let mayProceed = false
  // The first one holds still while it reads.
  const subscribe = async function* (...args: Parameters<typeof running.store.subscribe>) {
    begun = true
    await waitFor('the others were looked at', () => mayProceed)
    yield* running.store.subscribe(...args)
  }
  const store = Object.assign(Object.create(running.store) as typeof running.store, {
    subscribe,
    eventAt: (position: bigint) => running.store.eventAt(position),
    head: () => running.store.head(),
    readStream: (stream: string, from?: number) => running.store.readStream(stream, from),
  })
  const first = rebuildAll({ ...running, store }, [invoices], never)
  await waitFor('the first one reads', () => begun)
  const rebuilding = async () =>
    (await projectionStatus(running.pool, running.store)).filter((each) => each.rebuilding).map(({ name }) => name)
  t.strictSame(await rebuilding(), ['invoices'], 'the status says so')

  const stop = new AbortController()
  let waits = false
  const onWait = (): void => {
    waits = true
  }
  const second = rebuildAll(running, [invoices], stop.signal, { onWait })
  await waitFor('the second one waits', () => waits)
  stop.abort(new Error('enough'))
  await t.rejects(second, { message: 'enough' }, 'before the first one has ended')
  const third = rebuildAll(running, [invoices], never)
  mayProceed = true
  t.match(await Promise.all([first, third]), [[{ name: 'invoices' }], [{ name: 'invoices', difference: null }]])
  t.strictSame(await rebuilding(), [])
})

t.test('the bar shows the reading with rate and time, then each read model', (t) => {
  let now = 0
  let written = ''
  const output = { isTTY: true, write: (text: string) => void (written += text) }
  const bar = new ProgressBar(output, () => now)
  const progress = (): string => {
    const [last = ''] = written.split('\r\u001B[K').slice(-1)
    return last
  }
  now = 60_000
  bar.update({ events: 0, position: 0n, head: 40_000n })
  t.equal(progress(), '', 'what was waited for is not counted')
  now += 1_000
  bar.update({ events: 8_000, position: 10_000n, head: 40_000n })
  t.equal(progress(), `[${'#'.repeat(8)}${'.'.repeat(22)}] 25 %, 8,000 events read, 8,000 per second, 3 s left`)
  now += 10
  bar.finishing({ name: 'accounts', done: 0, of: 2, share: 0 })
  t.equal(progress(), `[${'.'.repeat(30)}] 0 %, accounts: indexes and comparison; 0 of 2 read models done`)
  now += 90_000
  bar.finishing({ name: 'feed', done: 1, of: 2, share: 0.5 })
  t.match(progress(), /\] 50 %, feed: indexes and comparison; 1 of 2 read models done, 1 min 30 s left$/)
  bar.end()
  t.equal(progress(), '')
  const plain = new ProgressBar({ write: (text: string) => void (written += text) }, () => now)
  plain.update({ events: 0, position: 0n, head: 1n })
  now += 5_000
  plain.update({ events: 1, position: 1n, head: 1n })
  t.match(written, /(?<=K)100 %, 1 event read, 0.2 per second, 0 s left\n$/, 'a line where there is no terminal')
  t.end()
})

t.test('a line of COPY becomes what INSERT makes of the JSON', async (t) => {
  const { pool } = await runningProjections(t, undefined, { projections: [] })
  const columns = [
    { name: 'a', kind: 'plain' },
    { name: 'b', kind: 'json' },
    { name: 'c', kind: 'array' },
  ] as const
  await pool.query('CREATE TABLE public.given (n integer, a text, b json, c text[])')
  await pool.query('CREATE TABLE public.wanted (LIKE public.given)')
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  const rows = fc.sample(
    fc.record({
      a: fc.option(text),
      b: fc.option(fc.dictionary(text, text, { maxKeys: 3 })),
      c: fc.array(text, { maxLength: 3 }),
    }),
    300,
  )
  const { copyRows } = await import('../../src/projections/engine/copy-text.js')
  const all = [{ name: 'n', kind: 'plain' }, ...columns] as const
  const numbered = rows.map((row, n) => ({ n, ...row }))
  const sure = numbered.filter((row) => isSurelyCopied(copyLine(all, row)))
  t.ok(sure.length > 50, 'there is something to compare')
  const client = await pool.connect()
  await copyRows(
    client,
    'public.given',
    all,
    sure.map((row) => copyLine(all, row)),
  )
  client.release()
  await pool.query('INSERT INTO public.wanted SELECT * FROM json_populate_recordset(NULL::public.wanted, $1::json)', [
    JSON.stringify(sure),
  ])
  const of = async (table: string) => (await pool.query<object>(`SELECT * FROM public.${table} ORDER BY n`)).rows
  t.strictSame(await of('given'), await of('wanted'))
  t.notOk(isSurelyCopied(copyLine(columns, { a: '\ud800' })))
  t.notOk(isSurelyCopied(copyLine(columns, { b: { x: '\udfff' } })))
  t.notOk(isSurelyCopied(copyLine(columns, { b: { x: '\u0000' } })))
})

t.test('names that were added are known for ever, others hardly ever', async (t) => {
  const names = new KnownNames()
  for (let n = 0; n < 20_000; n++) names.add(`inv_${n}`)
  let all = true
  let mistaken = 0
  for (let n = 0; n < 20_000; n++) {
    all &&= names.mayHave(`inv_${n}`)
    if (names.mayHave(`dlv_${n}`)) mistaken += 1
  }
  t.ok(all)
  t.ok(mistaken < 20, `${mistaken} mistaken`)
})

t.test('rows in memory: the longest unchanged are taken first, and what is taken is not counted', (t) => {
  const rows = new BulkRows()
  for (const key of ['a', 'b', 'c', 'd']) rows.change(key, key, { id: key })
  rows.change('a', 'a', { id: 'a', again: true })
  t.strictSame([...rows.take(1 / 2).keys()], ['b', 'c'])
  t.notOk(rows.has('b'))
  t.strictSame(rows.newest('a'), { id: 'a', again: true })
  rows.drop('d', 'd')
  t.strictSame([...rows.take(1).keys()], ['a'])
  t.equal(rows.bytes, 0)
  t.end()
})
