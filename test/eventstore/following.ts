import { setTimeout } from 'node:timers/promises'
import type { RecordedEvent } from '../../src/domain/event.js'
import type { EventStore, SubscribeOptions, SubscriptionMessage } from '../../src/eventstore/port.js'

/** No test waits longer for anything. */
export const TIME_LIMIT = 30_000

/** Everything that the store holds now, as a new subscriber sees it. */
export async function history(
  store: EventStore,
  options: Omit<Partial<SubscribeOptions>, 'signal'> = {},
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const message of store.subscribe({ after: null, ...options, signal: AbortSignal.timeout(TIME_LIMIT) })) {
    if (message.kind === 'caughtUp') return events
    events.push(...message.events)
  }
  throw new Error('The subscription did not catch up in time')
}

/** A subscriber that runs beside the test and keeps every message. */
export class Follower {
  readonly messages: SubscriptionMessage[] = []
  readonly events: RecordedEvent[] = []
  readonly #stop = new AbortController()
  /** Rejects when the subscription throws. */
  readonly ended: Promise<void>

  constructor(store: EventStore, options: Omit<Partial<SubscribeOptions>, 'signal'> = {}) {
    this.ended = this.#follow(store.subscribe({ after: null, ...options, signal: this.#stop.signal }))
    // The test looks at it when it wants to; until then a rejection is no accident.
    this.ended.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.ended
  }

  async #follow(messages: AsyncIterable<SubscriptionMessage>): Promise<void> {
    for await (const message of messages) {
      this.messages.push(message)
      if (message.kind === 'events') this.events.push(...message.events)
    }
  }
}

/** Waits until the condition holds; throws with its name after the time limit. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIME_LIMIT
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`)
    await setTimeout(5)
  }
}
