import type { EventMetadata, RecordedEvent } from '../../domain/event.js'
import type { StreamFilter } from './all-stream.js'
import type { Stored } from './stored.js'

/** The stream in which erasures are noted; no aggregate's name has a dot. */
export const ERASURES = 'clearway.erasures'

/**
 * Our streams among all of a server: the prefix precedes each name there, and never leaves the
 * adapter.
 */
export class Naming {
  readonly #prefix: string
  /** The stream in which erasures are noted, by its name on the server. */
  readonly erasures: string

  constructor(prefix: string) {
    this.#prefix = prefix
    this.erasures = prefix + ERASURES
  }

  onServer(stream: string): string {
    return this.#prefix + stream
  }

  /**
   * The name without the prefix; null for records that are not our events: other deployments'
   * streams, the server's own records (their stream or type begins with `$`: metadata, tombstones,
   * links, statistics), and our notes of erasures.
   */
  ours(record: Stored): string | null {
    const { streamId } = record
    if (!streamId.startsWith(this.#prefix) || streamId.startsWith('$') || record.type.startsWith('$')) return null
    return streamId === this.erasures ? null : streamId.slice(this.#prefix.length)
  }

  /**
   * The streams that the server is to send: those with one of our prefixes, and one more, by its
   * full name.
   */
  filter(
    prefixes: readonly string[] | null,
    besides: string | null,
    pace: Pick<StreamFilter, 'window' | 'checkpointEvery'>,
  ): StreamFilter {
    if (prefixes === null && this.#prefix === '') return { ...pace, regex: '^[^$]' }
    const wanted = (prefixes ?? ['']).map((prefix) => this.#prefix + prefix)
    // An empty list would mean all streams.
    const more = besides ?? (wanted.length === 0 ? this.erasures : null)
    return { ...pace, prefixes: more === null ? wanted : [...wanted, more] }
  }
}

/** Converts an event of ours to the port's form. */
export function recorded(event: Stored, stream: string): RecordedEvent {
  return {
    id: event.id,
    type: event.type,
    data: event.data as object,
    metadata: event.metadata as EventMetadata,
    stream,
    revision: Number(event.revision),
    position: positionOf(event),
  }
}

/** Its place in the log. Servers before 22.6 did not report it in reads of a stream. */
export function positionOf(event: Stored): bigint {
  if (event.position === undefined) throw new Error('The event store is older than EventStoreDB 23')
  return event.position.commit
}
