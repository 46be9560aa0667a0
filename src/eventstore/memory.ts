import { EventEmitter, once } from 'node:events'
import type { EventToAppend, RecordedEvent } from '../domain/event.js'
import type { CheckedAppend, SerialisedEvent } from './checked-append.js'
import { checkAppend, checkStream } from './checked-append.js'
import type {
  AppendOptions,
  AppendOutcome,
  EventStore,
  ExpectedRevision,
  SubscribeOptions,
  SubscriptionMessage,
} from './port.js'
import { EventStoreUnavailable, PositionBeyondEnd } from './port.js'
import { recordedEvent } from './recorded-event.js'
import { addAll } from '../domain/lists.js'

/**
 * The event store of unit tests: the whole port; nothing survives the process. Events are held as
 * JSON text, so that a test sees what a real store would return.
 */
export class MemoryEventStore implements EventStore {
  readonly gapless = true
  /** Position n is at index n - 1; null where an event was erased. */
  readonly #log: (Stored | null)[] = []
  readonly #streams = new Map<string, Stored[] | 'erased'>()
  readonly #changes = new EventEmitter().setMaxListeners(0)
  readonly #closing = new AbortController()

  async append(
    stream: string,
    expectedRevision: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome> {
    const append = checkAppend(stream, expectedRevision, events, options)
    this.#mustBeOpen()
    const present = this.#streams.get(stream) ?? []
    if (present === 'erased') return { kind: 'erased' }
    const outcome = retried(present, append) ?? conflicting(present, append)
    if (outcome !== null) return outcome
    const added = append.events.map((event, index) => ({
      ...event,
      stream,
      revision: present.length + index,
      position: BigInt(this.#log.length + index + 1),
    }))
    this.#streams.set(stream, [...present, ...added])
    addAll(this.#log, added)
    this.#changes.emit('appended')
    return { kind: 'appended', revision: present.length + added.length - 1, position: BigInt(this.#log.length) }
  }

  async readStream(stream: string, fromRevision = 0): Promise<readonly RecordedEvent[]> {
    this.#mustBeOpen()
    const present = this.#streams.get(stream) ?? []
    return present === 'erased' ? [] : present.slice(fromRevision).map(recordedEvent)
  }

  async eventAt(position: bigint): Promise<RecordedEvent | null> {
    this.#mustBeOpen()
    const event = this.#log[Number(position) - 1] ?? null
    return event === null ? null : recordedEvent(event)
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    this.#mustBeOpen()
    const { after, streamPrefixes: prefixes, maxBatch = 500 } = options
    const signal = AbortSignal.any([options.signal, this.#closing.signal])
    if (after !== null && after > BigInt(this.#log.length)) throw new PositionBeyondEnd(`Position ${after}`)
    const matches = (event: Stored | null): event is Stored =>
      event !== null && (prefixes === undefined || prefixes.some((prefix) => event.stream.startsWith(prefix)))
    let position = Number(after ?? 0n)
    let ticked: number | null = null
    while (!signal.aborted) {
      const events: RecordedEvent[] = []
      while (position < this.#log.length && events.length < maxBatch) {
        const event = this.#log[position] ?? null
        position += 1
        if (matches(event)) events.push(recordedEvent(event))
      }
      if (events.length > 0) {
        yield { kind: 'events', events, position: BigInt(position) }
        // The message has reported this position: no tick is needed, once the subscriber has got
        // all history.
        if (ticked !== null) ticked = position
      } else if (position !== ticked) {
        ticked = position
        yield { kind: 'caughtUp', position: position === 0 ? null : BigInt(position) }
      } else {
        await once(this.#changes, 'appended', { signal }).catch(() => undefined)
      }
    }
  }

  async head(): Promise<bigint | null> {
    this.#mustBeOpen()
    return this.#log.length === 0 ? null : BigInt(this.#log.length)
  }

  async erase(stream: string): Promise<void> {
    checkStream(stream)
    this.#mustBeOpen()
    const present = this.#streams.get(stream) ?? []
    this.#streams.set(stream, 'erased')
    if (present === 'erased') return
    for (const event of present) this.#log[Number(event.position) - 1] = null
  }

  async close(): Promise<void> {
    this.#closing.abort()
  }

  #mustBeOpen(): void {
    if (this.#closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed')
  }
}

interface Stored extends SerialisedEvent {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
}

/** The old answer, if exactly these ids already follow the expected revision. */
function retried(present: readonly Stored[], append: CheckedAppend): AppendOutcome | null {
  const first = append.expectedRevision === 'none' ? 0 : append.expectedRevision + 1
  const old = present.slice(first, first + append.events.length)
  const last = old.at(-1)
  if (last === undefined || !append.events.every((event, index) => event.id === old[index]?.id)) return null
  return { kind: 'appended', revision: last.revision, position: last.position }
}

function conflicting(present: readonly Stored[], append: CheckedAppend): AppendOutcome | null {
  const actualRevision = present.at(-1)?.revision ?? 'none'
  const ids = new Set(append.events.map((event) => event.id))
  const elsewhere = actualRevision !== append.expectedRevision || present.some((event) => ids.has(event.id))
  return elsewhere ? { kind: 'conflict', actualRevision } : null
}
