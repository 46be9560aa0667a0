import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../domain/event.js'
import { networkOf } from './client-address.js'
import { type ApiError, temporarilyUnavailable, tooManyAtOnce } from './errors.js'
import { BODY_LIMIT } from './api/request-body.js'
import { Shares, type Shortage } from './shares.js'

/** How much the process accepts at a time. */
export interface Capacity {
  /** Requests under way; one more is rejected with 503. */
  readonly requests: number
  /** Of them, those of one account and environment; one more is rejected with 429. */
  readonly requestsPerAccount: number
  /** Of the requests whose key is being looked up, those from one address. */
  readonly requestsPerAddress: number
  /**
   * Bytes of bodies that are arriving. They are outside the heap, and only for as long as a client
   * may take.
   */
  readonly arrivingBytes: number
  /**
   * Bytes of bodies that have arrived and are being handled: the objects made of them are in the
   * heap.
   */
  readonly bytesInHand: number
}

/** How many requests the process accepts, and whether it accepts any. */
export interface Traffic extends Capacity {
  /**
   * Whether the stores that such a request needs can be reached; otherwise it is rejected at once
   * instead of waiting.
   */
  readonly usable: (access: 'read' | 'write') => boolean
  /** Whether the process is about to end: connections are then closed with their next answer. */
  readonly stopping: () => boolean
}

/**
 * What a request costs at most while it waits: its body parsed, its invoice checked and folded.
 */
const HEAP_PER_REQUEST = 128 * 1024
const HEAP_PER_BYTE = 8
const FEWEST_REQUESTS = 16
/** Accounts that can send the largest bodies at the same time, on the smallest of heaps. */
const FEWEST_UPLOADERS = 4

/**
 * The wanted capacity, but no more than the heap has room for. Call it once everything is loaded.
 */
export function capacityFor(wanted: { requests: number; perAccount: number; perAddress: number }): Capacity {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
  const free = limit - used
  const requests = Math.min(wanted.requests, Math.max(FEWEST_REQUESTS, Math.floor(free / HEAP_PER_REQUEST)))
  const bytesInHand = Math.max(BODY_LIMIT, Math.floor(free / HEAP_PER_BYTE))
  return {
    requests,
    // Regardless of the setting, one account leaves half of the places to the others.
    requestsPerAccount: Math.max(1, Math.min(wanted.perAccount, Math.floor(requests / 2))),
    requestsPerAddress: wanted.perAddress,
    arrivingBytes: Math.max(FEWEST_UPLOADERS * BODY_LIMIT, bytesInHand),
    bytesInHand,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request occupies; null: nothing yet, or nothing is counted. */
    place: RequestShare | null
    /** The network that it counts for while its key is looked up; null: it does not. */
    lookingFrom: string | null
  }
}

interface AllShares {
  readonly requests: Shares
  readonly arriving: Shares
  readonly inHand: Shares
}

/** The hooks that limit what is under way; the access hook is between them. */
interface TrafficControl {
  /** Before authentication: nothing of the body is read. */
  readonly beforeAccess: (app: FastifyInstance) => void
  /** After authentication: the account takes a place, or the request is rejected. */
  readonly afterAccess: (app: FastifyInstance) => void
}

/**
 * Rejects requests before they cost memory: with 503 if too many are under way, or if they could
 * only wait for an unavailable database; with 429 if their own account or address has too many. A
 * request counts until its handler has ended, even if its client has disconnected, and until its
 * answer has been sent; its body counts byte for byte as it arrives. Public routes (health,
 * documentation) are always served.
 */
export function controlTraffic(traffic: Traffic): TrafficControl {
  const lookUps = new Shares(traffic.requests, traffic.requestsPerAddress)
  const shares: AllShares = {
    requests: new Shares(traffic.requests, traffic.requestsPerAccount),
    arriving: new Shares(traffic.arrivingBytes, shareOf(traffic.arrivingBytes, FEWEST_UPLOADERS)),
    inHand: new Shares(traffic.bytesInHand, shareOf(traffic.bytesInHand, 2)),
  }
  const lookedUp = (request: FastifyRequest): void => {
    if (request.lookingFrom === null) return
    lookUps.give(request.lookingFrom, 1)
    request.lookingFrom = null
  }

  return {
    beforeAccess(app) {
      app.decorateRequest('place', null)
      app.decorateRequest('lookingFrom', null)
      app.addHook('onRequest', (request, reply, done) => {
        const { access } = request.routeOptions.config
        if (access === undefined || access === 'public') {
          done()
          return
        }
        if (!traffic.usable(access)) {
          done(temporarilyUnavailable())
          return
        }
        const address = networkOf(request.ip)
        const shortage = lookUps.take(address, 1)
        if (shortage !== null) {
          done(refusal(shortage, 'this address'))
          return
        }
        request.lookingFrom = address
        reply.raw.on('close', () => {
          lookedUp(request)
          request.place?.left()
        })
        done()
      })
      app.addHook('onSend', (request, _reply, payload, done) => {
        lookedUp(request)
        request.place?.handled()
        done(null, payload)
      })
    },
    afterAccess(app) {
      app.addHook('onRequest', (request, reply, done) => {
        lookedUp(request)
        if (request.authenticated === null) {
          done()
          return
        }
        const owner = ownerOf(request.authenticated.scope)
        const shortage = shares.requests.take(owner, 1)
        if (shortage !== null) {
          done(refusal(shortage, 'this account'))
          return
        }
        const place = new RequestShare(shares, owner)
        request.place = place
        // Its client has disconnected while its key was looked up.
        if (reply.raw.closed) place.left()
        done()
      })
    },
  }
}

function ownerOf({ account, environment }: Scope): string {
  return `${account} ${environment}`
}

/** Always enough for one body. */
function shareOf(bytes: number, owners: number): number {
  return Math.max(BODY_LIMIT, Math.floor(bytes / owners))
}

function refusal(shortage: Shortage, owner: string): ApiError {
  return shortage === 'all' ? temporarilyUnavailable() : tooManyAtOnce(owner)
}

/**
 * What one request occupies. Released once the handler has ended and the answer has been sent, or
 * its client has disconnected.
 */
class RequestShare {
  readonly #shares: AllShares
  readonly #owner: string
  #arriving = 0
  #inHand = 0
  #handled = false
  #left = false

  constructor(shares: AllShares, owner: string) {
    this.#shares = shares
    this.#owner = owner
  }

  /**
   * Counts more bytes of the body in memory. Throws the error (429, 503) if there are too many.
   */
  arrived(bytes: number): void {
    const shortage = this.#shares.arriving.take(this.#owner, bytes)
    if (shortage !== null) throw refusal(shortage, 'this account')
    this.#arriving += bytes
  }

  /**
   * The body is complete and goes to the handler. Throws the error (429, 503) if too much is being
   * handled.
   */
  complete(): void {
    const bytes = this.#arriving
    this.dropBody()
    const shortage = this.#shares.inHand.take(this.#owner, bytes)
    if (shortage !== null) throw refusal(shortage, 'this account')
    this.#inHand = bytes
  }

  /** Discards the bytes that have arrived. */
  dropBody(): void {
    this.#shares.arriving.give(this.#owner, this.#arriving)
    this.#arriving = 0
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

  #giveUp(): void {
    this.dropBody()
    this.#shares.inHand.give(this.#owner, this.#inHand)
    this.#shares.requests.give(this.#owner, 1)
  }
}
