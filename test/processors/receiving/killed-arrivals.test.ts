import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createCompany, setCompanyReceiving } from '../../../src/commands/company.js'
import { handle } from '../../../src/commands/handle.js'
import { systemClock } from '../../../src/domain/clock.js'
import { company } from '../../../src/domain/company.js'
import { PostgresArrivals } from '../../../src/processors/receiving/postgres/arrivals.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'
import { openTestStore } from '../../support/event-store.js'
import { History } from '../../support/history.js'
import { receivedInOrder } from '../../support/received-rows.js'
import { waitFor } from '../../support/wait-for.js'

const SERVICE = fileURLToPath(new URL('../killable-service.js', import.meta.url))

/** Every place at which a process can die while it records a document. */
const STEPS = ['before', 'after'].flatMap((when) =>
  ['document', 'append:InvoiceReceived', 'settle'].map((what) => `${when} ${what}`),
)

t.setTimeout(300_000)

function start(url: string, step?: string): ChildProcess {
  return spawn(process.execPath, [SERVICE, url, ...(step === undefined ? [] : [step])], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

t.test('documents of suppliers survive kill -9 at every step: each once, in the order of arrival', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = await openTestStore(url)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const scope = await new History(store).account()
  const deps = { store, clock: systemClock }
  const context = { ...scope, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const details = { name: 'Client SRL', vatNumber: 'RO12345674', country: 'RO', currency: 'RON' } as const
  await handle(deps, context, company, 'testCompany-comp_1', createCompany({ companyId: 'comp_1', ...details }))
  const receiving = setCompanyReceiving({ peppolIds: [], since: null }, new Date().toISOString())
  await handle(deps, context, company, 'testCompany-comp_1', receiving)
  const arrivals = new PostgresArrivals(pool)
  const arrive = (identity: string): Promise<string> =>
    arrivals.take({
      company: { id: 'comp_1', scope },
      country: 'RO',
      channel: 'simulated',
      govId: null,
      identity,
      sender: null,
      bytes: Buffer.from(identity),
      files: [{ kind: 'metadata', filename: null, mediaType: 'text/plain', bytes: Buffer.from('m') }],
      arrivedAt: new Date(),
      sentAs: null,
      correlationId: null,
    })
  for (const step of STEPS) {
    t.equal(await arrive(step), 'stored')
    t.equal(await arrive(step), 'repeated')
    const victim = start(url, step)
    const [, signal] = (await once(victim, 'exit')) as [number | null, string | null]
    t.equal(signal, 'SIGKILL', `died ${step}`)
  }
  const survivor = start(url)
  t.teardown(async () => {
    survivor.kill('SIGTERM')
    if (survivor.exitCode === null) await once(survivor, 'exit')
  })
  await waitFor('all are recorded', async () => {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM operations.arrival WHERE due_at IS NOT NULL',
    )
    return rows[0]?.n === 0
  })
  const rows = await waitFor('the read model has them', async () => {
    const found = await receivedInOrder(pool)
    return found.length === STEPS.length && found
  })
  const documents = await pool.query<{ sha256: string; content: Buffer }>(
    'SELECT sha256, content FROM documents.document',
  )
  const texts = new Map(documents.rows.map(({ sha256, content }) => [sha256, content.toString()]))
  t.same(
    rows.map(({ sha256 }) => texts.get(sha256)),
    STEPS,
    'in the order of their arrival',
  )
  for (const { id } of rows) t.equal((await store.readStream(`testReceived-${id}`)).length, 1, 'and each once')
})
