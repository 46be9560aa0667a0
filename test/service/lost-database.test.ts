import t, { type Test } from 'tap'
import { call } from '../support/api.js'
import { Deployment, Load, type Member } from '../support/deployment.js'
import { waitFor } from '../support/wait-for.js'

const LOST = 'the database does not answer'
const BACK = 'the database answers again'

const saidBy = (member: Member, sentence: string): number => member.output().split(sentence).length - 1
const isReady = async (member: Member): Promise<boolean> => (await fetch(`${member.ops}/ready`)).status === 200

const hasDatabase = async (member: Member): Promise<boolean> => {
  const { checks } = (await (await fetch(`${member.ops}/ready`)).json()) as { checks: Record<string, string> }
  return checks['database'] === 'ok'
}

t.test('a lost database is survived by every role without a restart', { timeout: 400_000 }, async (t: Test) => {
  const deployment = await Deployment.create(t, {}, { ownServer: true })
  const members = await Promise.all(
    (['api', 'projections', 'processors'] as const).map((role) => deployment.start(role)),
  )
  const [api] = members
  if (!api) throw new Error('no API')
  const { key } = await deployment.customer(api)
  const load = new Load(key, 4, () => api.url, 200)
  const outages: readonly (readonly [string, () => Promise<void>])[] = [
    ['frozen', () => freeze()],
    ['killed', () => kill()],
  ]

  async function freeze(): Promise<void> {
    deployment.freezeDatabase()
    await waitFor(
      'all have noticed',
      async () => (await Promise.all(members.map(hasDatabase))).every((has) => !has),
      60_000,
    )
    const begun = performance.now()
    const answer = await call(api?.url ?? '', key, 'GET', '/v1/invoices')
    t.same([answer.status, (answer.body as { error: { type: string } }).error.type], [503, 'server_error'])
    t.ok(Number(answer.headers.get('retry-after')) > 0, 'with Retry-After')
    t.ok(performance.now() - begun < 5_000, 'at once')
    t.equal((await fetch(`${api?.url ?? ''}/health`)).status, 200, 'it is alive all the same')
    deployment.thawDatabase()
  }

  async function startedAt(): Promise<string> {
    const { rows } = await deployment.pool.query<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at')
    return rows[0]?.at ?? ''
  }

  async function kill(): Promise<void> {
    const before = await startedAt()
    deployment.killDatabase()
    // It is back so soon that some requests do not notice.
    await waitFor('it runs again', async () => (await startedAt().catch(() => before)) !== before, 60_000)
  }

  for (const [what, outage] of outages) {
    const acknowledged = load.acknowledged.length
    await outage()
    await waitFor(
      `${what}: all are ready again`,
      async () => (await Promise.all(members.map(isReady))).every(Boolean),
      60_000,
    )
    await waitFor(`${what}: and work`, () => load.acknowledged.length > acknowledged + 8, 60_000)
  }
  await load.end()
  t.comment(`${load.acknowledged.length} invoices, ${load.failures.length} requests without a 201`)
  t.strictSame(
    load.failures.filter((failure) => !failure.startsWith('503')),
    [],
    'no client got anything but 201 or 503',
  )
  for (const member of members) {
    t.ok(saidBy(member, LOST) >= 1, `${member.roles} says that it is lost`)
    t.equal(saidBy(member, LOST), saidBy(member, BACK), 'and back, each once')
    t.ok(saidBy(member, LOST) <= outages.length, 'however often it was tried')
    const errors = member.output().match(/"level":50.*"msg":"[^"]*"/g) ?? []
    t.ok(errors.length <= 2 * outages.length, `and nothing else but the same of the event store: ${errors.length}`)
  }
  await deployment.verify(t, load.acknowledged)
  for (const member of members) t.equal(await deployment.stop(member), 0)
})
