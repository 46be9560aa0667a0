import { createHash } from 'node:crypto'

/** A number that belongs to a text: the first 48 bits of its SHA-256. */
export function digestOf(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 12)}`)
}
