import Fastify from 'fastify'
import t from 'tap'
import { limitChanges } from '../../../src/http/api/change-limit.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { invoice } from '../../../src/domain/invoice.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t, { config: { changeLimitsTimes: 1 } })

t.test('one resource is changed so many times a minute at most, by all processes together', async (t) => {
  const { test } = await service.account('unlimited')
  const first = await test.post('/v1/companies', sampleCompany())
  const second = await test.post('/v1/companies', sampleCompany())
  const elsewhere = test.on(await service.secondApp())
  const amended = (id: unknown, n: number) =>
    (n % 2 === 0 ? test : elsewhere).patch(`/v1/companies/${String(id)}`, { name: `Name ${n}` })
  const id = first.body['data']?.['id']
  const statuses = []
  for (let n = 0; n < 25; n++) statuses.push((await amended(id, n)).status)
  t.same(statuses, [...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
  const refused = await amended(id, 25)
  t.equal(refused.body['error']?.['type'], 'rate_limit_error')
  t.match(
    refused.body['error']?.['message'],
    /More than 20 changes of a company in this minute\. Retry in \d+ seconds?\./,
  )
  t.match(refused.headers['retry-after'], /^[1-9]\d*$/)
  t.equal((await amended(second.body['data']?.['id'], 26)).status, 200, 'another one')
  t.equal((await test.get(`/v1/companies/${String(id)}`)).status, 200, 'reading still works')
  const { rows } = await service.pool.query<{ count: string }>(
    `SELECT count(*) FROM eventstore.events WHERE stream = $1`,
    [`testCompany-${String(id)}`],
  )
  t.equal(Number(rows[0]?.count), 21)
  service.clock.advance(60_000)
  t.equal((await amended(id, 27)).status, 200, 'a minute later')
})

t.test('cycles of creation and deletion are bounded as well', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  let answer = { status: 201 }
  let cycles = 0
  for (; answer.status === 201 && cycles < 100; cycles++) {
    const created = await test.post('/v1/connections', { companyId, countryCode: 'RO' })
    answer = created
    if (created.status === 201) await test.delete(`/v1/connections/${String(created.body['data']?.['id'])}`)
  }
  t.equal(answer.status, 429)
  t.ok(cycles <= 61)
  const webhook = { url: 'https://hooks.example.com/clearway' }
  const configured = []
  for (let n = 0; n < 21; n++)
    configured.push((n % 2 ? await test.delete('/v1/webhooks') : await test.post('/v1/webhooks', webhook)).status)
  t.same(configured, [...Array<number>(20).fill(200), 429])
})

t.test('an invoice is retried fifty times in all', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const { body } = await test.post('/v1/invoices', sampleInvoice({ companyId }))
  const id = String(body['data']?.['id'])
  const context = { account: '', environment: 'test', actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const stream = `testInvoice-${id}`
  const fault = { errorMessage: 'e', errorTranslated: 'e', errorFix: 'f', reason: 'internal' } as const
  const fail = () =>
    handle(service.deps, context, invoice, stream, () => accept({ type: 'InvoiceFailed', data: fault }))
  const answers = []
  for (let n = 0; n < 51; n++) {
    await fail()
    if (n % 10 === 0) service.clock.advance(60_000)
    answers.push((await test.post(`/v1/invoices/${id}/retry`)).status)
  }
  t.same(answers, [...Array<number>(50).fill(200), 409])
})

t.test('a route that changes something and declares no limit stops the start', async (t) => {
  const app = Fastify()
  limitChanges(app, service.deps.rateCounter, service.clock)
  app.get('/harmless', () => 'ok')
  t.throws(() => app.post('/forgotten', () => 'ok'), /declares no limit for changes/)
  await app.close()
})
