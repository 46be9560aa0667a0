import t from 'tap'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

async function ids(client: Client, query: string): Promise<string[]> {
  const answer = await client.get(`/v1/invoices${query}`)
  t.equal(answer.status, 200, JSON.stringify(answer.body))
  return [...(answer.body['data'] as Json)].map(({ externalId }) => String(externalId))
}

t.test('pages are newest first, complete, and stable while invoices arrive', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  const post = async (n: number) => {
    // Three invoices to the millisecond: the id decides among them.
    if (n % 3 === 0) service.clock.advance(1)
    await test.post('/v1/invoices', sampleInvoice({ externalId: `n${n}` }))
  }
  for (let n = 0; n < 25; n++) await post(n)
  const whole = await ids(test, '?limit=100')
  t.equal(whole.length, 25)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; ; page++) {
    const answer = await test.get(`/v1/invoices?limit=7${cursor}`)
    seen.push(...[...(answer.body['data'] as Json)].map(({ externalId }) => String(externalId)))
    await post(100 + page)
    if (String(answer.body['hasMore']) === 'false') {
      t.equal(answer.body['nextCursor'], null)
      break
    }
    cursor = `&cursor=${answer.body['nextCursor']}`
  }
  t.same(seen, whole)
  t.equal((await ids(test, '')).length, 20, 'the default page')
  const exact = await test.get('/v1/invoices?limit=29')
  t.equal(exact.body['hasMore'], false, 'a page that is just full is the last')
})

t.test('filters', async (t) => {
  const { test } = await service.account('unlimited')
  const first = await connectedCompany(test)
  const second = await connectedCompany(test, sampleCompany({ vatNumber: 'RO99999' }))
  service.clock.set('2026-04-10T10:00:00.000Z')
  await test.post('/v1/invoices', sampleInvoice({ externalId: 'Alpha_1', companyId: first.companyId }))
  service.clock.set('2026-04-11T10:00:00.000Z')
  const customer = { vatNumber: 'DE136695976', name: 'Kunde' }
  await test.post('/v1/invoices', sampleInvoice({ externalId: 'beta%2', companyId: second.companyId, customer }))
  t.same(await ids(test, ''), ['beta%2', 'Alpha_1'])
  t.same(await ids(test, '?country=RO'), ['beta%2', 'Alpha_1'])
  t.same(await ids(test, '?country=IT'), [])
  t.same(await ids(test, '?status=created'), ['beta%2', 'Alpha_1'])
  t.same(await ids(test, '?status=accepted'), [])
  t.same(await ids(test, `?companyId=${first.companyId}`), ['Alpha_1'])
  t.same(await ids(test, '?companyId=comp_unknown'), [])
  t.same(await ids(test, '?search=ALPHA'), ['Alpha_1'])
  t.same(await ids(test, '?search=de1366'), ['beta%2'])
  t.same(await ids(test, '?search=ro123'), ['beta%2', 'Alpha_1'])
  t.same(await ids(test, '?search=_'), ['Alpha_1'], 'no wildcard')
  t.same(await ids(test, '?search=%25'), ['beta%2'])
  t.same(await ids(test, '?dateFrom=2026-04-11'), ['beta%2'])
  t.same(await ids(test, '?dateTo=2026-04-11'), ['Alpha_1'])
  t.same(await ids(test, '?dateFrom=2026-04-10T10:00:00.000Z'), ['beta%2'], 'exclusive')
  t.same(await ids(test, '?dateTo=2026-04-11T10:00:00.000Z'), ['Alpha_1'], 'exclusive')
  t.same(await ids(test, '?dateTo=2026-04-11T12:00:00%2B02:00'), ['Alpha_1'])
})

t.test('what is wrong with a query is said, all at once', async (t) => {
  const { test } = await service.account()
  for (const [query, ...paths] of [
    ['?country=XX&status=done&limit=0', 'country', 'status', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?dateFrom=2026-02-30', 'dateFrom'],
    ['?dateTo=yesterday', 'dateTo'],
    ['?dateFrom=2026-03-02&dateTo=2026-03-01', 'dateFrom'],
    ['?cursor=abc', 'cursor'],
    ['?status=created&status=error', 'status'],
    ['?stauts=created', 'stauts'],
    ['?search=%00', 'search'],
    ['?companyId=', 'companyId'],
  ] as const) {
    const answer = await test.get(`/v1/invoices${query}`)
    t.equal(answer.status, 400, query)
    t.same([...(answer.body['error']?.['details'] as Json)].map(({ path }) => path).sort(), [...paths].sort(), query)
  }
})
