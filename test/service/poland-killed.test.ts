import t from 'tap'
import { poland } from '../support/poland.js'
import { waitFor } from '../support/wait-for.js'

t.test('kill -9 at any time: each document is accepted once', { timeout: 300_000 }, async (t) => {
  const { ksef, deployment, handOver, post, nip } = await poland(t, { limits: null, decisionSeconds: 0.5 }, 'apart')
  await handOver({ token: ksef.issueToken(nip) })
  const ids = (await Promise.all(Array.from({ length: 12 }, (_, n) => post(`FA/${n}`)))).map(({ id }) => id)
  for (const sent of [2, 6]) {
    await waitFor(`${sent} are sent`, () => ksef.register.invoices.length >= sent, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  await deployment.allAccepted(ids)
  t.equal(ksef.register.accepted.length, ids.length)
})
