import type { Socket } from 'node:net'
import { newId, type RandomBytes } from '../domain/ids.js'
import { ApiError, errorBody, unacceptableBody } from './errors.js'

/** Answers what is not even HTTP (a broken request line, headers beyond all bounds, a body that never comes) in the one error shape. */
export function answerBrokenRequests(random: RandomBytes): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const answer = meaning(error.code)
    const requestId = newId('req', random)
    const body = JSON.stringify(errorBody(answer, requestId))
    socket.end(
      [
        `HTTP/1.1 ${answer.status} ${answer.status === 408 ? 'Request Timeout' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}

function meaning(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('validation_error', 'The request did not arrive in time', {
        status: 408,
        details: [{ path: '', message: 'did not arrive in time' }],
      })
    case 'HPE_HEADER_OVERFLOW':
      return unacceptableBody(400, "The request's headers are too large")
    default:
      return unacceptableBody(400, 'The request is not valid HTTP')
  }
}
