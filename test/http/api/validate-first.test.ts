import t from 'tap'
import { JudgingBusy } from '../../../src/documents/judging/port.js'
import { judgeInProcess } from '../../../src/documents/judging/in-process.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const plans = { two: { monthlyInvoices: { test: 2, production: 2 }, activeCompanies: 10 } }
const service = await startTestService(t, { config: { plans } })
const FIRST = '/v1/invoices?validate=true'
const broken = sampleInvoice({ issueDate: '2026-03-01', currency: 'EUR' })

t.test('an invoice that breaks rules is a 400 with the findings of validate, and leaves nothing', async (t) => {
  const { test } = await service.account('two')
  await connectedCompany(test)
  const key = { 'x-idempotency-key': 'order-1' }
  const { body: judged } = await test.post('/v1/invoices/validate', broken)
  const fatal = [...(judged['details'] as Json)].filter(({ severity }) => severity === 'fatal')
  t.ok(fatal.length >= 2)
  // More often than the plan allows.
  for (let times = 0; times < 3; times++) {
    const refused = await test.post(FIRST, broken, key)
    t.equal(refused.status, 400)
    t.same(refused.body['error']?.['type'], 'validation_error')
    t.same(refused.body['error']?.['details'], fatal)
    t.match(
      refused.body['error']?.['message'],
      new RegExp(`^${fatal[0]?.['rule']}: .* \\(and ${fatal.length - 1} more`),
    )
  }
  t.match(fatal[0], { rule: /^[A-Z]/, severity: 'fatal', path: String, term: String, message: String, fix: String })
  t.match(fatal[0], { docs: /^https:\/\/api\.example\.com\/docs\/rules\// })
  t.same((await test.get('/v1/invoices')).body['data'], [])

  const corrected = await test.post(FIRST, sampleInvoice(), key)
  t.equal(corrected.status, 201, 'the key is free, and so are both places of the month')
  t.same(Object.keys(corrected.body), ['data'])
  t.equal((await test.post(FIRST, sampleInvoice())).status, 201)
  t.equal((await test.post(FIRST, sampleInvoice())).status, 403)
  t.equal((await test.post(FIRST, broken)).status, 400, 'what would not count is judged all the same')
})

t.test('a repetition is answered what was created, although it would be invalid today', async (t) => {
  const { test } = await service.account('two')
  await connectedCompany(test)
  const key = { 'x-idempotency-key': 'order-2' }
  const created = await test.post(FIRST, sampleInvoice(), key)
  service.clock.advance(30 * 86_400_000)
  const repeated = await test.post(FIRST, sampleInvoice(), key)
  t.same([repeated.status, repeated.body], [201, created.body])
  t.equal(repeated.headers['idempotent-replayed'], 'true')
  t.equal((await test.post(FIRST, sampleInvoice())).status, 400, 'issued too long ago')
  t.equal((await test.post(FIRST, broken, key)).status, 409)
  service.clock.set('2026-03-31T09:30:00.000Z')
})

t.test('without it, or with false, such an invoice is created as ever; other parameters are refused', async (t) => {
  const { test } = await service.account('two')
  await connectedCompany(test)
  t.equal((await test.post('/v1/invoices?validate=false', broken)).status, 201)
  t.equal((await test.post('/v1/invoices', broken)).status, 201)
  for (const [query, path] of [
    ['validate=yes', 'validate'],
    ['validate=', 'validate'],
    ['validate=true&validate=true', 'validate'],
    ['valid=true', 'valid'],
  ] as const) {
    const refused = await test.post(`/v1/invoices?${query}`, sampleInvoice())
    t.match(refused, { status: 400, body: { error: { details: [{ path }] } } }, query)
  }
})

t.test('warnings refuse nothing', async (t) => {
  const { test } = await service.account('two')
  const { companyId } = await connectedCompany(test)
  const warned = sampleInvoice({ dueDate: undefined, paymentMeans: undefined, companyId })
  const { body } = await test.post('/v1/invoices/validate', warned)
  t.same([body['valid'], body['errors']], [true, []])
  t.ok((body['warnings'] as Json).length > 0)
  t.equal((await test.post(FIRST, warned)).status, 201)
})

t.test('a thousand findings are listed, and the others counted', async (t) => {
  const { test } = await service.account('two')
  await connectedCompany(test)
  const line = { description: 'x', unitPrice: 1, vatRate: 7 }
  const refused = await test.post(FIRST, sampleInvoice({ lines: Array.from({ length: 1_200 }, () => line) }))
  t.equal(refused.status, 400)
  const details = [...(refused.body['error']?.['details'] as Json)]
  t.equal(details.length, 1_001)
  t.match(details.at(-1), { path: '', message: /^has \d+ further findings/ })
  t.equal(details.filter(({ rule }) => rule !== undefined).length, 1_000)
})

t.test('when too much waits to be judged, nothing is created and the answer says when to come back', async (t) => {
  const busy = { ...judgeInProcess, validate: () => Promise.reject(new JudgingBusy('full')) }
  const { test } = await service.account('two')
  await connectedCompany(test)
  const client = test.on(await service.secondApp({ judging: busy, config: { plans } }))
  const answer = await client.post(FIRST, sampleInvoice())
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers['retry-after']) > 0)
  t.equal((await client.post('/v1/invoices', sampleInvoice())).status, 201, 'who does not ask for it does not wait')
})
