import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { SCHEMA_COMPILERS } from '../compilers.js'
import type { Readiness } from '../deps.js'
import { Sockets } from '../sockets.js'
import { VERSION } from '../../version.js'
import { listening, portOf } from '../listening.js'

/** The running operator's server. `port`: the port that it listens on. */
interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/** Routes that a part of the service adds to the operator's server. */
export type OpsRoutes = (app: FastifyInstance) => void | Promise<void>

/**
 * More than any orchestrator opens. If one more is opened, the longest idle one is closed, so that
 * the server always answers.
 */
const MAX_CONNECTIONS = 100
/** Forms of the console are short. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Starts the server for operators and orchestrators, on its own port in a process of any role: GET
 * /health (alive), GET /ready (200 or 503, with the checks), and the routes of other parts. Throws
 * `StartupError` if the address is not available.
 */
export async function startOpsServer(
  host: string,
  port: number,
  ready: () => Readiness,
  parts: readonly OpsRoutes[] = [],
): Promise<OpsServer> {
  const app = opsApp(ready)
  for (const part of parts) await app.register(async (scope) => part(scope))
  await listening({ host, port, setting: 'OPS_PORT' }, () => app.listen({ host, port }))
  // A connection that could not be accepted must not end the process: the next one may succeed.
  app.server.on('error', () => undefined)
  return {
    port: portOf(app.server),
    async close() {
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** The server before it listens: /health and /ready, nothing else. */
export function opsApp(ready: () => Readiness): FastifyInstance {
  const sockets = new Sockets({
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS,
    isProxy: () => false,
    onOverflow: () => undefined,
  })
  const app = Fastify({
    schemaController: SCHEMA_COMPILERS,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) => {
      const patience = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
      const server = createServer(patience, (request, response) => {
        sockets.began(request, response)
        handler(request, response)
      })
      server.on('connection', (socket: Socket) => {
        sockets.opened(socket)
      })
      return server
    },
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.get('/health', async () => ({ status: 'ok', version: VERSION }))
  app.get('/ready', async (_request, reply) => {
    const readiness = ready()
    return reply.code(readiness.status === 'unavailable' ? 503 : 200).send(readiness)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return reply.code(isRead ? 404 : 405).send({ status: isRead ? 'not found' : 'only GET' })
  })
  return app
}
