import type { Socket } from 'node:net'
import { newId, type RandomBytes } from '../domain/ids.js'
import { type ApiError, bodyTooSlow, errorBody, unacceptableBody } from './errors.js'
import type { Sockets } from './sockets.js'

/** How long a client has to read the answer. */
const CLOSING_MS = 1_000

const REASONS: Readonly<Record<number, string>> = { 408: 'Request Timeout', 400: 'Bad Request' }

/**
 * Answers requests that are not valid HTTP (a broken request line, too large headers, a request
 * that never arrives) in the usual error shape, and closes the connection. Complete earlier
 * requests are answered first: else the client would take this answer for theirs.
 */
export function answerBrokenRequests(
  random: RandomBytes,
  sockets: Sockets,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const closing = new WeakSet<Socket>()
  return (error, socket) => {
    // More data of this client is broken as well, and the error is already reported.
    if (closing.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    closing.add(socket)
    sockets.afterAnswers(socket, () => {
      const [response] = sockets.exchangesOf(socket).values()
      if (response?.headersSent || !socket.writable) socket.destroy()
      else end(socket, meaning(error.code), newId('req', random))
    })
  }
}

function end(socket: Socket, answer: ApiError, requestId: string): void {
  const body = JSON.stringify(errorBody(answer, requestId))
  socket.end(
    [
      `HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // A client that does not close its side would keep the connection for ever.
  const timer = setTimeout(() => socket.destroy(), CLOSING_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

function meaning(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return bodyTooSlow()
    case 'HPE_HEADER_OVERFLOW':
      return unacceptableBody(400, "The request's headers are too large")
    default:
      return unacceptableBody(400, 'The request is not valid HTTP')
  }
}
