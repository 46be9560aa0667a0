import t from 'tap'
import { connectedCompany, sampleCompany } from './samples.js'
import { type Client, startTestService } from './test-service.js'

const service = await startTestService(t)

/** All ids of a list, by pages of that size. */
async function paged(client: Client, url: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await client.get(`${url}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    t.equal(status, 200, JSON.stringify(body))
    ids.push(...[...(body['data'] ?? [])].map(({ id }) => String(id)))
    t.equal(String(body['hasMore']), String(body['nextCursor'] !== null))
    cursor = body['nextCursor'] as string | null
  }
  return ids
}

t.test('lists of keys, companies and connections come in pages, oldest first, and whole without a limit', async (t) => {
  const { test } = await service.account('unlimited')
  for (let n = 0; n < 7; n++) {
    // Three to the millisecond: the id decides among them.
    if (n % 3 === 0) service.clock.advance(1)
    await connectedCompany(test, sampleCompany({ name: `Company ${n}` }))
    await test.post('/v1/api-keys', { name: `Key ${n}` })
  }
  for (const [url, count] of [
    ['/v1/api-keys', 9],
    ['/v1/companies', 7],
    ['/v1/connections', 7],
  ] as const) {
    const whole = await test.get(url)
    t.equal(whole.body['hasMore'], false)
    const ids = [...(whole.body['data'] ?? [])].map(({ id }) => String(id))
    t.equal(new Set(ids).size, count)
    for (const limit of [1, 3, count, 1000]) t.same(await paged(test, url, limit), ids, `${url} by ${limit}`)
    t.equal((await test.get(`${url}?limit=0`)).status, 400)
    t.equal((await test.get(`${url}?limit=1001`)).status, 400)
    t.equal((await test.get(`${url}?cursor=nonsense`)).status, 400)
  }
})

t.test('a cursor belongs to its list and its account', async (t) => {
  const { test } = await service.account('unlimited')
  const { test: other } = await service.account('unlimited')
  for (const client of [test, other]) for (let n = 0; n < 2; n++) await connectedCompany(client)
  const { body } = await test.get('/v1/companies?limit=1')
  t.equal((await test.get(`/v1/companies?cursor=${body['nextCursor']}`)).status, 200)
  t.equal((await other.get(`/v1/companies?cursor=${body['nextCursor']}`)).status, 400)
  t.equal((await test.get(`/v1/connections?cursor=${body['nextCursor']}`)).status, 400)
})
