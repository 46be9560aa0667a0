// `npm run test:eventstore`: the contract of the event store, the service end to end, and the
// demo, all on the EventStoreDB of EVENTSTORE_URL. Each run uses streams of its own, so that the
// server need not be empty; it leaves some 200,000 small events there, and has the server
// scavenge. Without EVENTSTORE_URL a stand-in of ours takes the server's place.
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * What depends on the store's behaviour; the rest of the suite does not know which store it runs
 * on. One file after another: they share one log, and some count what is written meanwhile. The
 * one that fills it comes early, so that all others work on a full one.
 */
const TESTS = [
  'test/eventstore/eventstoredb/contract.test.ts',
  'test/eventstore/eventstoredb/shared.test.ts',
  'test/standins/eventstoredb/appends.test.ts',
  'test/standins/eventstoredb/reads.test.ts',
  'test/standins/eventstoredb/subscriptions.test.ts',
  'test/standins/eventstoredb/scavenges.test.ts',
  'test/http/api/idempotency.test.ts',
  'test/http/api/invoices.test.ts',
  'test/http/api/limits.test.ts',
  'test/http/api/webhooks.test.ts',
  'test/processors/work/killed-worker.test.ts',
  'test/processors/deliveries/killed-delivery.test.ts',
  'test/processors/work/paused-worker.test.ts',
  'test/processors/deliveries/webhook-service.test.ts',
  'test/service/commands-beside.test.ts',
  'test/service/killed-under-load.test.ts',
]

await import('./build.js')
let standIn = null
let dataDir = null
let url = process.env.EVENTSTORE_URL ?? ''
if (url === '') {
  console.log('EVENTSTORE_URL is not set: a stand-in takes the place of EventStoreDB')
  dataDir = mkdtempSync(join(tmpdir(), 'clearway-eventstoredb-'))
  const program = join(root, 'dist/test/standins/eventstoredb/main.js')
  standIn = spawn(process.execPath, [program, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = await once(standIn.stdout, 'data')
  url = String(address).trim()
}

/** @param {string} name @param {string[]} args */
async function stage(name, args) {
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, EVENTSTORE_URL: url, EVENTSTORE_STREAM_PREFIX: `run${randomBytes(5).toString('hex')}` },
  })
  const [code] = await once(child, 'exit')
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
  if (code !== 0) process.exitCode = 1
}

try {
  await stage('tests on EventStoreDB', ['scripts/test.js', '--one-by-one', ...TESTS])
  await stage('demo on EventStoreDB', ['dist/bundle/demo.js'])
} finally {
  standIn?.kill()
  if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true })
}
