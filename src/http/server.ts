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
  /** For all headers of a request, from the connection or the first byte. */
  readonly headersMs: number
  /** For its next request on a connection. */
  readonly keepAliveMs: number
  /**
   * For any activity on a connection, including that an answer is read. Longer than handling may
   * take.
   */
  readonly silenceMs: number
  readonly body: BodyPace
  readonly lingering: Lingering
  /** For bodies that are arriving when the process stops. */
  readonly stopMs: number
  /** For answers that are being sent when the process stops. */
  readonly longestStopMs: number
}

/** How long the service waits for clients by default. */
export const PATIENCE: Patience = {
  headersMs: 10_000,
  // Longer than that of usual load balancers (60 s), so that the service does not close first.
  keepAliveMs: 72_000,
  silenceMs: 90_000,
  // 12 MiB within the longest time are 110 KB a second.
  body: { graceMs: 10_000, bytesPerSecond: 1_000, longestMs: 115_000 },
  lingering: { ms: 5_000, idleMs: 1_000, bytes: 32 * 1024 * 1024 },
  stopMs: 4_000,
  longestStopMs: 7_500,
}

/** Beyond the reader's own limit, whose answer is better. */
const REQUEST_TIMEOUT_MS = 5_000

/** What the server needs. */
interface ServerDeps {
  readonly sockets: Sockets
  readonly patience: Patience
  readonly random: RandomBytes
  readonly log: FastifyBaseLogger
}

/** The server on the public port: HTTP/1.1 with limits on time and connections. */
export function createApiServer(handler: RequestListener, { sockets, patience, random, log }: ServerDeps): Server {
  const server = createServer({
    headersTimeout: patience.headersMs,
    requestTimeout: patience.body.longestMs + REQUEST_TIMEOUT_MS,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, patience.headersMs),
    // The app rejects it, in the usual error shape.
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
      // Other expectations may be ignored (RFC 9110, 10.1.1).
      .on('checkExpectation', take)
      .on('clientError', answerBrokenRequests(random, sockets))
      // A connection could not be accepted (too many open files): the next one may be. `listening`
      // reports errors of listening.
      .on('error', (error) => {
        if (server.listening) log.warn({ err: error }, 'a connection could not be accepted')
      })
  )
}
