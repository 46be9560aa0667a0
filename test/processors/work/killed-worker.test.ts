import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'
import { openTestStore } from '../../support/event-store.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { isWhole } from '../../support/whole-invoice.js'

const SERVICE = fileURLToPath(new URL('../killable-service.js', import.meta.url))

/** Every place at which a process can die, around every effect of the pipeline. */
const STEPS = ['before', 'after'].flatMap((when) =>
  [
    'append:InvoiceValidated',
    'document',
    'append:InvoiceConverted',
    'append:SubmissionStarted',
    'submit',
    'append:InvoiceSubmitted',
    'poll',
    'append:InvoiceAccepted',
  ].map((what) => `${when} ${what}`),
)

// A process for each step, on a machine that other tests share.
t.setTimeout(300_000)

function start(url: string, step?: string): ChildProcess {
  return spawn(process.execPath, [SERVICE, url, ...(step === undefined ? [] : [step])], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

t.test('a worker killed at any step is continued by the next start, and each document is sent once', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = await openTestStore(url)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const history = new History(store)
  const scope = await history.account()
  const streams: string[] = []

  for (const step of STEPS) {
    const { stream } = await history.invoice(scope, acceptedInvoice(`F-1 ${step}`))
    streams.push(stream)
    const victim = start(url, step)
    const [, signal] = (await once(victim, 'exit')) as [number | null, string | null]
    t.equal(signal, 'SIGKILL', `died ${step}`)
  }

  const survivor = start(url)
  t.teardown(async () => {
    survivor.kill('SIGTERM')
    if (survivor.exitCode === null) await once(survivor, 'exit')
  })
  for (const stream of streams) {
    await waitFor(`${stream} is accepted`, async () => {
      const events = await store.readStream(stream)
      return events.at(-1)?.type === 'InvoiceAccepted'
    })
    await isWhole(t, store, stream)
  }
  const { rows } = await pool.query<{ sent: number; invoices: number }>(
    'SELECT count(*)::int AS sent, count(DISTINCT invoice_id)::int AS invoices FROM simulator.upload',
  )
  t.strictSame(rows, [{ sent: STEPS.length, invoices: STEPS.length }], 'the government got each document once')
})
