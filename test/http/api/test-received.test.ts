import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { type Client, startTestService } from './test-service.js'

type Json = Record<string, unknown>

function dataIn({ body }: { readonly body: Record<string, unknown> }): Json & { readonly id: string } {
  return body['data'] as Json & { readonly id: string }
}

const service = await startTestService(t)

const NUMBERS: Readonly<Record<CountryCode, string>> = {
  RO: 'RO9010105',
  IT: 'IT00743110157',
  BE: 'BE0882341791',
  PL: 'PL7831643201',
  FR: 'FR51394728612',
  DE: 'DE129273398',
}

async function receiver(client: Client, country: CountryCode, others: readonly CountryCode[] = []): Promise<string> {
  const body = { name: `Customer of ${country}`, vatNumber: NUMBERS[country], country }
  const { id } = dataIn(await client.post('/v1/companies', body))
  for (const countryCode of [country, ...others])
    t.equal((await client.post('/v1/connections', { companyId: id, countryCode })).status, 201)
  t.equal((await client.send('PUT', `/v1/companies/${id}/receiving`, { enabled: true, peppolIds: [] })).status, 200)
  return id
}

t.test('a sample of each country arrives, valid and new each time', async (t) => {
  const { test } = await service.account()
  for (const country of COUNTRY_CODES) {
    const companyId = await receiver(test, country)
    const samples = country === 'IT' ? ['IT', 'IT-PA'] : [country]
    for (const sample of samples) {
      const numbers = new Set<unknown>()
      for (let time = 0; time < 2; time += 1) {
        const answer = await test.post('/v1/test/received', { companyId, sample })
        t.equal(answer.status, 201, sample)
        const data = dataIn(answer)
        t.match(data, {
          companyId,
          country,
          customerVat: NUMBERS[country],
          channel: 'simulated',
          status: 'received',
          duplicateOf: null,
        })
        numbers.add(data['number'])
        const whole = dataIn(await test.get(`/v1/received/${data.id}`))
        t.same(whole['findings'], [], sample)
      }
      t.equal(numbers.size, 2)
    }
  }
})

t.test('the same document is one received invoice, and whose it is is shown', async (t) => {
  const { test } = await service.account()
  const companyId = await receiver(test, 'RO', ['IT'])
  const xml = readFileSync(join(import.meta.dirname, '../../../../test/golden/ro/01-domestic-services.xml'))
  const document = xml.toString('base64')
  const first = await test.post('/v1/test/received', { companyId, document, country: 'RO' })
  const second = await test.post('/v1/test/received', { companyId, document, country: 'RO' })
  t.equal(first.status, 201)
  t.equal(second.status, 201)
  t.equal(dataIn(first).id, dataIn(second).id)
  const garbage = await test.post('/v1/test/received', { companyId, document: 'bm9uZQ==', country: 'IT' })
  t.match(garbage.body, { data: { format: 'unknown', valid: false, country: 'IT', number: null } })
  const other = await receiver(test, 'BE')
  const foreign = await test.post('/v1/test/received', { companyId: other, document })
  t.match(foreign.body, { data: { companyId: other, valid: true } })
  const { id } = dataIn(foreign)
  const { findings } = dataIn(await test.get(`/v1/received/${id}`))
  t.match(
    (findings as Json[]).find(({ rule }) => rule === 'CW-OTHER-BUYER'),
    { severity: 'warning' },
  )
})

t.test('what is refused', async (t) => {
  const { test, live } = await service.account()
  const companyId = await receiver(test, 'RO', ['PL'])
  const off = dataIn(await test.post('/v1/companies', { name: 'Off', vatNumber: NUMBERS.DE, country: 'DE' })).id
  const refused = async (body: Json): Promise<string> => {
    const answer = await test.post('/v1/test/received', body)
    t.equal(answer.status, 400, JSON.stringify(body))
    return (answer.body['error'] as unknown as { details: { path: string }[] }).details[0]?.path ?? ''
  }
  t.equal(await refused({ companyId }), 'sample')
  t.equal(await refused({ companyId, sample: 'RO', document: 'YQ==' }), 'sample')
  t.equal(await refused({ companyId, sample: 'IT' }), 'sample')
  t.equal(await refused({ companyId, document: 'YQ==' }), 'country')
  t.equal(await refused({ companyId, document: 'YQ==', country: 'FR' }), 'country')
  t.equal(await refused({ companyId, document: '', country: 'RO' }), 'document')
  t.equal(
    await refused({ companyId, document: Buffer.alloc(8 * 1024 * 1024 + 1).toString('base64'), country: 'RO' }),
    'document',
  )
  t.equal(await refused({ companyId: off, sample: 'DE' }), 'companyId')
  t.equal(await refused({ companyId: 'comp_9fPzQeYk3LmT6sUvHa2WdR', sample: 'RO' }), 'companyId')
  const answer = await live.post('/v1/test/received', { companyId, sample: 'RO' })
  t.match([answer.status, answer.body['error']], [403, { type: 'forbidden_error' }])
})
