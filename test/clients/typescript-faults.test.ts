import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import t, { type Test } from 'tap'
import { type Clearway, type ClearwayOptions, createClearway } from '../../clients/typescript/src/client.js'
import { VERSION } from '../../clients/typescript/src/version.js'
import { freePort } from '../support/running-service.js'

const KEY = 'sk_test_0123456789abcdefghijABCDEFGHIJ0123456789'
const INVOICE = {
  country: 'RO',
  supplier: { vatNumber: 'RO1', name: 'A' },
  customer: { vatNumber: 'RO2', name: 'B' },
  lines: [{ description: 'x', unitPrice: 1, vatRate: 21 }],
} as const
const invoice = { ...INVOICE, lines: [...INVOICE.lines] }

type Handler = (request: IncomingMessage, response: ServerResponse, earlier: number) => void

/** A server that does this to each request, and a client of it; and the requests it got. */
async function facing(t: Test, handle: Handler, options: Partial<ClearwayOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    request.resume()
    handle(request, response, requests.length - 1)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { requests, baseUrl, clearway: createClearway({ apiKey: KEY, baseUrl, ...options }) }
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What the promise is rejected with. The key is in nothing that can be printed of it. */
async function failureOf(t: Test, promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const failure: unknown = await promise.then(
    () => new Error('no failure'),
    (error: unknown) => error,
  )
  const printed = inspect(failure, { depth: Infinity, showHidden: true }) + JSON.stringify(failure) + String(failure)
  t.notMatch(printed, KEY, 'the key is not in the error')
  return failure as Record<string, unknown>
}

t.test('a client says who it is, and never its key', async (t) => {
  const { clearway, requests } = await facing(t, (_, response) => {
    json(response, { data: [], hasMore: false, nextCursor: null })
  })
  await clearway.GET('/v1/companies')
  t.equal(requests[0]?.headers['user-agent'], `clearway-typescript/${VERSION} node/${process.versions.node}`)
  t.equal(requests[0]?.headers.authorization, `Bearer ${KEY}`)
  t.notMatch(inspect(clearway, { depth: Infinity, showHidden: true }) + JSON.stringify(clearway), KEY)
})

t.test('an answer that does not come in time', async (t) => {
  const silent: Handler = () => undefined
  // Counted as they go out: on a busy machine the time may be over before the server hears it.
  const sent: Request[] = []
  const counted = (request: Request): Promise<Response> => {
    sent.push(request)
    return fetch(request)
  }
  const { clearway } = await facing(t, silent, { timeoutMs: 50, maxRetries: 1, fetch: counted })
  t.match(await failureOf(t, clearway.invoices.create(invoice, { idempotencyKey: 'order-1' })), {
    name: 'ClearwayTimeoutError',
    timeoutMs: 50,
    mayHaveArrived: true,
    idempotencyKey: 'order-1',
    message: /POST http:\/\/127\.0\.0\.1:\d+\/v1\/invoices: no answer within 50 ms, 2 attempts$/,
  })
  t.equal(sent.length, 2)
  t.match(await failureOf(t, clearway.GET('/v1/companies', { timeoutMs: 20 })), { timeoutMs: 20 })
  t.match(await failureOf(t, clearway.GET('/v1/companies', { timeoutMs: -1 })), { name: 'TypeError' })
})

t.test('the time limit covers the body, and the body of a stream is the caller’s', async (t) => {
  const slow: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
  }
  const { clearway } = await facing(t, slow, { timeoutMs: 50, maxRetries: 0 })
  t.match(await failureOf(t, clearway.companies.get('comp_1')), { name: 'ClearwayTimeoutError' })
  const params = { path: { id: 'inv_1', kind: 'xml' } }
  const answered = new Response('<Invoice/>')
  const sent: Request[] = []
  const immediate = (request: Request): Promise<Response> => {
    sent.push(request)
    return Promise.resolve(answered)
  }
  const prompt = createClearway({ apiKey: KEY, baseUrl: 'https://api.example', fetch: immediate, timeoutMs: 50 })
  const streamed = await prompt.GET('/v1/invoices/{id}/documents/{kind}', { params, parseAs: 'stream' })
  // A timer that is begun later ends later: the request's own would have gone off before.
  await delay(50)
  t.equal(sent[0]?.signal.aborted, false)
  t.equal(await new Response(streamed.data).text(), '<Invoice/>')
})

t.test('a signal ends a request, and the pause before a retry', async (t) => {
  const { clearway } = await facing(t, () => undefined)
  const reason = new Error('the user has left')
  t.equal(await failureOf(t, clearway.GET('/v1/companies', { signal: AbortSignal.abort(reason) })), reason)
  const later = new AbortController()
  const answered = failureOf(t, clearway.invoices.get('inv_1', { signal: later.signal }))
  later.abort(reason)
  t.equal(await answered, reason)

  const waiting = new AbortController()
  const busy = await facing(t, (_, response) => {
    response.writeHead(503, { 'retry-after': '60' }).end(() => {
      setImmediate(() => {
        waiting.abort(reason)
      })
    })
  })
  t.equal(await failureOf(t, busy.clearway.invoices.get('inv_1', { signal: waiting.signal })), reason)
})

t.test('a connection that can not be made has sent nothing', async (t) => {
  const clearway = createClearway({ apiKey: KEY, baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 1 })
  const failure = await failureOf(t, clearway.invoices.create(invoice))
  t.match(failure, { name: 'ClearwayNetworkError', mayHaveArrived: false, message: /ECONNREFUSED\), 2 attempts/ })
  t.match(failure['idempotencyKey'], /^[0-9a-f-]{36}$/, 'to repeat it with')
  t.match(failure['cause'], { name: 'TypeError' })
})

t.test('a connection that breaks may have done its work', async (t) => {
  const { clearway, requests } = await facing(t, (request, response, earlier) => {
    if (earlier === 0) request.socket.destroy()
    else if (earlier === 1) {
      // The half of an answer.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"data"')
      setImmediate(() => request.socket.destroy())
    } else json(response, { data: { id: 'inv_1' } }, 201)
  })
  t.equal((await clearway.invoices.create(invoice)).id, 'inv_1')
  t.equal(new Set(requests.map(({ headers }) => headers['x-idempotency-key'])).size, 1)

  const never = await facing(t, (request) => request.socket.destroy())
  const company = { name: 'A', vatNumber: 'RO1', country: 'RO' } as const
  const failure = await failureOf(t, never.clearway.companies.create(company))
  t.match(failure, { name: 'ClearwayNetworkError', mayHaveArrived: true, idempotencyKey: null })
  t.equal(never.requests.length, 1, 'it might make a second company')
})

t.test('an answer that is not the service’s', async (t) => {
  const page = `<html>\n<h1>502 Bad\tGateway</h1>${'x'.repeat(100_000)}`
  const html = (status: number): Handler =>
    function answer(_, response) {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' }).end(page)
    }
  const bad = await facing(t, html(502))
  const failure = await failureOf(t, bad.clearway.invoices.get('inv_1'))
  t.match(failure, { name: 'ClearwayResponseError', status: 502, mediaType: 'text/html' })
  t.equal(failure['excerpt'], `<html> <h1>502 Bad Gateway</h1>${'x'.repeat(169)}`)
  t.equal(bad.requests.length, 3)

  const portal = await facing(t, html(200))
  t.match(await failureOf(t, portal.clearway.invoices.get('inv_1')), { name: 'ClearwayResponseError', status: 200 })
  t.match(await failureOf(t, portal.clearway.invoices.pdf('inv_1')), {
    name: 'ClearwayResponseError',
    excerpt: /^<html> <h1>502/,
  })
  const list = await facing(t, (_, response) => {
    json(response, [])
  })
  t.match(await failureOf(t, list.clearway.invoices.get('inv_1')), { name: 'ClearwayResponseError', excerpt: '[]' })
  const generic = (clearway: Clearway): Promise<unknown> => clearway.GET('/v1/companies')
  t.match(await failureOf(t, generic(portal.clearway)), { name: 'ClearwayResponseError', status: 200 })
  const empty = await facing(t, (_, response) => response.writeHead(200).end())
  t.match(await failureOf(t, empty.clearway.invoices.get('inv_1')), { name: 'ClearwayResponseError', excerpt: '' })
  const strange = await facing(t, (_, response) => {
    json(response, { error: 'no' }, 400)
  })
  t.match(await failureOf(t, strange.clearway.invoices.get('inv_1')), { status: 400, excerpt: '{"error":"no"}' })
})

t.test('a Retry-After that is no time, or too long for a timer, does not hurry', async (t) => {
  const away =
    (after: string): Handler =>
    (_, response) => {
      response.writeHead(503, { 'retry-after': after }).end('{}')
    }
  const odd = await facing(t, away('1.5'), { maxRetries: 1 })
  const begun = performance.now()
  await failureOf(t, odd.clearway.invoices.get('inv_1'))
  t.ok(performance.now() - begun > 240, 'the pause that there is without it')
  const long = await facing(t, away('9999999'), { maxWaitMs: Infinity })
  await failureOf(t, long.clearway.invoices.get('inv_1'))
  t.equal(long.requests.length, 1)
})

t.test('a redirect is not followed, so that no other host gets the key', async (t) => {
  const other = await facing(t, (_, response) => {
    json(response, { data: {} })
  })
  for (const status of [301, 302, 307, 308]) {
    const { clearway } = await facing(t, (_, response) => {
      response.writeHead(status, { location: `${other.baseUrl}/v1/invoices/inv_1` }).end()
    })
    t.match(await failureOf(t, clearway.invoices.get('inv_1')), {
      name: 'ClearwayResponseError',
      status,
      message: new RegExp(`redirect to ${other.baseUrl}/v1/invoices/inv_1, which is not followed`),
    })
  }
  t.same(other.requests, [])
})

t.test('an invoice that is not shown yet is waited for, within the time limit', async (t) => {
  const unknown = { error: { type: 'not_found', message: 'No such invoice', requestId: 'req_1', details: [] } }
  const late = await facing(t, (_, response, earlier) => {
    if (earlier < 2) json(response, unknown, 404)
    else json(response, { data: { id: 'inv_1', status: 'accepted' } })
  })
  t.match(await late.clearway.invoices.waitUntilDecided('inv_1'), { status: 'accepted' })
  t.equal(late.requests.length, 3)

  const never = await facing(t, (_, response) => {
    json(response, unknown, 404)
  })
  t.match(await failureOf(t, never.clearway.invoices.waitUntilDecided('inv_1', { withinMs: 300 })), {
    name: 'ClearwayError',
    status: 404,
  })
  t.ok(never.requests.length > 1)
  const other = await facing(t, (_, response) => {
    json(response, unknown, 401)
  })
  t.match(await failureOf(t, other.clearway.invoices.waitUntilDecided('inv_1')), { status: 401 })
  t.equal(other.requests.length, 1)
})

t.test('a wait survives an outage, and can be repeated', async (t) => {
  const { clearway, requests } = await facing(
    t,
    (request, response, earlier) => {
      if (earlier === 2) request.socket.destroy()
      else if (earlier === 1) json(response, { error: { type: 'internal_error', message: 'Starting' } }, 503)
      else json(response, { data: { id: 'inv_1', status: earlier === 0 ? 'submitted' : 'accepted' } })
    },
    { maxRetries: 0 },
  )
  t.match(await clearway.invoices.waitUntilDecided('inv_1'), { status: 'accepted' })
  const [one, other] = await Promise.all([1, 2].map(async () => clearway.invoices.waitUntilDecided('inv_1')))
  t.same(one, other)
  t.equal(requests.length, 6)
  t.ok(requests.every(({ method }) => method === 'GET'))

  const nowhere = createClearway({ apiKey: KEY, baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 })
  const refused = await failureOf(t, nowhere.invoices.waitUntilDecided('inv_1'))
  t.match(refused, { name: 'ClearwayNetworkError', mayHaveArrived: false }, 'a wrong address is reported at once')
})

t.test('a state before the retry is no answer', async (t) => {
  const [retriedAt, before, after] = ['09:30:01', '09:30:00', '09:30:02'].map((time) => `2026-03-31T${time}.000Z`)
  const { clearway } = await facing(t, (_, response, earlier) => {
    const state = earlier === 0 ? { status: 'error', updatedAt: before } : { status: 'accepted', updatedAt: after }
    json(response, { data: { id: 'inv_1', ...state } })
  })
  const retried = { id: 'inv_1', updatedAt: retriedAt ?? '' }
  t.match(await clearway.invoices.waitUntilDecided(retried), { status: 'accepted' })
})
