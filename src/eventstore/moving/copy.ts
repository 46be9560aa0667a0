import type { RecordedEvent } from '../../domain/event.js'
import { sizeOf } from '../eventstoredb/size.js'
import type { EventStore } from '../port.js'

/** Which events are copied, from which store to which. */
interface CopyOptions {
  readonly from: EventStore
  readonly to: EventStore
  /**
   * The last event that the other store holds already, by its position in this one; null: none.
   */
  readonly after: bigint | null
  /**
   * Called after each append with the number of its events and the position here of the last one.
   */
  readonly onCopied: (events: number, position: bigint) => void
}

/** The other store refuses an event, because its stream has another revision there. */
export class TargetDiffers extends Error {
  override readonly name = 'TargetDiffers'

  constructor(readonly stream: string) {
    super(`${stream} has changed since the last copy`)
  }
}

/**
 * Copies all events after a position into another store, unchanged (ids, revisions, data,
 * metadata) and in the order in which they happened: each append waits for the one before it, so
 * that whenever the copying ends, the other store holds the first events, without a gap and none
 * twice. Only events of one stream that directly follow each other share an append. Throws
 * `EventStoreUnavailable`, and `TargetDiffers`.
 */
export async function copyEvents({ from, to, after, onCopied }: CopyOptions): Promise<void> {
  const head = await from.head()
  const stop = new AbortController()
  for await (const message of from.subscribe({ after, signal: stop.signal })) {
    if (message.kind === 'events') {
      for (const run of runsOf(message.events)) {
        await append(to, run)
        onCopied(run.length, run.at(-1)?.position ?? message.position)
      }
    }
    if (head === null || (message.position ?? 0n) >= head) stop.abort()
  }
}

/** The events of each append: events of one stream that directly follow each other. */
function runsOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const runs: RecordedEvent[][] = []
  let size = 0
  for (const event of events) {
    const run = runs.at(-1)
    const added = sizeOf(event.data) + sizeOf(event.metadata)
    size += added
    if (run?.[0]?.stream === event.stream && size <= MAX_RUN_SIZE) run.push(event)
    else {
      runs.push([event])
      size = added
    }
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
    { copied: true },
  )
  if (outcome.kind !== 'appended' || outcome.revision !== revision + events.length - 1) throw new TargetDiffers(stream)
}

/**
 * Limit in characters of up to six bytes each: an append stays within what every store accepts.
 */
const MAX_RUN_SIZE = 160_000
