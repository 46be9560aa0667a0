import { hash } from 'node:crypto'
import type { DomainEvent, EventMetadata, EventToAppend, StreamEvent } from '../domain/event.js'
import type { ExpectedRevision } from './port.js'
import { canonicalize } from './canonicalize.js'

/**
 * The seal that makes a stream tamper-evident. An event's `hash` is the SHA-256 (hex) over the
 * hash of the event before it and the canonical JSON (RFC 8785) of `{ stream, revision, id, type,
 * data, metadata without hash }`. Editing, dropping, inserting or reordering an event breaks the
 * chain from there on.
 *
 * A chain alone does not show two things: that events are missing at its end, and that someone
 * computed the whole chain again. Compare `chainEnd` with one noted elsewhere for that (the `end`
 * argument of `verifyChain`).
 */

/** The `prevHash` of a stream's first event. */
export const GENESIS_HASH = '0'.repeat(64)

/** The end of a stream, to which the next event is sealed. */
export interface ChainEnd {
  readonly revision: ExpectedRevision
  readonly hash: string
}

/** The chain of a stream without events. */
export const EMPTY_CHAIN: ChainEnd = { revision: 'none', hash: GENESIS_HASH }

/** An event as the command path makes it, before its place in the stream is known. */
export type UnsealedEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly id: string
  readonly metadata: Omit<EventMetadata, 'prevHash' | 'hash'>
}

/** A fault of a stream, and the revision where it begins. */
export interface ChainFault {
  /** The first revision that can't be trusted. */
  readonly revision: number
  readonly reason:
    | 'wrong-stream' // the event names another stream
    | 'wrong-revision' // a revision is missing, doubled or out of order
    | 'wrong-previous-hash' // the event was not written after the one before it
    | 'wrong-hash' // the event is not as it was written
    | 'wrong-end' // the stream does not end where it is known to have ended
}

/** The end of a stream from its events, as `readStream` returned them from revision 0 on. */
export function chainEnd(events: readonly StreamEvent[]): ChainEnd {
  const last = events.at(-1)
  return last === undefined ? EMPTY_CHAIN : { revision: last.revision, hash: last.metadata.hash }
}

/**
 * Seals events onto the end of a stream, ready to be appended with `end.revision` as the expected
 * revision. Returns their data in the form that JSON has (no `undefined`, dates as text), because
 * that is what is stored and hashed. Throws a TypeError for data that JSON can't hold (a bigint, a
 * cycle).
 */
export function seal<E extends DomainEvent>(
  stream: string,
  end: ChainEnd,
  events: readonly UnsealedEvent<E>[],
): readonly EventToAppend<E>[] {
  let prevHash = end.hash
  let revision = end.revision === 'none' ? 0 : end.revision + 1
  return events.map((event) => {
    const plain = JSON.parse(JSON.stringify(event)) as UnsealedEvent<E>
    const metadata = { ...plain.metadata, prevHash }
    const hash = hashOf(stream, revision, { ...plain, metadata })
    prevHash = hash
    revision += 1
    return { ...plain, metadata: { ...metadata, hash } }
  })
}

/**
 * Verifies a whole stream, as `readStream` returned it from revision 0 on. Returns the first
 * fault, or null for a sound stream. With `end` (noted at some earlier time) also verifies that
 * the stream still holds the event that was its last then.
 */
export function verifyChain(stream: string, events: readonly StreamEvent[], end?: ChainEnd): ChainFault | null {
  let prevHash = GENESIS_HASH
  for (const [revision, event] of events.entries()) {
    if (event.stream !== stream) return { revision, reason: 'wrong-stream' }
    if (event.revision !== revision) return { revision, reason: 'wrong-revision' }
    if (event.metadata.prevHash !== prevHash) return { revision, reason: 'wrong-previous-hash' }
    const { hash, ...metadata } = event.metadata
    if (hash !== hashOf(stream, revision, { ...event, metadata })) return { revision, reason: 'wrong-hash' }
    prevHash = hash
  }
  if (end === undefined || end.revision === 'none') return null
  const known = events[end.revision]
  return known?.metadata.hash === end.hash
    ? null
    : { revision: Math.min(end.revision, events.length), reason: 'wrong-end' }
}

interface Unhashed {
  readonly id: string
  readonly type: string
  readonly data: object
  readonly metadata: Omit<EventMetadata, 'hash'>
}

function hashOf(stream: string, revision: number, { id, type, data, metadata }: Unhashed): string {
  const text = canonicalize({ stream, revision, id, type, data, metadata })
  if (text === undefined) throw new TypeError('An event is always an object')
  return hash('sha256', metadata.prevHash + text, 'hex')
}
