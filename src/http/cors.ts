import type { FastifyInstance } from 'fastify'

const EXPOSED =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed'

/**
 * Lets web pages of these origins call the API (`*`: all). Without origins no CORS header is ever
 * sent.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    void reply.header('vary', 'Origin')
    if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, X-Idempotency-Key, Idempotency-Key',
        'access-control-max-age': '600',
      })
      .send()
  })
}
