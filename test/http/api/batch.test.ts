import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import t from 'tap'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { LARGE_BYTES } from '../../../src/domain/large-work.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const NDJSON = { 'content-type': 'application/x-ndjson' }

interface Result {
  readonly line: number
  readonly status: number
  readonly replayed?: true
  readonly data?: Json
  readonly error?: Json
}

function ndjson(...lines: readonly unknown[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

async function batch(client: Client, body: string, headers: Record<string, string> = {}, query = '') {
  const answer = await client.post(`/v1/invoices/batch${query}`, body, { ...NDJSON, ...headers })
  const results = answer.status === 200 ? resultsIn(answer.body) : []
  return { ...answer, results }
}

function resultsIn(text: string): readonly Result[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result)
}

async function listed(client: Client): Promise<number> {
  let count = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer = await client.get(`/v1/invoices?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
    count += [...(page.body['data'] ?? [])].length
    cursor = page.body['nextCursor'] as string | null
  }
  return count
}

async function createdBy(requestId: string): Promise<number> {
  const { rows } = await service.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM eventstore.events
     WHERE type = 'InvoiceCreated' AND metadata ->> '$correlationId' = $1`,
    [requestId],
  )
  return rows[0]?.count ?? 0
}

async function connected(plan = 'unlimited'): Promise<Client> {
  const { test } = await service.account(plan)
  await connectedCompany(test)
  return test
}

t.test('each line is answered as a single invoice is, in order, independent of the others', async (t) => {
  const test = await connected()
  const unknown = sampleInvoice({ colour: 'red' })
  const answer = await batch(
    test,
    ndjson(
      { ...sampleInvoice({ externalId: 'first' }), idempotencyKey: 'a' },
      '',
      '{"country":',
      unknown,
      '   \r',
      sampleInvoice({ externalId: 'sixth' }),
      [1],
      { ...sampleInvoice(), idempotencyKey: '' },
    ) + '\r\n\n',
  )
  t.equal(answer.status, 200)
  t.match(answer.headers['content-type'], /^application\/x-ndjson/)
  t.same(
    answer.results.map(({ line, status }) => [line, status]),
    [
      [1, 201],
      [3, 400],
      [4, 400],
      [6, 201],
      [7, 400],
      [8, 400],
    ],
  )
  t.same(
    answer.results.flatMap(({ data }) => (data ? [data['externalId']] : [])),
    ['first', 'sixth'],
  )
  const single = await test.post('/v1/invoices', unknown)
  const withoutId = (error: unknown): unknown => ({ ...(error as object), requestId: '' })
  t.same(withoutId(answer.results[2]?.error), withoutId(single.body['error']))
  t.match(answer.results[1]?.error, { type: 'validation_error', message: /not valid JSON/, requestId: /^req_/ })
  t.match(answer.results[5]?.error, { details: [{ path: 'idempotencyKey' }] })
  t.equal(await listed(test), 2, 'read models show them with the answer')
  const again = await test.post('/v1/invoices', sampleInvoice({ externalId: 'first' }), { 'idempotency-key': 'a' })
  t.same([again.body['data'], again.headers['idempotent-replayed']], [answer.results[0]?.data, 'true'])
})

t.test('a repeated batch creates nothing, under keys of lines or of the batch', async (t) => {
  const test = await connected()
  const keyed = ndjson(
    ...[1, 2, 3].map((n) => ({ idempotencyKey: `k${n}`, ...sampleInvoice({ externalId: `k${n}` }) })),
  )
  const plain = ndjson(...[4, 5, 6].map((n) => sampleInvoice({ externalId: `p${n}` })))
  for (const [body, headers] of [
    [keyed, {}],
    [plain, { 'idempotency-key': 'night' }],
  ] as const) {
    const first = await batch(test, body, headers)
    t.ok(first.results.every(({ status, replayed }) => status === 201 && replayed === undefined))
    const again = await batch(test, body, headers)
    t.same(
      again.results,
      first.results.map((result) => ({ ...result, replayed: true })),
    )
    t.equal(await listed(test), body === keyed ? 3 : 6)
  }
  const changed = await batch(test, plain.replaceAll('Consulting', 'Advice'), { 'x-idempotency-key': 'night' })
  t.same(
    changed.results.map(({ status }) => status),
    [409, 409, 409],
  )
  const one = await test.post('/v1/invoices', sampleInvoice({ externalId: 'p5' }), { 'idempotency-key': 'night/2' })
  t.equal(one.headers['idempotent-replayed'], 'true')
})

t.test('lines that share a key are taken in their order', async (t) => {
  const test = await connected()
  const lines = Array.from({ length: 30 }, (_, n) => ({
    ...sampleInvoice({ note: `n${Math.floor(n / 10)}` }),
    idempotencyKey: `k${n % 10}`,
  }))
  const { results } = await batch(test, ndjson(...lines))
  t.same(
    results.map(({ status }) => status),
    lines.map((_, n) => (n < 10 ? 201 : 409)),
  )
  t.equal(await listed(test), 10)
})

t.test('validate=true judges each line first', async (t) => {
  const test = await connected()
  const broken = sampleInvoice({ currency: 'EUR' })
  const { results } = await batch(test, ndjson(sampleInvoice(), broken), {}, '?validate=true')
  t.same(
    results.map(({ status }) => status),
    [201, 400],
  )
  t.ok([...(results[1]?.error?.['details'] ?? [])].every(({ rule, fix }) => rule && fix))
  t.equal(await listed(test), 1)
})

t.test('what is no batch is refused as a whole', async (t) => {
  const test = await connected()
  const lines = Array.from({ length: 1_001 }, () => '{}')
  for (const [body, status] of [
    ['', 400],
    ['\n \r\n\t\n', 400],
    [ndjson(...lines), 400],
    ['x'.repeat(12 * 1024 * 1024 + 1), 413],
  ] as const) {
    const answer = await batch(test, body)
    const refusal = JSON.parse(JSON.stringify(answer.body)) as Json
    t.match([answer.status, refusal['error']?.['type']], [status, 'validation_error'])
  }
  t.equal((await test.post('/v1/invoices/batch', sampleInvoice())).status, 415)
  t.equal((await test.post('/v1/invoices', JSON.stringify(sampleInvoice()), NDJSON)).status, 415)
  t.equal((await batch(test, ndjson(...lines.slice(1)))).results.length, 1_000)
  t.equal((await batch(test, ndjson(sampleInvoice()), { 'idempotency-key': 'x'.repeat(256) })).status, 400)
  t.equal(await listed(test), 0)
})

t.test('a key that may only read creates nothing', async (t) => {
  const test = await connected()
  const read = await test.post('/v1/api-keys', { name: 'Reader', permissions: ['read'] })
  const reader = new (test.constructor as typeof Client)(test.app, String(read.body['data']?.['key']))
  t.equal((await batch(reader, ndjson(sampleInvoice()))).status, 403)
})

t.test('each created invoice counts for the plan, in any batch', async (t) => {
  const test = await connected('free')
  const lines = Array.from({ length: 60 }, (_, n) => ({ ...sampleInvoice(), idempotencyKey: `k${n}` }))
  const { results } = await batch(test, ndjson('{}', ...lines))
  const used = results.filter(({ status }) => status === 201)
  t.equal(used.length, 50)
  const refused = results.filter(({ status }) => status === 403)
  t.equal(refused.length, 10)
  t.match(refused[0], { limit: 50, remaining: 0, error: { type: 'usage_limit_exceeded', limit: 50, remaining: 0 } })
  t.equal(await listed(test), 50)
})

t.test('ten lines count as one request', async (t) => {
  const app = await service.secondApp({ config: { rateLimitPerMinute: 30 } })
  const test = (await connected()).on(app)
  const lines = (count: number): string => ndjson(...Array.from({ length: count }, () => '{}'))
  service.clock.advance(60_000)
  t.equal((await batch(test, lines(100))).headers['x-ratelimit-remaining'], '20')
  t.equal((await batch(test, lines(1_000))).headers['x-ratelimit-remaining'], '5', 'half of a minute’s at most')
  const refused = await batch(test, lines(100))
  t.same([refused.status, refused.headers['retry-after'] !== undefined], [429, true])
  service.clock.advance(60_000)
})

t.test('a store that is away makes its lines fail, not the batch', async (t) => {
  const test = await connected()
  let appends = 0
  const store = new Proxy(service.deps.store, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (member === 'append' && ++appends % 3 === 0) throw new EventStoreUnavailable('not now')
        return value.apply(target, args)
      }
    },
  })
  const client = test.on(await service.secondApp({ store }))
  const lines = Array.from({ length: 12 }, (_, n) => ({ ...sampleInvoice(), idempotencyKey: `k${n}` }))
  const first = await batch(client, ndjson(...lines))
  t.equal(first.results.filter(({ status }) => status === 503).length, 4)
  const second = await batch(test, ndjson(...lines))
  t.ok(second.results.every(({ status }) => status === 201))
  t.equal(second.results.filter(({ replayed }) => replayed).length, 8)
  t.equal(await listed(test), 12)
})

t.test('a client that hangs up loses nothing: each line is done, or not', async (t) => {
  const test = await connected()
  const app = await service.secondApp()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const lines = Array.from({ length: 400 }, (_, n) => ({ ...sampleInvoice(), idempotencyKey: `k${n}` }))
  const headers = { authorization: `Bearer ${test.key}`, ...NDJSON }
  const requestId = await new Promise<string>((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/invoices/batch', headers },
      (response) => {
        response.once('data', () => {
          sent.destroy()
          resolve(String(response.headers['x-request-id']))
        })
      },
    )
    sent.on('error', reject).end(ndjson(...lines))
  })
  // Lines that were under way still end, beside those of the second request.
  const { results } = await batch(test, ndjson(...lines))
  t.ok(results.every(({ status }) => status === 201))
  const before = results.filter(({ replayed }) => replayed).length
  t.ok(before > 0 && before < 400, `${before} were created by the first request`)
  t.equal(await createdBy(requestId), before)
  t.equal(await listed(test), 400)
})

t.test('simultaneous batches with the same keys create each invoice once', async (t) => {
  const test = await connected()
  const elsewhere = test.on(await service.secondApp())
  const lines = Array.from({ length: 40 }, (_, n) => ({ ...sampleInvoice(), idempotencyKey: `k${n}` }))
  const answers = await Promise.all([test, elsewhere, test].map((client) => batch(client, ndjson(...lines))))
  for (const { results } of answers)
    t.same(
      results.map(({ data }) => data),
      answers[0]?.results.map(({ data }) => data),
    )
  t.equal(answers.flatMap(({ results }) => results).filter(({ replayed }) => !replayed).length, 40)
  t.equal(await listed(test), 40)
})

t.test('a batch is the single posts', async (t) => {
  const change = fc.oneof(
    fc.constantFrom<unknown>(
      {},
      { country: 'XX' },
      { note: 'a' },
      { note: 'b' },
      { colour: 1 },
      { lines: [] },
      { companyId: 'x' },
    ),
    fc.record({ externalId: fc.string({ maxLength: 120 }) }),
    fc.record({ currency: fc.constantFrom('RON', 'EUR', 'eur') }),
  )
  const line = fc.record({ change, key: fc.option(fc.constantFrom('a', 'b', 'c', ''), { nil: undefined }) })
  const without = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, inner: unknown) =>
        ['id', 'requestId', 'number', 'companyId', 'createdAt', 'updatedAt'].includes(name) ? undefined : inner,
      ).replaceAll('X-Idempotency-Key', 'idempotencyKey'),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean(), async (lines, validate) => {
      const [one, other] = [await connected(), await connected()]
      const query = validate ? '?validate=true' : ''
      const body = lines.map(({ change: changes, key }) => ({
        ...sampleInvoice(changes as Record<string, unknown>),
        ...(key !== undefined && { idempotencyKey: key }),
      }))
      const { results } = await batch(one, ndjson(...body), {}, query)
      const singles: unknown[] = []
      for (const [index, { change: changes, key }] of lines.entries()) {
        const headers: Record<string, string> = key === undefined ? {} : { 'x-idempotency-key': key }
        const answer = await other.post(
          `/v1/invoices${query}`,
          sampleInvoice(changes as Record<string, unknown>),
          headers,
        )
        const replayed = answer.headers['idempotent-replayed'] === 'true' && { replayed: true }
        singles.push({ line: index + 1, status: answer.status, ...replayed, ...(answer.body as object) })
      }
      const comparable = (all: readonly unknown[]): unknown[] =>
        all.map((each) => {
          const { error, ...rest } = without(each) as { error?: { details?: { path: string }[] } }
          // The key is a field here and a header there: it comes at another place.
          const details = error?.details?.map((detail) => JSON.stringify(detail)).sort()
          return { ...rest, ...(error && { error: { ...error, message: '', details } }) }
        })
      t.same(comparable(results), comparable(singles))
    }),
    { numRuns: 15 },
  )
})

t.test('large lines have turns of their own, so that others are answered meanwhile', async (t) => {
  const test = await connected()
  const { test: other } = await service.account()
  const content = Buffer.alloc(LARGE_BYTES * 2).toString('base64')
  const attachments = [{ filename: 'a.pdf', mimeType: 'application/pdf', content }]
  const lines = Array.from({ length: 12 }, () => sampleInvoice({ attachments }))
  let isDone = false
  const sent = batch(test, ndjson(...lines)).finally(() => (isDone = true))
  let answered = 0
  while (!isDone) {
    t.equal((await other.get('/v1/companies')).status, 200)
    if (!isDone) answered++
  }
  t.ok((await sent).results.every(({ status }) => status === 201))
  t.ok(answered > 12, `${answered} requests of another account were answered meanwhile`)
})
