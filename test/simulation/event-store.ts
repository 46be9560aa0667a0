import type { EventToAppend, RecordedEvent } from '../../src/domain/event.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { type EventStore, EventStoreUnavailable, type SubscriptionMessage } from '../../src/eventstore/port.js'
import type { Chance } from './chance.js'
import { isAway, type Network, type Server } from './network.js'
import type { Host, Timeline } from './timeline.js'

/** Milliseconds after which a subscriber hears of new events. */
const NEWS_MS = [1, 40] as const
const MOST_IN_A_MESSAGE = 60

/** The event store that all processes share, and what became of it. */
export class SharedStore implements Server {
  readonly name = 'store'
  reasonsToBeAway = 0
  lostAnswers = 0
  /** Every event in the order of positions: the one at position n has index n - 1. */
  log: RecordedEvent[] = []
  /** Hears of every event that is new. */
  onAppended: (event: RecordedEvent) => void = () => undefined
  readonly #timeline: Timeline
  readonly #chance: Chance
  readonly #network: Network
  #memory = new MemoryEventStore()
  #connections = new AbortController()

  constructor(timeline: Timeline, chance: Chance, network: Network) {
    this.#timeline = timeline
    this.#chance = chance
    this.#network = network
  }

  /** The store itself, without the network. */
  get direct(): EventStore {
    return this.#memory
  }

  /** All connections break. */
  cut(): void {
    const old = this.#connections
    this.#connections = new AbortController()
    old.abort()
  }

  /** The events up to a position are there, and no others. */
  async restore(position: number): Promise<void> {
    const kept = this.log.slice(0, position)
    const memory = new MemoryEventStore()
    for (const { id, type, data, metadata, stream, revision } of kept) {
      await memory.append(stream, revision === 0 ? 'none' : revision - 1, [{ id, type, data, metadata }])
    }
    this.#memory = memory
    this.log = kept
    this.cut()
  }

  /** The store as a process reaches it. */
  of(host: Host): EventStore {
    const call = <T>(what: string, work: () => Promise<T>): Promise<T> => this.#network.call(host, this, what, work)
    return {
      append: (stream, expected, events, options) =>
        call(`append ${stream} ${events.map(({ type }) => type).join()}`, async () => {
          const outcome = await this.#memory.append(stream, expected, events, options)
          if (outcome.kind === 'appended') this.#record(stream, events, outcome)
          return outcome
        }),
      readStream: (stream, from) => call(`read ${stream}`, () => this.#memory.readStream(stream, from)),
      eventAt: (position) => call('read an event', () => this.#memory.eventAt(position)),
      subscribe: (options) => this.#subscribe(host, options),
      head: () => call('head', () => this.#memory.head()),
      erase: (stream) => call(`erase ${stream}`, () => this.#memory.erase(stream)),
      close: () => Promise.resolve(),
    }
  }

  #record(
    stream: string,
    events: readonly EventToAppend[],
    { revision, position }: { readonly revision: number; readonly position: bigint },
  ): void {
    for (const [index, event] of events.entries()) {
      const back = events.length - 1 - index
      const recorded = { ...event, stream, revision: revision - back, position: position - BigInt(back) }
      // A retry of what is there already is answered again.
      if (recorded.position <= BigInt(this.log.length)) continue
      this.log.push(recorded)
      this.onAppended(recorded)
    }
  }

  async *#subscribe(
    host: Host,
    options: Parameters<EventStore['subscribe']>[0],
  ): AsyncGenerator<SubscriptionMessage, void, undefined> {
    await this.#network.call(host, this, 'subscribe', () => Promise.resolve())
    const connection = this.#connections.signal
    if (isAway(this) || connection.aborted) throw new EventStoreUnavailable('the event store is away')
    const signal = AbortSignal.any([options.signal, connection])
    const maxBatch = 1 + this.#chance.below(MOST_IN_A_MESSAGE)
    for await (const message of this.#memory.subscribe({ ...options, maxBatch, signal })) {
      await this.#travel(host)
      if (options.signal.aborted) return
      if (connection.aborted) break
      yield message
    }
    if (options.signal.aborted) return
    await this.#travel(host)
    throw new EventStoreUnavailable('the connection to the event store broke')
  }

  #travel(host: Host): Promise<void> {
    return new Promise((resolve) => {
      this.#timeline.after(this.#chance.between(...NEWS_MS), host, resolve)
    })
  }
}
