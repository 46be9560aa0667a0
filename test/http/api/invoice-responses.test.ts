import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { streamName } from '../../../src/domain/streams.js'
import { History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const history = new History(service.deps.store, service.clock)

const XML = { sha256: 'a'.repeat(64), size: 10, mediaType: 'application/xml' }

/** An accepted invoice of a new account. */
async function accepted() {
  const { id: account, test, live } = await service.account('unlimited')
  await connectedCompany(test)
  const id = String((await test.post('/v1/invoices', sampleInvoice())).body.data?.['id'])
  const scope: Scope = { account, environment: 'test' }
  const stream = streamName('test', 'Invoice', id)
  await history.findings(
    scope,
    stream,
    { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } },
    { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
    { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
    { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '1', govEndpoint: 'simulated' } },
    { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: null } },
  )
  return { test, live, id, scope, stream, url: `/v1/invoices/${id}/responses` }
}

t.test('the list has what the buyer has said, page by page, with the messages themselves', async (t) => {
  const { test, id, scope, stream, url } = await accepted()
  t.same((await test.get(url)).body, { data: [], hasMore: false, nextCursor: null })
  const message = Buffer.from('<ApplicationResponse/>')
  const document = await service.deps.documents.put(scope, message, 'application/xml')
  const codes = ['AB', 'IP', 'AP', 'PD', 'CA']
  // At the same moment, as when they came before the decision.
  for (const code of codes) await history.response(scope, stream, code, document)
  const { data: all } = await waitFor('all are shown', async () => {
    const { status, body } = await test.get(url)
    t.equal(status, 200)
    return [...(body['data'] ?? [])].length === codes.length && body
  })
  t.same([...(all ?? [])].map((entry) => entry['code']).sort(), [...codes].sort())
  const [first] = all ?? []
  t.match(first, { id: /^evt_/, at: '2026-03-31T08:00:00.000Z', reason: null, document: /^response-[1-5]$/ })
  t.equal(first?.['label'], `means ${String(first?.['code'])}`)
  t.equal(first?.['createdAt'], service.clock.now().toISOString())
  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await test.get(`${url}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    paged.push(...(body['data'] ?? []))
    cursor = body['nextCursor'] as string | null
  }
  t.same(paged, all)
  t.equal((await test.get(`${url}?limit=0`)).status, 400)
  t.equal((await test.get(`${url}?cursor=nonsense`)).status, 400)

  const listed = await test.get(`/v1/invoices/${id}/documents`)
  t.match(
    [...(listed.body.data ?? [])].filter(({ kind }) => String(kind).startsWith('response')),
    codes.map((_, n) => ({ kind: `response-${n + 1}`, size: message.length, sha256: document.sha256 })),
  )
  const answer = await service.app.inject({
    url: `/v1/invoices/${id}/documents/response-3`,
    headers: { authorization: `Bearer ${test.key}` },
  })
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['content-type'], 'application/xml')
  t.ok(answer.rawPayload.equals(message))
})

t.test('the invoice stays as it was, and its timeline shows the response', async (t) => {
  const { test, id, scope, stream, url } = await accepted()
  await history.response(scope, stream, 'AP')
  await waitFor('it is shown', async () => [...((await test.get(url)).body['data'] ?? [])].length === 1)
  const timeline = await waitFor('the response in the timeline', async () => {
    const { body } = await test.get(`/v1/invoices/${id}/events`)
    const entries = [...(body.data ?? [])]
    return entries.at(-1)?.['event'] === 'invoice.response' && entries
  })
  t.match(timeline.slice(-2), [
    { event: 'invoice.accepted', status: 'accepted' },
    { event: 'invoice.response', status: 'accepted', metadata: { code: 'AP', label: 'means AP', reason: null } },
  ])
  const shown = await waitFor('the invoice is accepted', async () => {
    const { body } = await test.get(`/v1/invoices/${id}`)
    return body.data?.['status'] === 'accepted' && body.data
  })
  t.match(shown, { govId: '3001', errorMessage: null })
  t.equal((await test.post(`/v1/invoices/${id}/retry`, undefined)).status, 409)
})

t.test('no account sees the responses of others', async (t) => {
  const { test, live, scope, stream, url } = await accepted()
  await history.response(scope, stream, 'AP')
  await waitFor('it is shown', async () => [...((await test.get(url)).body['data'] ?? [])].length === 1)
  const { test: other } = await service.account('unlimited')
  for (const stranger of [live, other]) t.equal((await stranger.get(url)).status, 404)
  t.equal((await test.get('/v1/invoices/inv_0000000000000000000000/responses')).status, 404)
})
