import { finished } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_LIMIT } from './error-handler.js'
import { temporarilyUnavailable } from './errors.js'

/** How many requests the process takes on, and whether it takes any. */
export interface Traffic {
  /** Requests under way at most; one more is refused with 503. */
  readonly maxRequests: number
  /** Bytes of their bodies at most. */
  readonly maxBytes: number
  /** Whether what such a request needs can be reached; while it can't, it is refused at once instead of waiting. */
  readonly usable: (access: 'read' | 'write') => boolean
  /** Whether the process is about to end: connections are then closed with their next answer. */
  readonly stopping: () => boolean
}

/** What a request costs at most while it waits: its body parsed, its invoice checked and folded. */
const HEAP_PER_REQUEST = 128 * 1024
const HEAP_PER_BYTE = 8
const FEWEST_REQUESTS = 16

/** As many requests as were asked for, but no more than the heap has room for. To be called once everything is loaded. */
export function roomFor(requests: number): Pick<Traffic, 'maxRequests' | 'maxBytes'> {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
  const free = limit - used
  return {
    maxRequests: Math.min(requests, Math.max(FEWEST_REQUESTS, Math.floor(free / HEAP_PER_REQUEST))),
    maxBytes: Math.max(BODY_LIMIT, Math.floor(free / HEAP_PER_BYTE)),
  }
}

/**
 * Refuses requests with a 503 before they cost memory: when too many are under way, or when they could only wait for a database that is away. A request counts until
 * its handler has ended, even if its client has gone, and until its answer has left. Public routes (health, documentation) are always served.
 */
export function controlTraffic(app: FastifyInstance, traffic: Traffic): void {
  const underWay = new WeakMap<FastifyRequest, Place>()
  let requests = 0
  let bytes = 0

  app.addHook('onRequest', (request, reply, done) => {
    if (traffic.stopping()) void reply.header('connection', 'close')
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') {
      done()
      return
    }
    const size = sizeOf(request)
    if (!traffic.usable(access) || requests >= traffic.maxRequests || (size > 0 && bytes + size > traffic.maxBytes)) {
      done(temporarilyUnavailable())
      return
    }
    requests += 1
    bytes += size
    const place = new Place(() => {
      requests -= 1
      bytes -= size
    })
    underWay.set(request, place)
    finished(reply.raw, () => {
      place.left()
    })
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    underWay.get(request)?.handled()
    done(null, payload)
  })
}

/** Given up once the handler has ended and the answer has left, or nobody takes it any more. */
class Place {
  readonly #giveUp: () => void
  #handled = false
  #left = false

  constructor(giveUp: () => void) {
    this.#giveUp = giveUp
  }

  handled(): void {
    if (this.#handled) return
    this.#handled = true
    if (this.#left) this.#giveUp()
  }

  left(): void {
    if (this.#left) return
    this.#left = true
    if (this.#handled) this.#giveUp()
  }
}

/** Of the body as announced; one of unknown length may be as long as it likes. */
function sizeOf({ raw }: FastifyRequest): number {
  if (raw.headers['transfer-encoding'] !== undefined) return BODY_LIMIT
  const length = Number(raw.headers['content-length'] ?? 0)
  return Number.isFinite(length) ? Math.min(Math.max(0, length), BODY_LIMIT) : BODY_LIMIT
}
