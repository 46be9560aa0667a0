import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { HOSTILE } from '../../support/neighbours.js'
import { sampleCompany, sampleInvoice } from './samples.js'
import { type Client, startTestService } from './test-service.js'

/** A request with a body that only its own account may make. */
interface Asked {
  readonly owner: 'one' | 'other'
  readonly to: 'invoice' | 'PL' | 'IT' | 'FR'
  readonly body: unknown
}

const value = fc.oneof(HOSTILE, fc.constantFrom(0, -1, null, true, [], {}), fc.jsonValue({ maxDepth: 2 }))
/** A fitting body, some of whose fields are something else, or are not there. */
const invoice = fc
  .dictionary(fc.constantFrom(...Object.keys(sampleInvoice()), 'unknown', '__proto__', 'constructor'), value, {
    maxKeys: 3,
  })
  .map((changes) => Object.assign({}, sampleInvoice(), changes))
const credentials = fc.oneof(
  fc.record({ token: fc.constantFrom('ksef-token-1', 'ksef-token-2') }),
  fc.dictionary(
    fc.constantFrom('token', 'certificate', 'privateKey', 'passphrase', 'url', 'apiKey', 'clientId', 'unknown'),
    fc.oneof(value, fc.constantFrom('ksef-token-1', 'https://93.184.216.34/x', 'secret')),
    { maxKeys: 4 },
  ),
)
const asked: fc.Arbitrary<Asked> = fc
  .record({
    owner: fc.constantFrom('one' as const, 'other' as const),
    to: fc.constantFrom('invoice' as const, 'PL' as const, 'IT' as const, 'FR' as const),
  })
  .chain(({ owner, to }) => (to === 'invoice' ? invoice : credentials).map((body: unknown) => ({ owner, to, body })))

t.test('a body is judged by itself, regardless of the bodies before it', async (t) => {
  const service = await startTestService(t)
  const connect = async () => {
    const { live, test } = await service.account('unlimited')
    const ids: Record<string, string> = {}
    for (const country of ['PL', 'IT', 'FR']) {
      const company = await live.post('/v1/companies', sampleCompany())
      const wanted = { companyId: company.body['data']?.['id'], countryCode: country }
      ids[country] = String((await live.post('/v1/connections', wanted)).body['data']?.['id'])
    }
    return { live, test, ids }
  }
  const accounts = { one: await connect(), other: await connect() }
  const seen = new Set<string>()
  const outcome = async ({ owner, to, body }: Asked): Promise<unknown> => {
    const { live, test, ids } = accounts[owner]
    const ask = (client: Client) =>
      to === 'invoice'
        ? client.post('/v1/invoices/validate', body)
        : client.send('PUT', `/v1/connections/${ids[to]}/credentials`, body)
    const { status, body: said } = await ask(to === 'invoice' ? test : live)
    seen.add(`${to === 'invoice' ? to : 'credentials'} ${status}`)
    return [status, JSON.stringify(said).replace(/req_\w+|[a-z]+_[0-9A-Za-z]{22}/g, '…')]
  }
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 10 }), async (all) => {
      const forward: unknown[] = []
      for (const each of all) forward.push(await outcome(each))
      for (const [index, each] of [...all.entries()].toReversed())
        assert.deepStrictEqual(await outcome(each), forward[index], `body ${index} depends on what came before it`)
    }),
    { numRuns: 25 },
  )
  t.strictSame([...seen].sort(), ['credentials 200', 'credentials 400', 'invoice 200', 'invoice 400'])
})
