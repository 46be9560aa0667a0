import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import type { Chance } from './chance.js'
import type { Point } from './mishap.js'
import { DELIVERIES, INVOICES, RECEIVED } from './names.js'
import type { Host, Timeline } from './timeline.js'

/** What processes call: it can be away, or so troubled that answers get lost. */
export interface Server {
  readonly name: 'database' | 'store'
  /** Mishaps may overlap; with none it is there. */
  reasonsToBeAway: number
  /** The part of the calls whose answer is lost, though they were carried out. */
  lostAnswers: number
}

/** Whether it can't be reached. */
export function isAway({ reasonsToBeAway }: Server): boolean {
  return reasonsToBeAway > 0
}

/** The error that stands for a server that can't be reached, or whose answer was lost. */
export function outageOf({ name }: Pick<Server, 'name'>): Error {
  if (name === 'store') return new EventStoreUnavailable('the event store is away')
  return Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
}

/** Milliseconds that a message travels. */
const QUICK_MS = [0.1, 2] as const
const SLOW_MS = [2, 60] as const
const SLOW_PART = 0.02

/**
 * Calls that take their time: the request travels, is carried out, and the answer travels. What a
 * process has sent is carried out even if it dies meanwhile; then the answer is lost.
 */
export class Network {
  readonly #timeline: Timeline
  readonly #chance: Chance
  /** Hears of every call that is carried out. */
  onCall: ((host: Host, what: string) => void) | null = null

  constructor(timeline: Timeline, chance: Chance) {
    this.#timeline = timeline
    this.#chance = chance
  }

  /** How long a message takes. */
  latency(): number {
    const [from, to] = this.#chance.happens(SLOW_PART) ? SLOW_MS : QUICK_MS
    return this.#chance.between(from, to)
  }

  /** Never comes back to a host that is dead. */
  call<T>(host: Host, server: Server, what: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (host.isDead) return
      const point = pointOf(what)
      if (point !== null) host.about(point)
      // Unsent calls are sent when the process continues, or never.
      const sender = point === null ? null : host
      const answer = (come: () => void): void => {
        this.#timeline.after(this.latency(), host, come)
      }
      this.#timeline.after(this.latency(), sender, () => {
        if (isAway(server)) {
          answer(() => {
            reject(outageOf(server))
          })
          return
        }
        this.onCall?.(host, what)
        const isLost = server.lostAnswers > 0 && this.#chance.happens(server.lostAnswers)
        work().then(
          (value) => {
            answer(() => {
              if (isLost) reject(outageOf(server))
              else resolve(value)
            })
          },
          (error: unknown) => {
            answer(() => {
              reject(error)
            })
          },
        )
      })
    })
  }

  /** A port whose methods are carried out by the server. */
  remote<Port extends object>(host: Host, server: Server, name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property, target)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) =>
          this.call(host, server, `${name}.${String(property)}`, async () => {
            const result: unknown = await Reflect.apply(member, target, args)
            return result
          })
      },
    })
  }
}

/** What a call is a part of, where processes may stumble. */
function pointOf(what: string): Point | null {
  if (what === 'marks.move') return 'mark'
  if (what === 'tables.write') return 'fold'
  if (what === 'arrivals.take') return 'take'
  if (what === 'arrivals.settle') return 'settle'
  if (what === 'looks.succeeded') return 'look'
  if (what.startsWith(`append ${RECEIVED}`)) return 'record'
  if (what.startsWith(`append ${DELIVERIES}`) && what.endsWith('DeliveryScheduled')) return 'schedule'
  if (!what.startsWith(`append ${INVOICES}`)) return null
  return what.endsWith('InvoiceFailed') ? 'failure' : 'record'
}
