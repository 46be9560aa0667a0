import type { RecordedEvent } from '../domain/event.js'
import { canonicalJson } from './canonical.js'

/**
 * An event as an export has it: one line of canonical JSON (RFC 8785), with all that the store
 * holds of it. The position as text, for it may be larger than a number of JSON.
 */
export function storedLine(event: RecordedEvent): string {
  return canonicalJson(storedFields(event))
}

/** What such a line holds, and nothing else. */
export function storedFields({ stream, revision, position, id, type, data, metadata }: RecordedEvent): object {
  return { position: position.toString(), stream, revision, id, type, data, metadata }
}
