import { hash } from 'node:crypto'
import { keysOf } from './keys.js'

/** The type prefixes of the interface specification, and those of the extensions. */
export type IdPrefix = 'key' | 'inv' | 'comp' | 'conn' | 'evt' | 'req' | 'acc' | 'dlv' | 'rcv' | 'rsp'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUFFIX_LENGTH = 22

/** Source of randomness; an argument, so that the domain stays pure and tests can fix it. */
export type RandomBytes = (size: number) => Uint8Array

/** The form of every id; a text of another form names nothing and never reaches a store. */
export function isId(text: string): boolean {
  return /^[a-z]{3,4}_[0-9A-Za-z]{22}$/.test(text)
}

/** What the ids with each prefix identify, with its article. */
const IDENTIFIED: Readonly<Record<IdPrefix, string>> = {
  key: 'an API key',
  inv: 'an invoice',
  comp: 'a company',
  conn: 'a connection',
  evt: 'an event',
  req: 'a request',
  acc: 'an account',
  dlv: 'a delivery of a webhook',
  rcv: 'a received invoice',
  rsp: 'a response to a received invoice',
}

/**
 * Why a text can't be an id with this prefix: it is the id of something else, or has another form;
 * null: it has the form. Of the text, only an id is quoted.
 */
export function notAnIdOf(wanted: IdPrefix, text: string): string | null {
  const [prefix = ''] = text.split('_', 1)
  if (isId(text)) {
    if (prefix === wanted) return null
    const other = keysOf(IDENTIFIED).find((known) => known === prefix)
    if (other !== undefined) return `${text} is the id of ${IDENTIFIED[other]}`
  }
  return `the id of ${IDENTIFIED[wanted]} is ${wanted}_ and ${SUFFIX_LENGTH} letters and digits`
}

/**
 * `<prefix>_` and 22 base62 characters made from 128 bits. Throws unless there are exactly 16
 * bytes.
 */
export function idFromBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`an id is made from 16 bytes, not ${bytes.length}`)
  return `${prefix}_${base62(bytes, SUFFIX_LENGTH)}`
}

/** A new id, from 128 random bits. */
export function newId(prefix: IdPrefix, random: RandomBytes): string {
  return idFromBytes(prefix, random(16))
}

/**
 * An id that is always the same for the same parts. The stream named by it is then the lock
 * against doing the same thing twice (an invoice posted again under its idempotency key, a second
 * connection for the same company and country).
 */
export function derivedId(prefix: IdPrefix, ...parts: readonly string[]): string {
  return idFromBytes(prefix, digestOf(parts))
}

/** The same as a UUID, for external use: version 8 of RFC 9562, section 5.8. */
export function derivedUuid(...parts: readonly string[]): string {
  const bytes = digestOf(parts)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** 16 bytes. */
function digestOf(parts: readonly string[]): Buffer {
  // Each part is preceded by its length, so that no two lists of parts have the same input.
  const input = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  return hash('sha256', input, 'buffer').subarray(0, 16)
}

/**
 * The public `evt_…` id of a stored event, derived from its UUID, so that a rebuild produces the
 * same ids.
 */
export function eventId(uuid: string): string {
  return idFromBytes('evt', Buffer.from(uuid.replaceAll('-', ''), 'hex'))
}

/** `length` base62 characters, most significant first. */
export function base62(bytes: Uint8Array, length: number): string {
  const limbs = limbsOf(bytes)
  let text = ''
  while (text.length < length) {
    // Long division by four characters' worth at a time; every product stays far below 2^53, and
    // is far faster than a bigint's.
    let remainder = 0
    for (let place = 0; place < limbs.length; place++) {
      const dividend = remainder * LIMB + (limbs[place] ?? 0)
      const quotient = Math.floor(dividend / FOUR_CHARACTERS)
      limbs[place] = quotient
      remainder = dividend - quotient * FOUR_CHARACTERS
    }
    let four = ''
    for (let i = 0; i < 4; i++) {
      four = ALPHABET.charAt(remainder % 62) + four
      remainder = Math.floor(remainder / 62)
    }
    text = four + text
  }
  return text.slice(text.length - length)
}

const LIMB = 2 ** 24
const FOUR_CHARACTERS = 62 ** 4

/** A number's digits to the base 2^24, most significant first. */
function limbsOf(bytes: Uint8Array): number[] {
  const limbs: number[] = []
  let limb = 0
  let left = bytes.length
  for (const byte of bytes) {
    limb = limb * 2 ** 8 + byte
    left -= 1
    if (left % 3 > 0) continue
    limbs.push(limb)
    limb = 0
  }
  return limbs
}
