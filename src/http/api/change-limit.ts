import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../domain/clock.js'
import type { RateCounter } from '../../storage/rate-limits.js'
import { rateLimited } from '../errors.js'
import { isId } from '../../domain/ids.js'
import { idInPath } from './id-in-path.js'

/**
 * How often one resource may be changed: each change stays as an event for ever, and every command
 * on the resource reads them.
 */
interface ChangeLimit {
  /**
   * The kind of resource, as the error text names it; routes that name the same kind share its
   * count.
   */
  readonly of: string
  /** What is counted, as the error text names it; absent: changes. Each has its own count. */
  readonly counts?: string
  /**
   * For the resource that the path's `:id` names; without an `:id`, for all of this kind in the
   * account and environment together.
   */
  readonly perMinute: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route that changes something. null: something else limits it. */
    changes?: ChangeLimit | null
  }
}

const WINDOW_MS = 60_000
const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Rejects changes of one resource with 429 when there are too many, in all processes together. The
 * service does not start with a route that changes something and declares no limit.
 * @param times a factor for all limits that the routes declare
 */
export function limitChanges(app: FastifyInstance, counter: RateCounter, clock: Clock, times = 1): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if ([method].flat().some((each) => CHANGING.has(each)) && config?.changes === undefined)
      throw new Error(`${String(method)} ${url} declares no limit for changes`)
  })
  app.addHook('preHandler', async (request) => {
    const { changes } = request.routeOptions.config
    if (changes === undefined || changes === null) return
    const { account, environment } = request.scope
    const id = idInPath(request) ?? ''
    // An id of the wrong form changes nothing, and must not be counted either.
    if (id !== '' && !isId(id)) return
    const now = clock.now().getTime()
    const start = Math.floor(now / WINDOW_MS) * WINDOW_MS
    const counted = changes.counts === undefined ? changes.of : `${changes.counts} of ${changes.of}`
    const subject = { account: `${account} ${counted} ${id}`, environment }
    const { granted } = await counter.take(subject, new Date(start), 1, changes.perMinute * times)
    if (granted > 0) return
    const seconds = Math.max(1, Math.ceil((start + WINDOW_MS - now) / 1000))
    const { counts = 'changes', of, perMinute } = changes
    throw rateLimited(seconds, `More than ${perMinute * times} ${counts} of ${of} in this minute`)
  })
}
