import { randomFillSync } from 'node:crypto'

/**
 * The number of bytes requested from the system at a time: a call costs far more than the bytes.
 */
const POOL_BYTES = 4096

const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** Random bytes from the system's generator. Each byte is returned once and not kept. */
export function random(size: number): Uint8Array {
  if (size > POOL_BYTES / 16) return randomFillSync(Buffer.alloc(size))
  if (used + size > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + size))
  pool.fill(0, used, used + size)
  used += size
  return bytes
}
