import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { controlTraffic } from '../../src/http/traffic.js'
import { waitFor } from '../support/wait-for.js'

const BYTES = 100_000_000
const PRINCIPAL = {
  keyId: 'key_1',
  scope: { account: 'acc_1', environment: 'test' },
  permissions: ['full'],
  plan: 'free',
} as const

t.test('clients that disconnect while their key is looked up leave no place taken', async (t) => {
  const app = Fastify()
  const control = controlTraffic({
    requests: 8,
    requestsPerAccount: 2,
    requestsPerAddress: 2,
    arrivingBytes: BYTES,
    bytesInHand: BYTES,
    usable: () => true,
    stopping: () => false,
  })
  let arrived = 0
  let closed = 0
  let lookUp = Promise.resolve()
  app.decorateRequest('authenticated', null)
  control.beforeAccess(app)
  app.addHook('onRequest', async (request, reply) => {
    arrived += 1
    reply.raw.once('close', () => closed++)
    await lookUp
    request.authenticated = PRINCIPAL
  })
  control.afterAccess(app)
  app.get('/', { config: { access: 'read' } }, async () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => app.close())
  const { port } = app.server.address() as AddressInfo

  for (let round = 1; round <= 3; round++) {
    let answer: () => void = () => undefined
    lookUp = new Promise((resolve) => (answer = resolve))
    const clients = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    for (const client of clients) {
      await once(client, 'connect')
      client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    }
    await waitFor('both keys are looked up', () => arrived === 2 * round)
    for (const client of clients) client.destroy()
    await waitFor('both have disconnected', () => closed === 2 * round)
    answer()
  }
  const statuses = await Promise.all([1, 2].map(async () => (await fetch(`http://127.0.0.1:${port}/`)).status))
  t.same(statuses, [200, 200])
})
