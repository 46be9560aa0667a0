import canonicalizeModule from 'canonicalize'
import type { RecordedEvent } from '../domain/event.js'

/**
 * An event as an export has it: one line of canonical JSON (RFC 8785), with all that the store
 * holds of it. The position as text, for it may be larger than a number of JSON.
 */
export function storedLine({ stream, revision, position, id, type, data, metadata }: RecordedEvent): string {
  return canonicalJson({ position: position.toString(), stream, revision, id, type, data, metadata })
}

/** Canonical JSON (RFC 8785). Throws a TypeError for what JSON can't hold. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('JSON can not hold this')
  return text
}

// The package's types announce an ES default export; at run time the module is the function
// itself.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined
