import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { retrying } from './retrying.js'

/** How the client reaches the service. */
export interface ClearwayOptions {
  /** `sk_test_…` for the test environment, `sk_live_…` for production. */
  readonly apiKey: string
  /** Where the service answers, for example `https://api.example.com`. */
  readonly baseUrl: string
  /**
   * How often a request is repeated after a 429, 500, 502, 503 or a broken connection; 2 by
   * default.
   */
  readonly maxRetries?: number
  /** Instead of the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The client: one method for each HTTP method, typed by the path. */
export type Clearway = Client<paths>

/**
 * A typed client: `clearway.POST('/v1/invoices', { body })`. Every creation of an invoice carries
 * an idempotency key, one made at random where you give none, so that a repeated request never
 * makes a second invoice.
 */
export function createClearway(options: ClearwayOptions): Clearway {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    fetch: retrying(options.fetch ?? ((request) => fetch(request)), options.maxRetries ?? 2),
  })
  client.use({
    onRequest({ request, schemaPath }) {
      request.headers.set('authorization', `Bearer ${options.apiKey}`)
      if (schemaPath === '/v1/invoices' && request.method === 'POST' && !request.headers.has('x-idempotency-key')) {
        request.headers.set('x-idempotency-key', crypto.randomUUID())
      }
      return request
    },
  })
  return client
}
