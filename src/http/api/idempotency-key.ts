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

/** The header that makes a request repeatable, under both names, with an example of a key. */
function idempotencyHeaders(description: string, example: string) {
  return Type.Object({
    'X-Idempotency-Key': Type.Optional(text(255, { description, examples: [example] })),
    'Idempotency-Key': Type.Optional(
      text(255, {
        description: 'The same under its usual name. If both are sent, they must be equal',
        examples: [example],
      }),
    ),
  })
}

/** Headers of the request that creates an invoice. */
export const IdempotencyHeaders = idempotencyHeaders(
  'A unique text of your choice. The same request with the same key returns the invoice that exists already; a ' +
    'different body with the same key is a conflict',
  'order-4711',
)

/** Headers of a batch. */
export const BatchHeaders = idempotencyHeaders(
  'A unique text of your choice. Lines without their own `idempotencyKey` get this one, with `/` and their ' +
    'number: sending the batch again with the same key creates nothing twice',
  'batch-2026-03-31',
)

/** Headers of every other request that changes something. */
export const RepeatableHeaders = idempotencyHeaders(
  'A unique text of your choice. The same request with the same key within 30 days has no further effect and gets ' +
    'the same answer; a different request with the same key is a conflict. Each operation has its own keys. A ' +
    'rejected request leaves its key free',
  '5f1c2a9e-setup',
)

/** Headers of a request whose answer shows a secret once. */
export const RepeatableHeadersOfSecret = idempotencyHeaders(
  'A unique text of your choice. The same request with the same key has no further effect; within 24 hours it ' +
    'gets the same answer, with the secret, later a conflict. A different request with the same key is a conflict. ' +
    'Each operation has its own keys. A rejected request leaves its key free',
  '5f1c2a9e-setup',
)

/**
 * The idempotency key of a request whose headers the schema has accepted; undefined: it has none.
 * Rejects two keys that differ, and a header that is sent twice, which would be read as another
 * key.
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

/** Only a header that is sent twice is a list. */
function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * Answers a request that changes something. Without an idempotency key the work is done each time;
 * with one it is done once, and repetitions get the same answer with `Idempotent-Replayed: true`.
 * @param secretField the field of the answer's `data` with a secret that is shown once
 * @param work to refuse, it must throw a `Refusal` before it changes anything
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
  if (operationId === undefined) throw new Error(`${request.url} has no operationId for its idempotency keys`)
  const hashed = { path: request.params, ...(body !== undefined && { body: request.body }) }
  const hash = await requestHash(hashed, request.scope.account)
  const repeatable = { operation: operationId, key, hash, ...(secretField !== undefined && { secretField }) }
  const { answer, replayed } = await once(deps, context, repeatable, work)
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return answer
}
