import type { RecordedEvent } from '../domain/event.js'
import { canonicalJson } from './canonical.js'

/**
 * An event as a line of an export: canonical JSON (RFC 8785) of everything in the store. The
 * position is text, because it may exceed a JSON number.
 */
export function storedLine(event: RecordedEvent): string {
  return canonicalJson(storedFields(event))
}

/** The fields of such a line. */
export function storedFields({ stream, revision, position, id, type, data, metadata }: RecordedEvent): object {
  return { position: position.toString(), stream, revision, id, type, data, metadata }
}
