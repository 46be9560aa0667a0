import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { LARGE_BYTES } from '../../../src/domain/large-work.js'
import { sampleCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

const MIB = 1024 * 1024
const service = await startTestService(t)
const { test } = await service.account('unlimited')
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo
const company = JSON.stringify(sampleCompany())

interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Over a real connection, in as many chunks. */
function send(chunks: readonly Buffer[], headers: Record<string, string>, path = '/v1/companies'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json', ...headers },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })
}

const gzipped = { 'content-encoding': 'gzip' }

t.test('a compressed body is read like one that is not, JSON or XML, however it is cut', async (t) => {
  for (const coding of ['gzip', 'x-gzip', 'GZIP']) {
    t.equal((await send([gzipSync(company)], { 'content-encoding': coding })).status, 201, coding)
  }
  t.equal((await send([Buffer.from(company)], { 'content-encoding': 'identity' })).status, 201)
  const members = [gzipSync(company.slice(0, 20)), gzipSync(company.slice(20))]
  t.equal((await send(members, gzipped)).status, 201, 'a file of two members is gzip as well')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), async (cuts) => {
      const whole = gzipSync(JSON.stringify(sampleCompany({ name: randomBytes(40).toString('hex') })))
      const places = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)).sort((a, b) => a - b), whole.length]
      const chunks = places.slice(1).map((end, at) => whole.subarray(places[at], end))
      const { status, body } = await send(chunks, gzipped)
      if (status !== 201) throw new Error(`${status} ${body}`)
    }),
    { numRuns: 30 },
  )
  const xml = gzipSync('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>')
  const judged = await send([xml], { ...gzipped, 'content-type': 'application/xml' }, '/v1/invoices/validate')
  t.match([judged.status, judged.body], [200, /"valid":false/])
  t.equal((await send([gzipSync(JSON.stringify(sampleInvoice()))], gzipped, '/v1/invoices/validate')).status, 200)
})

t.test('a bomb stops at the limit and fills no memory', async (t) => {
  // A gigabyte of spaces in a megabyte.
  const bomb = Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(16 * MIB, ' ')))
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  try {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(bomb, gzipped)))
    for (const { status, body } of answers) t.match([status, body], [413, /12 MiB/])
  } finally {
    clearInterval(watch)
  }
  t.ok(most - before < 400 * MIB, `${Math.round((most - before) / MIB)} MiB`)
  const random = randomBytes(13 * MIB)
  t.equal((await send([gzipSync(random)], { ...gzipped, 'transfer-encoding': 'chunked' })).status, 413)
  const largest = `${company}${' '.repeat(12 * MIB - company.length)}`
  t.equal((await send([gzipSync(largest)], gzipped)).status, 201, 'the limit itself is allowed')
  t.equal((await send([gzipSync(`${largest} `)], gzipped)).status, 413)
})

t.test('a body that is not gzip is a 400, with any fault', async (t) => {
  const good = gzipSync(company)
  const broken = [
    good.subarray(0, -1),
    good.subarray(0, 10),
    Buffer.concat([good, Buffer.from('and more')]),
    Buffer.concat([good, Buffer.alloc(5)]),
    Buffer.from(company),
    deflateSync(company),
  ]
  for (const body of broken) {
    const answer = await send([body], gzipped)
    t.match([answer.status, answer.body], [400, /not gzip data/])
    const apart = await send(
      [...body].map((byte) => Buffer.from([byte])),
      gzipped,
    )
    t.equal(apart.status, 400)
  }
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(good)
      changed.writeUInt8((good[at] ?? 0) ^ change, at)
      const { status } = await send([changed], gzipped)
      // Some bits say nothing: the time, the operating system.
      if (status !== 400 && !(status === 201 && at < 10)) throw new Error(`byte ${at}: ${status}`)
    }),
    { numRuns: 200 },
  )
  t.equal((await send([], gzipped)).status, 400, 'nothing at all')
})

t.test('any other coding is a 415 that says which ones there are', async (t) => {
  for (const coding of ['br', 'deflate', 'compress', 'zstd', 'gzip, gzip', 'identity, gzip', 'x'.repeat(500)]) {
    const answer = await send([brotliCompressSync(company)], { 'content-encoding': coding })
    t.equal(answer.status, 415, coding.slice(0, 20))
    t.equal(answer.headers['accept-encoding'], 'gzip, identity')
    t.match(answer.body, /"validation_error".*send gzip/)
    t.ok(answer.body.length < 500)
  }
})

t.test('a coding does not matter where there is no body', async (t) => {
  const path = '/v1/invoices/inv_0000000000000000000000/retry'
  t.equal((await send([], { ...gzipped, 'content-length': '0' }, path)).status, 404)
})

t.test('a large body is answered like a small one that means the same', async (t) => {
  const space = ' '.repeat(LARGE_BYTES)
  const bodies = [
    JSON.stringify(sampleInvoice()),
    JSON.stringify(sampleInvoice({ note: 7, nte: 'x' })),
    JSON.stringify(sampleInvoice({ lines: [{ quantity: 0, unitPrice: 0.1 + 0.2 }] })),
    JSON.stringify(sampleInvoice()).replace('{', '{"currency":"RON",'),
    JSON.stringify(sampleInvoice()).replace('150.5', '150.50000000000000001'),
    '{}',
    '[]',
    '{"country":]}',
    '',
  ]
  for (const path of ['/v1/invoices/validate', '/v1/convert?to=cii', '/v1/invoices?validate=true', '/v1/convert?to=x'])
    for (const body of bodies) {
      const [small, large] = await Promise.all([body, body + space].map((each) => send([Buffer.from(each)], {}, path)))
      const shown = (answer: Sent | undefined): string | undefined => answer?.body.replaceAll(/(req|inv)_\w+/g, '')
      t.equal(large?.status, small?.status, `${path} ${body.slice(0, 40)}`)
      if (small?.status !== 201) t.equal(shown(large), shown(small), `${path} ${body.slice(0, 40)}`)
    }
})

t.test('a body of a million values is refused unread where none has so many', async (t) => {
  const values = `{"name":[${'1,'.repeat(100_000)}1]}`
  const { status, body } = await send([Buffer.from(values)], {})
  t.equal(status, 400)
  t.match(body, /more than 10,000 values/)
})
