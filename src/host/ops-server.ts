import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Readiness } from '../http/deps.js'
import { Sockets } from '../http/sockets.js'
import { VERSION } from '../version.js'
import { listening } from './listening.js'

/** The running operator's server. `port`: the port that it listens on. */
export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * More than any orchestrator opens. For one more, the longest idle one is closed, so that the
 * server always answers.
 */
const MAX_CONNECTIONS = 100

/**
 * The server that an orchestrator asks about a process of any role, apart from the public port:
 * GET /health (alive) and GET /ready (200 or 503, with what was looked at). Throws `StartupError`
 * when the address can't be had.
 */
export async function startOpsServer(host: string, port: number, ready: () => Readiness): Promise<OpsServer> {
  const sockets = new Sockets({
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS,
    isProxy: () => false,
    onOverflow: () => undefined,
  })
  const patience = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
  const server = createServer(patience, (request, response) => {
    sockets.began(request, response)
    const answer = answerTo(request.method, request.url, ready)
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(answer.body))
  })
  server.on('connection', (socket: Socket) => {
    sockets.opened(socket)
  })
  await listening({ host, port, setting: 'OPS_PORT' }, async () => {
    server.listen(port, host)
    await once(server, 'listening')
  })
  // A connection that could not be accepted must not end the process: the next one may succeed.
  server.on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

function answerTo(method: string | undefined, url: string | undefined, ready: () => Readiness): Answer {
  const path = (url ?? '').split('?')[0]
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: { status: 'only GET' } }
  if (path === '/health') return { status: 200, body: { status: 'ok', version: VERSION } }
  if (path === '/ready') {
    const readiness = ready()
    return { status: readiness.status === 'unavailable' ? 503 : 200, body: readiness }
  }
  return { status: 404, body: { status: 'not found' } }
}
