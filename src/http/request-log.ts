import type { FastifyInstance } from 'fastify'

/**
 * One line for each answered request: what, how, for how long; account and key come from the request's own logger. Never a header, a body or a
 * query: they hold keys and business.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
