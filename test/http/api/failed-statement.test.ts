import t from 'tap'
import { sampleCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

t.test('a statement that fails at an invoice leaves nothing of the invoice in the log', async (t) => {
  const { pool, account, log } = await startTestService(t)
  const { test } = await account()
  const company = await test.post('/v1/companies', sampleCompany())
  const companyId = company.body['data']?.['id']
  await test.post('/v1/connections', { companyId, countryCode: 'RO' })
  // The error quotes what it could not read.
  const isNumber = "(data::json ->> 'number')::int > 0"
  await pool.query(
    `ALTER TABLE eventstore.events ADD CHECK (CASE WHEN type = 'InvoiceCreated' THEN ${isNumber} END) NOT VALID`,
  )
  const number = 'Factura-secreta-17'
  const answer = await test.post('/v1/invoices', sampleInvoice({ number }))
  t.equal(answer.status, 500)
  const lines = log.filter((line) => line.includes('request failed'))
  t.match(JSON.parse(lines[0] ?? '{}'), { err: { code: '22P02', routine: /./, stack: /\n {4}at / } })
  t.notMatch(log.join('\n'), /Factura-secreta-17/)
})
