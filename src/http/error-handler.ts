import { finished } from 'node:stream/promises'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { StreamErased } from '../commands/handle.js'
import { cut } from '../domain/text.js'
import { isOutage, isWatchedOutage } from '../eventstore/outage.js'
import {
  ApiError,
  conflict,
  errorBody,
  internalError,
  notFound,
  temporarilyUnavailable,
  unacceptableBody,
} from './errors.js'

/** Largest request body, in bytes. */
export const BODY_LIMIT = 12 * 1024 * 1024

/** What the framework itself refuses, by its code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => unacceptableBody(413, `The body is larger than ${BODY_LIMIT / 1024 / 1024} MiB`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    unacceptableBody(400, 'The body is not as long as the header Content-Length says'),
  FST_ERR_CTP_EMPTY_TYPE: () => unacceptableBody(415, 'The header Content-Type is empty; send application/json'),
  FST_ERR_BAD_URL: () => notFound('route'),
  FST_ERR_MAX_PARAM_LENGTH: () => notFound('resource'),
}

/** Turns whatever was thrown into the answer; the cause goes into the log only. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isOutage(error)) return temporarilyUnavailable()
  // An idempotency key names the invoice's stream, and that of an invoice whose retention is over can't be written again.
  if (error instanceof StreamErased)
    return conflict('The resource was deleted at the end of its retention; use a new key')
  const known = FRAMEWORK_ERRORS[codeOf(error)]
  if (known) return known()
  const status = (error as Partial<FastifyError>).statusCode
  // A body that breaks off, an aborted upload: the caller's doing, in the framework's words.
  if (status !== undefined && status >= 400 && status < 500) {
    return unacceptableBody(400, 'The request could not be read; check its body and headers')
  }
  return internalError()
}

export async function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = toApiError(error)
  // What was refused on purpose has its line like any request, and an outage is told once; what failed leaves its cause.
  if (answer.status >= 500 && answer !== error) {
    request.log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error }, 'request failed')
  }
  await takeRestOfBody(request, reply)
  return sendError(answer, request, reply)
}

/** A client that stalls in its body gets its answer after so long all the same. */
const REST_OF_BODY_MS = 30_000

/**
 * Many clients send all of a body before they read. Answered and closed before that, they would see a broken pipe in place of the answer; so the
 * rest of a body that is refused is taken and thrown away first.
 */
async function takeRestOfBody({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  // The framework closes the connection on a refused body; with nothing left in it there is no need to.
  void reply.removeHeader('connection')
  const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
  if (!hasBody || raw.readableEnded) return
  raw.resume()
  // Whether it came to its end, broke off or took too long: now it is answered.
  await finished(raw, { writable: false, signal: AbortSignal.timeout(REST_OF_BODY_MS) }).catch(() => undefined)
}

export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new ApiError('not_found', `No such route: ${request.method} ${pathOf(request.url)}`), request, reply)
}

function sendError(answer: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (
    reply
      .code(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      // Written here, not by a response schema: a route that declares none must answer the same shape.
      .serializer(JSON.stringify)
      .send(errorBody(answer, request.id))
  )
}

function pathOf(url: string): string {
  return cut(url.split('?')[0] ?? '', 200)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function notJson(): ApiError {
  return unacceptableBody(415, 'The body must be JSON, sent with the header Content-Type: application/json')
}
