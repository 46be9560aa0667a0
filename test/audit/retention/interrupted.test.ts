import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { runCli } from '../../support/command-line.js'
import { type Ended, runCliProcess, startCli } from '../../support/running-service.js'
import { waitFor } from '../../support/wait-for.js'
import { prepareErased, storeWith } from './retaining.js'

const DAY_MS = 86_400_000
const terms = (text: string) => ({
  filename: 'terms.pdf',
  mimeType: 'application/pdf',
  content: Buffer.from(text).toString('base64'),
})

/** Where a run is stopped: what it changes then is locked by somebody else. */
const STEPS = [
  ['its rows', "SELECT FROM projections.checkpoints WHERE name = 'invoices' FOR UPDATE"],
  ['its traces', 'LOCK TABLE operations.snapshot IN EXCLUSIVE MODE'],
  ['its documents', 'LOCK TABLE documents.document IN EXCLUSIVE MODE'],
  ['the mark', 'LOCK TABLE processing.checkpoints IN EXCLUSIVE MODE'],
] as const

t.test('processes that erase, killed and side by side', { timeout: 300_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account } = world
  const { pool, clock } = service
  const url = String(pool.options.connectionString)
  const env = { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), SEAL_MINUTES: '0' }
  const erase = () => runCliProcess(['retention', 'run', '--until-done', '--json'], env)
  const recorded = async () => {
    const { rows } = await pool.query<{ streams: readonly { readonly stream: string }[] }>(
      "SELECT data -> 'streams' AS streams FROM eventstore.events WHERE type = 'StreamsErased' ORDER BY position",
    )
    return rows.map(({ streams }) => streams.map(({ stream }) => stream).sort())
  }
  const isFree = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ held: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND d.datname = current_database()) AS held`,
    )
    return rows[0]?.held === false
  }
  clock.set(new Date(Date.now() - 40 * DAY_MS).toISOString())

  t.test('a run that is killed at any step is finished by the next', async (t) => {
    const ids = [
      await world.invoice(account.test, { attachments: [terms('one')] }),
      await world.invoice(account.test, { attachments: [terms('two')] }),
    ]
    await world.ageDocuments()
    await world.settle()
    for (const [what, lock] of STEPS) {
      const blocker = await pool.connect()
      const { process: child } = startCli(['retention', 'run', '--until-done'], env)
      try {
        await blocker.query('BEGIN')
        await blocker.query(lock)
        await waitFor(`it waits at ${what}`, () => waitsForALock(child), 60_000)
        if (what === 'its rows') {
          const hold = await runCli(
            ['retention', 'hold', '--invoice', ids[0] ?? '', '--reason', 'Case 1', '--json'],
            env,
          )
          t.match(JSON.parse(hold.stdout), { changed: true, tooLate: 1 }, 'a hold reports that it comes too late')
        }
        child.kill('SIGKILL')
        if (child.signalCode === null) await once(child, 'exit')
      } finally {
        await blocker.query('ROLLBACK')
        blocker.release()
      }
      await waitFor('its locks are gone', isFree)
    }
    const last = await erase()
    t.equal(last.status, 0, last.stderr)
    const report = JSON.parse(last.stdout) as Record<string, unknown>
    t.match(report, { complete: true, finished: 1, erased: { test: { invoices: 0 } } })
    t.strictSame(await recorded(), [ids.map((id) => `testInvoice-${id}`).sort()], 'recorded once')
    for (const id of ids) t.equal((await account.test.get(`/v1/invoices/${id}`)).status, 404)
    t.equal(await world.documents(), 0)
    const release = await runCli(['retention', 'release', '--invoice', ids[0] ?? '', '--reason', 'too late'], env)
    t.equal(release.status, 0, 'what is gone can be released')
    await world.same(t, 'live tables equal a rebuild')
  })

  t.test('of two that erase at once, one does, and the other says so', async (t) => {
    const ids: string[] = []
    for (let count = 0; count < 60; count++) ids.push(await world.invoice(account.test, {}))
    await world.settle()
    const before = (await recorded()).length
    const ended = await Promise.all([erase(), erase()])
    for (const { status, stderr } of ended) {
      if (status !== 0) t.match(stderr, /Another process is erasing data/)
    }
    const reports = ended.filter(({ status }) => status === 0).map(reportOf)
    t.not(reports.length, 0)
    t.equal(
      reports.reduce((sum, { erased }) => sum + erased.test.invoices, 0),
      ids.length,
      'each is erased once',
    )
    const streams = (await recorded()).slice(before).flat()
    t.strictSame([...streams].sort(), ids.map((id) => `testInvoice-${id}`).sort(), 'and recorded once')
    t.equal((await account.test.get('/v1/invoices')).body['data']?.length, 0)
  })

  /** Whether a statement of a command waits for somebody's lock. */
  async function waitsForALock(child: ChildProcess): Promise<boolean> {
    if (child.exitCode !== null) throw new Error('it ended')
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'clearway command'
         AND wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) > 0
  }
})

function reportOf({ stdout }: Ended) {
  return JSON.parse(stdout) as { readonly erased: { readonly test: { readonly invoices: number } } }
}

t.test('runs that take turns', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account, other } = world
  const { pool, clock, deps } = service
  const { store } = deps

  t.test('what one has left, the other finishes before it continues', async (t) => {
    const [first, second] = [account, other].sort((a, b) => (a.id < b.id ? -1 : 1))
    if (first === undefined || second === undefined) throw new Error('no accounts')
    const left = await world.invoice(first.test, { attachments: [terms('one')] })
    await world.ageDocuments()
    await world.invoice(second.test, {})
    clock.advance(31 * DAY_MS)
    await world.settle()
    const running = world.begin()
    await running.parts.next()
    const dying = Object.create(pool) as typeof pool
    dying.query = ((text: string, values: unknown[]) => {
      if (text.includes('DELETE FROM documents.document')) throw new Error('died')
      return pool.query(text, values)
    }) as never
    await t.rejects(world.run({ pool: dying }), { message: 'died' })
    t.equal((await first.test.get(`/v1/invoices/${left}`)).status, 404)
    t.equal(await world.documents(), 1)
    t.match(await world.toEnd(running), { finished: 1, erased: { test: { invoices: 1 } } })
    t.equal(await world.documents(), 0)
    await t.resolveMatch(world.run(), { finished: 0, total: 0 })
  })

  t.test('two without a lock do no harm', async (t) => {
    for (let count = 0; count < 5; count++) await world.invoice(account.test, {})
    clock.advance(31 * DAY_MS)
    await Promise.all([world.run(), world.run()])
    t.equal((await account.test.get('/v1/invoices')).body['data']?.length, 0)
    await t.resolveMatch(world.run(), { finished: 0, total: 0 })
    await world.same(t, 'live tables equal a rebuild')
  })

  t.test('a hold that is placed while its target is judged keeps it', async (t) => {
    const id = await world.invoice(account.test, {})
    clock.advance(31 * DAY_MS)
    let isPlaced = false
    const holding = storeWith(store, {
      readStream: async (stream, from) => {
        const events = await store.readStream(stream, from)
        if (stream === `testInvoice-${id}` && !isPlaced) {
          isPlaced = true
          await world.hold(account.id, 'invoice', id)
        }
        return events
      },
    })
    t.match(await world.run({ store: holding }), { total: 0, kept: { hold: 1 } })
    t.ok(isPlaced)
    t.equal((await account.test.get(`/v1/invoices/${id}`)).status, 200)
  })

  t.test('a clock that goes back erases nothing, and a shorter rule more', async (t) => {
    const id = await world.invoice(other.test, {})
    clock.advance(2 * DAY_MS)
    const times = { testDays: 1, liveYears: 10 }
    clock.advance(-365 * DAY_MS)
    t.match(await world.run({ times }), { total: 0 })
    clock.advance(365 * DAY_MS)
    t.match(await world.run(), { total: 0 })
    t.match(await world.run({ times }), { total: 1 })
    t.equal((await other.test.get(`/v1/invoices/${id}`)).status, 404)
  })
})
