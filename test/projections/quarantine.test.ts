import t from 'tap'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { upcast } from '../../src/eventstore/upcast.js'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import type { Scope } from '../../src/domain/event.js'
import type { InvoiceEvent } from '../../src/domain/invoice.js'
import { invoices } from '../../src/projections/invoices.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { listSetAside, type SetAside } from '../../src/projections/engine/quarantine.js'
import { rebuild } from '../../src/projections/engine/rebuild.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { appendRaw } from '../eventstore/raw-append.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { allRows } from './all-rows.js'
import { type Running, runningProjections } from './running.js'

const untyped = (projection: unknown): Projection => projection as Projection
const never = new AbortController().signal
const VALIDATED = { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } } as const

/** The invoices' read model of a program that can't take what `fails` says. */
function hostile(
  fails: (event: InvoiceEvent & { readonly stream: string }) => boolean,
  version = invoices.version,
): Projection {
  return untyped({
    ...invoices,
    version,
    evolve(row: never, event: Parameters<typeof invoices.evolve>[1]) {
      if (fails(event)) throw new TypeError('no such thing')
      return invoices.evolve(row, event)
    },
  })
}

/** The same, found out by the database alone. */
function tooMuchForTheDatabase(fails: (event: InvoiceEvent) => boolean): Projection {
  return untyped({
    ...invoices,
    evolve(row: never, event: Parameters<typeof invoices.evolve>[1]) {
      const after = invoices.evolve(row, event)
      return fails(event) ? { ...after, error_message: 'half a pair: \ud83d' } : after
    },
  })
}

async function statuses({ pool }: Running): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; status: string }>('SELECT id, status FROM read.invoices')
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

async function setAside({ pool }: Running): Promise<readonly SetAside[]> {
  return listSetAside(pool, 1_000)
}

async function caughtUp({ store, progress }: Running): Promise<void> {
  const head = (await store.head()) ?? 0n
  const names = PROJECTIONS.map(({ name }) => name)
  await waitFor('the read models are at the head', () => progress.waitFor(head, names), 20_000)
}

t.test('texts that older releases stored are read with U+FFFD, by every read model', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = new PostgresEventStore({ connectionString: url })
  const running = await runningProjections(t, store, { url })
  const history = new History(store)
  const scope = await history.account()
  const { stream, id } = await history.invoice(scope, acceptedInvoice('F-1'))
  const fault = { errorMessage: 'BR-1: "\ud83d..."', errorTranslated: 'a\u0000b', errorFix: '\udc00\u{1F600}' }
  await appendRaw(running.pool, store, scope, stream, { type: 'InvoiceFailed', data: { reason: 'rules', ...fault } })
  const other = await history.invoice(await history.account(), acceptedInvoice('F-2'))
  await caughtUp(running)
  const { rows } = await running.pool.query(
    'SELECT error_message, error_translated, error_fix FROM read.invoices WHERE id = $1',
    [id],
  )
  t.strictSame(rows, [
    { error_message: 'BR-1: "\ufffd..."', error_translated: 'a\ufffdb', error_fix: '\ufffd\u{1F600}' },
  ])
  t.equal((await statuses(running))[other.id], 'created', 'other accounts continue')
  const timeline = await running.pool.query<{ metadata: object }>(
    "SELECT metadata FROM read.timeline WHERE event = 'invoice.error'",
  )
  t.strictSame(timeline.rows[0]?.metadata, {
    errorMessage: 'BR-1: "\ufffd..."',
    errorTranslated: 'a\ufffdb',
    errorFix: '\ufffd\u{1F600}',
  })
  t.strictSame(await setAside(running), [], 'nothing had to be set aside')
  const stored = await store.readStream(stream)
  t.match(stored[1]?.data, fault, 'the event itself stays as it is')
  t.equal(verifyChain(stream, stored), null, 'and so does its seal')
  t.not(stored[1] && upcast(stored[1]), stored[1])
  const live = await allRows(running.pool)
  for (const projection of PROJECTIONS) await rebuild(running, projection, never)
  t.strictSame(await allRows(running.pool), live, 'a rebuild reads the same')
})

for (const [how, of] of [
  [
    'that its code can not fold',
    (bad: Scope) => hostile((event) => event.type === 'InvoiceValidated' && isOf(bad, event)),
  ],
  [
    'that the database can not write',
    (bad: Scope) => tooMuchForTheDatabase((event) => event.type === 'InvoiceValidated' && isOf(bad, event)),
  ],
] as const) {
  t.test(`an event ${how} is set aside, once, and all others continue`, async (t) => {
    const scopes: Scope[] = []
    const running = await runningProjections(t, undefined, {
      projections: PROJECTIONS.map((projection) =>
        projection.name === 'invoices' ? lateBound(() => of(scopes[0] as Scope)) : projection,
      ),
    })
    const history = new History(running.store)
    scopes.push(await history.account(), await history.account())
    const [bad, good] = scopes as [Scope, Scope]
    // One batch in which bad and good stand side by side, in the same streams too.
    await running.pause()
    const made: { id: string; stream: string; scope: Scope }[] = []
    for (let n = 0; n < 12; n++) {
      const scope = n % 3 === 0 ? bad : good
      made.push({ scope, ...(await history.invoice(scope, acceptedInvoice(`F-${n}`))) })
    }
    for (const { scope, stream } of made) await history.findings(scope, stream, VALIDATED)
    for (const { scope, stream } of made.slice(0, 2)) {
      await history.findings(scope, stream, { type: 'InvoiceFailed', data: FAILED })
    }
    running.resume()
    await caughtUp(running)
    t.strictSame(
      await statuses(running),
      Object.fromEntries(
        made.map(({ id, scope }, n) => [id, n < 2 ? 'error' : scope === bad ? 'created' : 'validated']),
      ),
      'what the events say is missing in their rows, and later events of the same streams are folded',
    )
    const rows = await setAside(running)
    t.strictSame(
      rows.map(({ projection, stream, revision, type, account }) => [projection, stream, revision, type, account]),
      made
        .filter(({ scope }) => scope === bad)
        .map(({ stream }) => ['invoices', stream, 1, 'InvoiceValidated', bad.account]),
    )
    t.match(rows[0]?.reason, /^(TypeError: no such thing|SQLSTATE 22P02: invalid input syntax for type json)$/)
    t.equal(running.logged('set aside').length, 4, 'each is logged once')
    t.ok(running.progress.isCaughtUp('invoices'))

    const [healthy] = PROJECTIONS.filter(({ name }) => name === 'invoices')
    await rebuild(running, of(bad), never)
    t.equal((await setAside(running)).length, 4, 'a rebuild with the same program sets the same aside')
    const live = await statuses(running)
    t.equal(Object.values(live).filter((status) => status === 'created').length, 3)
    await rebuild(running, untyped(healthy), never)
    t.strictSame(await setAside(running), [], 'one with a fixed program accepts them all')
    t.equal(Object.values(await statuses(running)).filter((status) => status === 'created').length, 0)
  })
}

t.test('a fault that hits everybody sets aside a few, then the read model waits for a fixed program', async (t) => {
  let fixed = false
  const running = await runningProjections(t, undefined, {
    projections: PROJECTIONS.map((projection) =>
      projection.name === 'invoices' ? hostile((event) => !fixed && event.type === 'InvoiceValidated') : projection,
    ),
  })
  const history = new History(running.store)
  const made: { id: string; stream: string; scope: Scope }[] = []
  for (let n = 0; n < 15; n++) {
    const scope = await history.account()
    made.push({ scope, ...(await history.invoice(scope, acceptedInvoice('F-1'))) })
  }
  await caughtUp(running)
  for (const { scope, stream } of made) await history.findings(scope, stream, VALIDATED)
  await waitFor('it says so', () => running.progress.troubleOf('invoices') === 'fault')
  t.ok((await setAside(running)).length <= 10, 'ten accounts at most')
  t.match(running.logged('projection stopped')[0], /refuses the events of more than 10 accounts in a row/)
  t.ok(running.progress.isCaughtUp('timeline'), 'the other read models continue')
  fixed = true
  await waitFor('it continues without help', () => running.progress.isCaughtUp('invoices'), 20_000)
  await caughtUp(running)
  const lacking = new Set((await setAside(running)).map(({ stream }) => stream))
  t.strictSame(
    await statuses(running),
    Object.fromEntries(made.map(({ id, stream }) => [id, lacking.has(stream) ? 'created' : 'validated'])),
    'nothing was skipped in silence',
  )
})

t.test('one account alone can fail as often as it likes', async (t) => {
  const running = await runningProjections(t, undefined, {
    projections: PROJECTIONS.map((projection) =>
      projection.name === 'invoices' ? hostile((event) => event.type === 'InvoiceValidated') : projection,
    ),
  })
  const history = new History(running.store)
  const scope = await history.account()
  for (let n = 0; n < 30; n++) {
    const { stream } = await history.invoice(scope, acceptedInvoice(`F-${n}`))
    await history.findings(scope, stream, VALIDATED)
  }
  await caughtUp(running)
  t.equal((await setAside(running)).length, 30)
  t.ok(running.progress.isCaughtUp('invoices'))
})

t.test('a statement that fails for everybody sets nothing aside', async (t) => {
  const running = await runningProjections(t)
  const history = new History(running.store)
  const scope = await history.account()
  const { rows } = await running.pool.query<{ schema: string }>(
    "SELECT live_schema AS schema FROM projections.checkpoints WHERE name = 'invoices'",
  )
  const table = `${String(rows[0]?.schema)}.invoices`
  await running.pool.query(`ALTER TABLE ${table} RENAME COLUMN gov_id TO other`)
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  await waitFor('it stops', () => running.progress.troubleOf('invoices') === 'fault')
  await running.pool.query(`ALTER TABLE ${table} RENAME COLUMN other TO gov_id`)
  await history.findings(scope, stream, VALIDATED)
  await caughtUp(running)
  t.strictSame(await setAside(running), [])
  t.strictSame(Object.values(await statuses(running)), ['validated'])
})

const FAILED = { reason: 'rules', errorMessage: 'x', errorTranslated: 'x', errorFix: 'x' } as const

function isOf(scope: Scope, event: unknown): boolean {
  return (event as { metadata: { account: string } }).metadata.account === scope.account
}

/** Whose account fails is known only once it is there. */
function lateBound(made: () => Projection): Projection {
  return untyped({ ...invoices, evolve: (row: never, event: never) => made().evolve(row, event) })
}
