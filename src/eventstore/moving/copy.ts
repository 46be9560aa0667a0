import { pause } from '../../domain/pause.js'
import type { RecordedEvent } from '../../domain/event.js'
import { sizeOf } from '../eventstoredb/size.js'
import { type EventStore, EventStoreUnavailable } from '../port.js'

export interface CopyOptions {
  readonly from: EventStore
  readonly to: EventStore
  /** The last event that the other store holds already, by its position in this one; null: none. */
  readonly after: bigint | null
  /** Hears after each append how many events it held, and how many bytes they have about. */
  readonly onCopied: (events: number, bytes: number) => void
  /** Hears that a store does not answer; it is asked again. */
  readonly onOutage: (error: EventStoreUnavailable) => void
}

/** The other store does not take an event, because its stream is elsewhere there. */
export class TargetDiffers extends Error {
  override readonly name = 'TargetDiffers'

  constructor(readonly stream: string) {
    super(`${stream} is not as it was left`)
  }
}

/**
 * Copies all events after a position into another store, as they are (ids, revisions, data, metadata), in the order in which they happened: each append waits for the
 * one before it, so that whatever moment the copying ends at, the other store holds the first so many events, none twice. Only events of one stream that directly
 * follow each other travel together. Outages are waited for; throws `EventStoreUnavailable` after a minute of one, and `TargetDiffers`.
 */
export async function copyEvents({ from, to, after, onCopied, onOutage }: CopyOptions): Promise<void> {
  let position = after
  let deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      const head = await from.head()
      const stop = new AbortController()
      for await (const message of from.subscribe({ after: position, signal: stop.signal })) {
        if (message.kind === 'events') {
          for (const run of runsOf(message.events)) {
            await append(to, run.events)
            position = run.events.at(-1)?.position ?? position
            deadline = performance.now() + PATIENCE_MS
            onCopied(run.events.length, run.bytes)
          }
        }
        if (head === null || (message.position ?? 0n) >= head) stop.abort()
      }
      return
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || performance.now() > deadline) throw error
      onOutage(error)
      await pause(RETRY_MS, new AbortController().signal)
    }
  }
}

interface Run {
  readonly events: RecordedEvent[]
  bytes: number
}

/** What can go in one append: events of one stream that directly follow each other. */
function runsOf(events: readonly RecordedEvent[]): readonly Run[] {
  const runs: Run[] = []
  for (const event of events) {
    const bytes = sizeOf(event.data) + sizeOf(event.metadata)
    const run = runs.at(-1)
    if (run?.events[0]?.stream === event.stream && run.bytes + bytes <= MAX_RUN_BYTES) {
      run.events.push(event)
      run.bytes += bytes
    } else runs.push({ events: [event], bytes })
  }
  return runs
}

async function append(to: EventStore, events: readonly RecordedEvent[]): Promise<void> {
  const [first] = events
  if (first === undefined) return
  const { stream, revision } = first
  const outcome = await to.append(
    stream,
    revision === 0 ? 'none' : revision - 1,
    events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
  )
  if (outcome.kind !== 'appended' || outcome.revision !== revision + events.length - 1) throw new TargetDiffers(stream)
}

/** Characters that may take up to six bytes each: whatever they are, an append stays within what every store takes. */
const MAX_RUN_BYTES = 160_000
/** Without any progress. */
const PATIENCE_MS = 60_000
const RETRY_MS = 1_000
