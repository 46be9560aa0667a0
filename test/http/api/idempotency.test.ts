import t from 'tap'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const key = (value: string) => ({ 'x-idempotency-key': value })

t.test('the same request under the same key answers the same invoice', async (t) => {
  const { test, live } = await service.account()
  await connectedCompany(test)
  await connectedCompany(live)
  const first = await test.post('/v1/invoices', sampleInvoice(), key('a'))
  t.equal(first.status, 201)
  t.notOk(first.headers['idempotent-replayed'])
  const body = sampleInvoice()
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 2)
  const replay = await test.post('/v1/invoices', reordered, key('a'))
  t.same([replay.status, replay.body], [201, first.body])
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.equal(((await test.get('/v1/invoices')).body['data'] as Json).length, 1)

  const other = await test.post('/v1/invoices', sampleInvoice({ note: 'other' }), key('a'))
  t.same([other.status, other.body['error']?.['type']], [409, 'conflict_error'])
  const otherKey = await test.post('/v1/invoices', sampleInvoice(), key('b'))
  t.not(otherKey.body['data']?.['id'], first.body['data']?.['id'])
  const stranger = await (await service.account()).test.post('/v1/invoices', sampleInvoice(), key('a'))
  t.equal(stranger.status, 400, 'keys are per account: no company here')
})

t.test('a computed number is the decimal that was meant, in the amounts and under the key', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const line = { description: 'x', quantity: 1, vatRate: 21 }
  const computed = await test.post(
    '/v1/invoices',
    sampleInvoice({ lines: [{ ...line, unitPrice: 3 * 1.01 }] }),
    key('k'),
  )
  t.match(computed, { status: 201, body: { data: { netAmount: '3.03' } } })
  const written = await test.post('/v1/invoices', sampleInvoice({ lines: [{ ...line, unitPrice: 3.03 }] }), key('k'))
  t.same([written.status, written.body], [201, computed.body])
  const quotient = await test.post('/v1/invoices', sampleInvoice({ lines: [{ ...line, unitPrice: 10_000 / 7 }] }))
  t.match(quotient.body['error']?.['details'], [{ path: 'lines[0].unitPrice', message: /send 1428.5714285714$/ }])
})

t.test('what a generated client adds for other countries makes no other request', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const { supplier, lines, ...plain } = sampleInvoice()
  const generated = {
    ...plain,
    vatCollection: 'immediate',
    withholdings: [],
    supplier: { ...(supplier as object), taxRegime: 'RF01' },
    lines: (lines as object[]).map((line) => ({ ...line, withholding: false })),
  }
  const first = await test.post('/v1/invoices', generated, key('g'))
  t.equal(first.status, 201, JSON.stringify(first.body))
  const plainly = await test.post('/v1/invoices', sampleInvoice(), key('g'))
  t.same([plainly.status, plainly.body], [201, first.body])
  t.equal(plainly.headers['idempotent-replayed'], 'true')
})

t.test('twenty simultaneous requests with one key make one invoice and twenty equal answers', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => test.post('/v1/invoices', sampleInvoice(), key('once'))),
  )
  for (const { status, body } of answers) t.same([status, body], [201, answers[0]?.body])
  t.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 19)
  t.equal(((await test.get('/v1/invoices')).body['data'] as Json).length, 1)
})

t.test('of simultaneous requests with one key and different bodies one wins', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => test.post('/v1/invoices', sampleInvoice({ note: `n${n}` }), key('k'))),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  t.equal(answers.filter(({ status }) => status === 409).length, 9)
})

t.test('a replay works when company, connection and quota are gone meanwhile', async (t) => {
  const { test } = await service.account()
  const { companyId, connectionId } = await connectedCompany(test)
  const first = await test.post('/v1/invoices', sampleInvoice(), key('kept'))
  for (let n = 1; n < 50; n++) t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201)
  const refused = await test.post('/v1/invoices', sampleInvoice(), key('new'))
  t.equal(refused.status, 403)
  t.matchOnly(refused.body, {
    error: {
      type: 'usage_limit_exceeded',
      message: String,
      requestId: /^req_/,
      limit: 50,
      remaining: 0,
    },
    limit: 50,
    remaining: 0,
  })
  await test.delete(`/v1/connections/${connectionId}`)
  await test.delete(`/v1/companies/${companyId}`)
  const replay = await test.post('/v1/invoices', sampleInvoice(), key('kept'))
  t.same([replay.status, replay.body], [201, first.body])
})

t.test('the header works under its usual name as well; two that differ are refused', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const first = await test.post('/v1/invoices', sampleInvoice(), { 'idempotency-key': 'a' })
  t.equal(first.status, 201)
  for (const headers of [key('a'), { 'idempotency-key': 'a' }, { ...key('a'), 'idempotency-key': 'a' }]) {
    const replay = await test.post('/v1/invoices', sampleInvoice(), headers)
    t.same([replay.status, replay.headers['idempotent-replayed'], replay.body], [201, 'true', first.body])
  }
  const both = await test.post('/v1/invoices', sampleInvoice(), { ...key('a'), 'idempotency-key': 'b' })
  t.equal(both.status, 400)
  t.same(both.body['error']?.['details'], [
    { path: 'Idempotency-Key', message: 'differs from X-Idempotency-Key; send one of them, or the same key in both' },
  ])
  t.equal((await test.post('/v1/invoices', sampleInvoice(), { 'idempotency-key': '' })).status, 400)
  t.equal(((await test.get('/v1/invoices')).body['data'] as Json).length, 1)
})

t.test('a key must be a text of 1 to 255 characters', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  for (const bad of ['', ' ', 'x'.repeat(256)]) {
    const answer = await test.post('/v1/invoices', sampleInvoice({ country: 'XX' }), key(bad))
    t.equal(answer.status, 400)
    t.same(
      [...(answer.body['error']?.['details'] as Json)].map(({ path }) => path),
      ['country', 'X-Idempotency-Key'],
    )
  }
  t.equal((await test.post('/v1/invoices', sampleInvoice(), key('x'.repeat(255)))).status, 201)
})

t.test('an append whose outcome was lost is found by the next request with its key', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  let cut = true
  const store = new Proxy(service.deps.store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const result: unknown = await value.apply(target, args)
        if (name === 'append' && cut) throw new EventStoreUnavailable('the connection broke after the append')
        return result
      }
    },
  })
  const client = test.on(await service.secondApp({ store }))
  t.equal((await client.post('/v1/invoices', sampleInvoice(), key('lost'))).status, 503)
  cut = false
  const retried = await client.post('/v1/invoices', sampleInvoice(), key('lost'))
  t.equal(retried.status, 201)
  t.equal(((await test.get('/v1/invoices')).body['data'] as Json).length, 1)
})
