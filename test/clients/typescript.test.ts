import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { apiTypes } from '../../clients/typescript/generator/api-types.js'
import { createClearway } from '../../clients/typescript/src/client.js'
import { ClearwayError, expectSuccess } from '../../clients/typescript/src/error.js'
import { verifyWebhook } from '../../clients/typescript/src/webhook.js'
import { startTestService } from '../http/test-service.js'

t.test('the generated types are those of the service’s document', async (t) => {
  const service = await startTestService(t)
  const document = (await service.app.inject('/openapi.json')).json<object>()
  const written = readFileSync(new URL('../../../clients/typescript/src/api.ts', import.meta.url), 'utf8')
  t.ok(written === (await apiTypes(document)), 'else: npm run generate:client')
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
  t.throws(() => expectSuccess(strange), /answered 403 without an explanation/)
})

t.test('a delivery is believed only with its signature', async (t) => {
  const text = JSON.stringify({ id: 'evt_1', type: 'invoice.accepted', createdAt: 'now', data: { govId: '5' } })
  const signature = `sha256=${createHmac('sha256', 'whsec_x').update(text).digest('hex')}`
  const event = verifyWebhook(text, signature, 'whsec_x')
  // The compiler knows by the type what the data are.
  if (event.type === 'invoice.accepted') t.equal(event.data.govId, '5')
  else t.fail(event.type)
  t.same(verifyWebhook(Buffer.from(text), signature, 'whsec_x'), event)
  for (const wrong of [undefined, '', 'sha256=', `${signature}0`, signature.toUpperCase()]) {
    t.throws(() => verifyWebhook(text, wrong, 'whsec_x'), { message: 'the webhook signature does not match' })
  }
  t.throws(() => verifyWebhook(`${text} `, signature, 'whsec_x'))
  t.throws(() => verifyWebhook(text, signature, 'whsec_y'))

  const previous = `sha256=${createHmac('sha256', 'whsec_y').update(text).digest('hex')}`
  for (const secret of ['whsec_x', 'whsec_y']) t.same(verifyWebhook(text, [signature, previous], secret), event)
  t.throws(() => verifyWebhook(text, [signature, undefined], 'whsec_y'), { message: /does not match/ })
  t.throws(() => verifyWebhook(text, [], 'whsec_x'), { message: /does not match/ })
})
