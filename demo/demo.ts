/**
 * `npm run demo`: shows the main use of the service. Starts the service on a temporary data
 * directory, does what a client does (company, connection, invoices over HTTP, all from samples/),
 * and shows each invoice on its way to the government's decision. `npm run demo -- --all` posts
 * every sample, not a choice of each country's; `-- --production` does so with the live key and
 * stand-ins for the real governments, through an outage as well, and then receives an invoice of a
 * supplier in each country; `-- --keep` leaves the service running afterwards.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { readConfig } from '../src/host/settings/config.js'
import { type Service, startService } from '../src/host/start/roles.js'
import { StartupError } from '../src/storage/startup-error.js'
import { ApiClient, type Invoice } from './api-client.js'
import { Governments } from './production.js'
import { choiceOf, issuers, readSamples } from './samples.js'
import { follow, postAll, seconds, summarise } from './show.js'

const isProduction = process.argv.includes('--production')
const isAll = process.argv.includes('--all')
const keep = process.argv.includes('--keep')

const dataDir = mkdtempSync(join(tmpdir(), 'clearway-demo-'))
let service: Service | null = null
let governments: Governments | null = null
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
  console.log('The service keeps running (--keep). Ctrl-C ends it and removes its data.')
  process.once('SIGINT', () => void end()).once('SIGTERM', () => void end())
}
process.exitCode = status

async function end(): Promise<void> {
  await service?.stop()
  await governments?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function run(): Promise<number> {
  console.log('Clearway: one REST API in front of the e-invoicing systems of governments.')
  console.log('This demo posts invoices as JSON; the service validates them, converts them to the country’s XML,')
  console.log(
    `submits them to a ${isProduction ? 'stand-in for the real' : 'simulated'} government and follows them to its decision.\n`,
  )

  let keys = { accountId: '', testKey: '', liveKey: '' }
  const started = performance.now()
  governments = isProduction ? await Governments.start() : null
  service = await startService({
    config: readConfig({
      SIMULATED_DECISION_SECONDS: '5',
      ...process.env,
      ...governments?.settings,
      DATA_DIR: dataDir,
      PORT: process.env['PORT'] ?? '0',
    }),
    log: pino({ level: 'silent' }),
    showDemoAccount: (opened) => (keys = opened),
  })
  const address = service.url ?? ''
  console.log(`✓ service started in ${seconds(started)} on ${address}, its PostgreSQL included`)
  if (governments !== null) return governments.show(new ApiClient(address, keys.liveKey), started)
  if (isAll) await liftLimits(keys.accountId)
  return showSimulated(new ApiClient(address, keys.testKey), started)
}

/** As an operator does: the free plan allows ten companies and fifty test invoices a month. */
async function liftLimits(accountId: string): Promise<void> {
  const cli = fileURLToPath(new URL('cli.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'accounts', 'plan', accountId, 'unlimited'], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  console.log(`✓ ${stdout.trim()}`)
}

async function showSimulated(api: ApiClient, started: number): Promise<number> {
  const all = readSamples()
  const samples = isAll ? all : choiceOf(all)
  for (const company of issuers(samples)) {
    const { id } = await api.post<{ id: string }>('/v1/companies', company)
    console.log(`✓ POST /v1/companies    ${company.name} (${company.vatNumber})`)
    const connection = await api.post<{ status: string }>('/v1/connections', {
      companyId: id,
      countryCode: company.country,
    })
    console.log(`✓ POST /v1/connections  ${company.country}, ${connection.status}`)
  }
  const posted = await postAll(api, samples, { name: '', change: (body) => body })
  console.log(`✓ POST /v1/invoices     ${posted.length} of the ${all.length} invoices in samples/\n`)
  const toReject = ({ externalId }: Invoice) => ((externalId ?? '').includes('SIM-REJECT') ? 'rejected' : 'accepted')
  return summarise(await follow(api, posted), toReject, started) ? 0 : 1
}
