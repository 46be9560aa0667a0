import t, { type Test } from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { invoice } from '../../../src/domain/invoice.js'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const key = (value: string) => ({ 'idempotency-key': value })
const DAY_MS = 24 * 3_600_000
const ACCEPTED_URL = 'https://hooks.example.com/clearway'

/** A POST, and what of it is there afterwards. */
interface Operation {
  readonly name: string
  /** Gives path, body, another body (null: it takes none), and a count of what it has done. */
  readonly prepare: (client: Client) => Promise<{
    readonly path: string
    readonly body?: object
    readonly other?: { readonly path?: string; readonly body?: object }
    readonly count: () => Promise<number>
  }>
}

const length = async (client: Client, list: string): Promise<number> =>
  [...((await client.get(list)).body['data'] ?? [])].length

async function eventsOf(type: string): Promise<number> {
  const { rows } = await service.pool.query<{ count: string }>(
    'SELECT count(*) FROM eventstore.events WHERE type = $1',
    [type],
  )
  return Number(rows[0]?.count)
}

async function delivered(client: Client): Promise<string> {
  await client.post('/v1/webhooks', { url: ACCEPTED_URL })
  const sent = await client.post('/v1/webhooks/test')
  return String(sent.body['data']?.['id'])
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'a company',
    prepare: (client) =>
      Promise.resolve({
        path: '/v1/companies',
        body: sampleCompany(),
        other: { body: sampleCompany({ name: 'Other' }) },
        count: () => length(client, '/v1/companies'),
      }),
  },
  {
    name: 'an API key',
    prepare: (client) =>
      Promise.resolve({
        path: '/v1/api-keys',
        body: { name: 'Backend' },
        other: { body: { name: 'Other' } },
        count: async () => (await length(client, '/v1/api-keys')) - 2,
      }),
  },
  {
    name: 'a connection',
    prepare: async (client) => {
      const company = await client.post('/v1/companies', sampleCompany())
      const companyId = company.body['data']?.['id']
      return {
        path: '/v1/connections',
        body: { companyId, countryCode: 'RO' },
        other: { body: { companyId, countryCode: 'IT' } },
        count: () => length(client, '/v1/connections'),
      }
    },
  },
  {
    name: 'a webhook',
    prepare: async () => {
      const before = await eventsOf('WebhookConfigured')
      return {
        path: '/v1/webhooks',
        body: { url: ACCEPTED_URL },
        other: { body: { url: `${ACCEPTED_URL}/other` } },
        count: async () => (await eventsOf('WebhookConfigured')) - before,
      }
    },
  },
  {
    name: 'a rotation',
    prepare: async (client) => {
      await client.post('/v1/webhooks', { url: ACCEPTED_URL })
      const before = await eventsOf('WebhookSecretRotated')
      return {
        path: '/v1/webhooks/rotate-secret',
        count: async () => (await eventsOf('WebhookSecretRotated')) - before,
      }
    },
  },
  {
    name: 'a test event',
    prepare: async (client) => {
      await client.post('/v1/webhooks', { url: ACCEPTED_URL })
      return { path: '/v1/webhooks/test', count: () => length(client, '/v1/webhooks/deliveries') }
    },
  },
]

/** The same client of a process whose appends are made, but not answered until it is repaired. */
async function cutOff(client: Client): Promise<{ readonly client: Client; readonly repair: () => void }> {
  let isCut = true
  const store = new Proxy(service.deps.store, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const result: unknown = await value.apply(target, args)
        if (member === 'append' && isCut) throw new EventStoreUnavailable('the connection broke after the append')
        return result
      }
    },
  })
  return { client: client.on(await service.secondApp({ store })), repair: () => (isCut = false) }
}

async function same(t: Test, path: string, body: object | undefined, clients: readonly Client[], k: string) {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (clients[n % clients.length] as Client).post(path, body, key(k))),
  )
  const [first] = answers
  for (const { status, body } of answers) t.same([status, body], [first?.status, first?.body])
  t.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, answers.length - 1)
  return first as Answer
}

for (const { name, prepare } of OPERATIONS) {
  t.test(`${name}: under a key it happens once, and is answered alike`, async (t) => {
    const { test } = await service.account('unlimited')
    const { path, body, other, count } = await prepare(test)
    const elsewhere = test.on(await service.secondApp())
    const first = await test.post(path, body, key('a'))
    t.ok([200, 201].includes(first.status), JSON.stringify(first.body))
    t.notOk(first.headers['idempotent-replayed'])
    for (const client of [test, elsewhere]) {
      const again = await client.post(path, body, key('a'))
      t.same([again.status, again.body, again.headers['idempotent-replayed']], [first.status, first.body, 'true'])
    }
    t.equal(await count(), 1)
    if (other) {
      const conflict = await test.post(other.path ?? path, other.body ?? body, key('a'))
      t.same([conflict.status, conflict.body['error']?.['type']], [409, 'conflict_error'])
      t.equal(await count(), 1)
    }
    const simultaneous = await same(t, path, body, [test, elsewhere], 'b')
    t.equal(simultaneous.status, first.status)
    t.equal(await count(), name === 'a connection' ? 1 : 2)
  })

  t.test(`${name}: an append whose answer was lost is found by the next request with its key`, async (t) => {
    const { test } = await service.account('unlimited')
    const { path, body, count } = await prepare(test)
    const { client, repair } = await cutOff(test)
    t.equal((await client.post(path, body, key('lost'))).status, 503)
    repair()
    const retried = await client.post(path, body, key('lost'))
    t.ok([200, 201].includes(retried.status), JSON.stringify(retried.body))
    t.same((await test.post(path, body, key('lost'))).body, retried.body)
    t.equal(await count(), 1)
  })
}

t.test('a delivery is sent again once under a key, which belongs to that delivery', async (t) => {
  const { test } = await service.account('unlimited')
  const id = await delivered(test)
  const other = await delivered(test)
  // Not due yet: only then asking for it does something.
  service.clock.advance(-1)
  const before = await eventsOf('RedeliveryRequested')
  const path = `/v1/webhooks/deliveries/${id}/redeliver`
  const first = await test.post(path, undefined, key('r'))
  t.equal(first.status, 200, JSON.stringify(first.body))
  service.clock.advance(-1)
  const again = await test.post(path, undefined, key('r'))
  t.same([again.body, again.headers['idempotent-replayed']], [first.body, 'true'])
  t.equal((await eventsOf('RedeliveryRequested')) - before, 1)
  t.equal((await test.post(`/v1/webhooks/deliveries/${other}/redeliver`, undefined, key('r'))).status, 409)
  service.clock.advance(2)
})

t.test('a refused retry leaves its key free', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  const created = await test.post('/v1/invoices', sampleInvoice())
  const id = String(created.body['data']?.['id'])
  const refused = await test.post(`/v1/invoices/${id}/retry`, undefined, key('r'))
  t.equal(refused.status, 409, 'it is not errored')
  t.equal((await test.post(`/v1/invoices/${id}/retry`, {}, key('r'))).status, 409)
})

t.test('an errored invoice is retried once under a key, also when the answer was lost', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  const created = await test.post('/v1/invoices', sampleInvoice())
  const id = String(created.body['data']?.['id'])
  const context = { account: '', environment: 'test', actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const fault = { errorMessage: 'e', errorTranslated: 'e', errorFix: 'f', reason: 'internal' } as const
  const fail = () =>
    handle(service.deps, context, invoice, `testInvoice-${id}`, () => accept({ type: 'InvoiceFailed', data: fault }))
  const retry = (client: Client, k: string) => client.post(`/v1/invoices/${id}/retry`, undefined, key(k))
  const before = await eventsOf('InvoiceRetried')
  await fail()
  const first = await retry(test, 'r')
  t.match([first.status, first.body['data']?.['status']], [200, 'created'])
  await fail()
  const again = await retry(test, 'r')
  t.same([again.body, again.headers['idempotent-replayed']], [first.body, 'true'], 'it was not retried again')
  t.equal((await eventsOf('InvoiceRetried')) - before, 1)
  const { client, repair } = await cutOff(test)
  t.equal((await retry(client, 's')).status, 503)
  repair()
  await fail()
  t.equal((await retry(client, 's')).status, 200)
  t.equal((await eventsOf('InvoiceRetried')) - before, 2)
})

t.test('a replay whose answer was lost schedules nothing twice', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  await test.post('/v1/invoices', sampleInvoice())
  await test.post('/v1/webhooks', { url: ACCEPTED_URL })
  const period = {
    from: new Date(service.clock.now().getTime() - 3_600_000).toISOString(),
    to: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
  }
  const before = await eventsOf('DeliveryScheduled')
  const { client, repair } = await cutOff(test)
  t.equal((await client.post('/v1/webhooks/replay', period, key('r'))).status, 503)
  repair()
  const replayed = await client.post('/v1/webhooks/replay', period, key('r'))
  t.match(replayed, { status: 200, body: { data: { scheduled: 2, pending: 0 } } }, 'its own are counted as such')
  t.equal((await eventsOf('DeliveryScheduled')) - before, 2)
})

t.test('a replay is asked for once under a key', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  await test.post('/v1/invoices', sampleInvoice())
  await test.post('/v1/webhooks', { url: ACCEPTED_URL })
  const from = new Date(service.clock.now().getTime() - 3_600_000).toISOString()
  const to = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  const first = await test.post('/v1/webhooks/replay', { from, to }, key('r'))
  t.match(first, { status: 200, body: { data: { scheduled: 2, pending: 0 } } })
  const again = await test.post('/v1/webhooks/replay', { from, to }, key('r'))
  t.same([again.body, again.headers['idempotent-replayed']], [first.body, 'true'])
  t.match(await test.post('/v1/webhooks/replay', { from, to }, key('s')), {
    body: { data: { scheduled: 0, pending: 2 } },
  })
})

t.test('a key belongs to its account, environment and operation', async (t) => {
  const { test, live } = await service.account('unlimited')
  const { test: stranger } = await service.account('unlimited')
  const made = await test.post('/v1/companies', sampleCompany(), key('k'))
  for (const client of [live, stranger]) {
    const answer = await client.post('/v1/companies', sampleCompany({ vatNumber: 'RO18547290' }), key('k'))
    t.equal(answer.status, 201, JSON.stringify(answer.body))
    t.not(answer.body['data']?.['id'], made.body['data']?.['id'])
  }
  t.equal((await test.post('/v1/api-keys', { name: 'Backend' }, key('k'))).status, 201)
})

t.test('a refused request leaves its key free', async (t) => {
  const { test } = await service.account('unlimited')
  t.equal((await test.post('/v1/companies', sampleCompany({ vatNumber: 'RO1' }), key('k'))).status, 400)
  t.equal((await test.post('/v1/companies', sampleCompany(), key('k'))).status, 201)
  t.equal((await test.post('/v1/webhooks/test', undefined, key('k'))).status, 409, 'nothing is configured')
  await test.post('/v1/webhooks', { url: ACCEPTED_URL })
  t.equal((await test.post('/v1/webhooks/test', undefined, key('k'))).status, 200)
})

t.test('a secret is shown again for a day, and never stored in the open', async (t) => {
  const { test } = await service.account('unlimited')
  const created = await test.post('/v1/api-keys', { name: 'Backend' }, key('k'))
  const secret = String(created.body['data']?.['key'])
  t.equal((await new (test.constructor as typeof Client)(service.app, secret).get('/v1/companies')).status, 200)
  const configured = await test.post('/v1/webhooks', { url: ACCEPTED_URL }, key('w'))
  const rotated = await test.post('/v1/webhooks/rotate-secret', undefined, key('w'))
  const secrets = [secret, ...[configured, rotated].map(({ body }) => String(body['data']?.['secret']))]
  service.clock.advance(DAY_MS - 1)
  // Replaced meanwhile: what was answered then is answered still.
  await test.post('/v1/webhooks', { url: `${ACCEPTED_URL}/new` })
  t.same((await test.post('/v1/webhooks', { url: ACCEPTED_URL }, key('w'))).body, configured.body)
  t.same((await test.post('/v1/webhooks/rotate-secret', undefined, key('w'))).body, rotated.body)
  t.same((await test.post('/v1/api-keys', { name: 'Backend' }, key('k'))).body, created.body)
  const stored = async (table: string): Promise<string> =>
    JSON.stringify((await service.pool.query(`SELECT row_to_json(r) FROM ${table} r`)).rows)
  const everything = (await stored('operations.request')) + (await stored('eventstore.events')) + service.log.join('')
  for (const each of secrets) t.notOk(everything.includes(each))
  service.clock.advance(1)
  for (const [path, body, k] of [
    ['/v1/api-keys', { name: 'Backend' }, 'k'],
    ['/v1/webhooks', { url: ACCEPTED_URL }, 'w'],
    ['/v1/webhooks/rotate-secret', undefined, 'w'],
  ] as const) {
    const late = await test.post(path, body, key(k))
    t.equal(late.status, 409)
    t.match(late.body['error']?.['message'], /can not be shown again/)
  }
})

t.test('a key is forgotten after 30 days, and then makes something new', async (t) => {
  const { test } = await service.account('unlimited')
  const first = await test.post('/v1/companies', sampleCompany(), key('k'))
  service.clock.advance(30 * DAY_MS - 1)
  t.same((await test.post('/v1/companies', sampleCompany(), key('k'))).body, first.body)
  service.clock.advance(3_600_000)
  const later = await test.post('/v1/companies', sampleCompany({ name: 'New' }), key('k'))
  t.equal(later.status, 201)
  t.not(later.body['data']?.['id'], first.body['data']?.['id'])
})

t.test('what a restore of the event store has lost is made again under its key, with the same id', async (t) => {
  const { test } = await service.account('unlimited')
  const kept = await test.post('/v1/companies', sampleCompany(), key('kept'))
  const lost = await test.post('/v1/companies', sampleCompany({ name: 'Lost' }), key('lost'))
  const id = String(lost.body['data']?.['id'])
  const stream = `testCompany-${id}`
  const streams = async () => (await service.deps.store.readStream(stream)).length
  t.equal(await streams(), 1)
  await service.pool.query('DELETE FROM eventstore.events WHERE stream = $1', [stream])
  t.equal(await streams(), 0)
  const foundAt = new Date(service.clock.now().getTime() + 1).toISOString()
  await service.pool.query(
    `INSERT INTO storage.restore (number, found_at, found_by, lack) VALUES (1, $1, 'a test', 'an event')`,
    [foundAt],
  )
  t.teardown(() => service.pool.query('DELETE FROM storage.restore'))
  const again = await test.post('/v1/companies', sampleCompany({ name: 'Lost' }), key('lost'))
  t.match([again.status, again.body['data']?.['id']], [201, id], JSON.stringify(again.body))
  t.equal(await streams(), 1, 'it exists again')
  const before = await eventsOf('CompanyCreated')
  t.match((await test.post('/v1/companies', sampleCompany(), key('kept'))).body['data'], {
    id: kept.body['data']?.['id'],
  })
  t.equal(await eventsOf('CompanyCreated'), before, 'what is there is not made twice')
})

t.test('a header that is sent twice is refused, not joined', async (t) => {
  const { test } = await service.account('unlimited')
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port, hostname } = new URL(url)
  const { request } = await import('node:http')
  for (const name of ['X-Idempotency-Key', 'Idempotency-Key']) {
    const body = JSON.stringify(sampleCompany())
    const headers = ['Host', hostname, 'Authorization', `Bearer ${test.key}`, 'Content-Type', 'application/json']
    const answer = await new Promise<Json>((resolve, reject) => {
      const sent = request(
        {
          host: hostname,
          port,
          method: 'POST',
          path: '/v1/companies',
          headers: [...headers, 'Content-Length', String(Buffer.byteLength(body)), name, 'a', name.toLowerCase(), 'a'],
        },
        (response) => {
          void response.toArray().then((chunks) => {
            resolve({
              status: response.statusCode,
              body: JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Json,
            } as unknown as Json)
          }, reject)
        },
      )
      sent.on('error', reject).end(body)
    })
    t.match(answer, {
      status: 400,
      body: { error: { details: [{ path: name, message: 'is sent more than once; send it once' }] } },
    })
  }
  t.equal(await length(test, '/v1/companies'), 0)
})
