import fc from 'fast-check'
import t from 'tap'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { countryOf } from '../../../src/countries/registry.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { CreateApiKeyBody } from '../../../src/http/api/schemas/api-key.js'
import { AmendCompanyBody, CreateCompanyBody } from '../../../src/http/api/schemas/company.js'
import { CreateConnectionBody } from '../../../src/http/api/schemas/connection.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ConfigureWebhookBody } from '../../../src/http/api/schemas/webhook.js'
import { sampleCompany } from './samples.js'
import { mutationsOf, schemaFor, valuesOf } from './schema-arbitrary.js'
import { type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const { test } = await service.account('unlimited', 'allow')
const companyId = String((await test.post('/v1/companies', sampleCompany())).body['data']?.['id'])
const polish = await test.post('/v1/connections', { companyId, countryCode: 'PL' })
await test.post('/v1/connections', { companyId, countryCode: 'RO' })
const connectionId = String(polish.body['data']?.['id'])

function credentialsOf(country: CountryCode): TObject {
  const { setup } = countryOf(country)
  if (setup.kind !== 'credentials') throw new Error(`${country} takes no credentials`)
  return setup.schema
}

interface Endpoint {
  readonly method: 'POST' | 'PATCH' | 'PUT'
  readonly url: string
  readonly schema: TSchema
  readonly success: number
  readonly known?: Readonly<Record<string, fc.Arbitrary<unknown>>>
  readonly refused?: readonly string[]
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    url: '/v1/invoices/validate',
    schema: schemaFor('RO', InvoiceBody),
    success: 200,
    known: {
      country: fc.constant('RO'),
      companyId: fc.constant(companyId),
      // Each contradicts one of the types.
      typeCode: fc.constant(undefined),
      // It needs a percentage.
      'lines.allowances.of': fc.constant(undefined),
      // It is that of an accepted invoice.
      'prepayments.id': fc.constant(undefined),
      // It is the sum of prepayments.
      prepaidAmount: fc.constant(undefined),
      paidAt: fc.constant(undefined),
      // Other countries take more.
      format: fc.constant('ubl'),
      precedingInvoice: fc.record({ number: fc.constantFrom('RE-1', 'ș'), issueDate: fc.constant('2026-01-31') }),
    },
  },
  {
    method: 'POST',
    url: '/v1/companies',
    schema: CreateCompanyBody,
    success: 201,
    known: { country: fc.constant('RO'), vatNumber: fc.constantFrom('RO12', '1234567890', 'ro 12 34') },
  },
  {
    method: 'PATCH',
    url: `/v1/companies/${companyId}`,
    schema: AmendCompanyBody,
    success: 200,
    refused: ['vatNumber', 'country'],
  },
  {
    method: 'POST',
    url: '/v1/connections',
    schema: CreateConnectionBody,
    success: 201,
    known: { companyId: fc.constant(companyId) },
  },
  {
    method: 'PUT',
    url: `/v1/connections/${connectionId}/credentials`,
    // One of three ways to sign in; which fields go together is said by no schema.
    schema: Type.Object({ token: credentialsOf('PL').properties['token'] ?? Type.Never() }, { required: ['token'] }),
    success: 200,
    known: { token: fc.constantFrom('a', 'ksef|nip', 'ș') },
  },
  {
    method: 'POST',
    url: '/v1/webhooks',
    schema: ConfigureWebhookBody,
    success: 200,
    known: { url: fc.constantFrom('https://example.com', 'https://example.com:8443/hooks?a=b') },
  },
  { method: 'POST', url: '/v1/api-keys', schema: CreateApiKeyBody, success: 201 },
]

for (const { method, url, schema, success, known, refused } of ENDPOINTS) {
  t.test(`${method} ${nameOf(url)}: what the schema allows is accepted`, async (t) => {
    await fc.assert(
      fc.asyncProperty(valuesOf(schema, known), async (body) => {
        const answer = await test.send(method, url, body)
        if (answer.status !== success) throw new Error(JSON.stringify(answer.body))
      }),
      { numRuns: 60 },
    )
    t.pass()
  })

  t.test(`${method} ${nameOf(url)}: each single mutation is a 400 that names the field`, async (t) => {
    const bodies = fc.sample(valuesOf(schema, known), { numRuns: 6, seed: 7 })
    const seen = new Set<string>()
    for (const body of bodies) {
      for (const mutation of mutationsOf(schema, body, refused)) {
        // The same fault of the same field needs no second look.
        const kind = `${mutation.path.replaceAll(/\d+/g, '0')} ${mutation.what}`
        if (seen.has(kind)) continue
        seen.add(kind)
        const answer = await test.send(method, url, mutation.body)
        const paths = [...((answer.body['error']?.['details'] ?? []) as Json)].map(({ path }) => String(path))
        const exact = answer.status === 400 && paths.every((path) => path.startsWith(mutation.path)) && paths.length > 0
        if (!exact) t.fail(kind, { status: answer.status, answer: answer.body, body: mutation.body })
      }
    }
    t.ok(seen.size >= 10)
  })
}

function nameOf(url: string): string {
  return url.replace(companyId, ':id').replace(connectionId, ':id')
}
