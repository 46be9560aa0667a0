import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { sampleCompany } from './samples.js'
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

t.test('an action without a body takes an empty one, whatever its content type says', async (t) => {
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
