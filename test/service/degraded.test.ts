import t from 'tap'
import { companies } from '../../src/projections/companies.js'
import { appendRaw } from '../eventstore/raw-append.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment, type Endpoints } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { waitFor } from '../support/wait-for.js'

interface Ready {
  readonly code: number
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

async function ready(base: string): Promise<Ready> {
  const answer = await fetch(`${base}/ready`)
  return { code: answer.status, ...((await answer.json()) as Omit<Ready, 'code'>) }
}

/** Waits until both ports say so. */
async function says(member: Endpoints, what: (ready: Ready) => boolean): Promise<Ready> {
  for (const base of [member.url, member.ops]) {
    let said: unknown = null
    await waitFor('GET /ready says so', async () => ((said = await ready(base)), what(said as Ready)), 60_000).catch(
      (error: unknown) => {
        throw new Error(`it says ${JSON.stringify(said)}`, { cause: error })
      },
    )
  }
  return ready(member.url)
}

t.test(
  'a service that lacks an event, or stands by for another version, is ready and says so',
  { timeout: 400_000 },
  async (t) => {
    const deployment = await Deployment.create(t)
    const member = await deployment.startAll(t)
    const { key } = await deployment.customer(member)
    const post = async (name: string): Promise<string> =>
      dataOf<{ id: string }>(await call(member.url, key, 'POST', '/v1/invoices', invoiceBody(name))).id
    t.match(await says(member, ({ status }) => status === 'ok'), { code: 200, checks: { quarantine: 'ok' } })

    // A delivery that was never scheduled can't have succeeded.
    const stream = 'testDelivery-dlv_1'
    const scope = { account: 'acc_1', environment: 'test' } as const
    const event = { type: 'DeliverySucceeded', data: { subject: 'testInvoice-inv_1', url: 'https://x', attempt: {} } }
    await appendRaw(deployment.pool, deployment.store, scope, stream, event)
    t.match(await says(member, ({ status }) => status === 'degraded'), {
      code: 200,
      checks: {
        projections: 'ok',
        quarantine: 'events set aside: deliveries 1, outbox 1; see `clearway projections status`',
      },
    })
    t.match(member.output(), /"projection":"deliveries".*"stream":"testDelivery-dlv_1".*was set aside/)
    t.match(member.output(), /read models lack events that they could not apply/)
    await deployment.verify(t, [await post('F-1'), await post('F-2')])

    const shown = await runCli(['projections', 'status'], deployment.env)
    t.match(shown.stdout, /^deliveries: version 1, position \d+, up to date, 1 event set aside$/m)
    t.match(
      shown.stdout,
      /^set aside by outbox: DeliverySucceeded at testDelivery-dlv_1@0 of acc_1: Error: .* has no row to change$/m,
    )
    await deployment.store.erase(stream)
    t.equal((await runCli(['projections', 'rebuild', 'deliveries', 'outbox', 'receivers'], deployment.env)).status, 0)
    await says(member, ({ status }) => status === 'ok')

    await deployment.pool.query("UPDATE projections.checkpoints SET version = version + 1 WHERE name = 'companies'")
    const company = { name: 'A SRL', vatNumber: 'RO87654329', country: 'RO' }
    dataOf(await call(member.url, key, 'POST', '/v1/companies', company))
    t.match(await says(member, ({ status }) => status === 'degraded'), {
      code: 200,
      checks: {
        projections: 'ok',
        versions: `maintained by another version of the program: companies ${companies.version + 1}`,
      },
    })
    const refused = await runCli(['projections', 'rebuild', 'companies'], deployment.env)
    t.equal(refused.status, 1)
    t.match(
      refused.stderr,
      `companies is at version ${companies.version + 1} of a newer program; this program has ${companies.version}`,
    )
    t.match(refused.stderr, /--roll-back\n$/)
    t.equal((await runCli(['projections', 'rebuild', 'companies', '--roll-back'], deployment.env)).status, 0)
    await says(member, ({ status }) => status === 'ok')
    t.equal(dataOf<unknown[]>(await call(member.url, key, 'GET', '/v1/companies')).length, 2)
  },
)

t.test('a government that does not answer, and parked work, are reported to the operator', async (t) => {
  const deployment = await Deployment.create(t)
  const member = await deployment.startAll(t)
  await says(member, ({ status }) => status === 'ok')
  await deployment.pool.query(
    `INSERT INTO processing.gates (name, failures, at_once, closed_until)
     VALUES ('RO production', 7, 1, now() + interval '1 hour'), ('BE production poll', 0, NULL, now() + interval '1 hour')`,
  )
  await deployment.pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position, faults, held_until)
     VALUES ('invoices', 'liveInvoice-inv_1', 'acc_1', 'production', 'RO production submit', now(), 1, 9, now() + interval '1 hour')`,
  )
  const { code } = await says(
    member,
    ({ checks }) =>
      checks['parked'] === 'parked after faults: 1; see `clearway work`' &&
      checks['governments'] === 'no answer from RO production',
  )
  t.equal(code, 200, 'requests are served all the same')
  const { stdout } = await runCli(['work'], deployment.env)
  t.match(stdout, /^invoices RO production submit: 1 waiting, 1 due$/m)
  t.match(stdout, /^RO production: no answer 7 times, no calls until 20/m)
  t.match(stdout, /^BE production poll: call quota is used up, no calls until 20/m)
  t.match(stdout, /^parked: invoices liveInvoice-inv_1 of acc_1, failed 9 times, next try at 20/m)
  t.match(JSON.parse((await runCli(['work', '--json'], deployment.env)).stdout), { parked: [{ faults: 9 }] })
  await deployment.pool.query('DELETE FROM processing.gates')
  await deployment.pool.query('DELETE FROM processing.work')
  await says(member, ({ status }) => status === 'ok')
  t.equal((await runCli(['work'], deployment.env)).stdout, 'Nothing is waiting.\n')
})
