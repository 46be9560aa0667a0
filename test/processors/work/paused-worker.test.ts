import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { CERTIFICATE, Receiver } from '../../standins/receiver.js'
import { migratedDatabase } from '../../support/database.js'
import { openTestStore } from '../../support/event-store.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { isWhole } from '../../support/whole-invoice.js'

const SERVICE = fileURLToPath(new URL('../killable-service.js', import.meta.url))
const CLAIM_SECONDS = 1
/** For a machine that other tests share. */
const LIMIT_MS = 60_000

const around = (...effects: readonly string[]): readonly string[] =>
  ['before', 'after'].flatMap((when) => effects.map((what) => `${when} ${what}`))
/** Every place around every effect of the pipeline. */
const STEPS = around(
  'append:InvoiceValidated',
  'document',
  'append:InvoiceConverted',
  'append:SubmissionStarted',
  'submit',
  'append:InvoiceSubmitted',
  'poll',
  'append:InvoiceAccepted',
)
const DELIVERY_STEPS = around('append:DeliveryScheduled', 'checkpoint', 'send', 'append:DeliverySucceeded')
const EXPECTED_KINDS = ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted']

t.setTimeout(400_000)

/** Two equal processes; whichever comes first to a step that is laid out is paused there. */
async function pair(t: Test) {
  const { url } = await migratedDatabase(t)
  const directory = mkdtempSync(join(tmpdir(), 'clearway-pause-'))
  const store = await openTestStore(url)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const output: string[] = []
  const start = (): ChildProcess => {
    const env = {
      ...process.env,
      PAUSE_DIR: directory,
      CLAIM_SECONDS: String(CLAIM_SECONDS),
      RECEIVER_CA: CERTIFICATE.cert,
    }
    const child = spawn(process.execPath, [SERVICE, url], { stdio: ['ignore', 'pipe', 'inherit'], env })
    createInterface({ input: child.stdout }).on('line', (line) => output.push(line))
    return child
  }
  const children = [start(), start()]
  t.teardown(async () => {
    for (const child of children) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    await store.close()
    await pool.end()
    rmSync(directory, { recursive: true })
  })
  await waitFor('both work', () => output.filter((line) => line === 'works').length === children.length, LIMIT_MS)
  return {
    store,
    pool,
    /** Lines that the processes have printed. */
    output,
    /** The next process to reach the step stops there. */
    lay: (step: string): void => {
      writeFileSync(join(directory, step), '')
    },
    /** The process that stopped at the step. */
    paused: (step: string): Promise<number> =>
      waitFor(
        `a process is paused ${step}`,
        () => {
          const name = readdirSync(directory).find((file) => file.startsWith(`${step} paused`))
          return name !== undefined && Number(name.split(' ').at(-1))
        },
        LIMIT_MS,
      ),
    /** Both continue: each shuts down in order on request. */
    end: async (): Promise<void> => {
      for (const child of children) {
        child.kill('SIGTERM')
        const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode]
        t.equal(code, 0, 'a paused process continues')
      }
    },
  }
}

t.test('a worker paused at any step for longer than its claim does no harm when it wakes up', async (t) => {
  const { store, pool, output, lay, paused, end } = await pair(t)
  const history = new History(store)
  const scope = await history.account()
  const ids: string[] = []
  for (const step of STEPS) {
    lay(step)
    const { id, stream } = await history.invoice(scope, acceptedInvoice(`F-1 ${step}`))
    ids.push(id)
    const pid = await paused(step)
    await waitFor(
      `${step}: the other takes over and ends it`,
      async () => {
        const work = await pool.query('SELECT FROM processing.work WHERE key = $1', [stream])
        return work.rowCount === 0 && (await store.readStream(stream)).at(-1)?.type === 'InvoiceAccepted'
      },
      LIMIT_MS,
    )
    process.kill(pid, 'SIGCONT')
  }
  // By now all have woken up and found out.
  const { stream } = await history.invoice(scope, acceptedInvoice('F-2'))
  await waitFor('work continues', async () => (await store.readStream(stream)).at(-1)?.type === 'InvoiceAccepted')
  await end()
  for (const id of ids) {
    await isWhole(t, store, `testInvoice-${id}`)
    t.equal(output.filter((line) => line === `uploaded ${id}`).length, 1, 'the document was uploaded once')
  }
})

t.test('deliveries keep their order and their ids when a worker is paused at any step', async (t) => {
  const { store, pool, lay, paused, end } = await pair(t)
  const receiver = await Receiver.listen()
  t.teardown(() => receiver.close())
  const history = new History(store)
  const scope = await history.account()
  const vault = new PostgresVault(pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64')))
  await history.webhook(scope, vault, receiver.url())
  const ids: string[] = []
  for (const step of DELIVERY_STEPS) {
    lay(step)
    const { id } = await history.invoice(scope, acceptedInvoice(`F-1 ${step}`))
    ids.push(id)
    const pid = await paused(step)
    await waitFor(
      `${step}: the other takes over and delivers the rest`,
      async () => {
        const done = await pool.query("SELECT FROM read.deliveries WHERE invoice_id = $1 AND status = 'succeeded'", [
          id,
        ])
        return done.rowCount === EXPECTED_KINDS.length
      },
      LIMIT_MS,
    )
    process.kill(pid, 'SIGCONT')
  }
  await end()
  const scheduled = await pool.query<{ invoice_id: string }>('SELECT invoice_id FROM read.deliveries')
  for (const id of ids) {
    t.equal(
      scheduled.rows.filter((row) => row.invoice_id === id).length,
      EXPECTED_KINDS.length,
      'nothing is scheduled twice',
    )
    const came = receiver.received.filter(({ body }) => body.includes(id))
    const kinds = came.map(({ headers }) => String(headers['x-service-event']))
    t.strictSame([...new Set(kinds)], EXPECTED_KINDS, 'every event')
    t.strictSame(
      kinds,
      kinds.toSorted((a, b) => EXPECTED_KINDS.indexOf(a) - EXPECTED_KINDS.indexOf(b)),
      'none comes late',
    )
    const deliveryIds = new Set(came.map(({ headers }) => headers['x-service-delivery-id']))
    t.equal(deliveryIds.size, EXPECTED_KINDS.length, 'one id for each')
    t.ok(came.length <= EXPECTED_KINDS.length + 1, 'at most the one under way is repeated')
  }
})
