import { createHash } from 'node:crypto'

/**
 * The id of a transmission in the network (SBDH instance identifier): a UUID. The last twelve
 * digits encode the ledger's number, the others are a digest of it, so that a foreign UUID is
 * recognised.
 */
export function transmissionId(ledgerId: string): string {
  const digest = createHash('sha256').update(`sbdh ${ledgerId}`).digest('hex')
  const node = ((BigInt(ledgerId) * FACTOR) % SPACE) ^ MASK
  return (
    `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-` +
    node.toString(16).padStart(12, '0')
  )
}

/** The ledger's number in a transmission's id; null: not our own id. */
export function ledgerIdOf(uploadId: string): string | null {
  const node = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-([0-9a-f]{12})$/.exec(uploadId)?.[1]
  if (node === undefined) return null
  const ledgerId = String(((BigInt(`0x${node}`) ^ MASK) * INVERSE) % SPACE)
  return transmissionId(ledgerId) === uploadId ? ledgerId : null
}

/** Multiplication by an odd number is a permutation of the numbers below a power of two. */
const SPACE = 1n << 48n
const FACTOR = 0x5deece66dn
const MASK = 0x9e3779b97f4an

/** The inverse of `FACTOR`, by Newton's method: each step doubles the correct digits. */
const INVERSE = [1, 2, 3, 4, 5, 6].reduce((inverse) => {
  const next = (inverse * (2n - FACTOR * inverse)) % SPACE
  return next < 0n ? next + SPACE : next
}, FACTOR)
