import t from 'tap'
import { romania, takenTimes } from '../support/romania.js'
import { waitFor } from '../support/wait-for.js'

t.test('kill -9 at any time: each document is taken once', { timeout: 300_000 }, async (t) => {
  const { anaf, authorise, post, deployment } = await romania(t, {}, 'apart')
  await authorise()
  const ids = (await Promise.all(Array.from({ length: 12 }, (_, n) => post(`F-${n}`)))).map(({ id }) => id)
  for (const uploads of [2, 6]) {
    await waitFor(`${uploads} uploads`, () => anaf.received.length >= uploads, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  await deployment.allAccepted(ids)
  t.same([...new Set(takenTimes(anaf))], [1])
  t.equal(takenTimes(anaf).length, ids.length)
})
