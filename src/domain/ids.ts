import { createHash } from 'node:crypto'

/** The type prefixes of the interface specification, and those of the extensions. */
export type IdPrefix = 'key' | 'inv' | 'comp' | 'conn' | 'evt' | 'req' | 'acc' | 'dlv'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUFFIX_LENGTH = 22

/** Source of randomness; an argument, so that the domain stays pure and tests can fix it. */
export type RandomBytes = (size: number) => Uint8Array

/** `<prefix>_` and 22 base62 characters made from 128 bits. Throws when there are not exactly 16 bytes. */
export function idFromBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`an id is made from 16 bytes, not ${bytes.length}`)
  return `${prefix}_${base62(bytes, SUFFIX_LENGTH)}`
}

export function newId(prefix: IdPrefix, random: RandomBytes): string {
  return idFromBytes(prefix, random(16))
}

/**
 * An id that the same parts always give again. The stream named by it is then the lock against doing the same thing twice (an invoice
 * posted again under its idempotency key, a second connection for the same company and country).
 */
export function derivedId(prefix: IdPrefix, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
  // Each part goes in with its length, so that no two lists of parts read alike.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return idFromBytes(prefix, hash.digest().subarray(0, 16))
}

/** The public `evt_…` id of a stored event, derived from its UUID, so that a rebuild gives the same ids. */
export function eventId(uuid: string): string {
  return idFromBytes('evt', Buffer.from(uuid.replaceAll('-', ''), 'hex'))
}

/** `length` base62 characters, most significant first. */
export function base62(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(value % 62n)) + text
    value /= 62n
  }
  return text
}
