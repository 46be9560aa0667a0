import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { head, RawClient } from '../../support/raw-client.js'
import { sampleCompany } from './samples.js'
import { capacityFor } from '../../../src/http/traffic.js'
import { waitFor } from '../../support/wait-for.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const { test } = await service.account()
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo
const authorization = `Bearer ${test.key}`

/** Sends bytes as they are and answers all that comes back. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'close')
  return answer
}

t.test('what is not HTTP is answered in the one error shape', async (t) => {
  const huge = `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`
  for (const text of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', huge]) {
    const answer = await raw(text)
    t.match(answer, /^HTTP\/1\.1 400 /)
    t.match(answer, /\r\nX-Request-Id: req_[0-9A-Za-z]{22}\r\n/)
    t.match(JSON.parse(answer.slice(answer.indexOf('{'))), { error: { type: 'validation_error', requestId: /^req_/ } })
  }
})

/** A client that sends everything before it reads, as many do. */
function upload(headers: Record<string, string | number>, chunks: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, method: 'POST', path: '/v1/companies', headers: { authorization, ...headers } })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body })
      })
    })
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    for (let n = 0; n < chunks; n++) outgoing.write(chunk)
    outgoing.end()
  })
}

t.test('a body that is too large is 413, not a broken connection, with and without its length', async (t) => {
  const headers = { 'content-type': 'application/json' }
  for (let n = 0; n < 5; n++) {
    const known = await upload({ ...headers, 'content-length': 20 * 1024 * 1024 }, 20)
    t.match([known.status, known.body], [413, /12 MiB/])
    const chunked = await upload({ ...headers, 'transfer-encoding': 'chunked' }, 20)
    t.match([chunked.status, chunked.body], [413, /12 MiB/])
  }
})

t.test('a client that reads only after it has sent all of a too large body gets its 413', async (t) => {
  for (let n = 0; n < 3; n++) {
    const socket = connect(port, '127.0.0.1').pause()
    const size = 14 * 1024 * 1024
    socket.write(`POST /v1/companies HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`)
    socket.write(`Content-Type: application/json\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(Buffer.alloc(size, 'x'), () => {
        resolve()
      })
    })
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).resume()
    await once(socket, 'close')
    t.match(answer, /^HTTP\/1\.1 413 /)
  }
})

t.test('a body shorter than it claims does not hurt the service', async (t) => {
  await raw(
    `POST /v1/companies HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`,
  )
  const answer = await fetch(`http://127.0.0.1:${port}/v1/companies`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(sampleCompany()),
  })
  t.equal(answer.status, 201)
  t.equal(answer.headers.get('cache-control'), 'no-store')
})

t.test('an action without a body accepts an empty one, with any content type', async (t) => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const retried = await fetch(`http://127.0.0.1:${port}/v1/invoices/inv_0000000000000000000000/retry`, {
      method: 'POST',
      headers: { authorization, ...headers },
    })
    t.equal(retried.status, 404)
    const deleted = await fetch(`http://127.0.0.1:${port}/v1/companies/comp_0000000000000000000000`, {
      method: 'DELETE',
      headers: { authorization, ...headers },
    })
    t.equal(deleted.status, 404)
  }
})

const MIB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

t.test('a refusal does not wait for the body, and closes the connection', async (t) => {
  const limited = await startTestService(t, { config: { rateLimitPerMinute: 1 } })
  const away = { ...capacityFor({ requests: 10, perAccount: 5, perAddress: 5 }), stopping: () => false }
  const unusable = await startTestService(t, { traffic: { ...away, usable: () => false } })
  const portOf = async ({ app }: typeof service): Promise<number> => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const [limitedPort, unusablePort] = [await portOf(limited), await portOf(unusable)]
  const spent = (await limited.account()).test
  t.equal((await spent.get('/v1/companies')).status, 200)

  const size = { ...JSON_TYPE, 'content-length': 11 * MIB }
  const cases: [number, number, string][] = [
    [401, port, head('POST', '/v1/companies', size)],
    [401, port, head('POST', '/v1/companies', { ...size, authorization: `Bearer sk_test_${'0'.repeat(40)}` })],
    [401, port, head('POST', '/v1/companies', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })],
    [404, port, head('POST', '/v1/nothing', { ...size, authorization })],
    [404, port, head('PATCH', '/v1/nothing', size)],
    [413, port, head('POST', '/v1/companies', { ...size, authorization, 'content-length': 13 * MIB })],
    [415, port, head('POST', '/v1/companies', { ...size, authorization, 'content-type': 'text/plain' })],
    [415, port, head('POST', '/v1/companies', { ...size, authorization, 'content-type': 'application/xml' })],
    [415, port, head('POST', '/v1/companies', { ...size, authorization, 'content-encoding': 'br' })],
    [429, limitedPort, head('POST', '/v1/companies', { ...size, authorization: `Bearer ${spent.key}` })],
    [503, unusablePort, head('POST', '/v1/companies', size)],
    [200, port, head('GET', '/health', size)],
    [200, port, head('GET', '/v1/companies', { ...size, authorization })],
  ]
  for (const [status, port, text] of cases) {
    const client = (await RawClient.connect(t, port)).send(text + (text.includes('chunked') ? '4\r\n{"na\r\n' : '{"na'))
    const answer = await client.answers(1, 2_000)
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`), text)
    await waitFor('all of the answer is there', () => {
      const [headers = '', body = ''] = client.received.split('\r\n\r\n')
      return body.length === Number(/content-length: (\d+)/i.exec(headers)?.[1])
    })
    await client.closing(5_000)
    t.same(client.statuses, [status], 'nothing after it')
  }
})

t.test('a client that sends all of its body before it reads gets its 401', async (t) => {
  for (let n = 0; n < 3; n++) {
    const client = await RawClient.connect(t, port)
    client.socket.pause()
    client.send(head('POST', '/v1/companies', { ...JSON_TYPE, 'content-length': 11 * MIB }))
    await new Promise<void>((resolve, reject) => {
      client.socket.once('error', reject).write(Buffer.alloc(11 * MIB, 'x'), () => {
        resolve()
      })
    })
    client.socket.resume()
    await client.closing()
    t.match(client.received, /^HTTP\/1\.1 401 [^]*"requestId"/)
  }
})

t.test('a refused small body does not cost the connection', async (t) => {
  const client = await RawClient.connect(t, port)
  const small = { ...JSON_TYPE, authorization, 'content-length': 2 }
  for (let n = 1; n <= 3; n++) {
    client.send(`${head('POST', n === 2 ? '/v1/nothing' : '/v1/companies', small)}{}`)
    await client.answers(n)
  }
  t.same(client.statuses, [400, 404, 400])
  t.notMatch(client.received, /connection: close/i)
  t.notOk(client.closed)
})

t.test('Expect: 100-continue is answered when the body is wanted', async (t) => {
  const body = JSON.stringify(sampleCompany())
  const expecting = { ...JSON_TYPE, expect: '100-continue', 'content-length': body.length }
  const stranger = (await RawClient.connect(t, port)).send(head('POST', '/v1/companies', expecting))
  t.match(await stranger.answers(), /^HTTP\/1\.1 401 /)
  await stranger.closing()
  t.same(stranger.statuses, [401])

  const known = (await RawClient.connect(t, port)).send(head('POST', '/v1/companies', { ...expecting, authorization }))
  t.equal(await known.answers(), 'HTTP/1.1 100 Continue\r\n\r\n')
  known.send(body)
  await known.answers(2)
  t.same(known.statuses, [100, 201])

  const other = await RawClient.connect(t, port)
  other.send(head('POST', '/v1/companies', { ...expecting, authorization, expect: 'wonders' }) + body)
  t.match(await other.answers(), /^HTTP\/1\.1 201 /, 'an unknown expectation has no effect')
})

t.test('what follows a request and is not HTTP is answered after it', async (t) => {
  const client = await RawClient.connect(t, port)
  client.send(`${head('GET', '/v1/companies', { authorization })}nonsense\r\n\r\n`)
  await client.closing()
  t.same(client.statuses, [200, 400])
  const broken = await RawClient.connect(t, port)
  broken.send(`${head('POST', '/v1/companies', { ...JSON_TYPE, authorization, 'transfer-encoding': 'chunked' })}zz\r\n`)
  await broken.closing()
  t.same(broken.statuses, [400], 'a body whose framing is broken is one request')
})

t.test('TRACE is no method of any path', async (t) => {
  const [known, unknown] = [await raw(lone('TRACE /v1/invoices')), await raw(lone('TRACE /v1/nothing'))]
  t.match(known, /^HTTP\/1\.1 405 /)
  t.match(known, /\r\nallow: GET, HEAD, POST\r\n/i)
  t.match(unknown, /^HTTP\/1\.1 404 /)
})

function lone(request: string): string {
  return `${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
}

t.test('a request without the header Host is 400 in the one shape', async (t) => {
  t.match(
    await raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 [^]*"The header Host is missing"/,
  )
  t.match(await raw('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'HTTP/1.0 knew none')
})
