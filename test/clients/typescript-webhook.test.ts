import { createHmac } from 'node:crypto'
import t from 'tap'
import { verifyWebhook, type VerifyOptions, type WebhookHeaders } from '../../clients/typescript/src/webhook.js'
import { newWebhookSecret } from '../../src/domain/webhook.js'
import { requestOf } from '../../src/processors/deliveries/request.js'

const text = JSON.stringify({ id: 'evt_1', type: 'invoice.accepted', createdAt: 'now', data: { govId: 'ăé5' } })

t.test('a delivery is believed only with its signature', async (t) => {
  const signature = `sha256=${createHmac('sha256', 'whsec_x').update(text).digest('hex')}`
  const event = verifyWebhook(text, signature, 'whsec_x')
  // The compiler knows by the type what the data are.
  if (event.type === 'invoice.accepted') t.equal(event.data.govId, 'ăé5')
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

t.test('a delivery with its headers is believed for five minutes', async (t) => {
  const [secret, before, other] = [1, 2, 3].map((byte) => newWebhookSecret((length) => Buffer.alloc(length, byte)))
  if (secret === undefined || before === undefined || other === undefined) throw new Error('three secrets')
  const sent = 1_774_949_400
  // What the service itself makes of it.
  const { headers } = requestOf(
    { deliveryId: 'dlv_1', kind: 'invoice.accepted', body: text },
    'https://receiver.example',
    [secret, before],
    new Date(sent * 1000),
  )
  const verdict = (given: WebhookHeaders, options: VerifyOptions, key = secret, body: string | Uint8Array = text) => {
    try {
      return verifyWebhook(body, given, key, options).id
    } catch (error) {
      return error instanceof Error && 'reason' in error ? error.reason : error
    }
  }
  const now = sent + 10
  t.equal(verdict(headers, { now }), 'evt_1')
  t.equal(verdict(new Headers(headers), { now }), 'evt_1', 'headers of a web Request')
  t.equal(verdict({ ...headers, 'webhook-signature': [headers['webhook-signature'] ?? ''] }, { now }), 'evt_1')
  t.equal(verdict(headers, { now }, secret, Buffer.from(text)), 'evt_1')
  t.equal(verdict(headers, { now }, before), 'evt_1', 'the secret before the rotation')
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  t.equal(verdict(upper, { now }), 'evt_1')

  t.equal(verdict(headers, { now }, other), 'signature_mismatch')
  t.equal(verdict(headers, { now }, secret, `${text} `), 'signature_mismatch')
  t.equal(verdict({ ...headers, 'webhook-id': 'dlv_2' }, { now }), 'signature_mismatch')
  t.equal(verdict(headers, { now: sent + 300 }), 'evt_1')
  t.equal(verdict(headers, { now: sent + 301 }), 'timestamp_too_old')
  t.equal(verdict(headers, { now: sent - 301 }), 'timestamp_too_new')
  t.equal(verdict(headers, {}), 'timestamp_too_old', 'by the clock')
  t.equal(verdict(headers, { now: sent + 301, toleranceSeconds: 400 }), 'evt_1')
  t.equal(verdict(headers, { toleranceSeconds: null }), 'evt_1')
  const made = { ...headers, 'webhook-timestamp': String(sent + 3600) }
  t.equal(verdict(made, { now: sent + 3600 }), 'signature_mismatch', 'the time is signed too')
  t.equal(verdict({ ...headers, 'webhook-timestamp': 'soon' }, { now }), 'timestamp_malformed')

  const service = { 'x-service-signature': headers['x-service-signature'] }
  const previous = { 'x-service-signature-previous': headers['x-service-signature-previous'] }
  t.equal(verdict(service, { now }), 'missing_header', 'it does not say when it was sent')
  t.equal(verdict(service, { toleranceSeconds: null }), 'evt_1')
  t.equal(verdict({ ...service, ...previous }, { toleranceSeconds: null }, before), 'evt_1')
  t.equal(verdict({}, { toleranceSeconds: null }), 'signature_mismatch')
})

t.test('a wrong call is no wrong delivery', (t) => {
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' }
  const parsed = JSON.parse(text) as unknown as string
  t.throws(() => verifyWebhook(parsed, headers, 'whsec_x'), { name: 'TypeError', message: /raw text or bytes/ })
  for (const secret of ['', 'whsec_', 'whsec_YWJj', undefined as unknown as string])
    t.throws(() => verifyWebhook(text, headers, secret), { name: 'TypeError', message: /whole secret/ })
  t.throws(() => verifyWebhook(text, headers, 'whsec_x', { toleranceSeconds: NaN }), { name: 'TypeError' })
  t.end()
})
