import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Observer } from '../../domain/observer.js'
import { invoiceOf } from './request-log.js'

/** What a client that went away before its answer counts as; nginx's number for it. */
const CLIENT_GONE = 499

/**
 * Tells of every request: how it is called, how long it took, how it was answered. To be called
 * before the other hooks, so that all that a request does is within it.
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
    finished(reply.raw, () => {
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
