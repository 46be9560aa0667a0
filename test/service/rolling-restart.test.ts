import { once } from 'node:events'
import t from 'tap'
import { Deployment, Load, type Member } from '../support/deployment.js'
import { LoadBalancer } from '../support/load-balancer.js'
import { waitFor } from '../support/wait-for.js'

t.test('a rolling restart under load refuses nothing and loses nothing', { timeout: 400_000 }, async (t) => {
  const deployment = await Deployment.create(t, { SHUTDOWN_DRAIN_SECONDS: '2' }, { ownServer: true })
  const balancer = await LoadBalancer.listen()
  t.teardown(() => balancer.close())
  const begin = async (): Promise<Member> => {
    const member = await deployment.start('api')
    balancer.add(member.url)
    await waitFor('it takes requests', () => balancer.isReady(member.url), 60_000)
    return member
  }
  const apis = await Promise.all([begin(), begin()])
  const others = await Promise.all([deployment.start('projections'), deployment.start('processors')])
  const { key } = await deployment.customer(apis[0])
  const load = new Load(key, 4, () => balancer.url, 400)

  for (const api of apis) {
    const successor = await begin()
    t.equal((await fetch(`${successor.ops}/ready`)).status, 200, 'the operator sees the same')
    api.process.kill('SIGTERM')
    await waitFor('it says that it stops', async () => {
      const answer = await fetch(`${api.url}/ready`)
      const body = (await answer.json()) as { checks: Record<string, string> }
      return answer.status === 503 && body.checks['service'] === 'stopping'
    })
    const [status] = (await once(api.process, 'exit')) as [number | null]
    t.equal(status, 0)
    balancer.remove(api.url)
  }
  for (const other of others) {
    await deployment.start(other.roles)
    t.equal(await deployment.stop(other), 0)
  }
  await load.end()
  t.comment(`${load.acknowledged.length} invoices`)
  t.ok(load.acknowledged.length > 20, 'there was a load')
  t.strictSame(load.failures, [], 'every request was answered with 201 the first time')
  await deployment.verify(t, load.acknowledged)
})
