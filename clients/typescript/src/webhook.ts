import { createHmac, timingSafeEqual } from 'node:crypto'
import type { webhooks } from './api.js'

/** An event sent to your webhook, distinguished by `type`. */
export type WebhookEvent = {
  [Kind in keyof webhooks]: webhooks[Kind] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } }
  }
    ? Body
    : never
}[keyof webhooks]

/** The check that a delivery failed. */
export type VerificationFailure =
  'missing_header' | 'timestamp_malformed' | 'timestamp_too_old' | 'timestamp_too_new' | 'signature_mismatch'

/** A delivery that cannot be trusted; `reason` names the failed check. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Headers of the web's `Request` or of Node's `IncomingMessage`. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>

/** How a delivery is verified. */
export interface VerifyOptions {
  /**
   * How many seconds the signer's clock and yours may differ, so that an old delivery can't be
   * replayed; 300 by default. null: any age.
   */
  readonly toleranceSeconds?: number | null | undefined
  /** Unix time in seconds; the clock's by default. */
  readonly now?: number | undefined
}

/**
 * The event in a delivery, once its signature is verified. Throws `WebhookVerificationError` for a
 * delivery that does not come from the service, and TypeError for a wrong call.
 *
 * With all headers it verifies `webhook-signature`, which covers the time of the attempt too, and
 * rejects a delivery older than the tolerance. Given the text of `X-Service-Signature` alone (in
 * an array with `X-Service-Signature-Previous`) it verifies only the body, and a replayed delivery
 * passes. In both cases one of the signatures must match, so that a secret can be rotated.
 *
 * @param body the raw bytes or text of the request, before any parsing
 * @param headers all headers of the request, or the signature
 * @param secret the whole secret, `whsec_…`, as it was shown when it was created
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders | string | undefined | readonly (string | undefined)[],
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('body must be the raw text or bytes of the request, before any JSON parser')
  // Everyone knows an empty secret.
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret must be the whole secret, whsec_…; it is empty')
  const get = headerReader(headers)
  if (get === null) verifyService(body, Array.isArray(headers) ? headers : [headers as string | undefined], secret)
  else verifyHeaders(body, get, secret, options)
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as WebhookEvent
}

type Get = (name: string) => string | undefined

/** null: the argument contains signatures. */
function headerReader(headers: Parameters<typeof verifyWebhook>[1]): Get | null {
  if (typeof headers !== 'object' || Array.isArray(headers)) return null
  if ('get' in headers && typeof headers.get === 'function') {
    const web = headers as { get(name: string): string | null }
    return (name) => web.get(name) ?? undefined
  }
  const named = headers as Readonly<Record<string, string | readonly string[] | undefined>>
  return (name) => {
    const key = Object.keys(named).find((each) => each.toLowerCase() === name)
    const value = key === undefined ? undefined : named[key]
    return typeof value === 'object' ? value.join(' ') : value
  }
}

function verifyHeaders(body: string | Uint8Array, get: Get, secret: string, options: VerifyOptions): void {
  const { toleranceSeconds = 300, now = Date.now() / 1000 } = options
  if (toleranceSeconds !== null && !(toleranceSeconds >= 0))
    throw new TypeError('toleranceSeconds must be a number of seconds from 0, or null')
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(get)
  if (toleranceSeconds === null && signature === undefined) {
    verifyService(body, [get('x-service-signature'), get('x-service-signature-previous')], secret)
    return
  }
  if (!id || !timestamp || !signature)
    throw new WebhookVerificationError(
      'missing_header',
      'the webhook does not have all of the headers webhook-id, webhook-timestamp and webhook-signature',
    )
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('timestamp_malformed', 'the webhook-timestamp is not a Unix time')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length < 16) throw new TypeError('secret must be the whole secret, whsec_…, as it was shown')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  expectMatch(signature.split(' '), `v1,${digest}`)
  const age = now - Number(timestamp)
  if (toleranceSeconds === null || Math.abs(age) <= toleranceSeconds) return
  throw age > 0
    ? new WebhookVerificationError('timestamp_too_old', `the webhook was sent more than ${toleranceSeconds} s ago`)
    : new WebhookVerificationError(
        'timestamp_too_new',
        `the webhook was sent more than ${toleranceSeconds} s too early`,
      )
}

function verifyService(body: string | Uint8Array, given: readonly (string | undefined)[], secret: string): void {
  expectMatch(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
}

/** One of them must be the expected one; the duration does not reveal how much of it matches. */
function expectMatch(given: readonly (string | undefined)[], expected: string): void {
  const right = Buffer.from(expected)
  const matches = (text: string | undefined): boolean => {
    const bytes = Buffer.from(text ?? '')
    return bytes.length === right.length && timingSafeEqual(bytes, right)
  }
  if (!given.some(matches))
    throw new WebhookVerificationError('signature_mismatch', 'the webhook signature does not match')
}
