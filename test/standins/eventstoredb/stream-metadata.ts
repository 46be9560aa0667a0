import type { LoggedEvent } from './log-file.js'

/** `$tb` of a softly deleted stream: greater than every revision. */
export const SOFT_DELETED = Number.MAX_SAFE_INTEGER + 1

/** What the last event of `$$stream` says of the stream. */
export interface StreamMetadata {
  /** As it was written. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly maxAgeSeconds: number | null
  readonly maxCount: number | null
  readonly truncateBefore: number | null
  /** Roles and users by right (`$r`, `$w`, `$d`, `$mr`, `$mw`). */
  readonly acl: ReadonlyMap<string, readonly string[]>
}

const NOTHING: StreamMetadata = { raw: {}, maxAgeSeconds: null, maxCount: null, truncateBefore: null, acl: new Map() }
const LAST_ALONE: StreamMetadata = { ...NOTHING, maxCount: 1 }

/**
 * Metadata of a stream from the last event of its metadata stream. Streams of metadata keep their
 * last event alone.
 */
export function metadataOf(stream: string, event: LoggedEvent | undefined): StreamMetadata {
  if (event === undefined) return stream.startsWith('$$') ? LAST_ALONE : NOTHING
  const raw = event.isJson ? objectFrom(event.data) : {}
  const fields = new Map(Object.entries(raw))
  const number = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'number' ? value : null
  }
  const truncateBefore = number('$tb')
  return {
    raw,
    maxAgeSeconds: number('$maxAge'),
    maxCount: stream.startsWith('$$') ? 1 : number('$maxCount'),
    truncateBefore: truncateBefore !== null && truncateBefore >= SOFT_DELETED ? SOFT_DELETED : truncateBefore,
    acl: new Map(
      Object.entries(isObject(fields.get('$acl')) ? (fields.get('$acl') as object) : {}).map(([right, who]) => [
        right,
        [who].flat().map(String),
      ]),
    ),
  }
}

/**
 * Index in `events`, some of a stream's last, of the first one that a read of the stream may show.
 */
export function truncatedStart(metadata: StreamMetadata, events: readonly LoggedEvent[], now = Date.now()): number {
  const { maxAgeSeconds, maxCount, truncateBefore } = metadata
  const byCount = maxCount === null ? 0 : events.length - maxCount
  const oldest = maxAgeSeconds === null ? -Infinity : now - maxAgeSeconds * 1_000
  const young = events.findIndex(({ createdAt }) => createdAt >= oldest)
  const byRevision = (truncateBefore ?? 0) - (events[0]?.revision ?? 0)
  return Math.max(0, byCount, byRevision, young === -1 ? events.length : young)
}

/** The stream that a stream of metadata is about; of another, itself. */
export function originalStreamOf(stream: string): string {
  return stream.startsWith('$$') ? stream.slice(2) : stream
}

/**
 * What a scavenge takes of a stream: all that no read shows any more, but never its last event;
 * all of one that is gone for good (null).
 */
export function scavengeable(events: readonly LoggedEvent[], metadata: StreamMetadata | null): readonly LoggedEvent[] {
  if (metadata === null) return events
  return events.slice(0, Math.max(0, Math.min(truncatedStart(metadata, events), events.length - 1)))
}

function objectFrom(data: Uint8Array): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'))
  return isObject(value) ? (value as Record<string, unknown>) : {}
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
