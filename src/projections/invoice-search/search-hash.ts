import type { Scope } from '../../domain/event.js'

/** The salt of the hashes of one account and environment: for others they have no meaning. */
export function saltOf({ account, environment }: Scope): number {
  return hashed(0x811c9dc5, `${account} ${environment} `)
}

/**
 * FNV-1a over UTF-16 units, mixed at the end of each call so that short texts differ in all bits.
 */
export function hashed(seed: number, text: string): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
