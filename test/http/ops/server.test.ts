import t from 'tap'
import { startOpsServer } from '../../../src/http/ops/server.js'
import { VERSION } from '../../../src/version.js'
import { head, RawClient } from '../../support/raw-client.js'
import { waitFor } from '../../support/wait-for.js'

t.test('the process says that it is alive, and its version', async (t) => {
  const ops = await startOpsServer('127.0.0.1', 0, () => ({ status: 'ok', checks: {} }) as const)
  t.teardown(() => ops.close())
  const answer = await fetch(`http://127.0.0.1:${ops.port}/health`)
  t.same(await answer.json(), { status: 'ok', version: VERSION })
})

t.test('the operator is answered while others hold connections, and the process ends all the same', async (t) => {
  const ops = await startOpsServer('127.0.0.1', 0, () => ({ status: 'ok', checks: {} }) as const)
  const holding: RawClient[] = []
  for (let n = 0; n < 300; n++) holding.push((await RawClient.connect(t, ops.port)).send('GET /health HTTP/1.1\r\n'))
  const operator = (await RawClient.connect(t, ops.port)).send(head('GET', '/ready'))
  t.match(await operator.answers(), /^HTTP\/1\.1 200 /)
  await waitFor('the oldest are closed', () => holding.filter(({ closed }) => closed).length >= 200)
  t.equal(holding.filter(({ closed }) => !closed).length, 99)
  await ops.close()
})
