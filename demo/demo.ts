/**
 * `npm run demo`: shows the main job at work. Starts the service on a temporary data directory,
 * does what a client does (company, connection, invoices over HTTP, all from samples/), and shows
 * each invoice on its way to the government's decision. `npm run demo -- --keep` leaves the
 * service running afterwards.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { readConfig } from '../src/host/config.js'
import { type Service, startService } from '../src/host/service.js'
import { StartupError } from '../src/storage/startup-error.js'
import { ApiClient, type Invoice, type SampleInvoice } from './api-client.js'
import { Board } from './board.js'

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url))
const LOOK_EVERY_MS = 250
const PATIENCE_MS = 120_000
const DECIDED = ['accepted', 'rejected', 'error']
const keep = process.argv.includes('--keep')

const dataDir = mkdtempSync(join(tmpdir(), 'clearway-demo-'))
let service: Service | null = null
let status = 1
try {
  status = await run()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
} finally {
  if (!keep || status !== 0) await end()
}
if (keep && status === 0) {
  console.log('The service goes on running (--keep). Ctrl-C ends it and removes its data.')
  process.once('SIGINT', () => void end()).once('SIGTERM', () => void end())
}
process.exitCode = status

async function end(): Promise<void> {
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function run(): Promise<number> {
  console.log('Clearway: one REST API in front of the e-invoicing systems of governments.')
  console.log('This demo posts invoices as JSON; the service validates them, converts them to the country’s XML,')
  console.log('submits them to a simulated government and follows them to its decision.\n')

  let testKey = ''
  const started = performance.now()
  service = await startService({
    config: readConfig({
      SIMULATED_DECISION_SECONDS: '5',
      ...process.env,
      DATA_DIR: dataDir,
      PORT: process.env['PORT'] ?? '0',
    }),
    log: pino({ level: 'silent' }),
    showDemoAccount: (opened) => (testKey = opened.testKey),
  })
  const api = new ApiClient(service.url ?? '', testKey)
  console.log(`✓ service started in ${seconds(started)} on ${service.url ?? ''}, its PostgreSQL included`)

  const samples = readSamples()
  for (const company of suppliers(samples)) {
    const { id } = await api.post<{ id: string }>('/v1/companies', company)
    console.log(`✓ POST /v1/companies    ${company.name} (${company.vatNumber})`)
    const connection = await api.post<{ status: string }>('/v1/connections', {
      companyId: id,
      countryCode: company.country,
    })
    console.log(`✓ POST /v1/connections  ${company.country}, ${connection.status}`)
  }

  const posted: { file: string; invoice: Invoice }[] = []
  for (const { file, body } of samples) {
    posted.push({
      file,
      invoice: await api.post<Invoice>('/v1/invoices', body, {
        // Two countries may have samples of one name.
        'X-Idempotency-Key': `${body.country}/${file}`,
      }),
    })
  }
  console.log(`✓ POST /v1/invoices     ${posted.length} invoices from samples/\n`)

  const invoices = await follow(api, posted)
  return summarise(invoices, started)
}

/** Shows the invoices until the government has decided on all. */
async function follow(
  api: ApiClient,
  posted: readonly { file: string; invoice: Invoice }[],
): Promise<readonly Invoice[]> {
  const board = new Board(posted)
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const listed = await api.get<readonly Invoice[]>('/v1/invoices?limit=100')
    const current = posted.flatMap(({ invoice }) => listed.filter(({ id }) => id === invoice.id))
    board.show(current)
    if (current.every((invoice) => DECIDED.includes(invoice.status))) return current
    if (performance.now() > deadline) throw new Error('the simulated governments did not decide in time')
    await delay(LOOK_EVERY_MS)
  }
}

function summarise(invoices: readonly Invoice[], started: number): number {
  for (const invoice of invoices.filter(({ errorMessage }) => errorMessage !== null)) {
    console.log(
      `\n${invoice.country} ${invoice.externalId ?? invoice.id} was ${invoice.status === 'rejected' ? 'rejected by the government' : 'stopped'}:`,
    )
    console.log(`  the raw text    ${invoice.errorMessage ?? ''}`)
    console.log(`  in English      ${invoice.errorTranslated ?? ''}`)
    console.log(`  what to do      ${invoice.errorFix ?? ''}`)
  }
  const count = (status: string): number => invoices.filter((invoice) => invoice.status === status).length
  const expected = invoices.every(
    ({ status, externalId }) => status === ((externalId ?? '').includes('SIM-REJECT') ? 'rejected' : 'accepted'),
  )
  console.log(
    `\n${expected ? '✓' : '✗'} ${invoices.length} invoices: ${count('accepted')} accepted, ${count('rejected')} rejected (on purpose), ` +
      `${count('error')} in error, in ${seconds(started)}`,
  )
  return expected ? 0 : 1
}

interface Sample {
  readonly file: string
  readonly body: SampleInvoice
}

function readSamples(): readonly Sample[] {
  return readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      file: basename(file, '.json'),
      body: JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as SampleInvoice,
    }))
}

/** Each supplier once, with the first country that it invoices in. */
function suppliers(samples: readonly Sample[]) {
  const found = new Map(
    samples.map(({ body }) => [
      `${body.country} ${body.supplier.vatNumber}`,
      { name: body.supplier.name, vatNumber: body.supplier.vatNumber, country: body.country },
    ]),
  )
  return found.values()
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
