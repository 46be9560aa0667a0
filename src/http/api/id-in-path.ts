import type { FastifyRequest } from 'fastify'
import { type IdPrefix, notAnIdOf } from '../../domain/ids.js'
import { fieldsOf } from '../../domain/json.js'
import { type ApiError, notFound } from '../errors.js'

/** The `id` in the path of a request, in any form; undefined: its route has none. */
export function idInPath({ params }: FastifyRequest): string | undefined {
  const { id } = fieldsOf(params)
  return typeof id === 'string' ? id : undefined
}

/** What the `:id` below each path identifies. */
const IDENTIFIED: readonly (readonly [path: string, prefix: IdPrefix, what: string])[] = [
  ['/v1/api-keys/', 'key', 'API key'],
  ['/v1/companies/', 'comp', 'company'],
  ['/v1/connections/', 'conn', 'connection'],
  ['/v1/invoices/', 'inv', 'invoice'],
  ['/v1/webhooks/deliveries/', 'dlv', 'delivery'],
]

/**
 * The 404 for an id in the path that can't belong to the route's resource, with the reason; null:
 * it has the form, or the route has none.
 */
export function wrongIdInPath(request: FastifyRequest): ApiError | null {
  const id = idInPath(request)
  const { url = '' } = request.routeOptions
  const route = IDENTIFIED.find(([path]) => url.startsWith(`${path}:id`))
  if (id === undefined || route === undefined) return null
  const [, prefix, what] = route
  const reason = notAnIdOf(prefix, id)
  return reason === null ? null : notFound(`${what}: ${reason}`)
}
