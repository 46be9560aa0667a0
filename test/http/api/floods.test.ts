import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { PATIENCE } from '../../../src/http/server.js'
import { type Capacity, capacityFor } from '../../../src/http/traffic.js'
import { head, RawClient } from '../../support/raw-client.js'
import { waitFor } from '../../support/wait-for.js'
import { sampleCompany } from './samples.js'
import { type Overrides, startTestService } from './test-service.js'

const MIB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

/** A process with all its bounds, on a real port. */
async function listening(t: Test, { room = {}, ...overrides }: Overrides & { room?: Partial<Capacity> } = {}) {
  const usual = capacityFor({ requests: 1_000, perAccount: 250, perAddress: 250 })
  const traffic = { ...usual, ...room, usable: () => true, stopping: () => false }
  const service = await startTestService(t, { traffic, ...overrides })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { service, port }
}

/** A whole request on a connection of its own. */
function post(port: number, key: string, from: string, body = JSON.stringify(sampleCompany())): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      method: 'POST',
      path: '/v1/companies',
      localAddress: from,
      agent: false,
      headers: { ...JSON_TYPE, authorization: `Bearer ${key}` },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode ?? 0)
      })
    })
    outgoing.end(body)
  })
}

async function posts(t: Test, port: number, key: string, from: string, count = 20): Promise<void> {
  for (let n = 0; n < count; n++) t.equal(await post(port, key, from), 201, `from ${from}`)
}

t.test('1,000 connections without a key, each with half a request, block no client', async (t) => {
  const { service, port } = await listening(t)
  const { test } = await service.account('unlimited')
  for (const half of [
    'POST /v1/companies HTTP/1.1\r\nHost: x\r\n',
    `${head('POST', '/v1/companies', { ...JSON_TYPE, 'content-length': 1_000 })}{"name":`,
  ]) {
    for (let n = 0; n < 1_000; n++) (await RawClient.connect(t, port)).send(half)
    await posts(t, port, test.key, '127.0.0.2')
    await posts(t, port, test.key, '127.0.0.1')
  }
  t.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
  t.equal((await fetch(`http://127.0.0.1:${port}/ready`)).status, 200)
})

t.test('123 announced bodies of 12 MB without a key are refused at once, and POSTs still work', async (t) => {
  const { service, port } = await listening(t)
  const { test } = await service.account('unlimited')
  const announced = head('POST', '/v1/invoices', { ...JSON_TYPE, 'content-length': 12 * MIB })
  const strangers = await Promise.all(Array.from({ length: 123 }, () => RawClient.connect(t, port)))
  for (const stranger of strangers) stranger.send(announced)
  await posts(t, port, test.key, '127.0.0.1')
  for (const stranger of strangers) t.match(await stranger.answers(), /connection: close/i)
  const statuses = strangers.flatMap((stranger) => stranger.statuses).sort()
  t.same(statuses, [...Array<number>(100).fill(401), ...Array<number>(23).fill(429)], 'the last ones failed too often')
})

t.test('an account that fills its places, slowly, stops itself alone', async (t) => {
  const { service, port } = await listening(t, { room: { requests: 20, requestsPerAccount: 10 } })
  const [greedy, other] = [await service.account('unlimited'), await service.account('unlimited')]
  const slow = head('POST', '/v1/companies', {
    ...JSON_TYPE,
    'content-length': 1_000,
    authorization: `Bearer ${greedy.test.key}`,
  })
  // A key that was never looked up would hold places of the whole process meanwhile.
  await posts(t, port, greedy.test.key, '127.0.0.1', 1)
  const uploads: RawClient[] = []
  for (let n = 0; n < 30; n++) uploads.push((await RawClient.connect(t, port)).send(`${slow}{"na`))
  const refused = (): RawClient[] => uploads.filter(({ statuses }) => statuses[0] === 429)
  await waitFor('all but ten are refused', () => refused().length === 20)
  t.match(refused()[0]?.received, /retry-after: 1\r\n[^]*of this account/i)
  t.equal(await post(port, greedy.test.key, '127.0.0.1'), 429)
  await posts(t, port, other.test.key, '127.0.0.1')
  await posts(t, port, greedy.live.key, '127.0.0.1', 1)

  for (const { socket } of uploads) socket.destroy()
  await waitFor('its places are free again', async () => (await post(port, greedy.test.key, '127.0.0.1')) === 201)
})

t.test('bytes count as they arrive, not as announced, and no longer than they are held', async (t) => {
  const { service, port } = await listening(t, { room: { arrivingBytes: 4 * MIB } })
  const { test } = await service.account('unlimited')
  const authorization = `Bearer ${test.key}`
  for (let n = 0; n < 5; n++) {
    const announced = await RawClient.connect(t, port)
    announced.send(head('POST', '/v1/companies', { ...JSON_TYPE, authorization, 'content-length': 12 * MIB }))
  }
  const chunk = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`
  const chunked = head('POST', '/v1/companies', { ...JSON_TYPE, authorization, 'transfer-encoding': 'chunked' })
  for (let round = 0; round < 3; round++) {
    const fits = await RawClient.connect(t, port)
    const end = JSON.stringify(sampleCompany())
    fits.send(chunked + chunk.repeat(3)).send(`${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`)
    t.match(await fits.answers(), /^HTTP\/1\.1 201 /)
    const tooMuch = (await RawClient.connect(t, port)).send(chunked + chunk.repeat(6))
    t.match(await tooMuch.answers(), /^HTTP\/1\.1 503 [^]*connection: close/i)
  }
  await posts(t, port, test.key, '127.0.0.1')
})

t.test('an address holds so many connections without a key, the process so many in all', async (t) => {
  const { service, port } = await listening(t, { connections: { total: 30, perAddress: 10 } })
  const { test } = await service.account('unlimited')
  const kept = await RawClient.connect(t, port)
  kept.send(head('GET', '/v1/companies', { authorization: `Bearer ${test.key}` }))
  t.match(await kept.answers(), /^HTTP\/1\.1 200 /)

  const first = await Promise.all(Array.from({ length: 10 }, () => RawClient.connect(t, port)))
  const [oldest] = first
  oldest?.send('GET /v1/comp')
  const more: RawClient[] = []
  for (let n = 0; n < 5; n++) more.push(await RawClient.connect(t, port))
  await waitFor('the first five are closed', () => first.filter(({ closed }) => closed).length === 5)
  t.same(first.map(({ closed }) => closed).lastIndexOf(true), 4, 'the oldest')
  t.notOk(more.some(({ closed }) => closed))

  for (let address = 2; address < 6; address++) {
    for (let n = 0; n < 10; n++) await RawClient.connect(t, port, `127.0.0.${address}`)
  }
  await waitFor('those of the first address had to go', () => [...first, ...more].every(({ closed }) => closed))
  t.ok(service.app.server.listening)
  kept.send(head('GET', '/v1/companies', { authorization: `Bearer ${test.key}` }))
  await kept.answers(2)
  t.same(kept.statuses, [200, 200], 'who showed a valid key keeps his connection')
  t.ok(service.log.some((line) => line.includes('connections were closed to make room')))
})

t.test('with every proxy trusted the connections of clients with a key are kept all the same', async (t) => {
  const { service, port } = await listening(t, {
    connections: { total: 10, perAddress: 3 },
    config: { trustProxy: true },
  })
  const { test } = await service.account('unlimited')
  const kept = await RawClient.connect(t, port)
  for (let n = 1; n <= 3; n++) {
    kept.send(head('GET', '/v1/companies', { authorization: `Bearer ${test.key}` }))
    await kept.answers(n)
    for (let other = 0; other < 20; other++) (await RawClient.connect(t, port)).send('GET /v1/comp')
  }
  t.same(kept.statuses, [200, 200, 200])
  t.notOk(kept.closed)
})

t.test('behind a proxy clients are distinguished by the address that it forwards', async (t) => {
  const { service, port } = await listening(t, {
    room: { requestsPerAddress: 3 },
    connections: { total: 100, perAddress: 3 },
    config: { trustProxy: ['127.0.0.0/8'] },
  })
  const { test } = await service.account('unlimited')
  const asking = (forwarded: string, key: string) =>
    head('GET', '/v1/companies', { 'x-forwarded-for': forwarded, authorization: `Bearer ${key}` })
  const unknown = (n: number): string => `sk_test_${String(n).padStart(40, '0')}`
  const lock = await service.pool.connect()
  try {
    // A request that guesses keys waits.
    await lock.query('BEGIN; LOCK TABLE read.accounts IN ACCESS EXCLUSIVE MODE')
    const guessing: RawClient[] = []
    for (let n = 0; n < 4; n++) {
      guessing.push((await RawClient.connect(t, port)).send(asking('203.0.113.7', unknown(n))))
    }
    const another = (await RawClient.connect(t, port)).send(asking('203.0.113.8', test.key))
    const refused = await waitFor('one too many', () => guessing.find(({ statuses }) => statuses.length > 0))
    t.match(refused.received, /^HTTP\/1\.1 429 [^]*of this address/)
    t.notOk(
      guessing.some((client) => client !== refused && client.closed),
      'connections of a proxy are not counted by its address',
    )
    await lock.query('ROLLBACK')
    t.match(await another.answers(), /^HTTP\/1\.1 200 /)
    for (const client of guessing) {
      if (client !== refused) t.match(await client.answers(), /^HTTP\/1\.1 401 /)
    }
  } finally {
    lock.release()
  }
})

t.test('a slow client gets an error and is closed', async (t) => {
  const patience = {
    headersMs: 300,
    silenceMs: 1_000,
    body: { graceMs: 1_000, bytesPerSecond: 1_000, longestMs: 10_000 },
  }
  const { service, port } = await listening(t, { patience })
  const { test } = await service.account('unlimited')
  const authorization = `Bearer ${test.key}`
  const started = head('POST', '/v1/companies', { ...JSON_TYPE, authorization, 'content-length': 100_000 })
  const slow = [
    await RawClient.connect(t, port),
    (await RawClient.connect(t, port)).send('GET /v1/companies HTTP/1.1\r\nHost: x\r\n'),
    (await RawClient.connect(t, port)).send(`${started}{"name`),
  ]
  const dribble = setInterval(() => {
    slow[1]?.send('X-Next: 1\r\n')
    slow[2]?.send('x')
  }, 50)
  try {
    for (const client of slow) {
      t.match(await client.answers(), /^HTTP\/1\.1 408 [^]*"type":"validation_error"/)
      await client.closing()
    }
  } finally {
    clearInterval(dribble)
  }

  const deaf = await RawClient.connect(t, port)
  deaf.socket.pause()
  deaf.send(head('GET', '/openapi.json').repeat(200))
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      service.app.server.getConnections((error, count) => {
        if (error) reject(error)
        else resolve(count)
      })
    })
  await waitFor('who reads no answers is closed', async () => (await connections()) === 0)
})

t.test('a process stops though clients hold half a request', async (t) => {
  const { service, port } = await listening(t, { patience: { stopMs: 500 } })
  const { test } = await service.account('unlimited')
  const started = { ...JSON_TYPE, 'content-length': 1_000, authorization: `Bearer ${test.key}` }
  const holding = [
    await RawClient.connect(t, port),
    (await RawClient.connect(t, port)).send('GET /v1/companies HTTP/1.1\r\n'),
    (await RawClient.connect(t, port)).send(`${head('POST', '/v1/companies', started)}{"na`),
  ]
  t.equal(await post(port, test.key, '127.0.0.1'), 201)
  const closed = service.app.close().then(() => true)
  t.equal(await waitFor('it has stopped', () => Promise.race([closed, tick()]), PATIENCE.stopMs), true)
  for (const client of holding) await client.closing()
})

function tick(): Promise<false> {
  return new Promise((resolve) => {
    setImmediate(resolve, false)
  })
}
