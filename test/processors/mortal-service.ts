/**
 * A process that runs projections and the worker on a database until it is told to end, or kills itself like kill -9 at one step:
 *
 *     node mortal-service.js DATABASE_URL [STEP]
 *
 * A step is `before` or `after`, and what: an append (`append:InvoiceValidated`), a call to the government (`submit`, `find`, `poll`), a document
 * stored (`document`), or a webhook sent (`send`; RECEIVER_CA is the receiver's certificate). It prints a line when it works.
 */
import pino from 'pino'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { countryOf } from '../../src/countries/registry.js'
import type { Gateway } from '../../src/countries/country.js'
import { systemClock } from '../../src/domain/clock.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { PostgresEventStore } from '../../src/eventstore/postgres.js'
import { HttpsSender, type Sender } from '../../src/processors/delivery-sender.js'
import { Processors } from '../../src/processors/processors.js'
import { ProgressTracker } from '../../src/projections/progress.js'
import { prepareProjection, runProjection } from '../../src/projections/runner.js'
import type { DocumentStore } from '../../src/storage/documents.js'
import { createPool } from '../../src/storage/pool.js'
import { PostgresDocuments } from '../../src/storage/postgres-documents.js'
import { PostgresSimulatorLedger } from '../../src/storage/postgres-simulator-ledger.js'
import { PostgresVault } from '../../src/storage/postgres-vault.js'
import { parseSecretsKey } from '../../src/storage/secrets-key.js'

const [url, fatalStep] = process.argv.slice(2)
const ca = process.env['RECEIVER_CA']
if (url === undefined) throw new Error('which database?')

/** Does the work, and dies on the spot where this is the step to die at. */
async function mortal<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (fatalStep === `before ${what}`) process.kill(process.pid, 'SIGKILL')
  const result = await work()
  if (fatalStep === `after ${what}`) process.kill(process.pid, 'SIGKILL')
  return result
}

const pool = createPool({ connectionString: url, applicationName: 'mortal service' })
const real = new PostgresEventStore({ connectionString: url })
const store: EventStore = {
  append: (stream, revision, events) =>
    mortal(`append:${events[0]?.type ?? ''}`, () => real.append(stream, revision, events)),
  readStream: (stream, from) => real.readStream(stream, from),
  subscribe: (options) => real.subscribe(options),
  head: () => real.head(),
  erase: (stream) => real.erase(stream),
  close: () => real.close(),
}
const realDocuments = new PostgresDocuments(pool)
const documents: DocumentStore = {
  put: (scope, bytes, mediaType) => mortal('document', () => realDocuments.put(scope, bytes, mediaType)),
  get: (scope, sha256) => realDocuments.get(scope, sha256),
  erase: (scope, sha256) => realDocuments.erase(scope, sha256),
}
const simulator = countryOf('RO').invoicing?.simulator(new PostgresSimulatorLedger(pool), {
  decisionSeconds: 0,
  now: () => new Date(),
})
if (!simulator) throw new Error('no simulator')
const gateway: Gateway = {
  submit: (submission) => mortal('submit', () => simulator.submit(submission)),
  find: (submission) => mortal('find', () => simulator.find(submission)),
  poll: (submission, uploadId) => mortal('poll', () => simulator.poll(submission, uploadId)),
}

const log = pino({ level: 'silent' })
const progress = new ProgressTracker()
const stopping = new AbortController()
const deps = { store, pool, log, progress }
for (const projection of PROJECTIONS) await prepareProjection(deps, projection, stopping.signal)
const https = new HttpsSender({ allowPrivateNetwork: true, ...(ca !== undefined && { ca }) })
const sender: Sender = {
  send: (request, signal) => mortal('send', () => https.send(request, signal)),
  close: () => https.close(),
}
/** The checkpoint of the scheduler is a query of its own kind. */
const mortalPool = Object.assign(Object.create(pool) as typeof pool, {
  query: (text: string, values?: unknown[]) =>
    text.includes('INSERT INTO processing.checkpoints')
      ? mortal('checkpoint', () => pool.query(text, values))
      : pool.query(text, values),
})
const processors = new Processors({
  store,
  pool: mortalPool,
  log,
  vault: new PostgresVault(pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64'))),
  sender,
  clock: systemClock,
  documents,
  countryOf,
  gatewayFor: () => gateway,
})
await processors.takeOver()
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
