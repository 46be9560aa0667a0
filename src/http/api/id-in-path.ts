import type { FastifyRequest } from 'fastify'
import { fieldsOf } from '../../domain/json.js'

/** The `id` in the path of a request, in any form; undefined: its route has none. */
export function idInPath({ params }: FastifyRequest): string | undefined {
  const { id } = fieldsOf(params)
  return typeof id === 'string' ? id : undefined
}
