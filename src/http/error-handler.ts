import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AllowedMethods } from './allowed-methods.js'
import { StreamErased } from '../commands/handle.js'
import { Refusal } from '../domain/refusal.js'
import { cut } from '../domain/text.js'
import { isOutage, isWatchedOutage } from '../eventstore/outage.js'
import { JudgingBusy, JudgingLimit } from '../documents/judging/port.js'
import { RenderingLimit } from '../documents/rendering/port.js'
import {
  ApiError,
  conflict,
  errorBody,
  forbidden,
  internalError,
  notFound,
  temporarilyUnavailable,
  unacceptableBody,
  validationError,
} from './errors.js'
import { codeOf } from '../domain/caught.js'

/** Errors of the framework itself, by their code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_EMPTY_TYPE: () => unacceptableBody(415, 'The header Content-Type is empty; send application/json'),
  FST_ERR_BAD_URL: () => notFound('route'),
}

/** Turns a thrown error into the answer; its cause is only logged. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof Refusal) return answerTo(error)
  if (isOutage(error)) return temporarilyUnavailable()
  if (error instanceof JudgingBusy) return temporarilyUnavailable()
  if (error instanceof JudgingLimit)
    return unacceptableBody(
      400,
      `The invoice is too large to be validated: ${error.message}; split it into several invoices`,
    )
  if (error instanceof RenderingLimit)
    return new ApiError('server_error', `The PDF could not be made: ${error.message}. The XML is available`, {
      status: 503,
    })
  // An idempotency key names the invoice's stream, and the stream of an invoice whose retention is
  // over can't be written again.
  if (error instanceof StreamErased)
    return conflict('The resource was deleted at the end of its retention; use a new key')
  const known = FRAMEWORK_ERRORS[codeOf(error)]
  if (known) return known()
  const { statusCode: status }: Partial<FastifyError> = error instanceof Error ? error : {}
  // An incomplete body or an aborted upload: an error of the caller, reported by the framework.
  if (status !== undefined && status >= 400 && status < 500) {
    return unacceptableBody(400, 'The request could not be read; check its body and headers')
  }
  return internalError()
}

/** Turns a use case's refusal into an error of the interface specification. */
function answerTo({ reason, message }: Refusal): ApiError {
  switch (reason.kind) {
    case 'invalid':
      return validationError(reason.details, reason.unlisted)
    case 'unreadable':
      return unacceptableBody(400, message)
    case 'unknown':
      return notFound(reason.what)
    case 'conflict':
      return conflict(message)
    case 'forbidden':
      return forbidden(message)
    case 'used_up':
      return new ApiError('usage_limit_exceeded', message, { limit: reason.limit, remaining: 0 })
    case 'too_many':
      return new ApiError('limit_exceeded', message)
    case 'not_set_up':
      return new ApiError('server_error', message, { status: 503 })
  }
}

/** Answers an error that a handler threw, in the shape of all errors. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerToFault(error, request)
  // The framework closes the connection on a rejected body; our hook decides this, as it knows how
  // much of the body is still to come.
  void reply.removeHeader('connection')
  return sendError(answer, request, reply)
}

/** The answer to a thrown error. Unexpected errors are logged. */
export function answerToFault(error: unknown, request: FastifyRequest): ApiError {
  const answer = toApiError(error)
  // A deliberate rejection has its line in the log like any request, and an outage is logged once;
  // a failure is logged with its cause.
  const onPurpose = error instanceof ApiError || error instanceof Refusal || error instanceof JudgingBusy
  if (answer.status >= 500 && !onPurpose) {
    request.log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error }, 'request failed')
  }
  return answer
}

/**
 * The answer where no route serves the method and the path: a 405 if the path has other methods,
 * else a 404 that names the nearest route.
 */
export function unserved(request: FastifyRequest, allowed: AllowedMethods): ApiError {
  const path = request.url.split('?')[0] ?? ''
  const methods = allowed.of(path)
  if (methods.length > 0) return otherMethod(request, methods)
  const near = allowed.nearest(request.method, path)
  return unknownRoute(request, near === null ? '; GET /docs documents all routes' : `; did you mean ${near}?`)
}

/** The 405 for a method that the path does not have. */
export function otherMethod(request: FastifyRequest, methods: readonly string[]): ApiError {
  const message = `No such route: ${request.method} ${pathOf(request.url)}; its methods are ${methods.join(', ')}`
  return new ApiError('not_found', message, { status: 405, headers: { allow: methods.join(', ') } })
}

/** The 404 for an address that no route serves. */
export function unknownRoute(request: FastifyRequest, hint = ''): ApiError {
  return new ApiError('not_found', `No such route: ${request.method} ${pathOf(request.url)}${hint}`)
}

function sendError(answer: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (
    reply
      .code(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      // Serialised here, not by a response schema: a route that declares none must return the same
      // shape.
      .serializer(JSON.stringify)
      .send(errorBody(answer, request.id))
  )
}

function pathOf(url: string): string {
  return cut(url.split('?')[0] ?? '', 200)
}

/** The 415 for a body of another media type than the route of batches accepts. */
export function notNdjson(): ApiError {
  return unacceptableBody(
    415,
    'The body must be newline-delimited JSON, one invoice per line, sent with the header Content-Type: ' +
      'application/x-ndjson',
  )
}

/** The 415 for a body of another media type than the route accepts. */
export function notJson(): ApiError {
  return unacceptableBody(415, 'The body must be JSON, sent with the header Content-Type: application/json')
}
