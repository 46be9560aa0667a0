import { canonicalize } from '../eventstore/canonicalize.js'

/**
 * The canonical JSON (RFC 8785) of an object. Throws a TypeError for values that JSON can't
 * contain.
 */
export function canonicalJson(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('JSON cannot contain the value')
  return text
}

/** The same; null: the object is nested too deep, or contains values that JSON can't. */
export function canonicalOrNull(value: object): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}
