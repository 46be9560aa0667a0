import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { webhookUrlFault } from '../../../src/domain/webhook-url.js'
import { HttpsSender, type HttpsSenderSettings } from '../../../src/processors/deliveries/sender.js'
import { CERTIFICATE, Receiver } from '../../standins/receiver.js'

const NEVER = new AbortController().signal

async function sending(t: { teardown(work: () => Promise<void>): void }, settings: Partial<HttpsSenderSettings>) {
  const receiver = await Receiver.listen()
  const sender = new HttpsSender({ allowPrivateNetwork: false, ca: CERTIFICATE.cert, timeoutMs: 3_000, ...settings })
  t.teardown(async () => {
    await sender.close()
    await receiver.close()
  })
  const send = (host: string) => sender.send({ url: receiver.url(host), headers: {}, body: '{}' }, NEVER)
  return { receiver, send }
}

t.test('a name that leads into a private network is not connected to', async (t) => {
  const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  for (const address of inside) {
    const { receiver, send } = await sending(t, { resolve: async () => [{ address, family: 4 }] })
    t.strictSame(await send('receiver.test'), {
      statusCode: null,
      error:
        'the host resolves to an address that is not public (on your own machine use `clearway listen`, or start the service with WEBHOOK_ALLOW_PRIVATE_NETWORK=true)',
    })
    t.equal(receiver.received.length, 0, address)
  }
  const { send } = await sending(t, { resolve: async () => [{ address: '::ffff:127.0.0.1', family: 6 }] })
  t.match(await send('receiver.test'), { error: /not public/ })
})

t.test('one private address among public ones is enough to refuse', async (t) => {
  const { receiver, send } = await sending(t, {
    resolve: async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  })
  t.match(await send('receiver.test'), { error: /not public/ })
  t.equal(receiver.received.length, 0)
})

t.test(
  'a name is resolved once for each attempt, and the connection goes to the address that was judged',
  async (t) => {
    // A second query, for the connection itself, gets another address (DNS rebinding).
    const answers = ['127.0.0.1', '127.0.0.2']
    let asked = 0
    const { send } = await sending(t, {
      allowPrivateNetwork: true,
      resolve: async () => [{ address: answers[asked++] ?? '', family: 4 }],
    })
    t.strictSame(await send('receiver.test'), { statusCode: 200, error: null })
    t.equal(asked, 1)
    t.match(await send('receiver.test'), { error: 'the connection was refused' }, 'no connection is used again')
    t.equal(asked, 2)
  },
)

t.test(
  'a name that has turned to a private address is refused, regardless of its address when it was configured',
  async (t) => {
    let asked = 0
    const { receiver, send } = await sending(t, {
      resolve: async () => {
        asked += 1
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    t.equal(webhookUrlFault(receiver.url('receiver.test'), false), null, 'the name itself is above suspicion')
    t.match(await send('receiver.test'), { error: /not public/ })
    t.equal(asked, 1)
    t.equal(receiver.received.length, 0)
  },
)

t.test('an address in the URL is judged too, though nothing is resolved', async (t) => {
  const { receiver, send } = await sending(t, {})
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '10.0.0.1']) {
    t.match(await send(host), { statusCode: null, error: /not public/ }, host)
  }
  t.equal(receiver.received.length, 0)
})

t.test('without TLS nothing is sent, except in development', async (t) => {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  for (const allowPrivateNetwork of [false, true]) {
    const sender = new HttpsSender({ allowPrivateNetwork })
    t.teardown(() => sender.close())
    const outcome = await sender.send({ url, headers: {}, body: '{}' }, NEVER)
    if (allowPrivateNetwork) t.strictSame(outcome, { statusCode: 200, error: null })
    else t.match(outcome, { statusCode: null, error: /https:.*clearway listen.*WEBHOOK_ALLOW_PRIVATE_NETWORK/ })
  }
  t.strictSame(received, ['/hooks'])
})

t.test('certificates are verified: authority and name', async (t) => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const strangers = new HttpsSender({ allowPrivateNetwork: true, resolve })
  t.teardown(() => strangers.close())
  const { receiver, send } = await sending(t, { allowPrivateNetwork: true, resolve })
  t.match(await strangers.send({ url: receiver.url(), headers: {}, body: '{}' }, NEVER), {
    statusCode: null,
    error: /^a secure connection could not be established/,
  })
  t.match(await send('impostor.test'), { statusCode: null, error: /^a secure connection could not be established/ })
  t.equal(receiver.received.length, 0)
  t.strictSame(await send('receiver.test'), { statusCode: 200, error: null })
})

t.test('what can not be reached is said in words', async (t) => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(code), { code })
  }
  const { send } = await sending(t, { resolve: failing('ENOTFOUND') })
  t.match(await send('nowhere.test'), { error: 'the host name could not be resolved' })
  const none = await sending(t, { resolve: async () => [] })
  t.match(await none.send('nowhere.test'), { error: 'the host name could not be resolved' })
  const silent = await sending(t, { timeoutMs: 300, resolve: () => new Promise(() => undefined) })
  t.match(await silent.send('nowhere.test'), { error: 'no answer within 0.3 s' })
  const closed = await Receiver.listen()
  const url = closed.url()
  await closed.close()
  const sender = new HttpsSender({ allowPrivateNetwork: true })
  t.teardown(() => sender.close())
  t.match(await sender.send({ url, headers: {}, body: '' }, NEVER), { error: 'the connection was refused' })
})

t.test('an attempt that the end of the process interrupts has no outcome', async (t) => {
  const { receiver } = await sending(t, {})
  receiver.answer = () => () => undefined
  const sender = new HttpsSender({ allowPrivateNetwork: true, ca: CERTIFICATE.cert })
  t.teardown(() => sender.close())
  const hangUp = new AbortController()
  const attempt = sender.send({ url: receiver.url(), headers: {}, body: '{}' }, hangUp.signal)
  hangUp.abort()
  await t.rejects(attempt)
})

t.test(
  'the last check happens when the connection is open: a sender that may not begin any more sends nothing',
  async (t) => {
    const receiver = await Receiver.listen()
    const sender = new HttpsSender({ allowPrivateNetwork: true, ca: CERTIFICATE.cert, timeoutMs: 3_000 })
    t.teardown(async () => {
      await sender.close()
      await receiver.close()
    })
    const connected = receiver.connection()
    let isConnected = false
    void connected.then(() => {
      isConnected = true
    })
    const asked: boolean[] = []
    const delivery = { url: receiver.url(), headers: {}, body: '{"a":"ș"}' }
    const refused = sender.send(delivery, NEVER, () => {
      asked.push(isConnected)
      return false
    })
    await t.rejects(refused, { name: 'NotBegun' })
    t.strictSame(asked, [true], 'asked once, when the connection stood')
    t.strictSame(await sender.send(delivery, NEVER, () => true), { statusCode: 200, error: null })
    t.strictSame(
      receiver.received.map(({ body, headers }) => [body, headers['content-length']]),
      [['{"a":"ș"}', '10']],
      'the first had no effect, and the second is complete',
    )
  },
)
