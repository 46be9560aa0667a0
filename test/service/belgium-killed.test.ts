import t from 'tap'
import { belgium } from '../support/belgium.js'
import { waitFor } from '../support/wait-for.js'

t.test(
  'kill -9 at any time, and answers that are lost: each document is delivered once',
  { timeout: 300_000 },
  async (t) => {
    const { accessPoint, deployment, member, post, becomes } = await belgium(t, { levelStatus: 'AP' }, 'apart')
    accessPoint.faults(
      { on: 'submit', times: 2, does: { kind: 'lost' } },
      { on: 'submit', does: { kind: 'slow', milliseconds: 200 } },
    )
    const ids = (await Promise.all(Array.from({ length: 12 }, (_, n) => post(`K-${n}`)))).map(({ id }) => id)
    let current = member
    for (const submissions of [2, 6]) {
      await waitFor(`${submissions} submissions`, () => accessPoint.received.length >= submissions, 100_000)
      await deployment.killAll()
      current = await deployment.start('api,projections,processors')
    }
    for (const id of ids) await becomes(id, 'accepted', current.url)
    const delivered = accessPoint.deliveries.map(({ instanceId }) => instanceId)
    t.equal(delivered.length, ids.length)
    t.equal(new Set(delivered).size, ids.length)
  },
)
