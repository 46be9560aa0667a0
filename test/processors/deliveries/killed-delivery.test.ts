import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { verifyChain } from '../../../src/eventstore/hash-chain.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { CERTIFICATE, Receiver } from '../../standins/receiver.js'
import { migratedDatabase } from '../../support/database.js'
import { openTestStore } from '../../support/event-store.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'

const SERVICE = fileURLToPath(new URL('../killable-service.js', import.meta.url))

/** Every place at which a process can die, around every effect of a delivery. */
const STEPS = ['before', 'after'].flatMap((when) =>
  ['append:DeliveryScheduled', 'checkpoint', 'send', 'append:DeliverySucceeded'].map((what) => `${when} ${what}`),
)
const EXPECTED_KINDS = ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted']

// A process for each step, on a machine that other tests share.
t.setTimeout(300_000)

function start(url: string, step?: string): ChildProcess {
  return spawn(process.execPath, [SERVICE, url, ...(step === undefined ? [] : [step])], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RECEIVER_CA: CERTIFICATE.cert },
  })
}

t.test(
  'deliveries survive kill -9 at every step: each at least once, in order, under one id, the same bytes',
  async (t) => {
    const { url } = await migratedDatabase(t)
    const store = await openTestStore(url)
    const pool = createPool({ connectionString: url, applicationName: 'test' })
    const receiver = await Receiver.listen()
    t.teardown(async () => {
      await receiver.close()
      await store.close()
      await pool.end()
    })
    const vault = new PostgresVault(pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64')))
    const history = new History(store)
    const scope = await history.account()
    await history.webhook(scope, vault, receiver.url())
    const ids: string[] = []
    for (const step of STEPS) {
      ids.push((await history.invoice(scope, acceptedInvoice(`F-1 ${step}`))).id)
      const victim = start(url, step)
      const [, signal] = (await once(victim, 'exit')) as [number | null, string | null]
      t.equal(signal, 'SIGKILL', `died ${step}`)
    }

    const survivor = start(url)
    t.teardown(async () => {
      survivor.kill('SIGTERM')
      if (survivor.exitCode === null) await once(survivor, 'exit')
    })
    const expected = STEPS.length * EXPECTED_KINDS.length
    const rows = await waitFor('everything is delivered', async () => {
      const result = await pool.query<{ id: string; type: string; invoice_id: string }>(
        "SELECT id, type, invoice_id FROM read.deliveries WHERE status = 'succeeded'",
      )
      return result.rowCount === expected && result.rows
    })
    t.equal((await pool.query('SELECT FROM read.deliveries')).rowCount, expected, 'and nothing is scheduled twice')

    for (const id of ids) {
      const came = receiver.received.filter(({ body }) => body.includes(id))
      const kinds = came.map(({ headers }) => String(headers['x-service-event']))
      t.strictSame([...new Set(kinds)], EXPECTED_KINDS, 'every event, in order')
      t.strictSame(
        kinds,
        [...kinds].sort((a, b) => EXPECTED_KINDS.indexOf(a) - EXPECTED_KINDS.indexOf(b)),
        'a repetition comes before the next',
      )
      for (const kind of EXPECTED_KINDS) {
        const same = came.filter(({ headers }) => headers['x-service-event'] === kind)
        t.equal(new Set(same.map(({ headers }) => headers['x-service-delivery-id'])).size, 1, 'one delivery id')
        t.equal(new Set(same.map(({ body }) => body)).size, 1, 'the same bytes')
        t.equal(
          same[0]?.headers['x-service-delivery-id'],
          rows.find((row) => row.type === kind && row.invoice_id === id)?.id,
        )
      }
    }
    t.ok(receiver.received.length <= expected + 4 * STEPS.length, 'a death repeats work under way, nothing else')
    for (const { id } of rows) {
      const stream = `testDelivery-${id}`
      t.equal(verifyChain(stream, await store.readStream(stream)), null, 'the hash chain holds')
    }
  },
)
