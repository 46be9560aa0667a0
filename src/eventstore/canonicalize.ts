import canonicalizeModule from 'canonicalize'

/**
 * The canonical JSON (RFC 8785) of a value; undefined: JSON can't contain it. The package's types
 * announce an ES default export; at run time the module is the function itself.
 */
export const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined
