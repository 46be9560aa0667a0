import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { InboundDoor } from '../../countries/gateway/inbound-door.js'
import type { Mailbox } from '../../countries/gateway/mailbox.js'
import type { Reception } from '../../countries/gateway/reception.js'
import type { ReadMessage } from '../../countries/gateway/message-reader.js'
import { JudgingBusy, JudgingLimit, type Judging } from '../../documents/judging/port.js'
import type { Clock } from '../../domain/clock.js'
import { newId, type RandomBytes } from '../../domain/ids.js'
import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import { isOutage, isWatchedOutage } from '../../eventstore/outage.js'
import { Sockets } from '../sockets.js'
import { type InboundAccess, isLetIn } from './access.js'
import { bodyOf, BodyTooLarge, BrokenOff } from './body.js'
import { CountedDoor } from './counted-door.js'
import { type NotificationDeps, NotificationDesk } from './notification-desk.js'
import { later, plain, type Served } from './served.js'
import { listening, portOf } from '../listening.js'

/** The server that receives messages from governments and access points. */
export interface InboundServer {
  /** The port that it listens on. */
  readonly port: number
  /** Accepts nothing new, and ends requests under way within some seconds. Idempotent. */
  close(): Promise<void>
}

/** What the inbound server works with. */
interface InboundDeps {
  readonly doors: readonly InboundDoor[]
  readonly access: InboundAccess
  readonly mailbox: Pick<Mailbox, 'put' | 'expects' | 'expecting'>
  /** Where documents of suppliers go; absent: no company receives. */
  readonly reception?: Reception
  /** How notifications are received; null: none are. */
  readonly notifications: NotificationDeps | null
  /** Where messages are read; absent: in this thread. */
  readonly judging?: Pick<Judging, 'message'>
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Logger
  /** Observes the messages; absent: they are not observed. */
  readonly observer?: Pick<Observer, 'happened'>
}

const MAX_CONNECTIONS = 200
/** Most requests that are read or handled at a time, and most bytes of their bodies. */
const MOST_AT_A_TIME = 64
const MOST_BYTES = 128 * 1024 * 1024
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
}
const CLOSING_MS = 5_000

/**
 * Serves the doors on their own port. A message is durable before it is answered; if it can't be
 * stored now, the answer is 503, and its sender repeats it. Throws `StartupError` if the address
 * is not available.
 */
export async function startInboundServer(host: string, port: number, deps: InboundDeps): Promise<InboundServer> {
  const desk = new InboundDesk(deps)
  const sockets = new Sockets({
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS,
    isProxy: () => false,
    onOverflow: () => undefined,
  })
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    sockets.began(request, response)
    const letIn = isLetIn(deps.access, request)
    if (letIn) sockets.recognised(request.socket)
    void desk.serve(request, response, letIn)
  }
  const server = serverFor(deps.access, listener)
  // More than the limit, for connections that do not finish the TLS handshake.
  server.maxConnections = 2 * MAX_CONNECTIONS
  server.on(deps.access.tls === null ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.opened(socket)
  })
  // Otherwise node answers requests that are no HTTP; a broken connection is no error of the
  // service.
  server.on('clientError', (_error, socket) => socket.destroy())
  await listening({ host, port, setting: 'INBOUND_PORT' }, async () => {
    server.listen(port, host)
    await once(server, 'listening')
  })
  // A connection that could not be accepted must not end the process: the next one may succeed.
  server.on('error', () => undefined)
  let closing: Promise<void> | null = null
  return {
    port: portOf(server),
    close() {
      desk.isClosing = true
      return (closing ??= closed(server, sockets))
    },
  }
}

async function closed(server: Server, sockets: Sockets): Promise<void> {
  const isClosed = once(server, 'close')
  server.close()
  sockets.closeIncomplete()
  const patience = setTimeout(() => {
    server.closeAllConnections()
  }, CLOSING_MS)
  await isClosed
  clearTimeout(patience)
}

function serverFor(
  { tls }: InboundAccess,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  if (tls === null) return createServer(PATIENCE, listener)
  const { cert, key, clientCa } = tls
  // A client without a certificate may have a token: `isLetIn` decides by the request.
  const clients = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false }
  return createTlsServer({ ...PATIENCE, handshakeTimeout: 10_000, cert, key, ...clients }, listener)
}

/** Checks requests, reads them and hands them to their doors. */
class InboundDesk {
  /** Connections are closed after their answer. */
  isClosing = false
  readonly #deps: InboundDeps
  readonly #doors: ReadonlyMap<string, CountedDoor>
  readonly #notifications: NotificationDesk | null
  #atATime = 0
  #bytes = 0

  constructor(deps: InboundDeps) {
    this.#deps = deps
    this.#doors = new Map(deps.doors.map((door) => [door.path, new CountedDoor(door, deps.log, deps.observer)]))
    const { notifications, clock, observer = UNOBSERVED } = deps
    this.#notifications = notifications && new NotificationDesk({ ...notifications, clock, observer })
  }

  /** Never throws. */
  async serve(request: IncomingMessage, response: ServerResponse, letIn: boolean): Promise<void> {
    const { log, random } = this.#deps
    const requestId = newId('req', random)
    const begun = performance.now()
    const itsLog = log.child({ requestId })
    const addressed = this.#notifications?.addressed(request) ?? null
    const served = await (this.#notifications !== null && addressed !== null
      ? // Its signature decides who may send.
        this.#notifications.answer(addressed, request, itsLog)
      : letIn
        ? this.#answer(request, itsLog)
        : STRANGER)
    if (served === null) {
      itsLog.info('a sender of messages disconnected')
      return
    }
    const { status, body, contentType, door, bytes, connectionId, headers } = served
    const ms = Math.round((performance.now() - begun) * 10) / 10
    itsLog.info(
      {
        ...(door !== undefined && { door }),
        ...(connectionId !== undefined && { connectionId }),
        status,
        ...(bytes !== undefined && { bytes }),
        ms,
      },
      'inbound message',
    )
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
      // Unread bytes would be taken for the next request.
      ...((!request.complete || this.isClosing) && { connection: 'close' }),
    })
    response.end(body)
  }

  /** null: the sender has disconnected. */
  async #answer(request: IncomingMessage, log: Logger): Promise<Served | null> {
    const [path = ''] = (request.url ?? '').split('?')
    const door = this.#doors.get(path)
    if (door === undefined) return plain(404, 'No messages are accepted here.')
    const about = { door: path }
    if (request.method !== 'POST') return { ...about, ...plain(405, 'Only POST.'), headers: { allow: 'POST' } }
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity') return { ...about, ...plain(415, 'Send the body without a content coding.') }
    const tooLarge = { ...about, ...plain(413, `At most ${door.maxBytes} bytes.`) }
    const length = Number(request.headers['content-length'] ?? door.maxBytes)
    if (length > door.maxBytes) return door.unread('refused', tooLarge)
    if (this.#atATime >= MOST_AT_A_TIME || this.#bytes + length > MOST_BYTES)
      return door.unread('failed', { ...about, ...later() })
    this.#atATime += 1
    this.#bytes += length
    try {
      const body = await bodyOf(request, door.maxBytes)
      return { ...about, bytes: body.length, ...(await this.#receive(door, request, body, log)) }
    } catch (error) {
      if (error instanceof BodyTooLarge) return door.unread('refused', tooLarge)
      if (error instanceof BrokenOff) return null
      throw error
    } finally {
      this.#atATime -= 1
      this.#bytes -= length
    }
  }

  async #receive(door: CountedDoor, request: IncomingMessage, body: Uint8Array, log: Logger): Promise<Served> {
    const { mailbox, clock, judging, reception } = this.#deps
    const headers = headersOf(request)
    const contentType = headers['content-type'] ?? ''
    try {
      const read = judging && readBy(judging)
      return await door.receive({ body, contentType, headers }, mailbox, clock.now(), read, reception)
    } catch (error) {
      if (error instanceof JudgingBusy) return later()
      if (error instanceof JudgingLimit) return plain(400, `The message can not be read: ${error.message}.`)
      const isLost = isOutage(error)
      log[isWatchedOutage(error) ? 'debug' : 'error'](
        { err: error, door: door.path },
        'a message could not be received; its sender will repeat it',
      )
      return isLost ? later() : plain(500, 'The message could not be received; send it again.')
    }
  }
}

const STRANGER: Served = {
  ...plain(401, 'A client certificate or a token is required.'),
  headers: { 'www-authenticate': 'Bearer' },
}

/** Messages at one door share the threads with the accounts, like one of them. */
function readBy(judging: Pick<Judging, 'message'>): ReadMessage {
  const caller = { account: 'inbound messages', whenBusy: 'refuse' } as const
  return (reader, bytes, given) => judging.message(caller, reader, bytes, given)
}

/** The first of each repeated header, without headers that contain secrets. */
function headersOf({ headersDistinct }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => name !== 'authorization' && name !== 'cookie')
      .map(([name, values]) => [name, values?.[0]]),
  )
}
