import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.js'
import { isComplete } from './unread-body.js'

/** How many connections the process holds. */
export interface ConnectionLimits {
  readonly total: number
  /** From one client address, without a valid key so far. */
  readonly perAddress: number
}

/** The limits, whom they apply to, and who is notified. */
interface SocketsOptions extends ConnectionLimits {
  /** Whether the peer is a proxy of the operator, whose connections carry many clients. */
  readonly isProxy: (address: string | undefined) => boolean
  /** Called for each connection that was closed because there were too many. */
  readonly onOverflow: () => void
}

interface Held {
  /** Whether a valid key was sent over it. */
  known: boolean
  /** The address that it counts for while it is not known; null: a proxy. */
  readonly address: string | null
  /** Requests that are not answered yet, in their order. */
  readonly exchanges: Map<IncomingMessage, ServerResponse>
  /** Called when all complete requests are answered. */
  afterAnswers: (() => void) | null
}

/**
 * The connections of the process. A new one is always accepted: when there are too many, the
 * connection of a stranger (without a valid key so far) is closed, the longest idle one first, so
 * that a client that opens connections and sends nothing displaces itself.
 */
export class Sockets {
  readonly #options: SocketsOptions
  readonly #held = new Map<Socket, Held>()
  /** Longest idle first. */
  readonly #strangers = new Map<string, Set<Socket>>()
  readonly #allStrangers = new Set<Socket>()

  constructor(options: SocketsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#held.size
  }

  /** A connection was made. */
  opened(socket: Socket): void {
    const { total, perAddress, isProxy } = this.#options
    const address = isProxy(socket.remoteAddress) ? null : networkOf(socket.remoteAddress)
    if (this.#held.size >= total && !this.#closeOneOfAll()) {
      this.#close(socket)
      return
    }
    const neighbours = address === null ? undefined : this.#strangers.get(address)
    if (neighbours && neighbours.size >= perAddress) this.#closeStranger(neighbours)
    this.#held.set(socket, { known: false, address, exchanges: new Map(), afterAnswers: null })
    this.#addStranger(socket, address)
    socket.once('close', () => {
      this.#forgetStranger(socket)
      this.#held.delete(socket)
    })
  }

  /** A request arrived over it. */
  began(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const held = this.#held.get(socket)
    if (!held) return
    held.exchanges.set(request, response)
    response.on('close', () => {
      held.exchanges.delete(request)
      this.#becameIdle(socket, held)
    })
  }

  /** A valid key was sent over it: it is no longer a stranger's. */
  recognised(socket: Socket): void {
    const held = this.#held.get(socket)
    if (!held || held.known) return
    this.#forgetStranger(socket)
    held.known = true
  }

  /** The requests under way on it, in order. */
  exchangesOf(socket: Socket): ReadonlyMap<IncomingMessage, ServerResponse> {
    return this.#held.get(socket)?.exchanges ?? new Map<IncomingMessage, ServerResponse>()
  }

  /**
   * Calls back as soon as every complete request on it is answered: at once, if none is under way.
   */
  afterAnswers(socket: Socket, then: () => void): void {
    const held = this.#held.get(socket)
    if (!held || completeOf(held) === 0) {
      then()
      return
    }
    held.afterAnswers = then
  }

  /**
   * Closes connections that wait for a request, or for the rest of one that is answered already;
   * requests being handled continue.
   */
  closeIdle(): void {
    for (const [socket, { exchanges }] of this.#held) {
      if ([...exchanges].every(([request, { headersSent }]) => headersSent && !isComplete(request))) socket.destroy()
    }
  }

  /** Closes connections whose request has not arrived completely. */
  closeIncomplete(): void {
    for (const [socket, { exchanges }] of this.#held) {
      if ([...exchanges.keys()].every((request) => !isComplete(request))) socket.destroy()
    }
  }

  /** Closes every connection, also those whose client does not read its answer. */
  closeAll(): void {
    for (const socket of this.#held.keys()) socket.destroy()
  }

  #becameIdle(socket: Socket, held: Held): void {
    if (held.afterAnswers && completeOf(held) === 0) {
      const then = held.afterAnswers
      held.afterAnswers = null
      then()
    }
    // To the end of the map: the latest to become idle.
    if (!this.#held.delete(socket)) return
    this.#held.set(socket, held)
    if (held.known) return
    this.#forgetStranger(socket)
    this.#addStranger(socket, held.address)
  }

  #closeOneOfAll(): boolean {
    if (this.#allStrangers.size > 0) {
      this.#closeStranger(this.#allStrangers)
      return true
    }
    const idle = this.#firstIdle(this.#held.keys())
    if (idle) this.#close(idle)
    return idle !== null
  }

  /** Closes the one that has been idle for longest; if none is idle, the oldest. */
  #closeStranger(strangers: ReadonlySet<Socket>): void {
    const [oldest] = strangers
    const chosen = this.#firstIdle(strangers) ?? oldest
    if (chosen) this.#close(chosen)
  }

  #firstIdle(sockets: Iterable<Socket>): Socket | null {
    for (const socket of sockets) if (this.#held.get(socket)?.exchanges.size === 0) return socket
    return null
  }

  #close(socket: Socket): void {
    this.#forgetStranger(socket)
    this.#held.delete(socket)
    socket.destroy()
    this.#options.onOverflow()
  }

  #addStranger(socket: Socket, address: string | null): void {
    this.#allStrangers.add(socket)
    if (address === null) return
    const neighbours = this.#strangers.get(address)
    if (neighbours) neighbours.add(socket)
    else this.#strangers.set(address, new Set([socket]))
  }

  #forgetStranger(socket: Socket): void {
    this.#allStrangers.delete(socket)
    const address = this.#held.get(socket)?.address ?? null
    if (address === null) return
    const neighbours = this.#strangers.get(address)
    neighbours?.delete(socket)
    if (neighbours?.size === 0) this.#strangers.delete(address)
  }
}

function completeOf({ exchanges }: Held): number {
  let count = 0
  for (const request of exchanges.keys()) if (isComplete(request)) count++
  return count
}
