import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { dataIn, goldenXml, RECEIVERS, receivingCompany } from './receiving-company.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)

t.test('a sample of each country arrives, valid and new each time', async (t) => {
  const { test } = await service.account()
  for (const country of COUNTRY_CODES) {
    const companyId = await receivingCompany(test, country)
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
          customerVat: RECEIVERS[country],
          channel: 'simulated',
          status: 'received',
          duplicateOf: null,
        })
        numbers.add(data['number'])
        const whole = dataIn(await test.get(`/v1/received/${String(data['id'])}`))
        t.same(whole['findings'], [], sample)
      }
      t.equal(numbers.size, 2)
    }
  }
})

t.test('the same document is one received invoice, and whose it is is shown', async (t) => {
  const { test } = await service.account()
  const companyId = await receivingCompany(test, 'RO', ['IT'])
  const document = Buffer.from(goldenXml('ro/01-domestic-services.xml')).toString('base64')
  const first = await test.post('/v1/test/received', { companyId, document, country: 'RO' })
  const second = await test.post('/v1/test/received', { companyId, document, country: 'RO' })
  t.equal(first.status, 201)
  t.equal(second.status, 201)
  t.equal(dataIn(first)['id'], dataIn(second)['id'])
  const garbage = await test.post('/v1/test/received', { companyId, document: 'bm9uZQ==', country: 'IT' })
  t.match(garbage.body, { data: { format: 'unknown', valid: false, country: 'IT', number: null } })
  const other = await receivingCompany(test, 'BE')
  const foreign = await test.post('/v1/test/received', { companyId: other, document })
  t.match(foreign.body, { data: { companyId: other, valid: true } })
  const id = String(dataIn(foreign)['id'])
  const findings = dataIn(await test.get(`/v1/received/${id}`))['findings']
  t.match(
    findings?.find((finding) => finding['rule'] === 'CW-OTHER-BUYER'),
    { severity: 'warning' },
  )
})

t.test('what is refused', async (t) => {
  const { test, live } = await service.account()
  const companyId = await receivingCompany(test, 'RO', ['PL'])
  const off = dataIn(await test.post('/v1/companies', { name: 'Off', vatNumber: RECEIVERS.DE, country: 'DE' }))['id']
  const refused = async (body: Record<string, unknown>): Promise<string> => {
    const answer = await test.post('/v1/test/received', body)
    t.equal(answer.status, 400, JSON.stringify(body))
    return String(answer.body['error']?.['details']?.[0]?.['path'])
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

t.test('a sample for the company that has the number of its supplier is one of another supplier', async (t) => {
  const { test } = await service.account()
  const numbers = {
    RO: 'RO18547290',
    IT: 'IT01879020517',
    BE: 'BE0749512070',
    PL: 'PL5213891244',
    FR: 'FR82812473155',
    DE: 'DE136695976',
  }
  for (const country of COUNTRY_CODES) {
    const companyId = await receivingCompany(test, country, [], numbers[country])
    const data = dataIn(await test.post('/v1/test/received', { companyId, sample: country }))
    t.match(data, { customerVat: numbers[country], valid: true, findingsTotal: 0 }, country)
    t.not(data['supplierVat'], numbers[country])
  }
})
