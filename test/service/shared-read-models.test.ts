import t from 'tap'
import { Deployment, Load } from '../support/deployment.js'
import { startProcess } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

t.test(
  'two processes with half of the read models each maintain all; one that dies delays only its own',
  { timeout: 240_000 },
  async (t) => {
    const deployment = await Deployment.create(t)
    const [api, first, second] = await Promise.all([
      deployment.start('api'),
      deployment.start('projections', { PROJECTIONS_SHARE: '1/2' }),
      deployment.start('projections', { PROJECTIONS_SHARE: '2/2' }),
      deployment.start('processors'),
    ])
    const { key } = await deployment.customer(api)
    const load = new Load(key, 3, () => api.url, 100)
    await waitFor('some invoices', () => load.acknowledged.length >= 10, 60_000)
    await deployment.kill(second)
    const checkpoints = async () => {
      const { rows } = await deployment.pool.query<{ name: string; position: string }>(
        'SELECT name, position FROM projections.checkpoints',
      )
      return new Map(rows.map(({ name, position }) => [name, BigInt(position)]))
    }
    const stopped = await checkpoints()
    await waitFor('the half that lives moves on', async () => {
      const now = await checkpoints()
      return [...now].some(([name, position]) => position > (stopped.get(name) ?? 0n) + 20n)
    })
    const now = await checkpoints()
    const stands = [...now].filter(([name, position]) => position === stopped.get(name)).map(([name]) => name)
    t.ok(stands.includes('feed') !== stands.includes('invoices'), stands.join())
    const ready = await fetch(`${first.ops}/ready`)
    t.equal(ready.status, 200, 'the process of the other half has all of its own')

    const again = await deployment.start('projections', { PROJECTIONS_SHARE: '2/2' })
    await waitFor('it catches up', async () => (await fetch(`${again.ops}/ready`)).ok, 60_000)
    await load.end()
    await deployment.verify(t, load.acknowledged)
    await deployment.verifyRebuild(t)
  },
)

t.test('a share that is none is refused at the start', async (t) => {
  const { env } = await Deployment.create(t)
  await t.rejects(
    startProcess({ ...env, ROLES: 'projections', PROJECTIONS_SHARE: '3/2' }),
    /PROJECTIONS_SHARE is "3\/2", but must be one of the shares/,
  )
})
