import tap from 'tap'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { answerOf, type Json, startTestService } from './test-service.js'

const t = tap
const service = await startTestService(t)
const { test } = await service.account()

interface Wanted {
  readonly status: number
  readonly type: string
}

function isError(
  t: Pick<typeof tap, 'equal' | 'ok' | 'match'>,
  answer: { status: number; body: Json; headers: object },
  wanted: Wanted,
): void {
  t.equal(answer.status, wanted.status, JSON.stringify(answer.body))
  t.equal(answer.body['error']?.['type'], wanted.type)
  t.ok(answer.body['error']?.['message'])
  t.match(answer.body['error']?.['requestId'], /^req_[0-9A-Za-z]{22}$/)
  t.equal(answer.body['error']?.['requestId'], (answer.headers as Record<string, unknown>)['x-request-id'])
  t.equal(Array.isArray(answer.body['error']?.['details']), wanted.type === 'validation_error')
}

const bad = { status: 400, type: 'validation_error' }

t.test('what is no JSON object is refused in the one error shape', async (t) => {
  for (const body of [
    '',
    ' ',
    '{',
    '{"name":',
    'null',
    '[]',
    '"x"',
    '1',
    '{"a":NaN}',
    '{"a":1}}',
    '\u0000',
    '{"name":"\ud800"',
  ]) {
    const answer = await test.send('POST', '/v1/companies', body)
    isError(t, answer, bad)
    t.equal(answer.body['error']?.['details']?.[0]?.path, '', body)
  }
  const notUtf8 = await service.app.inject({
    method: 'POST',
    url: '/v1/companies',
    headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
    payload: Buffer.from([0x7b, 0xff, 0x7d]),
  })
  isError(t, answerOf(notUtf8), bad)
})

t.test('a missing body is named as a whole', async (t) => {
  const answer = await test.post('/v1/companies')
  isError(t, answer, bad)
  t.match(answer.body['error'], {
    message: 'The body is required; send an object',
    details: [{ path: '', message: 'The body is required; send an object' }],
  })
  const list = await test.post('/v1/companies', '[]')
  t.match(list.body['error'], {
    message: 'The body must be an object, not an array',
    details: [{ path: '', message: 'The body must be an object, not an array' }],
  })
})

t.test('another content type is 415, a body over 12 MiB is 413', async (t) => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
  ]) {
    const answer = await test.post('/v1/companies', 'name=x', { 'content-type': type })
    isError(t, answer, { status: 415, type: 'validation_error' })
    t.match(answer.body['error']?.['details'], [{ path: '' }])
  }
  const large = await test.post('/v1/companies', `{"name":"${'x'.repeat(12 * 1024 * 1024)}"}`)
  isError(t, large, { status: 413, type: 'validation_error' })
  const charset = await test.post('/v1/companies', JSON.stringify(sampleCompany()), {
    'content-type': 'application/json; charset=utf-8',
  })
  t.equal(charset.status, 201)
})

t.test('an unknown route is 404, with or without a key', async (t) => {
  for (const [method, url] of [
    ['GET', '/v1'],
    ['GET', '/v2/invoices'],
    ['GET', '/v1/invoices/'],
    ['PUT', '/v1/invoices/'],
    ['GET', '/v1/invoices/validate/x'],
    ['GET', '/%ZZ'],
    ['GET', `/v1/invoices/${'x'.repeat(500)}`],
    ['GET', '/v1/companies/%00'],
    ['GET', '/v1/companies/comp_%F0%9F%92%A9'],
  ] as const) {
    isError(t, await test.send(method, url), { status: 404, type: 'not_found' })
    if (url.split('/').length < 4) {
      const anonymous = answerOf(await service.app.inject({ method, url }))
      isError(t, anonymous, { status: 404, type: 'not_found' })
    }
  }
})

t.test('an unknown route names the nearest one', async (t) => {
  for (const [method, url, near] of [
    ['GET', '/v1/invoice', 'GET /v1/invoices'],
    ['GET', '/v1/Invoices?limit=1', 'GET /v1/invoices'],
    ['GET', '/v1/company', 'GET /v1/companies'],
    ['GET', '/v1/invoces/inv_0000000000000000000000', 'GET /v1/invoices/{id}'],
    ['GET', '/v1/invoices/inv_0000000000000000000000/event', 'GET /v1/invoices/{id}/events'],
    ['GET', '/invoices', 'GET /v1/invoices'],
    ['GET', '/v2/invoices', 'GET /v1/invoices'],
    ['GET', '/api/v1/invoices', 'GET /v1/invoices'],
    ['POST', '/v1/validate', 'POST /v1/invoices/validate'],
    ['GET', '/v1/events/evt_0000000000000000000000', 'GET /v1/events'],
    ['GET', '/v1/webhook', 'GET /v1/webhooks'],
    ['PUT', '/v1/webhook', 'DELETE or GET or POST /v1/webhooks'],
    ['GET', '/healthz', 'GET /health'],
  ] as const) {
    const { body } = await test.send(method, url)
    t.match(body['error']?.['message'], `; did you mean ${near}?`, url)
  }
  for (const url of ['/', '//', '/x/y/z', '/wp-admin/setup.php', `/v1/${'invoices/'.repeat(500)}`]) {
    const { body } = await test.send('PUT', url)
    t.notMatch(JSON.stringify(body), /did you mean/, url)
  }
})

t.test('an id of something else, or of no form, is 404 with the reason', async (t) => {
  const other = 'inv_0000000000000000000000'
  for (const [method, url, message] of [
    ['GET', `/v1/companies/${other}`, `No such company: ${other} is the id of an invoice`],
    ['PATCH', `/v1/companies/${other}`, `No such company: ${other} is the id of an invoice`],
    ['DELETE', `/v1/api-keys/${other}`, `No such API key: ${other} is the id of an invoice`],
    ['GET', `/v1/webhooks/deliveries/${other}`, `No such delivery: ${other} is the id of an invoice`],
    ['GET', '/v1/invoices/RE-2026-1', 'No such invoice: the id of an invoice is inv_ and 22 letters and digits'],
    ['GET', '/v1/connections/conn_1', 'No such connection: the id of a connection is conn_ and 22 letters and digits'],
    [
      'GET',
      `/v1/invoices/xyz_${'0'.repeat(22)}`,
      'No such invoice: the id of an invoice is inv_ and 22 letters and digits',
    ],
    ['GET', `/v1/invoices/${other}`, 'No such invoice'],
  ] as const) {
    const answer = await test.send(method, url)
    isError(t, answer, { status: 404, type: 'not_found' })
    t.equal(answer.body['error']?.['message'], message)
  }
  const connected = await test.post('/v1/connections', { companyId: other, countryCode: 'RO' })
  t.match(connected, { status: 404, body: { error: { message: `No such company: ${other} is the id of an invoice` } } })
  const created = await test.post('/v1/invoices', sampleInvoice({ companyId: other }))
  t.match(created.body['error']?.['details'], [{ path: 'companyId', message: /; inv_0{22} is the id of an invoice$/ }])
})

t.test('an unknown document is 404 with those that the invoice has', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const { body } = await test.post('/v1/invoices', sampleInvoice())
  const url = `/v1/invoices/${String(body['data']?.['id'])}/documents`
  const answer = await test.get(`${url}/invoice.xml`)
  isError(t, answer, { status: 404, type: 'not_found' })
  const kinds = (await test.get(url)).body['data']?.map(({ kind }) => String(kind)) ?? []
  t.ok(kinds.includes('pdf'))
  t.equal(answer.body['error']?.['message'], `No such document; this invoice has ${kinds.join(', ')}`)
})

t.test('a path with another method is 405 with those that it has, with or without a key', async (t) => {
  for (const [method, url, allow] of [
    ['PUT', '/v1/companies', 'GET, HEAD, POST'],
    ['DELETE', '/v1/invoices?limit=1', 'GET, HEAD, POST'],
    ['PATCH', '/v1/invoices/inv_1', 'GET, HEAD'],
    // It is an id, too.
    ['DELETE', '/v1/invoices/validate', 'GET, HEAD, POST'],
    ['GET', '/v1/invoices/inv_1/retry', 'POST'],
    ['HEAD', '/v1/invoices/batch/', ''],
    ['HEAD', '/v1/invoices/inv_1/retry', 'POST'],
    ['OPTIONS', '/v1/convert', 'POST'],
    ['POST', '/docs/rules/x', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ] as const)
    for (const answer of [await test.send(method, url), answerOf(await service.app.inject({ method, url }))]) {
      const status = allow === '' ? 404 : 405
      t.equal(answer.headers.allow ?? '', allow, `${method} ${url}`)
      if (method === 'HEAD') t.equal(answer.status, status)
      else isError(t, answer, { status, type: 'not_found' })
    }
})

t.test('a path that has the form of an id, but methods of its own, is 405', async (t) => {
  const answer = await test.get('/v1/invoices/validate')
  t.match(answer, { status: 405, headers: { allow: 'POST' } })
})

t.test('an id of any length is judged by its route', async (t) => {
  for (const length of [100, 101, 5_000]) isError(t, await test.get(`/v1/participants/0208:${'1'.repeat(length)}`), bad)
})

t.test('every wrong field is named at once, in the words of the caller', async (t) => {
  const answer = await test.post('/v1/invoices', {
    country: 'XX',
    invoiceType: 'memo',
    supplier: { vatNumber: 7, address: { city: '' } },
    customer: null,
    lines: [
      { description: 'x'.repeat(1_001), unitPrice: '19', vatRate: 101 },
      { description: 'ok', unitPrice: 1e15, vatRate: 19, unitprice: 3 },
    ],
    curency: 'EUR',
    currency: 'EURO',
    issueDate: '2025-02-30',
    dueDate: '31.03.2026',
    note: 'a\u0000b',
    attachments: [{ filename: 'x', content: '***', mimeType: 'pdf' }],
  })
  isError(t, answer, bad)
  const details = Object.fromEntries(
    (answer.body['error']?.['details'] as Json).map(({ path, message }) => [String(path), String(message)]),
  )
  t.matchOnly(details, {
    country: 'must be one of RO, IT, BE, PL, FR, DE; "XX" is not',
    invoiceType: /^must be one of/,
    'supplier.vatNumber': /^must be a string, or null where .*, not a number$/,
    'supplier.name': 'is required; send a string',
    'supplier.address.city': 'must not be empty',
    'supplier.address.country': 'is required; send a string',
    customer: /^is required, so it can't be null; send an object/,
    'lines[0].description': 'has 1001 characters; at most 1000 are allowed',
    'lines[0].unitPrice': 'must be a number, not a string; send 19 without quotation marks',
    'lines[0].vatRate': 'must be a number, at least 0 and at most 100',
    'lines[1].unitPrice': /at most 999999999999/,
    'lines[1].unitprice': 'is not a known field; did you mean unitPrice?',
    curency: 'is not a known field; did you mean currency?',
    currency: /ISO 4217/,
    issueDate: '2025-02-30 is not a calendar date; send an existing date as YYYY-MM-DD',
    dueDate: /YYYY-MM-DD/,
    note: /U\+0000/,
    'attachments[0].filename': /extension/,
    'attachments[0].content': /Base64/,
    'attachments[0].mimeType': /media type/,
  })
})

t.test('a number that could not be kept exactly is refused where it stands', async (t) => {
  const text = JSON.stringify(sampleInvoice()).replace('150.5', '0.1234567890123456789').replace('99.99', '1e400')
  const answer = await test.post('/v1/invoices', text)
  isError(t, answer, bad)
  t.match(answer.body['error']?.['details'], [
    { path: 'lines[0].unitPrice', message: /19 significant digits/ },
    { path: 'lines[1].unitPrice', message: /too large/ },
  ])
})

t.test('a name given twice, __proto__ and endless nesting are refused', async (t) => {
  const twice = await test.post('/v1/companies', '{"name":"a","name":"b","vatNumber":"RO12345674","country":"RO"}')
  t.match(twice.body['error']?.['details'], [{ path: 'name', message: /twice/ }])
  const proto = await test.post('/v1/companies', `${JSON.stringify(sampleCompany()).slice(0, -1)},"__proto__":{"x":1}}`)
  isError(t, proto, bad)
  t.match(proto.body['error']?.['details'], [{ path: '__proto__' }])
  const deep = await test.post('/v1/companies', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)
  isError(t, deep, bad)
})

t.test('a text of a megabyte is refused with the maximum, counted in characters', async (t) => {
  const long = await test.post('/v1/companies', sampleCompany({ name: 'x'.repeat(1_048_576) }))
  t.match(long.body['error']?.['details'], [{ path: 'name', message: /1048576 characters; at most 200/ }])
  const emoji = await test.post('/v1/companies', sampleCompany({ name: '🧾'.repeat(200) }))
  t.equal(emoji.status, 201)
  const tooMany = await test.post('/v1/companies', sampleCompany({ name: '🧾'.repeat(201) }))
  t.match(tooMany.body['error']?.['details'], [{ path: 'name', message: /201 characters/ }])
  const many = await test.post(
    '/v1/companies',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 1])),
  )
  t.equal((many.body['error']?.['details'] as Json).length, 1_001)
})

t.test('a store or database that is away is 503 with Retry-After, and the same app recovers', async (t) => {
  let away: Error | null = new EventStoreUnavailable('away')
  const app = await service.secondApp({
    store: new Proxy(service.deps.store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        return typeof value !== 'function'
          ? value
          : (...args: unknown[]) => (away ? Promise.reject(away) : (value.apply(target, args) as unknown))
      },
    }),
  })
  const client = test.on(app)
  const failed = await client.post('/v1/companies', sampleCompany())
  isError(t, failed, { status: 503, type: 'server_error' })
  t.ok(failed.headers['retry-after'])
  away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  isError(t, await client.post('/v1/companies', sampleCompany()), { status: 503, type: 'server_error' })
  away = new Error('secret detail of ours')
  const fault = await client.post('/v1/companies', sampleCompany())
  isError(t, fault, { status: 500, type: 'server_error' })
  t.notMatch(JSON.stringify(fault.body), /secret/)
  t.ok(
    service.log.some(
      (line) => line.includes('secret detail') && line.includes(String(fault.body['error']?.['requestId'])),
    ),
  )
  away = null
  t.equal((await client.post('/v1/companies', sampleCompany())).status, 201)
})

t.test("a client's own request id is not taken for ours, and nothing secret is logged", async (t) => {
  const answer = await test.post('/v1/companies', sampleCompany({ name: 'Verschwiegen SRL' }), {
    'x-request-id': 'mine',
  })
  t.match(answer.headers['x-request-id'], /^req_/)
  const lines = service.log.join('')
  t.match(lines, String(answer.headers['x-request-id']))
  t.notMatch(lines, test.key)
  t.notMatch(lines, 'Verschwiegen')
})
