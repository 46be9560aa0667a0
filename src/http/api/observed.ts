import type { FastifyInstance } from 'fastify'
import type { Observer } from '../../domain/observer.js'
import { invoiceOf } from './request-log.js'

/** The status for a client that disconnected before its answer; nginx uses this number. */
const CLIENT_GONE = 499

/**
 * Reports every request to the observer: its route, its duration, its status. Call it before the
 * other hooks, so that it covers all that a request does.
 */
export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers, id } = request
    const { traceparent } = headers
    const watched = observer.request({
      method,
      route: routeOptions.url ?? null,
      requestId: id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    // Every response emits it, whether it was sent or its client has disconnected.
    reply.raw.once('close', () => {
      const invoiceId = invoiceOf(request)
      watched.ended({
        status: reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE,
        seconds: reply.elapsedTime / 1000,
        ids: invoiceId === null ? {} : { invoiceId },
      })
    })
    watched.within(done)
  })
}
