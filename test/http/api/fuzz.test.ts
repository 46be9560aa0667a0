import fc from 'fast-check'
import t from 'tap'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { connectedCompany } from './samples.js'
import { valuesOf } from './schema-arbitrary.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const { test } = await service.account('unlimited')
const { companyId, connectionId } = await connectedCompany(test)

const id = fc.oneof(
  fc.constantFrom(companyId, connectionId, 'inv_0000000000000000000000', 'key_', '..', '%00', '%ff', "'", 'validate'),
  fc.string().map(encodeURIComponent),
)
const url = fc.oneof(
  fc.constantFrom(
    '/v1/companies',
    '/v1/connections',
    '/v1/invoices',
    '/v1/invoices/validate',
    '/v1/api-keys',
    '/ready',
  ),
  id.map((id) => `/v1/companies/${id}`),
  id.map((id) => `/v1/connections/${id}`),
  id.map((id) => `/v1/api-keys/${id}`),
  fc
    .tuple(id, fc.constantFrom('', '/events', '/retry', '/documents', '/documents/xml'))
    .map(([id, rest]) => `/v1/invoices/${id}${rest}`),
  fc
    .dictionary(
      fc.constantFrom('limit', 'cursor', 'status', 'search', 'dateFrom', 'dateTo', 'country', 'companyId', 'x'),
      fc.string(),
    )
    .map((query) => `/v1/invoices?${new URLSearchParams(query).toString()}`),
)
/** Almost an invoice: some part of a valid one replaced by anything. */
const nearlyValid = fc
  .tuple(valuesOf(InvoiceBody), fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 3 }))
  .map(([body, changes]) => {
    const text = JSON.stringify(body)
    const places = [...text.matchAll(/:("[^"]*"|-?\d[\d.]*)/g)]
    const [at, value] = changes[0] ?? [0, null]
    const place = places[at % places.length]
    if (!place) return text
    return `${text.slice(0, place.index + 1)}${JSON.stringify(value)}${text.slice(place.index + place[0].length)}`
  })
const payload = fc.oneof(
  fc.json(),
  fc.string(),
  nearlyValid,
  valuesOf(InvoiceBody).map((body) => JSON.stringify(body)),
)
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/xml',
      'x',
      '',
    ),
    'x-idempotency-key': fc.constantFrom('', 'a', 'b', 'x'.repeat(300)),
    authorization: fc.constantFrom(
      `Bearer ${test.key}`,
      `Bearer ${test.key}`,
      `Bearer ${test.key}`,
      'Bearer',
      'Basic x',
    ),
  },
  { requiredKeys: ['authorization'], noNullPrototype: true },
)

t.test('no request causes a 500, and every refusal has the same shape', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS' as const),
      url,
      payload,
      headers,
      async (method, url, payload, headers) => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const response = await service.app.inject({ method, url, headers, ...(hasBody && { payload }) })
        if (response.statusCode >= 500) throw new Error(`${response.statusCode} ${response.body}`)
        if (response.statusCode < 400 || method === 'HEAD') return
        const { error } = JSON.parse(response.body) as { error: { type: string; message: string; requestId: string } }
        if (!error.type || !error.message || error.requestId !== response.headers['x-request-id'])
          throw new Error(response.body)
      },
    ),
    { numRuns: 2_000 },
  )
  t.notOk(service.log.find((line) => line.includes('request failed')))
})
