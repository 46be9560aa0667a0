import { readFileSync } from 'node:fs'
import t from 'tap'
import { apiTypes, versionModule } from '../../clients/typescript/generator/api-types.js'
import { createClearway } from '../../clients/typescript/src/client.js'
import { ClearwayError, expectSuccess } from '../../clients/typescript/src/error.js'
import { paginate } from '../../clients/typescript/src/pages.js'
import { startTestService } from '../http/api/test-service.js'

t.test('the generated types are those of the service’s document', async (t) => {
  const service = await startTestService(t)
  const document = (await service.app.inject('/openapi.json')).json<object>()
  const written = readFileSync(new URL('../../../clients/typescript/src/api.ts', import.meta.url), 'utf8')
  t.ok(written === (await apiTypes(document)), 'else: npm run generate:client')
  const version = readFileSync(new URL('../../../clients/typescript/src/version.ts', import.meta.url), 'utf8')
  t.equal(version, versionModule(), 'else: npm run generate:client')
})

/** A client of a service that gives these answers in turn; and the requests that it gets. */
function scripted(...answers: readonly (Response | Error)[]) {
  const requests: Request[] = []
  const fetch = (request: Request): Promise<Response> => {
    const answer = answers[requests.length]
    requests.push(request)
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error('one too many'))
  }
  return { requests, clearway: createClearway({ apiKey: 'sk_test_x', baseUrl: 'https://api.example', fetch }) }
}

const body = {
  country: 'RO',
  supplier: { vatNumber: 'RO1', name: 'A' },
  customer: { vatNumber: 'RO2', name: 'B' },
  lines: [{ description: 'x', unitPrice: 1, vatRate: 21 }],
} as const
const away = (): Response => Response.json({ error: {} }, { status: 503, headers: { 'retry-after': '0' } })
const created = (): Response => Response.json({ data: { id: 'inv_1' } }, { status: 201 })

t.test('an invoice goes out under one idempotency key, however often it is repeated', async (t) => {
  const { clearway, requests } = scripted(away(), new TypeError('connection reset'), created())
  const { data } = expectSuccess(await clearway.POST('/v1/invoices', { body: { ...body, lines: [...body.lines] } }))
  t.equal(data.id, 'inv_1')
  const keys = requests.map(({ headers }) => headers.get('x-idempotency-key'))
  t.match(keys[0], /^[0-9a-f-]{36}$/)
  t.same(keys, [keys[0], keys[0], keys[0]])
  t.same([...new Set(await Promise.all(requests.map((request) => request.text())))].length, 1)
  t.equal(requests[0]?.headers.get('authorization'), 'Bearer sk_test_x')
})

t.test('an invoice is validated first where the caller wants it', async (t) => {
  const { clearway, requests } = scripted(created(), created())
  const invoice = { ...body, lines: [...body.lines] }
  await clearway.invoices.create(invoice, { validate: true, idempotencyKey: 'order-1' })
  await clearway.invoices.create(invoice)
  t.same(
    requests.map(({ url }) => url),
    ['https://api.example/v1/invoices?validate=true', 'https://api.example/v1/invoices'],
  )
  t.equal(requests[0]?.headers.get('x-idempotency-key'), 'order-1')
})

t.test('a batch goes out under one key, an invoice a line, and has an answer for each', async (t) => {
  const results = [
    { line: 1, status: 201, data: { id: 'inv_1' } },
    { line: 2, status: 400, error: { type: 'validation_error', message: 'country is required', requestId: 'req_1' } },
  ]
  const answer = (): Response =>
    new Response(results.map((result) => `${JSON.stringify(result)}\n`).join(''), {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    })
  const lines = [{ idempotencyKey: 'k', ...body, lines: [...body.lines] }]
  const { clearway, requests } = scripted(away(), answer(), answer())
  t.same(await clearway.invoices.createBatch(lines), results)
  const keys = requests.map(({ headers }) => headers.get('x-idempotency-key'))
  t.match(keys[0], /^[0-9a-f-]{36}$/)
  t.equal(keys[1], keys[0])
  t.equal(requests[1]?.headers.get('content-type'), 'application/x-ndjson')
  t.same(JSON.parse((await requests[1]?.text()) ?? ''), lines[0])
  await clearway.invoices.createBatch([], { idempotencyKey: 'night', validate: true })
  t.equal(requests[2]?.url, 'https://api.example/v1/invoices/batch?validate=true')
  t.equal(requests[2]?.headers.get('x-idempotency-key'), 'night')
})

t.test('a document goes out as its bytes under one key', async (t) => {
  const xml = Buffer.from('\uFEFF<Invoice>ș</Invoice>', 'utf16le')
  const { clearway, requests } = scripted(away(), Response.json({ data: { id: 'inv_1' } }, { status: 201 }))
  t.match(await clearway.invoices.createFromXml(xml, { country: 'BE' }), { id: 'inv_1' })
  t.equal(requests[1]?.url, 'https://api.example/v1/invoices?country=BE')
  t.equal(requests[1]?.headers.get('content-type'), 'application/xml')
  t.ok(Buffer.from((await requests[1]?.arrayBuffer()) ?? new ArrayBuffer()).equals(xml))
  const keys = requests.map(({ headers }) => headers.get('x-idempotency-key'))
  t.match(keys[0], /^[0-9a-f-]{36}$/)
  t.equal(keys[1], keys[0])
})

t.test('a conversion takes JSON and XML, and is repeated', async (t) => {
  const data = { format: 'cii', document: '<x/>', losses: [] }
  const { clearway, requests } = scripted(away(), Response.json({ data }), Response.json({ data }))
  t.match(await clearway.invoices.convert({ ...body, lines: [...body.lines] }, { to: 'cii' }), data)
  t.match(await clearway.invoices.convert('<Invoice/>', { to: 'ubl', country: 'DE', lossless: true }), data)
  t.equal(requests[1]?.url, 'https://api.example/v1/convert?to=cii')
  t.equal(requests[1]?.headers.get('content-type'), 'application/json')
  t.equal(requests[2]?.url, 'https://api.example/v1/convert?to=ubl&country=DE&lossless=true')
  t.equal(await requests[2]?.text(), '<Invoice/>')
})

t.test('what has a key is repeated', async (t) => {
  const { clearway, requests } = scripted(away(), Response.json({ data: { id: 'comp_1' } }, { status: 201 }))
  const made = await clearway.companies.create(
    { name: 'A', vatNumber: 'RO12', country: 'RO' },
    { idempotencyKey: 'company-1' },
  )
  t.match(made, { id: 'comp_1' })
  t.same(
    requests.map(({ headers }) => headers.get('x-idempotency-key')),
    ['company-1', 'company-1'],
  )
})

t.test('what might happen twice is not repeated', async (t) => {
  const { clearway, requests } = scripted(away())
  const { response } = await clearway.POST('/v1/companies', { body: { name: 'A', vatNumber: 'RO12', country: 'RO' } })
  t.equal(response.status, 503)
  t.equal(requests.length, 1)
})

t.test('after the last retry the answer is what it is', async (t) => {
  const { clearway, requests } = scripted(away(), away(), away())
  t.equal((await clearway.GET('/v1/companies')).response.status, 503)
  t.equal(requests.length, 3)
})

t.test('an error bears what the service says of it', async (t) => {
  const error = {
    type: 'validation_error',
    message: 'name is required',
    requestId: 'req_1',
    details: [{ path: 'name', message: 'is required' }],
  }
  const { clearway } = scripted(Response.json({ error }, { status: 400 }))
  const result = await clearway.GET('/v1/invoices')
  t.throws(() => expectSuccess(result), new ClearwayError(400, { error: { ...error, type: 'validation_error' } }))
  const { clearway: proxied } = scripted(new Response('<html>', { status: 403 }))
  const strange = await proxied.GET('/v1/invoices')
  t.throws(() => expectSuccess(strange), { name: 'ClearwayResponseError', status: 403, excerpt: '<html>' })
})

t.test('validation is repeated with any query, a creation under either name of its key', async (t) => {
  const verdict = (): Response => Response.json({ valid: true })
  const { clearway, requests } = scripted(away(), verdict(), away(), created())
  t.ok((await clearway.invoices.validateXml('<Invoice/>', { profile: 'en' })).valid)
  const second = requests[1]
  t.equal(second?.url, 'https://api.example/v1/invoices/validate?profile=en')
  t.equal(await second?.text(), '<Invoice/>')
  t.equal(second?.headers.get('content-type'), 'application/xml')
  const headers = { 'Idempotency-Key': 'order-1' }
  expectSuccess(await clearway.POST('/v1/invoices', { body: { ...body, lines: [...body.lines] }, headers }))
  t.equal(requests[3]?.headers.get('idempotency-key'), 'order-1')
  t.equal(requests[3]?.headers.get('x-idempotency-key'), null, 'one key has one name')
})

t.test('the pauses together are bounded, and Retry-After is a number or a date', async (t) => {
  const waiting = (after: string): Response =>
    Response.json({ error: {} }, { status: 429, headers: { 'retry-after': after } })
  const past = new Date(0).toUTCString()
  const { clearway, requests } = scripted(waiting(past), waiting('86400'))
  const begun = performance.now()
  t.equal((await clearway.GET('/v1/companies')).response.status, 429)
  t.ok(performance.now() - begun < 10_000)
  t.equal(requests.length, 2, 'it does not wait for a day')
})

t.test('a list is read page after page, as far as it is asked for', async (t) => {
  const page = (ids: readonly string[], nextCursor: string | null): Response =>
    Response.json({ data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor })
  const { clearway, requests } = scripted(page(['a', 'b'], 'two'), page(['c'], null), page(['a'], 'two'))
  const ids: string[] = []
  for await (const { id } of clearway.invoices.list({ status: 'error', limit: 2 })) ids.push(id)
  t.same(ids, ['a', 'b', 'c'])
  t.same(
    requests.map(({ url }) => new URL(url).search),
    ['?status=error&limit=2', '?status=error&limit=2&cursor=two'],
  )
  for await (const { id } of paginate(clearway, '/v1/companies')) {
    t.equal(id, 'a')
    break
  }
  t.equal(requests.length, 3)

  const circle = scripted(page(['a'], 'x'), page(['b'], 'x'))
  const everything = async (): Promise<void> => {
    for await (const each of circle.clearway.companies.list()) t.ok(each)
  }
  await t.rejects(everything(), { name: 'ClearwayResponseError', message: /without a next one/ })
})

t.test('the feed returns the place to continue with every page', async (t) => {
  const feed = (count: number, hasMore: boolean, nextCursor: string | null): Response =>
    Response.json({ data: Array.from({ length: count }, () => ({ type: 'invoice.accepted' })), hasMore, nextCursor })
  const { clearway, requests } = scripted(feed(2, true, 'c2'), feed(1, false, 'c3'), feed(0, false, 'c3'))
  const places: (readonly [number, string])[] = []
  for await (const { events, cursor } of clearway.events.pages({ cursor: 'c0' })) places.push([events.length, cursor])
  t.same(places, [
    [2, 'c2'],
    [1, 'c3'],
  ])
  for await (const page of clearway.events.pages({ cursor: 'c3' })) t.fail(page)
  t.match(requests[0]?.url, /cursor=c0$/)
})

t.test('a download has a name that is safe to save under', async (t) => {
  const named = (disposition: string | null): Response =>
    new Response(new Uint8Array([0, 255]), {
      headers: {
        'content-type': 'application/pdf',
        ...(disposition !== null && { 'content-disposition': disposition }),
      },
    })
  const names = [
    ["attachment; filename*=UTF-8''M%C3%A4rz%20%28a%29.pdf", 'März (a).pdf'],
    ['attachment; filename="inv_1.pdf"', 'inv_1.pdf'],
    ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpass%0Awd", 'passwd'],
    ["attachment; filename*=UTF-8''..%5C..%5Cx", 'x'],
    ["attachment; filename*=UTF-8''%E0%A4", '%E0%A4'],
    ["attachment; filename*=UTF-8''..", 'document'],
    [null, 'document'],
  ] as const
  const { clearway } = scripted(...names.map(([disposition]) => named(disposition)))
  for (const [, filename] of names) {
    const { bytes, ...rest } = await clearway.invoices.document('inv_1', 'attachment-1')
    t.same(rest, { mediaType: 'application/pdf', filename })
    t.same([...bytes], [0, 255])
  }
})

t.test('what can not work is refused at once, and without quoting secrets', (t) => {
  const good = { apiKey: 'sk_test_x', baseUrl: 'https://api.example' }
  for (const [wrong, name] of [
    [{ apiKey: '' }, 'apiKey'],
    [{ apiKey: 'sk_test_secret\n' }, 'apiKey'],
    [{ baseUrl: 'api.example' }, 'baseUrl'],
    [{ baseUrl: 'ftp://api.example' }, 'baseUrl'],
    [{ baseUrl: 'https://me:secret@api.example' }, 'baseUrl'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: Infinity }, 'timeoutMs'],
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ maxWaitMs: NaN }, 'maxWaitMs'],
  ] as const) {
    t.throws(() => createClearway({ ...good, ...wrong }), {
      name: 'TypeError',
      message: new RegExp(`^(?!.*secret)${name} must`),
    })
  }
  t.end()
})
