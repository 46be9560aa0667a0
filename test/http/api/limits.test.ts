import t from 'tap'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

t.test('the rate limit holds per account and environment, for all processes together', async (t) => {
  const service = await startTestService(t, { config: { rateLimitPerMinute: 30 } })
  const { test, live } = await service.account()
  service.clock.set('2026-03-31T09:30:15.000Z')
  const first = await test.get('/v1/companies')
  t.match(first.headers, {
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': String(Date.parse('2026-03-31T09:31:00.000Z') / 1000),
  })
  for (let left = 28; left >= 0; left--) {
    const answer = await test.get('/v1/invoices/inv_0000000000000000000000')
    t.same([answer.status, answer.headers['x-ratelimit-remaining']], [404, String(left)])
  }
  const refused = await test.get('/v1/companies')
  t.equal(refused.status, 429)
  t.match(refused.body['error'], { type: 'rate_limit_error', message: /45 seconds/ })
  t.match(refused.headers, { 'retry-after': '45', 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '30' })
  t.equal((await live.get('/v1/companies')).status, 200)
  t.equal((await service.app.inject('/health')).headers['x-ratelimit-limit'], undefined)
  service.clock.set('2026-03-31T09:31:00.000Z')
  t.equal((await test.get('/v1/companies')).headers['x-ratelimit-remaining'], '29')
})

t.test('two processes and a hundred requests at once let no more than the limit through', async (t) => {
  const service = await startTestService(t, { config: { rateLimitPerMinute: 50 } })
  const { test } = await service.account()
  const other = test.on(await service.secondApp())
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => (n % 2 ? test : other).get('/v1/companies')))
  t.equal(answers.filter(({ status }) => status === 200).length, 50)
  t.equal(answers.filter(({ status }) => status === 429).length, 150)
})

t.test('exactly fifty test invoices a month, also at once; the next month starts from zero', async (t) => {
  const service = await startTestService(t, { hasGateway: () => true })
  const { id, test, live } = await service.account()
  await connectedCompany(test)
  const other = test.on(await service.secondApp())
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) => (n % 2 ? test : other).post('/v1/invoices', sampleInvoice())),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 50)
  t.equal(answers.filter(({ status }) => status === 403).length, 30)
  t.equal((await test.post('/v1/invoices/validate', sampleInvoice())).status, 200, 'validation is not counted')
  const full = await test.post('/v1/invoices', sampleInvoice())
  const remedy = `npx clearway accounts plan ${id} unlimited`
  t.match(
    full.body['error']?.['message'],
    new RegExp(`restarts on 2026-04-01\\. POST /v1/invoices/validate .*${remedy}$`),
  )
  t.equal((await live.post('/v1/invoices', sampleInvoice())).status, 400, 'live has no such limit, only no company')
  service.clock.set('2026-04-01T00:00:00.000Z')
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201)
})

t.test('a place claimed by a process that died before it created anything comes back', async (t) => {
  const service = await startTestService(t)
  const { id, test } = await service.account()
  await connectedCompany(test)
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201)
  const bucket = `invoices/${id}/test/2026-03`
  for (let n = 1; n < 50; n++) {
    await service.deps.quotaLedger.claim(bucket, `inv_${String(n).padStart(22, '0')}`, 50, service.clock.now())
  }
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 403, 'they may still be under way')
  service.clock.advance(3 * 60_000)
  const answers = await Promise.all(Array.from({ length: 60 }, () => test.post('/v1/invoices', sampleInvoice())))
  t.equal(answers.filter(({ status }) => status === 201).length, 49)
})

t.test('what exists counts, though the counters were lost', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  await connectedCompany(test)
  for (let n = 0; n < 49; n++) await test.post('/v1/invoices', sampleInvoice())
  await service.pool.query('TRUNCATE operations.quota_bucket, operations.quota_claim')
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201)
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 403)
})

t.test('the rejection names the day, also over the end of a year, but no plan with a limit', async (t) => {
  const plans = { one: { monthlyInvoices: { test: 1, production: null }, activeCompanies: 1 } }
  const service = await startTestService(t, { config: { plans } })
  const { test } = await service.account('one')
  service.clock.set('2026-12-31T23:59:59.000Z')
  await connectedCompany(test)
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201)
  const full = await test.post('/v1/invoices', sampleInvoice())
  t.match(full, { status: 403, body: { error: { message: /restarts on 2027-01-01\. POST .* does not count$/ } } })
  const company = await test.post('/v1/companies', sampleCompany())
  t.match(company, { status: 403, body: { error: { message: /ask for a larger plan$/ } } })
})
