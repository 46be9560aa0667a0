import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { Answer, Client, Json } from './test-service.js'

/** The VAT number of a receiving company of each country, which the samples don't name. */
export const RECEIVERS: Readonly<Record<CountryCode, string>> = {
  RO: 'RO9010105',
  IT: 'IT00743110157',
  BE: 'BE0882341791',
  PL: 'PL7831643201',
  FR: 'FR51394728612',
  DE: 'DE129273398',
}

/** Creates a company that receives, with test connections to its country and others. */
export async function receivingCompany(
  client: Client,
  country: CountryCode,
  others: readonly CountryCode[] = [],
  vatNumber = RECEIVERS[country],
): Promise<string> {
  const body = { name: `Customer of ${country}`, vatNumber, country }
  const id = String(dataIn(await client.post('/v1/companies', body))['id'])
  for (const countryCode of [country, ...others])
    dataIn(await client.post('/v1/connections', { companyId: id, countryCode }))
  const receiving = await client.send('PUT', `/v1/companies/${id}/receiving`, { enabled: true, peppolIds: [] })
  dataIn(receiving)
  return id
}

/** The `data` of an answer. Throws if the request was refused. */
export function dataIn({ status, body }: Answer): Json {
  if (status >= 300 || body['data'] === undefined) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body['data']
}

/** Makes a document arrive at a test company, and returns the received invoice. */
export async function arrived(
  client: Client,
  companyId: string,
  document: string | Uint8Array,
  country?: CountryCode,
): Promise<Json> {
  return dataIn(
    await client.post('/v1/test/received', {
      companyId,
      document: Buffer.from(document).toString('base64'),
      ...(country !== undefined && { country }),
    }),
  )
}

/** A document of `test/golden`. */
export function goldenXml(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../../../test/golden', name), 'utf8')
}
