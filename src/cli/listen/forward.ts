import { derivedId } from '../../domain/ids.js'
import { pause } from '../../domain/pause.js'
import { requestOf } from '../../processors/deliveries/request.js'
import type { Sender, SendOutcome } from '../../processors/deliveries/sender.js'
import type { FeedEvent } from './feed.js'

/** The result of forwarding an event. */
export interface Forwarded extends SendOutcome {
  /** The delivery's id, derived from the event's id: a replay has the same one. */
  readonly id: string
  readonly attempts: number
  /** Duration of the last attempt. */
  readonly durationMs: number
}

/** Where to send events. */
interface Target {
  readonly sender: Sender
  readonly url: string
  /** `whsec_…` */
  readonly secret: string
  readonly signal: AbortSignal
  /** Milliseconds to wait before each further attempt. */
  readonly pauses?: readonly number[]
  /** Called before each pause. */
  readonly onFailure: (error: string, pauseMs: number) => void
}

const PAUSES = [1_000, 2_000, 4_000]

/**
 * Posts an event like a delivery of the service, with its headers and signatures. The content is
 * the delivery's; the signed bytes are the event from the feed, serialised again. If the receiver
 * does not answer with 2xx, the event is sent again after each pause. null: the signal aborted
 * before there was an outcome.
 */
export async function forward(target: Target, { id, type, createdAt, data }: FeedEvent): Promise<Forwarded | null> {
  const { sender, url, secret, signal, pauses = PAUSES, onFailure } = target
  const deliveryId = derivedId('dlv', 'listen', id)
  const body = JSON.stringify({ id, type, createdAt, data })
  for (let attempts = 1; ; attempts++) {
    const begun = performance.now()
    const delivery = requestOf({ deliveryId, kind: type, body }, url, [secret], new Date())
    const outcome = await sender.send(delivery, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (outcome === null) return null
    const { statusCode, error } = outcome
    const wait = pauses[attempts - 1]
    if (error === null || wait === undefined) {
      return { id: deliveryId, attempts, statusCode, error, durationMs: Math.round(performance.now() - begun) }
    }
    onFailure(error, wait)
    await pause(wait, signal)
    if (signal.aborted) return null
  }
}
