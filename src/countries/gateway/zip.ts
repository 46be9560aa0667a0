import { crc32, inflateRawSync } from 'node:zlib'

/** A file of an archive. `name` is only for comparisons, never used as a path. */
interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The archive can't be read or is too large. */
export class BadZip extends Error {
  override readonly name = 'BadZip'
}

/** Limits of an archive: governments put two files into each. */
export const ZIP_LIMITS = { entries: 10, entryBytes: 12 * 1024 * 1024 } as const

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const LONGEST_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** Whether the bytes begin like an archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/**
 * The files of a ZIP archive (PKWARE APPNOTE 6.3.10, without ZIP64, encryption and parts), by its
 * central directory. Memory is bounded by `ZIP_LIMITS`, regardless of the sizes stated in the
 * archive.
 * @throws BadZip
 */
export function readZip(archive: Uint8Array): readonly ZipEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  const end = endOfDirectory(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > ZIP_LIMITS.entries) throw new BadZip(`${count} files; at most ${ZIP_LIMITS.entries} are read`)
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL) throw new BadZip('a directory entry is broken')
    const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28)
    entries.push({ name: bytes.toString('utf8', at + CENTRAL_BYTES, nameEnd), bytes: contentOf(bytes, at) })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record is the last one, followed only by its comment. */
function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= earliest; at -= 1)
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  throw new BadZip('no end record')
}

function contentOf(bytes: Buffer, central: number): Uint8Array {
  if ((bytes.readUInt16LE(central + 8) & ENCRYPTED) !== 0) throw new BadZip('a file is encrypted')
  const method = bytes.readUInt16LE(central + 10)
  const checksum = bytes.readUInt32LE(central + 16)
  const local = bytes.readUInt32LE(central + 42)
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw new BadZip('a file is missing')
  const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const end = start + bytes.readUInt32LE(central + 20)
  if (end > bytes.length) throw new BadZip('a file is truncated')
  const content = inflated(bytes.subarray(start, end), method)
  if (crc32(content) !== checksum) throw new BadZip('a file has a wrong checksum')
  return content
}

function inflated(packed: Uint8Array, method: number): Uint8Array {
  if (method === STORED) {
    if (packed.length > ZIP_LIMITS.entryBytes) throw tooLarge()
    return packed
  }
  if (method !== DEFLATED) throw new BadZip(`compression method ${method}`)
  try {
    return inflateRawSync(packed, { maxOutputLength: ZIP_LIMITS.entryBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new BadZip('a file cannot be decompressed')
  }
}

function tooLarge(): BadZip {
  return new BadZip(`a file has over ${ZIP_LIMITS.entryBytes} bytes`)
}
