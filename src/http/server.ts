import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { RandomBytes } from '../domain/ids.js'
import { answerBrokenRequests } from './broken-requests.js'
import { type BodyPace, letWait } from './api/request-body.js'
import type { Sockets } from './sockets.js'
import type { Lingering } from './unread-body.js'

/** How long the service waits for a client. */
export interface Patience {
  /** For all headers of a request, from the connection or the first byte on. */
  readonly headersMs: number
  /** For its next request on a connection. */
  readonly keepAliveMs: number
  /** For any sign on a connection, also that an answer is read. Longer than handling may take. */
  readonly silenceMs: number
  readonly body: BodyPace
  readonly lingering: Lingering
  /** For bodies that are on their way when the process stops. */
  readonly stopMs: number
}

/** How long clients are waited for where the operator says nothing else. */
export const PATIENCE: Patience = {
  headersMs: 10_000,
  // Longer than that of usual load balancers (60 s), so that it is not the service that closes
  // first.
  keepAliveMs: 72_000,
  silenceMs: 90_000,
  // 12 MiB within the longest time are 110 KB a second.
  body: { graceMs: 10_000, bytesPerSecond: 1_000, longestMs: 115_000 },
  lingering: { ms: 5_000, idleMs: 1_000, bytes: 32 * 1024 * 1024 },
  stopMs: 4_000,
}

/** Behind the reader's own limit, whose answer is the better one. */
const REQUEST_TIMEOUT_MS = 5_000

/** What the server is made of. */
interface ServerDeps {
  readonly sockets: Sockets
  readonly patience: Patience
  readonly random: RandomBytes
  readonly log: FastifyBaseLogger
}

/** The server on the public port: HTTP/1.1 within bounds of time and of connections. */
export function createApiServer(handler: RequestListener, { sockets, patience, random, log }: ServerDeps): Server {
  const server = createServer({
    headersTimeout: patience.headersMs,
    requestTimeout: patience.body.longestMs + REQUEST_TIMEOUT_MS,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, patience.headersMs),
    // Refused by the app, in the one error shape.
    requireHostHeader: false,
  })
  server.setTimeout(patience.silenceMs)
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    sockets.began(request, response)
    handler(request, response)
  }
  return (
    server
      .on('connection', (socket: Socket) => {
        sockets.opened(socket)
      })
      .on('request', take)
      .on('checkContinue', (request, response) => {
        letWait(request, response)
        take(request, response)
      })
      // Other expectations bind nobody (RFC 9110, 10.1.1).
      .on('checkExpectation', take)
      .on('clientError', answerBrokenRequests(random, sockets))
      // A connection could not be accepted (too many open files): the next one may be. Faults of
      // listening are told by whoever listens.
      .on('error', (error) => {
        if (server.listening) log.warn({ err: error }, 'a connection could not be accepted')
      })
  )
}
