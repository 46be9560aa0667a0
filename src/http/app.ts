import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type IncomingMessage, maxHeaderSize } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { newId } from '../domain/ids.js'
import { ShownResources } from '../projections/existing-resources.js'
import { Submitters } from '../projections/submitters.js'
import { AllowedMethods } from './allowed-methods.js'
import { controlAccess, limitRates } from './api/access.js'
import { proxyTest } from './client-address.js'
import { SCHEMA_COMPILERS } from './compilers.js'
import { limitChanges } from './api/change-limit.js'
import { allowOrigins } from './cors.js'
import { Cursors } from './api/cursor.js'
import type { AppDeps } from './deps.js'
import { describeApi, openApiDocument } from './api/openapi/document.js'
import { handleError, notJson, unserved } from './error-handler.js'
import { unacceptableBody } from './errors.js'
import { FailedAuthentications } from './api/failed-authentications.js'
import { fitValue } from '../documents/intake/check-body.js'
import { MAX_VALUES_OF_OTHERS, parseJsonBodyInTurns } from '../documents/intake/json-body.js'
import { judgeInProcess } from '../documents/judging/in-process.js'
import type { Judging } from '../documents/judging/port.js'
import { LARGE_BYTES, turnFor } from '../domain/large-work.js'
import { unreadable } from '../domain/refusal.js'
import { KeyRing } from './api/key-ring.js'
import { KeyUsage } from './api/key-usage.js'
import { Turns } from '../commands/use-cases/assign-number.js'
import { Quota } from '../commands/use-cases/quota.js'
import { defaultSecurityHeaders } from './security-headers.js'
import { RateLimit } from './api/rate-limit.js'
import { observeRequests } from './api/observed.js'
import { type BodyPace, readBody } from './api/request-body.js'
import { logRequests, RequestLogger } from './api/request-log.js'
import { apiKeyRoutes } from './api/routes/api-keys.js'
import type { RouteDeps } from './route.js'
import { logoRoutes } from './api/routes/logo.js'
import { numberingRoutes } from './api/routes/numbering.js'
import { testReceivedRoute } from './api/routes/test-received.js'
import { receivedAnswerRoutes } from './api/routes/received-answers.js'
import { receivedRoutes } from './api/routes/received.js'
import { receivedDocumentRoutes } from './api/routes/received-documents.js'
import { receivingRoutes } from './api/routes/receiving.js'
import { companyRoutes } from './api/routes/companies.js'
import { authorizationRoutes } from './api/routes/authorization.js'
import { connectionBudgetRoute } from './api/routes/connection-budget.js'
import { connectionCredentialsRoute } from './api/routes/connection-credentials.js'
import { connectionTestRoute } from './api/routes/connection-test.js'
import { connectionRoutes } from './api/routes/connections.js'
import { createInvoiceBatchRoute } from './api/routes/create-invoice-batch.js'
import { convertDocumentRoute } from './api/routes/convert-document.js'
import { createInvoiceRoute } from './api/routes/create-invoice.js'
import { deliveryRoutes } from './api/routes/deliveries.js'
import { docsRoutes, docsSite } from './docs/routes.js'
import { eventRoutes } from './api/routes/events.js'
import { documentRoutes } from './api/routes/documents.js'
import { invoiceProofRoute } from './api/routes/invoice-proof.js'
import { invoicePdfRoutes } from './api/routes/invoice-pdf.js'
import { participantRoute } from './api/routes/participants.js'
import { reportPaymentRoute } from './api/routes/report-payment.js'
import { ruleRoutes } from './docs/rule-routes.js'
import { healthRoutes } from './api/routes/health.js'
import { invoiceResponsesRoute } from './api/routes/invoice-responses.js'
import { invoiceRoutes } from './api/routes/invoices.js'
import { validateInvoiceRoute } from './api/routes/validate-invoice.js'
import { webhookRoutes } from './api/routes/webhooks.js'
import { PostgresPreparedInvoices } from '../storage/prepared-invoices.js'
import { RequestLedger } from '../storage/request-ledger.js'
import { createApiServer, PATIENCE, type Patience } from './server.js'
import { type ConnectionLimits, Sockets } from './sockets.js'
import { throttle } from './throttle.js'
import { controlTraffic } from './traffic.js'
import { closeOnUnreadBodies, hasBody } from './unread-body.js'
import { validateRoutes } from './api/route-validation.js'

const NDJSON_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
/** Also a document in a signed file, which its first bytes show. */
const XML_TYPES = ['application/xml', 'text/xml', 'application/pkcs7-mime', 'application/x-pkcs7-mime']

/** Default limits. */
const CONNECTIONS: ConnectionLimits = { total: 5_000, perAddress: 250 }

/**
 * The HTTP side of the service, ready to listen or to be injected. Closing it writes pending data
 * and closes nothing of `deps`.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { logger: log, random, config } = deps
  const patience = { ...PATIENCE, ...deps.patience }
  const sockets = new Sockets({
    ...(deps.connections ?? CONNECTIONS),
    isProxy: proxyTest(config.trustProxy),
    onOverflow: throttle((times) => {
      log.warn({ times }, 'connections were closed to make room for new ones')
    }),
  })
  const app = Fastify({
    serverFactory: (handler) => createApiServer(handler, { sockets, patience, random, log }),
    schemaController: SCHEMA_COMPILERS,
    loggerInstance: deps.logger,
    childLoggerFactory: (logger, bindings, options) => new RequestLogger(logger, bindings, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A client's X-Request-Id is ignored: request ids are always our own.
    requestIdHeader: false,
    genReqId: () => newId('req', deps.random),
    trustProxy: config.trustProxy,
    // Routes judge what is in their path themselves; Node limits the whole address.
    routerOptions: { maxParamLength: maxHeaderSize },
    // While the service stops, requests under way on open connections are still answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id)
      void handleError(error, request, reply)
      if (hasBody(request.raw)) void reply.header('connection', 'close')
    },
    // The server has its own listener.
    clientErrorHandler: () => undefined,
  }).withTypeProvider<TypeBoxTypeProvider>()

  const keys = new KeyRing(deps.db, deps.clock)
  const usage = new KeyUsage(deps.db, deps.clock, deps.logger)
  const routeDeps: RouteDeps = {
    ...deps,
    cursors: new Cursors(deps.secretsKeys),
    keys,
    usage,
    quota: new Quota({
      ...deps,
      ledger: deps.quotaLedger,
      existing: new ShownResources(deps.db, deps.freshness),
      plans: config.plans,
    }),
    submitters: new Submitters(deps.db),
    requests: new RequestLedger(deps.db),
    prepared: new PostgresPreparedInvoices(deps.db),
    turns: new Turns(),
    rateLimit: new RateLimit(deps.rateCounter, deps.clock, config.rateLimitPerMinute),
  }

  if (deps.observer !== undefined) observeRequests(app, deps.observer)
  const securityHeaders = defaultSecurityHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  app.setErrorHandler(handleError)
  const allowed = new AllowedMethods(app)
  app.setNotFoundHandler((request) => {
    throw unserved(request, allowed)
  })
  logRequests(app)
  allowOrigins(app, config.corsOrigins)
  rejectBeforeKeyCheck(app, allowed)
  // The order from here: cheap rejections, authentication, a place for the account, its rate; only
  // then is the body read.
  const traffic = deps.traffic && controlTraffic(deps.traffic)
  traffic?.beforeAccess(app)
  controlAccess(app, {
    keys,
    usage,
    failures: new FailedAuthentications(deps.clock, config.failedAuthenticationsPerMinute),
    sockets,
  })
  traffic?.afterAccess(app)
  limitRates(app, routeDeps.rateLimit)
  readBodies(app, patience.body, deps.judging ?? judgeInProcess)
  closeOnUnreadBodies(app, patience.lingering)
  closeConnectionsOnStop(app, sockets, {
    stopMs: patience.stopMs,
    longestStopMs: patience.longestStopMs,
    stopping: deps.traffic?.stopping ?? (() => false),
  })
  limitChanges(app, deps.rateCounter, deps.clock, deps.config.changeLimitsTimes)
  validateRoutes(app, allowed)
  await describeApi(app)

  const docs = docsSite(() => openApiDocument(app))
  docsRoutes(app, docs)
  ruleRoutes(app, docs)
  healthRoutes(app, routeDeps)
  apiKeyRoutes(app, routeDeps)
  companyRoutes(app, routeDeps)
  numberingRoutes(app, routeDeps)
  receivingRoutes(app, routeDeps)
  logoRoutes(app, routeDeps)
  connectionRoutes(app, routeDeps)
  connectionCredentialsRoute(app, routeDeps)
  connectionBudgetRoute(app, routeDeps)
  connectionTestRoute(app, routeDeps)
  participantRoute(app, routeDeps)
  authorizationRoutes(app, routeDeps)
  createInvoiceRoute(app, routeDeps)
  createInvoiceBatchRoute(app, routeDeps)
  validateInvoiceRoute(app, routeDeps)
  convertDocumentRoute(app, routeDeps)
  invoiceRoutes(app, routeDeps)
  invoiceResponsesRoute(app, routeDeps)
  documentRoutes(app, routeDeps)
  invoiceProofRoute(app, routeDeps)
  invoicePdfRoutes(app, routeDeps)
  reportPaymentRoute(app, routeDeps)
  receivedRoutes(app, routeDeps)
  receivedAnswerRoutes(app, routeDeps)
  testReceivedRoute(app, routeDeps)
  receivedDocumentRoutes(app, routeDeps)
  eventRoutes(app, routeDeps)
  webhookRoutes(app, routeDeps)
  deliveryRoutes(app, routeDeps)

  app.addHook('onClose', () => usage.close())
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route accepts a document in XML instead of an invoice in JSON; the handler then
     * gets its bytes.
     */
    takesXml?: boolean
    /** Whether it also accepts a PDF with such a document inside. */
    takesPdf?: boolean
    /** Whether the body is newline-delimited JSON, whose bytes the handler gets. */
    takesNdjson?: boolean
  }
}

/** Rejects, before the key is checked, requests that no key could make acceptable. */
function rejectBeforeKeyCheck(app: FastifyInstance, allowed: AllowedMethods): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw
    if (httpVersion === '1.1' && headers.host === undefined) done(unacceptableBody(400, 'The header Host is missing'))
    else if (request.is404) done(unserved(request, allowed))
    else done()
  })
}

/**
 * Replaces the framework's readers: ours for JSON reports what JSON.parse hides, and accepts an
 * empty body where none is expected.
 */
function readBodies(app: FastifyInstance, pace: BodyPace, judging: Judging): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await readBody(request, payload, pace)
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) return undefined
    request.bodySize = body.length
    const { config } = request.routeOptions
    if (config.takesXml === true && body.length >= LARGE_BYTES) return largeInvoice(judging, request, body)
    const mostValues = config.takesXml === true ? undefined : MAX_VALUES_OF_OTHERS
    const { value, faults } = await parseJsonBodyInTurns(body, accountOf(request), mostValues)
    request.bodyFaults = faults
    return value
  })
  app.addContentTypeParser(NDJSON_TYPES, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.takesNdjson !== true) throw notJson()
    return readBody(request, payload, pace)
  })
  app.addContentTypeParser(XML_TYPES, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.takesXml !== true) throw notJson()
    return readBody(request, payload, pace)
  })
  app.addContentTypeParser('application/pdf', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.takesPdf !== true) throw notJson()
    return readBody(request, payload, pace)
  })
}

/** A thread checks it: only one that its schema accepts becomes an object here. */
async function largeInvoice(judging: Judging, request: FastifyRequest, body: Buffer): Promise<unknown> {
  const account = accountOf(request)
  const checked = await judging.check({ account, whenBusy: 'refuse' }, body, 'invoice')
  if (checked.kind === 'unreadable') throw unreadable(checked.message)
  request.checkedBody = checked
  if (checked.kind === 'unfit') return null
  request.bodyJson = checked.json ?? body
  await turnFor(account, body.length)
  return fitValue(request.bodyJson)
}

function accountOf({ authenticated }: FastifyRequest): string {
  return authenticated?.scope.account ?? ''
}

/**
 * Requests that are being handled are answered; idle connections, slow senders and slow readers do
 * not keep the process from ending.
 */
function closeConnectionsOnStop(
  app: FastifyInstance,
  sockets: Sockets,
  {
    stopMs,
    longestStopMs,
    stopping,
  }: Pick<Patience, 'stopMs' | 'longestStopMs'> & { readonly stopping: () => boolean },
): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    sockets.closeIdle()
    setTimeout(() => {
      sockets.closeIncomplete()
    }, stopMs).unref()
    setTimeout(() => {
      sockets.closeAll()
    }, longestStopMs).unref()
    done()
  })
}
