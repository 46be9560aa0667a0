import { crc32, deflateSync } from 'node:zlib'

/** How every PNG begins. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The content of IHDR. */
export function header(width: number, height: number, depth: number, colour: number, interlaced = 0): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colour, 0, 0, interlaced])
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  return bytes
}

/** A PNG of a header, its filtered rows, and other chunks before them. */
export function pngOf(head: Buffer, rows: Buffer, ...others: readonly Buffer[]): Buffer {
  const parts = [chunk('IHDR', head), ...others, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...parts])
}
