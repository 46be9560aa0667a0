import canonicalizeModule from 'canonicalize'

// The package's types announce an ES default export; at run time the module is the function
// itself.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined

/** The canonical JSON (RFC 8785) of an object. Throws a TypeError for what JSON can't hold. */
export function canonicalJson(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('JSON can not hold it')
  return text
}

/** The same; null: it is nested too deep, or holds what JSON can't. */
export function canonicalOrNull(value: object): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}
