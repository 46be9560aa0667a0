/**
 * A process that runs projections and the worker on a database until it is asked to end, or kills
 * itself like kill -9 at one step:
 *
 *     node killable-service.js DATABASE_URL [STEP]
 *
 * With PAUSE_DIR it stops itself, like SIGSTOP, at each step of which it finds a file there, if no
 * other process has taken the file away before. CLAIM_SECONDS is how long a claim lasts.
 *
 * A step is `before` or `after`, and what: an append (`append:InvoiceValidated`), a call to the
 * government (`submit`, `find`, `poll`), a document stored (`document`), a document of a supplier
 * settled (`settle`), or a webhook sent (`send`; RECEIVER_CA is the receiver's certificate). It
 * prints a line when it works, and one for each document that reaches the government.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { countryOf } from '../../src/countries/registry.js'
import type { Gateway } from '../../src/countries/gateway/gateway.js'
import type { LedgerEntry, NewLedgerEntry } from '../../src/countries/simulation/ledger.js'
import { systemClock } from '../../src/domain/clock.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { HttpsSender, type Sender } from '../../src/processors/deliveries/sender.js'
import { postgresPorts } from '../../src/processors/ports.js'
import { PostgresArrivals } from '../../src/processors/receiving/postgres/arrivals.js'
import { PostgresLooks } from '../../src/processors/receiving/postgres/looks.js'
import { PostgresReceivedBook, PostgresReceivingCompanies } from '../../src/projections/receiving-companies.js'
import { PostgresMarks } from '../../src/processors/work/postgres/marks.js'
import { PostgresRestores } from '../../src/eventstore/postgres-restores.js'
import { Processors } from '../../src/processors/processors.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import { prepareProjection, runProjection } from '../../src/projections/engine/runner.js'
import type { DocumentStore } from '../../src/storage/documents/document-store.js'
import { systemTimers } from '../../src/domain/timers.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../src/storage/documents/postgres-documents.js'
import { PostgresFileNumbers } from '../../src/countries/gateway/postgres/file-numbers.js'
import { PostgresSimulatorLedger } from '../../src/countries/simulation/postgres-ledger.js'
import { PostgresVault } from '../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import { openTestStore } from '../support/event-store.js'

const [url, fatalStep] = process.argv.slice(2)
const ca = process.env['RECEIVER_CA']
const pauseDir = process.env['PAUSE_DIR']
const claimSeconds = Number(process.env['CLAIM_SECONDS'] ?? 15)
if (url === undefined) throw new Error('which database?')

/** Does the work, and dies on the spot where this is the step to die at. */
async function killable<T>(what: string, work: () => Promise<T>): Promise<T> {
  dieOrPauseAt(`before ${what}`)
  const result = await work()
  dieOrPauseAt(`after ${what}`)
  return result
}

function dieOrPauseAt(step: string): void {
  if (fatalStep === step) process.kill(process.pid, 'SIGKILL')
  if (pauseDir === undefined) return
  try {
    // The process that renames the file first stops.
    renameSync(join(pauseDir, step), join(pauseDir, `${step} paused ${process.pid}`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  process.kill(process.pid, 'SIGSTOP')
}

const pool = createPool({
  connectionString: url,
  applicationName: 'killable service',
  size: 20,
  idleInTransactionMs: claimSeconds * 1000,
})
const real = await openTestStore(url)
const store: EventStore = {
  append: async (stream, revision, events) => {
    for (const { type } of events) dieOrPauseAt(`before append:${type}`)
    const outcome = await real.append(stream, revision, events)
    for (const { type } of events) dieOrPauseAt(`after append:${type}`)
    return outcome
  },
  readStream: (stream, from) => real.readStream(stream, from),
  eventAt: (position) => real.eventAt(position),
  subscribe: (options) => real.subscribe(options),
  head: () => real.head(),
  erase: (stream) => real.erase(stream),
  close: () => real.close(),
}
const realDocuments = new PostgresDocuments(pool)
const documents: DocumentStore = {
  put: (scope, bytes, mediaType) => killable('document', () => realDocuments.put(scope, bytes, mediaType)),
  get: (scope, sha256) => realDocuments.get(scope, sha256),
  erase: (scope, sha256) => realDocuments.erase(scope, sha256),
}
class ReportingLedger extends PostgresSimulatorLedger {
  override record(entry: NewLedgerEntry): Promise<LedgerEntry> {
    process.stdout.write(`uploaded ${entry.invoiceId}\n`)
    return super.record(entry)
  }
}
const simulator = countryOf('RO').invoicing?.simulator.gateway(new ReportingLedger(pool), {
  decisionSeconds: 0,
  now: () => new Date(),
  fileNumbers: new PostgresFileNumbers(pool),
})
if (!simulator) throw new Error('no simulator')
const gateway: Gateway = {
  submit: (submission, hold) => killable('submit', () => simulator.submit(submission, hold)),
  find: (submission) => killable('find', () => simulator.find(submission)),
  poll: (submission, uploadId, at) => killable('poll', () => simulator.poll(submission, uploadId, at)),
}

const log = pino({ level: 'silent' })
const progress = new ProgressTracker()
const stopping = new AbortController()
const tables = new PostgresLiveTables(pool)
const restores = new PostgresRestores(pool)
const deps = { store, pool, tables, restores, timers: systemTimers, log, progress }
for (const projection of PROJECTIONS) await prepareProjection(deps, projection, stopping.signal)
const https = new HttpsSender({ allowPrivateNetwork: true, ...(ca !== undefined && { ca }) })
const sender: Sender = {
  send: (request, signal) => killable('send', () => https.send(request, signal)),
  close: () => https.close(),
}
/** The checkpoint of the scheduler is a separate kind of query. */
const killablePool = Object.assign(Object.create(pool) as typeof pool, {
  query: (query: string | pg.QueryConfig, values?: unknown[]) =>
    (typeof query === 'string' ? query : query.text).includes('INSERT INTO processing.checkpoints')
      ? killable('checkpoint', () => pool.query(query, values))
      : pool.query(query, values),
})
class KillableArrivals extends PostgresArrivals {
  override settle(...given: Parameters<PostgresArrivals['settle']>): Promise<void> {
    return killable('settle', () => super.settle(...given))
  }
}
const processors = new Processors({
  store,
  ...postgresPorts(pool, claimSeconds),
  marks: new PostgresMarks(killablePool),
  timers: systemTimers,
  log,
  vault: new PostgresVault(pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64'))),
  sender,
  clock: systemClock,
  documents,
  countryOf,
  gatewayFor: () => gateway,
  countrySettings: {},
  pace: 1,
  receiving: {
    companies: new PostgresReceivingCompanies(pool),
    receivedBook: new PostgresReceivedBook(pool),
    arrivals: new KillableArrivals(pool),
    looks: new PostgresLooks(pool),
    receivedUpTo: (position) => progress.waitFor(position, ['received']),
  },
})
// One that may be paused is not alone.
if (pauseDir === undefined) await processors.takeOver()
processors.listenTo(progress)
const running = [
  processors.run(stopping.signal),
  ...PROJECTIONS.map((projection) => runProjection(deps, projection, stopping.signal)),
]
process.stdout.write('works\n')

process.once('SIGTERM', () => {
  stopping.abort()
  void Promise.all(running)
    .then(() => sender.close())
    .then(() => store.close())
    .then(() => pool.end())
})
