import type { Client } from './test-service.js'

/** A domestic Romanian invoice that breaks no rule on 2026-03-31. */
export function sampleInvoice(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    country: 'RO',
    supplier: {
      vatNumber: 'RO12345674',
      name: 'Exemplu SRL',
      address: {
        street: 'Strada Lipscani 12',
        city: 'Cluj-Napoca',
        postalCode: '400001',
        country: 'RO',
        stateOrProvince: 'CJ',
      },
    },
    customer: {
      vatNumber: 'RO87654329',
      name: 'Client SRL',
      address: { street: 'Strada Lunga 1', city: 'Brasov', postalCode: '500001', country: 'RO', stateOrProvince: 'BV' },
    },
    lines: [
      { description: 'Consulting', quantity: 10, unitPrice: 150.5, vatRate: 21, unitCode: 'HUR', discount: 5 },
      { description: 'Travel', unitPrice: 99.99, vatRate: 21 },
    ],
    currency: 'RON',
    issueDate: '2026-03-31',
    dueDate: '2026-04-30',
    paymentMeans: { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: '30 days net' },
    ...changes,
  }
}

/** The body of a request that creates a company, with changes. */
export function sampleCompany(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'Exemplu SRL', vatNumber: 'RO12345674', country: 'RO', currency: 'RON', ...changes }
}

/** A company of the client with an active connection (test environment) and their ids. */
export async function connectedCompany(
  client: Client,
  company: Record<string, unknown> = sampleCompany(),
  countryCode = 'RO',
): Promise<{ readonly companyId: string; readonly connectionId: string }> {
  const created = await client.post('/v1/companies', company)
  const companyId = String(created.body['data']?.['id'])
  const connection = await client.post('/v1/connections', { companyId, countryCode })
  return { companyId, connectionId: String(connection.body['data']?.['id']) }
}
