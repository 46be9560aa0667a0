import type { IncomingMessage } from 'node:http'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ScopedContext } from '../../commands/handle.js'
import { once } from '../../commands/use-cases/once.js'
import { requestHash } from '../../commands/use-cases/request-hash.js'
import { text } from '../../documents/intake/schemas/fields.js'
import { commandContext } from './access.js'
import { invalidField } from '../errors.js'
import type { RouteDeps } from '../route.js'

/** The header by which a request may be sent again, under both names, with an example of a key. */
function idempotencyHeaders(description: string, example: string) {
  return Type.Object({
    'X-Idempotency-Key': Type.Optional(text(255, { description, examples: [example] })),
    'Idempotency-Key': Type.Optional(
      text(255, {
        description: 'The same under its usual name. If both are sent, they must agree',
        examples: [example],
      }),
    ),
  })
}

/** Of the request that creates an invoice. */
export const IdempotencyHeaders = idempotencyHeaders(
  'Any text that is yours alone. Sending the same request again under the same key answers the invoice that exists already; a ' +
    'different body under the same key is a conflict',
  'order-4711',
)

/** Of a batch of them. */
export const BatchHeaders = idempotencyHeaders(
  'Any text that is yours alone. Lines without an `idempotencyKey` of their own get this one, with `/` and their number: sending the batch again ' +
    'under the same key creates nothing twice',
  'batch-2026-03-31',
)

/** Of every other request that changes something. */
export const RepeatableHeaders = idempotencyHeaders(
  'Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a ' +
    'different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free',
  '5f1c2a9e-setup',
)

/** Of a request whose answer shows a secret once. */
export const RepeatableHeadersOfSecret = idempotencyHeaders(
  'Any text that is yours alone. Sending the same request again under the same key does nothing more; within 24 hours it gets the same answer, ' +
    'with the secret, later a conflict. A different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free',
  '5f1c2a9e-setup',
)

/**
 * The idempotency key of a request whose headers the schema has accepted; undefined: it has none.
 * Refuses two that differ, and a header that is sent twice, which would read as another key.
 */
export function idempotencyKeyOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  for (const name of ['X-Idempotency-Key', 'Idempotency-Key']) {
    const times = rawHeaders.filter((field, index) => index % 2 === 0 && field.toLowerCase() === name.toLowerCase())
    if (times.length > 1) throw invalidField(name, 'is sent more than once; send it once')
  }
  const ours = single(headers['x-idempotency-key'])
  const usual = single(headers['idempotency-key'])
  if (ours !== undefined && usual !== undefined && ours !== usual) {
    throw invalidField('Idempotency-Key', 'differs from X-Idempotency-Key; send one of them, or the same key in both')
  }
  return ours ?? usual
}

/** Only sent twice it would be a list. */
function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * Answers a request that changes something: without an idempotency key each time it comes, with
 * one once, after which it gets the same answer with `Idempotent-Replayed: true`.
 * @param secretField the field of the answer's `data` with a secret that is shown once
 * @param work must refuse, if at all, by a `Refusal` before it does something
 */
export async function answerOnce<Answer extends object>(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (deps: RouteDeps, context: ScopedContext) => Promise<Answer>,
  secretField?: string,
): Promise<Answer> {
  const key = idempotencyKeyOf(request.raw)
  const context = commandContext(request)
  if (key === undefined) return work(deps, context)
  const { operationId, body } = request.routeOptions.schema ?? {}
  if (operationId === undefined) throw new Error(`${request.url} has no operation whose keys they could be`)
  const hash = await requestHash({
    path: request.params,
    ...(body !== undefined && { body: request.body }),
  })
  const repeatable = { operation: operationId, key, hash, ...(secretField !== undefined && { secretField }) }
  const { answer, replayed } = await once(deps, context, repeatable, work)
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return answer
}
