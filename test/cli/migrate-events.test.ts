import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import t from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { EventStoreDbEventStore } from '../../src/eventstore/eventstoredb/eventstoredb.js'
import { parseAddress } from '../../src/eventstore/eventstoredb/address.js'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import { type EventStore, EventStoreUnavailable } from '../../src/eventstore/port.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { eventsToAppend } from '../eventstore/events.js'
import { allRows } from '../projections/all-rows.js'
import { spawnEventStoreDb } from '../standins/eventstoredb/index.js'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'
import { invoiceBody } from '../support/invoice-body.js'
import { freePort, killProcess, runMain, startCli, startProcess, stopProcess } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

/** What becomes of an invoice while the first service runs. */
const FATES = [
  { externalId: 'SIM-REJECT-CUI', status: 'rejected', count: 10 },
  { externalId: 'SIM-SLOW-600', status: 'submitted', count: 10 },
  { externalId: 'SIM-OUTAGE-600', status: 'submitting', count: 10 },
  { externalId: 'plain', status: 'accepted', count: 60 },
] as const
/** Posted right before the service dies. */
const LAST = 20

// A dozen processes, on a machine that other tests share.
t.setTimeout(300_000)

t.test('the events of a busy database move to an EventStoreDB, killed and resumed', async (t) => {
  const standIn = await spawnEventStoreDb()
  const { url: databaseUrl } = await migratedDatabase(t)
  const receiver = await Receiver.listen()
  const directory = mkdtempSync(join(tmpdir(), 'clearway-ca-'))
  writeFileSync(join(directory, 'receiver.pem'), CERTIFICATE.cert)
  const before = {
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'error',
    SIMULATED_DECISION_SECONDS: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
    NODE_EXTRA_CA_CERTS: join(directory, 'receiver.pem'),
    EVENTSTORE_URL: '',
  }
  const after = { ...before, EVENTSTORE_URL: standIn.connectionString, EVENTSTORE_STREAM_PREFIX: 'moved' }
  const migrate = (...options: string[]) => runCli(['migrate-events', ...options], after)

  const account = await runCli(['accounts', 'create', '--name', 'Test', '--plan', 'unlimited', '--json'], before)
  const { testKey: key } = JSON.parse(account.stdout) as { testKey: string }
  let service = await startProcess(before)
  const pool = createPool({ connectionString: databaseUrl, applicationName: 'test' })
  // Not for longer than it is needed: a move takes its sessions for those of a service.
  const withSource = async <T>(work: (source: EventStore) => Promise<T>): Promise<T> => {
    const source = new PostgresEventStore({ connectionString: databaseUrl, retryFor: 200 })
    try {
      return await work(source)
    } finally {
      await source.close()
    }
  }
  const target = new EventStoreDbEventStore({
    address: parseAddress(standIn.connectionString),
    streamPrefix: 'moved',
  })
  t.teardown(async () => {
    await stopProcess(service)
    await Promise.all([target.close(), pool.end(), receiver.close()])
    await standIn.stop()
    rmSync(directory, { recursive: true })
  })

  const send = async (method: string, path: string, body?: unknown) => call(service.url, key, method, path, body)
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { id: companyId } = dataOf<{ id: string }>(await send('POST', '/v1/companies', company))
  dataOf(await send('POST', '/v1/connections', { companyId, countryCode: 'RO' }))
  dataOf(await send('POST', '/v1/webhooks', { url: receiver.url() }))
  const post = async (externalId: string): Promise<string> =>
    dataOf<{ id: string }>(await send('POST', '/v1/invoices', invoiceBody(externalId))).id
  const statusOf = async (id: string) => dataOf<{ status: string }>(await send('GET', `/v1/invoices/${id}`)).status
  // Of some the receiver wants to hear nothing for now: their deliveries wait.
  receiver.answer = ({ body }) => (body.includes('SIM-SLOW-600') ? 500 : 200)

  const invoices = new Map<string, string>()
  for (const { externalId, status, count } of FATES) {
    const ids = await Promise.all(Array.from({ length: count }, (_, index) => post(`${externalId}-${index}`)))
    for (const id of ids) invoices.set(id, status)
  }
  const [oneEarly = '', oneLate = ''] = [...invoices].flatMap(([id, status]) => (status === 'accepted' ? [id] : []))
  await waitFor('each is where it stays', async () => {
    const statuses = await Promise.all([...invoices].map(async ([id, status]) => (await statusOf(id)) === status))
    return statuses.every(Boolean)
  })

  t.match(await migrate(), { status: 1, stderr: /database is still in use .*clearway api/ }, 'not beside a service')
  await withSource((source) => source.erase(`testInvoice-${oneEarly}`))
  const ahead = await migrate('--ahead', '--json')
  t.match(ahead, { status: 0 })
  t.match(JSON.parse(ahead.stdout), { moved: false, erased: 1 })
  await withSource((source) => source.erase(`testInvoice-${oneLate}`))
  invoices.delete(oneEarly)
  invoices.delete(oneLate)

  // The service dies with work under way.
  const last = await Promise.all(Array.from({ length: LAST }, (_, index) => post(`last-${index}`)))
  await killProcess(service, '', false)
  for (const id of last) invoices.set(id, 'accepted')
  const delivered = new Set(await succeeded(pool))
  const receivedBefore = receiver.received.length

  t.comment('killed in the middle')
  const counter = new AbortController()
  let arrived = 0
  const counting = (async () => {
    for await (const message of target.subscribe({ after: null, signal: counter.signal })) {
      if (message.kind === 'events') arrived += message.events.length
    }
  })()
  const total = Number((await pool.query<{ n: string }>('SELECT count(*) AS n FROM eventstore.events')).rows[0]?.n)
  const held = Number((JSON.parse((await migrate('--dry-run', '--json')).stdout) as { held: unknown }).held)
  for (const part of [0.05, 0.5, 1]) {
    const enough = held + (total - held) * part
    const { process: victim } = startCli(['migrate-events'], after)
    await waitFor(`${part} has arrived`, () => arrived >= enough)
    victim.kill('SIGKILL')
    await waitFor('it is dead', () => victim.signalCode === 'SIGKILL' || victim.exitCode !== null)
    t.equal(victim.signalCode, 'SIGKILL', `killed when ${part} of the rest had arrived`)
  }

  const [oldService, newService] = await Promise.all([runMain(before), runMain(after)])
  t.match(oldService, { status: 1, stderr: /being moved to an EventStoreDB/ }, 'no service starts meanwhile')
  t.match(newService, { status: 1, stderr: /being moved to an EventStoreDB/ })
  await withSource(async (source) => {
    const append = source.append('testInvoice-x', 'none', eventsToAppend(1))
    await t.rejects(append, EventStoreUnavailable, 'the old store takes nothing more')
    await t.rejects(source.erase('testInvoice-x'), EventStoreUnavailable)
  })

  const waiting = await parked(pool)
  const ended = await migrate('--json', '--as', 'Maria Pop')
  t.match(ended, { status: 0 })
  const report = JSON.parse(ended.stdout) as { moved: boolean; events: number; streams: number; erased: number }
  t.match(report, { moved: true, events: total + 1, erased: 2, brokenBefore: [] }, 'with the record of its begin')
  counter.abort()
  await counting

  const old = await withSource(allEvents)
  const moved = await allEvents(target)
  const record = moved.pop()
  const byMaria = { operator: 'Maria Pop', action: 'migrate-events', outcome: 'done' }
  t.match(record?.data, { ...byMaria, details: { mode: 'move', events: total + 1 } })
  const actions = (await allEvents(target)).filter(({ type }) => type === 'OperatorActed')
  const acted = actions.map(({ data }) => data as { readonly actionId: string; readonly outcome: string })
  t.strictSame(
    acted.filter(({ actionId }) => actionId === acted.at(-1)?.actionId).map(({ outcome }) => outcome),
    ['begun', 'done'],
    'those that were killed and the one that ended are one action, which was recorded before it began',
  )
  t.equal(old.length, total + 1)
  t.strictSame(moved.map(withoutPosition), old.map(withoutPosition), 'the same events in the same order')
  for (const stream of new Set(old.map(({ stream }) => stream))) {
    const events = await target.readStream(stream)
    if (verifyChain(stream, events) !== null) t.fail(`the chain of ${stream} is broken`)
  }
  for (const id of [oneEarly, oneLate]) {
    const outcome = await target.append(`testInvoice-${id}`, 'none', eventsToAppend(1))
    t.strictSame(outcome, { kind: 'erased' }, 'what was erased stays erased')
  }
  t.match(await runMain(before), { status: 1, stderr: /EVENTSTORE_URL is not set/ }, 'there is no way back')

  t.comment('the service continues')
  t.strictSame(await parked(pool), waiting, 'work that waits for a time keeps waiting')
  receiver.answer = () => 200
  service = await startProcess(after)
  // The governments' time passes.
  await pool.query("UPDATE simulator.upload SET received_at = received_at - interval '1 hour'")
  await pool.query("UPDATE simulator.first_try SET tried_at = tried_at - interval '1 hour'")
  await pool.query("UPDATE processing.work SET due_at = now() WHERE kind = 'invoices'")
  await waitFor(
    'what was under way is decided',
    async () => {
      const statuses = await Promise.all([...invoices.keys()].map(statusOf))
      return statuses.every((status) => status === 'accepted' || status === 'rejected')
    },
    60_000,
  )
  const sent = await pool.query<{ uploads: number; invoices: number }>(
    'SELECT count(*)::int AS uploads, count(DISTINCT invoice_id)::int AS invoices FROM simulator.upload',
  )
  const all = FATES.reduce((sum, { count }) => sum + count, LAST)
  t.strictSame(sent.rows, [{ uploads: all, invoices: all }], 'the government got each invoice once')

  await waitFor(
    'every delivery is made that does not wait for its next attempt',
    async () => {
      const { rows } = await pool.query("SELECT FROM read.outbox WHERE due_at < now() + interval '1 second'")
      return rows.length === 0
    },
    60_000,
  )
  const again = receiver.received.slice(receivedBefore).map(({ headers }) => String(headers['x-service-delivery-id']))
  t.strictSame(
    again.filter((id) => delivered.has(id)),
    [],
    'nothing is delivered again',
  )
  t.equal(new Set(again).size, again.length, 'nor twice')
  const scheduled = (await allEvents(target)).filter(({ type }) => type === 'DeliveryScheduled')
  const subjects = new Set(scheduled.map(({ data }) => (data as { eventId: string }).eventId))
  t.equal(subjects.size, scheduled.length, 'one delivery of each event')

  t.match(
    await migrate('--json'),
    { status: 0, stdout: /"moved":true/ },
    'once more changes nothing, also when the store has grown',
  )
  // What waits for its next attempt would be delivered meanwhile.
  await stopProcess(service)
  await letReadModelsCatchUp(after)
  const erased = [oneEarly, oneLate]
  const live = await rowsWithout(pool, erased)
  t.equal((await runCli(['projections', 'rebuild'], after)).status, 0)
  t.strictSame(await rowsWithout(pool, erased), live, 'the rebuilt read models are identical')
})

/** The service may have ended before its read models had its last events; nothing appends now. */
async function letReadModelsCatchUp(env: Readonly<Record<string, string>>): Promise<void> {
  const opsPort = String(await freePort())
  const projections = await startProcess({ ...env, ROLES: 'projections', OPS_PORT: opsPort })
  await waitFor('the read models have every event', async () => {
    const { ok } = await fetch(`http://127.0.0.1:${opsPort}/ready`)
    return ok
  })
  await stopProcess(projections)
}

/** Rows of erased invoices stay until the next rebuild. */
async function rowsWithout(pool: pg.Pool, invoices: readonly string[]): Promise<Record<string, readonly string[]>> {
  const tables = Object.entries(await allRows(pool))
  return Object.fromEntries(
    tables.map(([name, rows]) => [name, rows.filter((row) => !invoices.some((id) => row.includes(id)))]),
  )
}

async function allEvents(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  const stop = new AbortController()
  for await (const message of store.subscribe({ after: null, signal: stop.signal })) {
    if (message.kind === 'events') events.push(...message.events)
    else stop.abort()
  }
  return events.filter(({ stream }) => stream !== 'clearway.identity')
}

function withoutPosition({ stream, revision, id, type, data, metadata }: RecordedEvent): object {
  return { stream, revision, id, type, data, metadata }
}

/** What the processors have before them, and when. */
async function parked(pool: pg.Pool): Promise<readonly object[]> {
  const { rows } = await pool.query<object>('SELECT kind, key, due_at, failures FROM processing.work ORDER BY 1, 2')
  return rows
}

async function succeeded(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    "SELECT stream FROM eventstore.events WHERE type = 'DeliverySucceeded'",
  )
  return rows.map(({ stream }) => stream.slice(stream.indexOf('-') + 1))
}
