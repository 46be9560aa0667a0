import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { newId } from '../domain/ids.js'
import { controlAccess } from './access.js'
import { allowOrigins } from './cors.js'
import type { AppDeps } from './deps.js'
import { describeApi } from './openapi/document.js'
import { BODY_LIMIT, handleError, handleUnknownRoute, notJson } from './error-handler.js'
import { FailedAuthentications } from './failed-authentications.js'
import { parseJsonBody } from './json-body.js'
import { KeyRing } from './key-ring.js'
import { KeyUsage } from './key-usage.js'
import { answerBrokenRequests } from './broken-requests.js'
import { Quota } from './quota.js'
import { defaultSecurityHeaders } from './security-headers.js'
import { RateLimit } from './rate-limit.js'
import { logRequests, RequestLogger } from './request-log.js'
import { apiKeyRoutes } from './routes/api-keys.js'
import type { RouteDeps } from './routes/route.js'
import { companyRoutes } from './routes/companies.js'
import { connectionCredentialsRoute } from './routes/connection-credentials.js'
import { connectionRoutes } from './routes/connections.js'
import { createInvoiceRoute } from './routes/create-invoice.js'
import { deliveryRoutes } from './routes/deliveries.js'
import { docsRoutes } from './routes/docs.js'
import { documentRoutes } from './routes/documents.js'
import { healthRoutes } from './routes/health.js'
import { invoiceRoutes } from './routes/invoices.js'
import { validateInvoiceRoute } from './routes/validate-invoice.js'
import { webhookRoutes } from './routes/webhooks.js'
import { controlTraffic } from './traffic.js'
import { validateRoutes } from './validation/route-validation.js'

const XML_TYPES = ['application/xml', 'text/xml']

/** The HTTP side of the service, ready to listen or to be injected. Closing it writes what is pending and closes nothing of `deps`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    childLoggerFactory: (logger, bindings, options) => new RequestLogger(logger, bindings, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A client's X-Request-Id is its own affair: ids of ours are never taken from outside.
    requestIdHeader: false,
    genReqId: () => newId('req', deps.random),
    bodyLimit: BODY_LIMIT,
    // A whole request: 12 MiB within this are 100 KB a second.
    requestTimeout: 120_000,
    trustProxy: deps.config.trustProxy,
    // While the service stops, requests under way on open connections are still answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id)
      void handleError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequests(deps.random),
  }).withTypeProvider<TypeBoxTypeProvider>()

  const keys = new KeyRing(deps.db, deps.clock)
  const usage = new KeyUsage(deps.db, deps.clock, deps.logger)
  const routeDeps: RouteDeps = {
    ...deps,
    keys,
    usage,
    quota: new Quota({ ...deps, ledger: deps.quotaLedger, plans: deps.config.plans }),
  }

  const securityHeaders = await defaultSecurityHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  if (deps.traffic) controlTraffic(app, deps.traffic)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleUnknownRoute)
  logRequests(app)
  allowOrigins(app, deps.config.corsOrigins)
  readBodies(app)
  controlAccess(app, {
    keys,
    usage,
    failures: new FailedAuthentications(deps.clock, deps.config.failedAuthenticationsPerMinute),
    rateLimit: new RateLimit(deps.rateCounter, deps.clock, deps.config.rateLimitPerMinute),
  })
  validateRoutes(app)
  await describeApi(app)

  docsRoutes(app)
  healthRoutes(app, routeDeps)
  apiKeyRoutes(app, routeDeps)
  companyRoutes(app, routeDeps)
  connectionRoutes(app, routeDeps)
  connectionCredentialsRoute(app, routeDeps)
  createInvoiceRoute(app, routeDeps)
  validateInvoiceRoute(app, routeDeps)
  invoiceRoutes(app, routeDeps)
  documentRoutes(app, routeDeps)
  webhookRoutes(app, routeDeps)
  deliveryRoutes(app, routeDeps)

  app.addHook('onClose', () => usage.close())
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a document in XML may stand where the body's schema asks for JSON; the handler then gets its bytes. */
    takesXml?: boolean
  }
}

/** Our own readers instead of the framework's: JSON's tells what JSON.parse hides, and takes an empty body where none is expected. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) return undefined
    const { value, faults } = parseJsonBody(body)
    request.bodyFaults = faults
    return value
  })
  app.addContentTypeParser(XML_TYPES, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.takesXml !== true) throw notJson()
    return body
  })
}
