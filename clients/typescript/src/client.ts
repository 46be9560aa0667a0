import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { Invoices } from './invoices.js'
import { Received } from './received.js'
import { ApiKeys, Companies, Connections, Events, Webhooks } from './resources.js'
import {
  type Fetch,
  idempotencyKeyOf,
  isCreation,
  LONGEST_TIMER_MS,
  type RequestSettings,
  transport,
} from './transport.js'
import { VERSION } from './version.js'

/** How the client connects to the service. */
export interface ClearwayOptions {
  /** `sk_test_…` for the test environment, `sk_live_…` for production. */
  readonly apiKey: string
  /** Address of the service, for example `https://api.example.com`. */
  readonly baseUrl: string
  /**
   * How often a request is repeated after a 408, 429, 500, 502, 503, 504 or a broken connection;
   * 2 by default.
   */
  readonly maxRetries?: number | undefined
  /**
   * Time limit of each attempt in milliseconds; 30,000 by default. A single request can set its
   * own `timeoutMs`.
   */
  readonly timeoutMs?: number | undefined
  /**
   * Maximum total of the pauses before retries in milliseconds; 90,000 by default. A request that
   * would have to wait longer is not repeated.
   */
  readonly maxWaitMs?: number | undefined
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
}

/**
 * The client: resources with a method for each operation, and one method for each HTTP method,
 * typed by the path.
 */
export interface Clearway extends Client<paths> {
  readonly apiKeys: ApiKeys
  readonly companies: Companies
  readonly connections: Connections
  readonly events: Events
  readonly invoices: Invoices
  readonly received: Received
  readonly webhooks: Webhooks
}

const USER_AGENT = `clearway-typescript/${VERSION} node/${process.versions.node}`

/**
 * A typed client: `clearway.invoices.create(body)`, or `clearway.POST('/v1/invoices', { body })`.
 * Every creation of an invoice has an idempotency key, a random one unless you pass one, so that a
 * repeated request never creates a second invoice. Throws a TypeError for invalid options; no
 * error contains the key.
 */
export function createClearway(options: ClearwayOptions): Clearway {
  const { apiKey, baseUrl, maxRetries = 2, timeoutMs = 30_000, maxWaitMs = 90_000 } = options
  checkAddress(baseUrl)
  // A header with other characters would be rejected with a message that contains the key.
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey must be the whole key, sk_test_… or sk_live_…, without white space')
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw new TypeError('maxRetries must be a whole number from 0')
  checkTimeout(timeoutMs)
  if (!(maxWaitMs >= 0)) throw new TypeError('maxWaitMs must be a number of milliseconds from 0')

  const settings = new WeakMap<Request, RequestSettings>()
  const send = transport(
    {
      // Looked up late, so that a replacement of the platform's `fetch` is used.
      fetch: options.fetch ?? ((request) => fetch(request)),
      maxRetries,
      timeoutMs,
      maxWaitMs,
    },
    (request) => settings.get(request) ?? { parseAs: 'blob' },
  )
  const client = createClient<paths>({ baseUrl, fetch: send })
  client.use({
    onRequest({ request, schemaPath, options: { parseAs } }) {
      // Options that fetch does not know are set on the request.
      const own: unknown = 'timeoutMs' in request ? request.timeoutMs : undefined
      if (own !== undefined) checkTimeout(own)
      settings.set(request, { parseAs, ...(own !== undefined && { timeoutMs: own }) })
      request.headers.set('authorization', `Bearer ${apiKey}`)
      request.headers.set('user-agent', USER_AGENT)
      if (isCreation(schemaPath) && request.method === 'POST' && idempotencyKeyOf(request.headers) === null) {
        request.headers.set('x-idempotency-key', crypto.randomUUID())
      }
      return request
    },
  })
  return Object.assign(client, {
    apiKeys: new ApiKeys(client),
    companies: new Companies(client),
    connections: new Connections(client),
    events: new Events(client),
    invoices: new Invoices(client),
    received: new Received(client),
    webhooks: new Webhooks(client),
  })
}

/** The message does not quote the address: it may contain a password. */
function checkAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError('baseUrl must be an address that begins with https:// (or http://)')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl must have no user name, password, query or fragment')
}

function checkTimeout(timeoutMs: unknown): asserts timeoutMs is number {
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS))
    throw new TypeError(`timeoutMs must be a number of milliseconds above 0, at most ${LONGEST_TIMER_MS}`)
}
