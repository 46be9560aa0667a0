import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../domain/clock.js'
import type { RateCounter } from '../../storage/rate-limits.js'
import { rateLimited } from '../errors.js'
import { isId } from '../../domain/ids.js'

/**
 * How often one resource may be changed: each change is an event for ever, and every command on
 * the resource reads them.
 */
interface ChangeLimit {
  /**
   * The kind of resource, in the words of the refusal; routes that name the same kind share its
   * count.
   */
  readonly of: string
  /** What is counted, in the same words; absent: changes. Each has a count of its own. */
  readonly counts?: string
  /**
   * For the one that the path's `:id` names; where there is none, for all of that kind in account
   * and environment together.
   */
  readonly perMinute: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route that changes something says how often. null: something else bounds it. */
    changes?: ChangeLimit | null
  }
}

const WINDOW_MS = 60_000
const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Refuses with 429 what would change one resource too often, in all processes together. A route
 * that changes something and declares no limit stops the start.
 * @param times all limits are so many times what the routes declare
 */
export function limitChanges(app: FastifyInstance, counter: RateCounter, clock: Clock, times = 1): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if ([method].flat().some((each) => CHANGING.has(each)) && config?.changes === undefined)
      throw new Error(`${String(method)} ${url} does not say how often it may change something`)
  })
  app.addHook('preHandler', async (request) => {
    const { changes } = request.routeOptions.config
    if (changes === undefined || changes === null) return
    const { account, environment } = request.scope
    const { id = '' } = request.params as { readonly id?: string }
    // What names nothing changes nothing, and must not be counted either.
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
