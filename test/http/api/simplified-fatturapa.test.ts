import { readFileSync } from 'node:fs'
import t from 'tap'
import { connectedCompany, sampleCompany } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const at = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const SAMPLE = JSON.parse(at('samples/it/52-simplified.json')) as object
const DOCUMENT = at('test/golden/it/52-simplified.fatturapa.xml')
const service = await startTestService(t)

async function postXml(key: string, path: string, payload: string) {
  const headers = { 'content-type': 'application/xml', authorization: `Bearer ${key}` }
  const answer = await service.app.inject({ method: 'POST', url: path, headers, payload })
  return { status: answer.statusCode, body: answer.json<Json>() }
}

t.test('a simplified FatturaPA is created from JSON and from XML, judged, converted and shown', async (t) => {
  const { test } = await service.account('unlimited')
  const officina = sampleCompany({ name: 'Officina', vatNumber: 'IT01879020517', country: 'IT' })
  const { companyId } = await connectedCompany(test, officina, 'IT')
  const invoice = { ...SAMPLE, companyId, issueDate: '2026-11-20' }

  t.match(await test.post('/v1/invoices/validate', SAMPLE), {
    status: 200,
    body: { profile: 'it-simplified', valid: true, errors: [] },
  })
  const created = await test.post('/v1/invoices', invoice)
  t.match(created, { status: 201, body: { data: { number: 'FS-2026-0041', grossAmount: '88.40' } } })
  const id = String(created.body['data']?.['id'])
  t.match(await test.get(`/v1/invoices/${id}/documents/pdf?language=it`), { status: 200 })

  t.match(await postXml(test.key, '/v1/invoices/validate', DOCUMENT), {
    status: 200,
    body: { profile: 'it-simplified', valid: true },
  })
  const other = DOCUMENT.replace('FS-2026-0041', 'FS-2026-0099')
  const sent = await postXml(test.key, '/v1/invoices', other)
  t.match(sent, {
    status: 201,
    body: { data: { country: 'IT', number: 'FS-2026-0099', grossAmount: '88.40', customerVat: 'IT00743110157' } },
  })
  const own = String(sent.body['data']?.['id'])
  t.match(await test.get(`/v1/invoices/${own}/documents/pdf?language=it`), { status: 200 })

  const converted = await postXml(test.key, '/v1/convert?to=json', DOCUMENT)
  t.equal(converted.status, 200)
  const data = converted.body['data']
  t.same(data?.['losses'], [])
  t.match(JSON.parse(String(data?.['document'])), {
    documentType: 'TD07',
    pricesIncludeVat: true,
    customer: { sdiCode: 'M5UXCR1' },
  })

  const tooMuch = {
    ...invoice,
    externalId: 'FS-1',
    lines: [{ description: 'Televisore', unitPrice: 401, vatRate: 22 }],
  }
  t.match(await test.post('/v1/invoices?validate=true', tooMuch), {
    status: 400,
    body: { error: { details: [{ path: 'lines', rule: '00460' }] } },
  })
})
