import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { GovernmentHttp, type GovernmentRequest } from '../../../src/countries/gateway/government-http.js'
import { selfSigned } from '../../support/certificate.js'
import { waitFor } from '../../support/wait-for.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listening(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

async function worldOf(t: Test, handler: Handler = () => undefined) {
  const server = createServer(handler)
  const seen: string[] = []
  server.on('request', ({ method, url }) => seen.push(`${method} ${url}`))
  let connections = 0
  server.on('connection', () => (connections += 1))
  const port = await listening(t, server)
  const http = new GovernmentHttp({ connectMs: 500 })
  t.teardown(async () => {
    await http.close()
    server.closeAllConnections()
  })
  const call = (change: Partial<GovernmentRequest> = {}): GovernmentRequest => ({
    method: 'GET',
    url: `http://127.0.0.1:${port}/x?secret=abc`,
    headers: { authorization: 'Bearer hidden' },
    timeoutMs: 2_000,
    maxBytes: 1_000,
    ...change,
  })
  return { http, call, seen, connections: () => connections }
}

const post = { method: 'POST', body: new TextEncoder().encode('<a/>') } as const

t.test('an answer of any status, with headers and bytes', async (t) => {
  const { http, call } = await worldOf(t, (_request, response) => {
    response.writeHead(418, { 'Retry-After': '7' }).end('tea')
  })
  const outcome = await http.send(call())
  t.match(outcome, { kind: 'answer', status: 418, headers: { 'retry-after': '7' } })
  t.equal(outcome.kind === 'answer' && Buffer.from(outcome.bytes).toString(), 'tea')
})

t.test('redirects are not followed', async (t) => {
  const { http, call, seen } = await worldOf(t, (_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  t.match(await http.send(call()), { kind: 'answer', status: 302 })
  t.equal(seen.length, 1)
})

t.test('a body is read up to its limit', async (t) => {
  const sizes = [1_000, 1_001]
  const { http, call } = await worldOf(t, (_request, response) => {
    response.end(Buffer.alloc(sizes.shift() ?? 0))
  })
  t.match(await http.send(call()), { kind: 'answer' })
  t.match(await http.send(call()), { kind: 'failure', sent: 'perhaps', reason: /over 1000 bytes/ })
})

t.test('an endless body ends at its limit', async (t) => {
  const { http, call } = await worldOf(t, (_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(10_000)));
    }
    response.on('drain', write)
    write()
  })
  t.match(await http.send(call()), { kind: 'failure', reason: /over 1000 bytes/ })
})

t.test('no answer in time, before or after the head', async (t) => {
  const handlers: Handler[] = [() => undefined, (_request, response) => response.write('x')]
  const { http, call } = await worldOf(t, (request, response) => handlers.shift()?.(request, response))
  for (const when of ['before the head', 'after the head'])
    t.match(
      await http.send(call({ ...post, timeoutMs: 100 })),
      {
        kind: 'failure',
        sent: 'perhaps',
        reason: 'no response within 0.1 s',
      },
      when,
    )
})

t.test('a connection that was cut after the request: perhaps it was taken', async (t) => {
  const { http, call } = await worldOf(t, (request) => request.socket.destroy())
  t.match(await http.send(call(post)), { kind: 'failure', sent: 'perhaps' })
})

t.test('what never reached the government', async (t) => {
  const { http, call, seen } = await worldOf(t)
  const closed = createTcpServer()
  const free = await listening(t, closed)
  closed.close()
  await once(closed, 'close')
  const silent = await listening(t, createTcpServer())
  const { key, cert } = selfSigned('gov.test')
  const untrusted = await listening(t, createTlsServer({ key, cert }))
  const addresses = [
    `http://127.0.0.1:${free}/`,
    'http://nowhere.invalid/',
    `https://127.0.0.1:${silent}/`,
    `https://127.0.0.1:${untrusted}/`,
  ]
  for (const url of addresses)
    for (const change of [{ url }, { ...post, url }])
      t.match(await http.send(call(change)), { kind: 'failure', sent: 'no' }, `${url} ${Object.keys(change).length}`)
  t.equal(seen.length, 0)
})

t.test('nothing is sent when the last look says no', async (t) => {
  const { http, call, seen, connections } = await worldOf(t)
  let standing = 0
  const mayBegin = (): boolean => {
    standing = connections()
    return false
  }
  t.match(await http.send(call({ ...post, mayBegin })), { kind: 'failure', sent: 'no' })
  t.equal(standing, 1, 'it was asked when the connection stood')
  t.equal(seen.length, 0)
})

t.test('a request can be given up', async (t) => {
  const { http, call, seen } = await worldOf(t)
  const controller = new AbortController()
  const outcome = http.send(call({ ...post, signal: controller.signal }))
  while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
  controller.abort()
  t.match(await outcome, { kind: 'failure', sent: 'perhaps', reason: 'the request was aborted' })
  t.match(await http.send(call({ ...post, signal: controller.signal })), { kind: 'failure', sent: 'no' })
})

t.test('each POST has a connection of its own, questions share theirs', async (t) => {
  const { http, call, connections } = await worldOf(t, (_request, response) => response.end('x'))
  for (let count = 0; count < 10; count += 1) await http.send(call())
  const shared = connections()
  t.ok(shared <= 2, `${shared} connections`)
  for (let count = 0; count < 3; count += 1) await http.send(call(post))
  t.equal(connections(), shared + 3)
})

t.test('no failure holds an address, a header or a body', async (t) => {
  const { http, call } = await worldOf(t, (request) => request.socket.end('garbage\r\n\r\n'))
  for (const change of [{}, post, { url: 'http://nowhere.invalid/?secret=abc' }, { headers: { a: 'hidden\n' } }]) {
    const outcome = await http.send(call(change))
    t.equal(outcome.kind, 'failure')
    t.notMatch(JSON.stringify(outcome), /secret|abc|hidden|nowhere|<a/)
  }
})

t.test('a client certificate is shown to the server that asks for one, and to each its own', async (t) => {
  const server = selfSigned()
  const [one, other] = [selfSigned(), selfSigned()]
  const seen: string[] = []
  const port = await listening(
    t,
    createTlsServer(
      { key: server.key, cert: server.cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        seen.push((request.socket as TLSSocket).getPeerCertificate().fingerprint256 ?? 'none')
        response.end('ok')
      },
    ),
  )
  const http = new GovernmentHttp({ connectMs: 2_000, ca: server.cert })
  t.teardown(() => http.close())
  const url = `https://127.0.0.1:${port}/`
  const call = { ...post, url, headers: {}, timeoutMs: 2_000, maxBytes: 1_000 }
  for (const { cert, key } of [one, other, one])
    t.match(await http.send({ ...call, identity: { certificate: cert, privateKey: key } }), { status: 200 })
  t.match(await http.send(call), { status: 200 })
  t.same(seen, [...[one, other, one].map(({ cert }) => new X509Certificate(cert).fingerprint256), 'none'])
  const broken = await http.send({ ...call, identity: { certificate: one.cert, privateKey: other.key } })
  t.match(broken, { kind: 'failure', sent: 'no' }, 'a key that does not belong to its certificate')
})

t.test('addresses that customers give lead to public hosts only, unless the operator allows others', async (t) => {
  const { call, seen } = await worldOf(t, (_request, response) => void response.end('ok'))
  for (const allowPrivateNetwork of [false, true]) {
    const http = new GovernmentHttp({ customers: { allowPrivateNetwork } })
    t.teardown(() => http.close())
    const { port } = new URL(call().url)
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const outcome = await http.send(call({ ...post, url: `http://${host}:${port}/x?secret=abc` }))
      if (!allowPrivateNetwork) t.match(outcome, { kind: 'failure', sent: 'no' }, host)
      else t.match(outcome, { kind: 'answer', status: 200 }, host)
    }
    if (!allowPrivateNetwork) t.equal(seen.length, 0)
  }
})

t.test('when the process stops, queries end at once, and calls with an effect after a grace', async (t: Test) => {
  const { http, call, seen } = await worldOf(t)
  const stop = new AbortController()
  const stoppable = new GovernmentHttp({ stopping: stop.signal, graceMs: 300 })
  t.teardown(() => stoppable.close())
  const begun = performance.now()
  const took = async (outcome: Promise<unknown>): Promise<{ outcome: unknown; ms: number }> => ({
    outcome: await outcome,
    ms: performance.now() - begun,
  })
  const queries = [took(stoppable.send(call())), took(stoppable.send(call(post)))]
  const upload = took(stoppable.send(call({ ...post, mayBegin: () => true })))
  const ofAnother = http.send(call({ timeoutMs: 600 }))
  await waitFor('all have arrived', () => seen.length === 4)
  stop.abort()
  for (const { outcome, ms } of await Promise.all(queries)) {
    t.match(outcome, { kind: 'failure', reason: 'the process stops', sent: 'perhaps' })
    t.ok(ms < 300, `${ms} ms`)
  }
  const { outcome, ms } = await upload
  t.same(outcome, { kind: 'failure', reason: 'the process stops', sent: 'perhaps' })
  t.ok(ms >= 290, `${ms} ms`)
  t.match(await ofAnother, { reason: 'no response within 0.6 s' })
  const before = seen.length
  for (const late of [call(), call({ ...post, mayBegin: () => true })])
    t.same(await stoppable.send(late), { kind: 'failure', reason: 'the process stops', sent: 'no' })
  t.equal(seen.length, before)
})

t.test('an answer within the grace counts', async (t: Test) => {
  const stop = new AbortController()
  const { call } = await worldOf(t, (_request, response) => {
    stop.abort()
    setTimeout(() => response.end('taken'), 50)
  })
  const stoppable = new GovernmentHttp({ stopping: stop.signal, graceMs: 5_000 })
  t.teardown(() => stoppable.close())
  t.match(await stoppable.send(call({ ...post, mayBegin: () => true })), { kind: 'answer', status: 200 })
})
