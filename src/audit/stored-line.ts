import type { RecordedEvent } from '../domain/event.js'
import { canonicalJson } from './canonical.js'

/**
 * An event as an export has it: one line of canonical JSON (RFC 8785), with all that the store
 * holds of it. The position as text, for it may be larger than a number of JSON.
 */
export function storedLine({ stream, revision, position, id, type, data, metadata }: RecordedEvent): string {
  return canonicalJson({ position: position.toString(), stream, revision, id, type, data, metadata })
}
