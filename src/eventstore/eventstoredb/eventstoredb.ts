import type { EventToAppend, RecordedEvent } from '../../domain/event.js'
import { checkAppend, checkStream } from '../checked-append.js'
import type { Address } from './address.js'
import { Appender } from './appender.js'
import { Erasures } from './erasures.js'
import { isAnswer } from './errors.js'
import { KnownIds } from './known-ids.js'
import { type FeedSources, LiveFeed } from './live-feed.js'
import { LogEnd } from './log-end.js'
import { Naming, recorded } from './naming.js'
import { Server } from './server.js'
import { follow } from './subscription.js'
import { askTwice, within } from './within.js'
import type {
  AppendOptions,
  AppendOutcome,
  EventStore,
  ExpectedRevision,
  SubscribeOptions,
  SubscriptionMessage,
} from '../port.js'
import { EventStoreUnavailable } from '../port.js'

/** How the store connects to its server, and its limits. */
export interface EventStoreDbSettings {
  readonly address: Address
  /** Precedes every stream's name on a server shared with others. Default: none. */
  readonly streamPrefix?: string
  /** Milliseconds without an answer after which a call counts as lost. Default 10,000. */
  readonly answerWithin?: number
  /**
   * Milliseconds for which an append whose outcome is unknown, or a lost subscription, is tried
   * again. Default 5,000.
   */
  readonly retryFor?: number
  /** Appends that may wait in this process; more are refused. Default 10,000. */
  readonly maxWaiting?: number
  /** Their size in bytes. Default 64 MiB. */
  readonly maxWaitingBytes?: number
}

/**
 * The event store in EventStoreDB 23 or newer, or KurrentDB. Any number of processes may share one
 * server or cluster; one instance per process. Positions are places in the server's log:
 * ascending, with gaps. When the server is down, calls fail with `EventStoreUnavailable`; they
 * work again when it is back.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly #server: Server
  readonly #naming: Naming
  readonly #knownIds = new KnownIds()
  readonly #appender: Appender
  readonly #erasures: Erasures
  readonly #logEnd: LogEnd
  readonly #retryFor: number
  readonly #closing = new AbortController()
  #feed: Promise<LiveFeed> | null = null

  /** Connects at first use. Throws `StartupError` for certificates that can't be read. */
  constructor(settings: EventStoreDbSettings) {
    this.#server = new Server(settings.address, settings.answerWithin ?? 10_000)
    this.#naming = new Naming(settings.streamPrefix ?? '')
    this.#retryFor = settings.retryFor ?? 5_000
    this.#logEnd = new LogEnd(this.#server, this.#naming)
    const lookups = {
      learn: async (stream: string) => {
        await this.#read(stream, this.#knownIds.knownOf(stream))
      },
      positionAt: async (stream: string, revision: number) =>
        (await this.#read(stream, revision, 1))[0]?.position ?? null,
    }
    this.#appender = new Appender(this.#server, this.#naming, this.#knownIds, lookups, {
      maxWaiting: settings.maxWaiting ?? 10_000,
      maxWaitingBytes: settings.maxWaitingBytes ?? 64 * 1024 * 1024,
      retryFor: this.#retryFor,
    })
    this.#erasures = new Erasures(this.#server, this.#naming, this.#appender)
  }

  async append(
    stream: string,
    expectedRevision: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome> {
    return await this.#appender.append(checkAppend(stream, expectedRevision, events, options))
  }

  async readStream(stream: string, fromRevision = 0): Promise<readonly RecordedEvent[]> {
    this.#mustBeOpen()
    return await this.#read(stream, fromRevision)
  }

  async eventAt(position: bigint): Promise<RecordedEvent | null> {
    this.#mustBeOpen()
    const [record] = await Promise.all([this.#logEnd.recordAt(position), this.#erasures.refresh()])
    const stream = record === null ? null : this.#naming.ours(record)
    return record === null || stream === null || this.#erasures.has(stream) ? null : recorded(record, stream)
  }

  async *subscribe(options: SubscribeOptions): AsyncGenerator<SubscriptionMessage, void, undefined> {
    this.#mustBeOpen()
    const signal = AbortSignal.any([options.signal, this.#closing.signal])
    yield* follow({ ...this.#sources(), feed: () => this.#liveFeed() }, { ...options, signal })
  }

  async head(): Promise<bigint | null> {
    this.#mustBeOpen()
    const { ours } = await this.#logEnd.look()
    return ours?.position ?? null
  }

  async erase(stream: string): Promise<void> {
    checkStream(stream)
    this.#mustBeOpen()
    try {
      const { call, answerWithin } = this.#server
      const name = this.#naming.onServer(stream)
      await askTwice(answerWithin, () => within(answerWithin, this.#server.tombstoneStream(name, call)))
    } catch (error) {
      // It was erased before.
      if (!isAnswer(error, 'stream-deleted')) throw error
    }
    this.#knownIds.forget(stream)
    await this.#erasures.note(stream)
    const feed = await this.#feed?.catch(() => null)
    feed?.forget(stream)
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    await this.#appender.close()
    const feed = await this.#feed?.catch(() => null)
    await feed?.stop()
    await this.#server.close()
  }

  #sources(): FeedSources {
    return {
      server: this.#server,
      naming: this.#naming,
      logEnd: this.#logEnd,
      erasures: this.#erasures,
      retryFor: this.#retryFor,
    }
  }

  /** The live feed of this process; a new one if the last has ended. */
  #liveFeed(): Promise<LiveFeed> {
    const last = this.#feed
    const feed = (async () => {
      const current = await last?.catch(() => null)
      return current?.over === false ? current : new LiveFeed(this.#sources(), await this.#logEnd.look())
    })()
    this.#feed = feed
    return feed
  }

  async #read(stream: string, fromRevision: number, maxCount?: number): Promise<readonly RecordedEvent[]> {
    const name = this.#naming.onServer(stream)
    const read = async (): Promise<RecordedEvent[]> => {
      const events: RecordedEvent[] = []
      for await (const event of this.#server.stream(name, fromRevision, maxCount)) events.push(recorded(event, stream))
      return events
    }
    const events = await askTwice(this.#server.answerWithin, read).catch((error: unknown) => {
      if (isAnswer(error, 'stream-not-found') || isAnswer(error, 'stream-deleted')) return []
      throw error
    })
    if (events.length > 0)
      this.#knownIds.note(
        stream,
        events[0]?.revision ?? 0,
        events.map(({ id }) => id),
      )
    return events
  }

  #mustBeOpen(): void {
    if (this.#closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed')
  }
}
