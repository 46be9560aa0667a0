import type { DeliveryRequest, SendOutcome, Sender } from '../../src/processors/deliveries/sender.js'
import { NotBegun } from '../../src/processors/deliveries/sender.js'
import type { Host } from './timeline.js'
import type { Scene } from './scene.js'

/** What a receiver does with a request; `reset`: it hears it and hangs up. */
type Reaction = 'takes' | 'hangs' | 'fails' | 'resets'

/** Interface specification, "Limits": webhook response time-out. */
const TIMEOUT_MS = 30_000
/** The part of the requests to a hostile receiver that it hears and does not answer. */
const RESETS = 0.05

/** The webhooks of all accounts. */
export class Receivers {
  /** What an account's receiver does now; absent: it takes what comes. */
  readonly moods = new Map<number, 'hangs' | 'fails'>()
  isCalm = false
  readonly #scene: Scene

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** What sends for a process. */
  senderOf(host: Host): Sender {
    return {
      send: (delivery, signal, mayBegin) => this.#send(host, delivery, signal, mayBegin),
      close: () => Promise.resolve(),
    }
  }

  #send(
    host: Host,
    delivery: DeliveryRequest,
    signal: AbortSignal,
    mayBegin: () => boolean = () => true,
  ): Promise<SendOutcome> {
    const { timeline, network } = this.#scene
    return new Promise((resolve, reject) => {
      const cut = (): void => {
        reject(signal.reason as Error)
      }
      if (signal.aborted) {
        cut()
        return
      }
      signal.addEventListener('abort', cut)
      const come = (outcome: SendOutcome, milliseconds: number): void => {
        timeline.after(milliseconds, host, () => {
          signal.removeEventListener('abort', cut)
          resolve(outcome)
        })
      }
      host.about('delivery')
      // The connection is made; then the last look, and the first byte with it.
      timeline.after(network.latency(), host, () => {
        if (signal.aborted) return
        if (!mayBegin()) {
          reject(new NotBegun('the delivery must not be sent any more'))
          return
        }
        const account = this.#accountOf(delivery)
        const reaction = this.#reactionOf(account)
        this.#scene.trace(
          host,
          () => `send ${delivery.headers['x-service-event']} to account ${account}, which ${reaction}`,
        )
        this.#scene.heard(account, delivery)
        switch (reaction) {
          case 'takes':
            come({ statusCode: 200, error: null }, network.latency())
            break
          case 'fails':
            come({ statusCode: 503, error: 'the receiver answered 503' }, network.latency())
            break
          case 'resets':
            come({ statusCode: null, error: 'the connection was closed without an answer' }, network.latency())
            break
          case 'hangs':
            come({ statusCode: null, error: 'no answer within 30 s' }, TIMEOUT_MS)
        }
      })
    })
  }

  #accountOf({ url }: DeliveryRequest): number {
    return Number(new URL(url).pathname.split('/')[1])
  }

  #reactionOf(account: number): Reaction {
    if (account === 0) return 'takes'
    const mood = this.moods.get(account)
    if (mood !== undefined) return mood
    return !this.isCalm && this.#scene.chance.happens(RESETS) ? 'resets' : 'takes'
  }
}
