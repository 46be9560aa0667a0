import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { Deployment, Load, type Member, type Roles } from '../support/deployment.js'
import { waitFor } from '../support/wait-for.js'

const EXPECTED_KINDS = ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted']
const ROLES = ['api', 'projections', 'processors'] as const
/** Longer than a claim lasts, so that another takes over. */
const PAUSE_MS = 3_000

t.test(
  'two processes of each role under load, killed and paused in turns: nothing is lost, nothing is sent twice',
  { timeout: 400_000 },
  async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'clearway-ca-'))
    const receiver = await Receiver.listen()
    t.teardown(async () => {
      await receiver.close()
      rmSync(directory, { recursive: true })
    })
    const ca = join(directory, 'receiver.pem')
    writeFileSync(ca, CERTIFICATE.cert)
    const deployment = await Deployment.create(t, { NODE_EXTRA_CA_CERTS: ca }, { ownServer: true })
    const members = new Map<Roles, Member[]>()
    for (const role of ROLES) {
      members.set(role, await Promise.all([deployment.start(role), deployment.start(role)]))
    }
    const apis = members.get('api') ?? []
    const [first] = apis
    if (!first) throw new Error('no API')
    const { key } = await deployment.customer(first, receiver.url())

    let turn = 0
    const load = new Load(key, 4, () => apis[turn++ % apis.length]?.url ?? '', 700)
    // Of each role, one is killed and replaced; then the other is paused for longer than its
    // claims.
    await Promise.all(
      ROLES.map(async (role) => {
        const pair = members.get(role) ?? []
        const [killed] = pair
        if (killed) await deployment.kill(killed)
        pair[0] = await deployment.start(role)
      }),
    )
    const others = ROLES.flatMap((role) => members.get(role)?.[1] ?? [])
    for (const { process: child } of others) child.kill('SIGSTOP')
    await delay(PAUSE_MS)
    for (const { process: child } of others) child.kill('SIGCONT')
    const before = load.acknowledged.length
    await waitFor('all work on', () => load.acknowledged.length > before + 20, 60_000)
    await load.end()
    const { acknowledged } = load
    t.comment(`${acknowledged.length} invoices, ${load.failures.length} requests without a 201`)
    t.equal(new Set(acknowledged).size, acknowledged.length, 'each request made an invoice of its own')
    await deployment.verify(t, acknowledged)

    await waitFor(
      'every event is delivered',
      async () => {
        const { rows } = await deployment.pool.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM read.deliveries WHERE status = 'succeeded' AND invoice_id = ANY($1)",
          [acknowledged],
        )
        return rows[0]?.n === EXPECTED_KINDS.length * acknowledged.length
      },
      120_000,
    )
    const came = new Map<string, { kind: string; delivery: string }[]>()
    for (const { headers, body } of receiver.received) {
      const id = /inv_\w+/.exec(body)?.[0] ?? ''
      const heard = { kind: String(headers['x-service-event']), delivery: String(headers['x-service-delivery-id']) }
      came.set(id, [...(came.get(id) ?? []), heard])
    }
    const wrong = acknowledged.filter((id) => {
      const heard = came.get(id) ?? []
      const order = heard.map(({ kind }) => EXPECTED_KINDS.indexOf(kind))
      const inOrder = order.every((place, index) => index === 0 || place >= (order[index - 1] ?? 0))
      return (
        !inOrder ||
        new Set(order).size !== EXPECTED_KINDS.length ||
        new Set(heard.map((one) => one.delivery)).size !== EXPECTED_KINDS.length
      )
    })
    t.strictSame(
      wrong.map((id) => ({ id, heard: came.get(id) })),
      [],
      'the receiver heard of each, in order, under one id for each event',
    )
    await deployment.verifyRebuild(t)
    for (const member of deployment.members) t.equal(await deployment.stop(member), 0, `${member.roles} ends in order`)
  },
)
