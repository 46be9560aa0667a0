import type { RecordedEvent } from '../../../domain/event.js'
import { categoryOfStream } from '../../../domain/streams.js'
import type { EventStore, SubscriptionMessage } from '../../../eventstore/port.js'
import { upcast } from '../../../eventstore/upcast.js'
import type { BulkTable, UpcastEvent } from './table.js'
import { reasonOf } from '../quarantine.js'

/** The default limit of all rows that are held in memory together, in bytes. */
const MOST_BYTES = 96 * 1024 * 1024
const BATCH = 2_000

/** A table to be filled, and its end. */
interface Filling {
  readonly table: BulkTable
  /** The last position that it folds. */
  readonly until: bigint
}

/** The progress of the reading. */
export interface PassProgress {
  /** Events read. */
  readonly events: number
  readonly position: bigint
}

/**
 * Reads the events after a position once and folds them into all tables, each up to its own end. A
 * table that fails is left out from then on; the others continue. Returns the failures by table.
 * `memory`: the limit of all rows held in memory together, in bytes. Throws
 * `EventStoreUnavailable`, and the signal's reason.
 */
export async function fillTables(
  store: EventStore,
  fillings: readonly Filling[],
  after: bigint | null,
  signal: AbortSignal,
  onProgress: (progress: PassProgress) => void,
  memory: number = MOST_BYTES,
): Promise<ReadonlyMap<BulkTable, unknown>> {
  const failures = new Map<BulkTable, unknown>()
  const end = fillings.reduce((most, { until }) => (until > most ? until : most), -1n)
  if ((after ?? -1n) >= end) return failures
  const stop = new AbortController()
  const streamPrefixes = [...new Set(fillings.flatMap(({ table }) => table.projection.streamPrefixes))]
  const options = { after, streamPrefixes, maxBatch: BATCH, signal: AbortSignal.any([signal, stop.signal]) }
  const route = routing(fillings)
  let events = 0
  try {
    for await (const message of readAhead(store.subscribe(options))) {
      if (message.kind === 'events') {
        events += message.events.length
        await foldAll(route(message.events), fillings, failures)
        await writeExcess(fillings, failures, memory)
      }
      if (message.position !== null) onProgress({ events, position: message.position })
      if (message.kind === 'caughtUp' || message.position >= end || failures.size === fillings.length) return failures
    }
    signal.throwIfAborted()
    throw new Error('the event store ended the subscription')
  } finally {
    stop.abort()
  }
}

async function foldAll(
  routed: ReadonlyMap<Filling, readonly UpcastEvent[]>,
  fillings: readonly Filling[],
  failures: Map<BulkTable, unknown>,
): Promise<void> {
  for (const filling of fillings) {
    const { table } = filling
    const mine = routed.get(filling)
    if (mine !== undefined && !failures.has(table)) await guarded(table, failures, () => table.fold(mine))
  }
}

/** The largest tables write their older half, until the rest is small enough. */
async function writeExcess(
  fillings: readonly Filling[],
  failures: Map<BulkTable, unknown>,
  memory: number,
): Promise<void> {
  for (;;) {
    const tables = fillings.map(({ table }) => table).filter((table) => !failures.has(table))
    if (tables.reduce((sum, { bytes }) => sum + bytes, 0) <= memory) return
    const [largest] = tables.sort((one, other) => other.bytes - one.bytes)
    if (largest === undefined) return
    await guarded(largest, failures, () => largest.write(1 / 2))
  }
}

async function guarded(table: BulkTable, failures: Map<BulkTable, unknown>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    failures.set(table, error)
  }
}

/** The events of each table, brought to the current shape once. */
function routing(fillings: readonly Filling[]): (events: readonly RecordedEvent[]) => Map<Filling, UpcastEvent[]> {
  const byCategory = new Map<string, readonly Filling[]>()
  const hearers = (stream: string): readonly Filling[] =>
    fillings.filter(({ table }) => table.projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)))
  // An id follows a category's dash: prefixes end there.
  const isByCategory = fillings.every(({ table }) =>
    table.projection.streamPrefixes.every((prefix) => prefix.indexOf('-') === prefix.length - 1),
  )
  const hearersOf = (stream: string): readonly Filling[] => {
    if (!isByCategory) return hearers(stream)
    const category = categoryOfStream(stream)
    const known = byCategory.get(category)
    if (known !== undefined) return known
    const found = hearers(stream)
    byCategory.set(category, found)
    return found
  }
  return (events) => {
    const routed = new Map<Filling, UpcastEvent[]>()
    for (const stored of events) {
      const filling = hearersOf(stored.stream)
      if (filling.length === 0) continue
      const one = inCurrentShape(stored)
      for (const each of filling) {
        if (stored.position > each.until) continue
        const list = routed.get(each)
        if (list === undefined) routed.set(each, [one])
        else list.push(one)
      }
    }
    return routed
  }
}

function inCurrentShape(stored: RecordedEvent): UpcastEvent {
  try {
    return { stored, event: upcast(stored) }
  } catch (error) {
    return { stored, event: null, reason: reasonOf(error) }
  }
}

/** Requests the next message while the last one is processed. */
async function* readAhead(messages: AsyncIterable<SubscriptionMessage>): AsyncGenerator<SubscriptionMessage> {
  const iterator = messages[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const result = await next
      if (result.done === true) return
      const { value } = result
      // After the last one it would wait for ever.
      if (value.kind === 'caughtUp') yield value
      next = iterator.next()
      // The consumer that awaits it gets the failure.
      next.catch(() => {})
      if (value.kind === 'events') yield value
    }
  } finally {
    void iterator.return?.()
  }
}
