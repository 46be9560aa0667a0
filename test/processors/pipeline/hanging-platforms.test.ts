import pino from 'pino'
import t from 'tap'
import type { Clock } from '../../../src/domain/clock.js'
import type { Scope } from '../../../src/domain/event.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { FindOutcome } from '../../../src/countries/gateway/gateway.js'
import { INVOICES, InvoicePipeline } from '../../../src/processors/pipeline/invoice-pipeline.js'
import type { Job } from '../../../src/processors/work/job.js'
import { listClosedConnections, listClosedGates } from '../../../src/processors/work/work-report.js'
import { PostgresGates } from '../../../src/processors/work/postgres/gates.js'
import { PostgresWorkList } from '../../../src/processors/work/postgres/work-list.js'
import { WakeUpSignal } from '../../../src/processors/work/wake-up-signal.js'
import { Worker } from '../../../src/processors/work/worker.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { ACCEPTED, scriptedCountry, SUBMITTED } from '../../standins/scripted-government.js'
import { migratedDatabase } from '../../support/database.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { AT_THE_UPLOAD } from './scripted-invoice.js'

const BEGINNING = Date.parse('2030-01-01T00:00:00.000Z')
const LANE = 'RO production submit'
const AWAY: FindOutcome = { kind: 'unavailable', reason: 'no answer', retryAfterSeconds: 30, concerns: 'connection' }

/** The platforms of customers, some of which accept calls and never answer. */
class Platforms {
  readonly hanging = new Set<string>()
  /** The number of calls to each account's platform. */
  readonly calls = new Map<string, number>()
  #underWay: ((outcome: FindOutcome) => void)[] = []

  get hung(): number {
    return this.#underWay.length
  }

  async call({ account }: Scope): Promise<FindOutcome> {
    this.calls.set(account, (this.calls.get(account) ?? 0) + 1)
    if (!this.hanging.has(account)) return { kind: 'unknown' }
    return new Promise((resolve) => this.#underWay.push(resolve))
  }

  /** Ends the calls under way, as their time limit does. */
  end(outcome = AWAY): void {
    const ended = this.#underWay
    this.#underWay = []
    for (const resolve of ended) resolve(outcome)
  }
}

t.test('with the platforms of three accounts hanging, the invoices of a fourth continue', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  await pool.query(`CREATE TABLE shown (
    key text, account text, environment text, lane text, due_at timestamptz, position bigint GENERATED ALWAYS AS IDENTITY)`)
  let time = BEGINNING
  const clock: Clock = { now: () => new Date(time) }
  const store = new MemoryEventStore()
  const documents = new MemoryDocuments()
  const history = new History(store)
  const platforms = new Platforms()
  const gateway = {
    find: ({ scope }: { readonly scope: Scope }) => platforms.call(scope),
    submit: () => Promise.resolve(SUBMITTED),
    poll: () => Promise.resolve(ACCEPTED),
  }
  const country = scriptedCountry(gateway)
  const gates = new PostgresGates(pool)
  const pipeline = new InvoicePipeline({
    store,
    clock,
    documents,
    gates,
    access: {
      find: ({ account }) =>
        Promise.resolve({ connectionId: `conn_${account}`, vatNumber: 'RO1', credentials: { url: 'https://own' } }),
      hasOther: () => Promise.resolve(false),
      refused: () => Promise.resolve(),
    },
    countryOf: () => country,
    gatewayFor: () => gateway,
  })
  const accepted = new Map<string, number>()
  const job: Job = {
    source: { ...INVOICES, work: (candidate) => `SELECT * FROM shown WHERE ${candidate}` },
    lanes: pipeline.lanes,
    concurrency: pipeline.concurrency,
    giveUp: pipeline.giveUp,
    advance: async (claim, lease) => {
      const result = await pipeline.advance(claim, lease)
      if (result.nextLook === null) accepted.set(claim.account, (accepted.get(claim.account) ?? 0) + 1)
      return result
    },
  }
  const invoices = async (scope: Scope, count: number): Promise<void> => {
    const xml = await documents.put(scope, Buffer.from('<Invoice/>'), 'application/xml')
    const streams: string[] = []
    for (let n = 0; n < count; n++) {
      const { stream } = await history.invoice(scope, acceptedInvoice(`F-${n}`))
      await history.older(
        scope,
        stream,
        ...AT_THE_UPLOAD.map((finding) =>
          finding.type === 'InvoiceConverted' ? { ...finding, data: { ...finding.data, document: xml } } : finding,
        ),
      )
      streams.push(stream)
    }
    await pool.query(
      `INSERT INTO shown (key, account, environment, lane, due_at)
       SELECT key, $2, 'production', '${LANE}', $3 FROM unnest($1::text[]) AS key`,
      [streams, scope.account, new Date(time).toISOString()],
    )
  }
  const scopeOfNew = async (): Promise<Scope> => ({ ...(await history.account()), environment: 'production' })
  const ill = [await scopeOfNew(), await scopeOfNew(), await scopeOfNew()]
  for (const scope of ill) {
    platforms.hanging.add(scope.account)
    await invoices(scope, 40)
  }
  const well = await scopeOfNew()

  const signal = new WakeUpSignal(systemTimers)
  const stopping = new AbortController()
  const worker = new Worker({
    workList: new PostgresWorkList(pool),
    gates,
    timers: systemTimers,
    jobs: [job],
    wakeUpSignalOf: () => signal,
    clock,
    log: pino({ level: 'silent' }),
  })
  const running = worker.run(stopping.signal)
  t.teardown(async () => {
    stopping.abort()
    platforms.end()
    await running
    await pool.end()
  })

  // Until the gates close, the calls that hang fill the lane, from time limit to time limit.
  await waitFor('a full lane', () => platforms.hung === pipeline.concurrency)
  await waitFor('closed gates', async () => {
    platforms.end()
    return (await listClosedConnections(pool, 9)).length === ill.length
  })
  platforms.end()
  t.same(await listClosedGates(pool), [], 'the government itself is not closed')
  await invoices(well, 20)
  await waitFor('the invoices of the other account', () => accepted.get(well.account) === 20)
  await waitFor('calls of the three', () => platforms.hung === 0)
  const most = pipeline.concurrency / 2 + 5
  for (const { account } of ill) t.ok((platforms.calls.get(account) ?? 0) <= most, 'the other invoices made no call')

  // Each connection is probed by one call at a time.
  const before = new Map(platforms.calls)
  time += 90_000
  await waitFor('a probe of each', () => platforms.hung === ill.length)
  await invoices(well, 20)
  await waitFor('the invoices of the other account', () => accepted.get(well.account) === 40)
  for (const { account } of ill) t.equal(platforms.calls.get(account), (before.get(account) ?? 0) + 1)

  // The platforms answer again: what waited for them continues at once, without any time passing.
  platforms.hanging.clear()
  platforms.end({ kind: 'unknown' })
  await waitFor('the invoices of all', () => ill.every(({ account }) => accepted.get(account) === 40))
  const { rows } = await pool.query('SELECT name FROM processing.gates')
  t.same(rows, [], 'gates that are open again leave no rows')
})
