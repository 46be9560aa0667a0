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
/** The end record with the longest comment, in bytes. */
export const LONGEST_END = END_BYTES + 0xffff
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
    const entry = entryAt(bytes.subarray(0, end), at)
    entries.push({ name: entry.name, bytes: contentOf(bytes, entry) })
    at = entry.next
  }
  return entries
}

/** A file as the central directory of an archive describes it. */
export interface DirectoryEntry {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly packedBytes: number
  /** Where its local header begins. */
  readonly local: number
  /** Where the next entry of the directory begins. */
  readonly next: number
}

/**
 * The entry of a directory that begins there.
 * @throws BadZip
 */
export function entryAt(directory: Buffer, at: number): DirectoryEntry {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL)
    throw new BadZip('a directory entry is broken')
  if ((directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new BadZip('a file is encrypted')
  const nameEnd = at + CENTRAL_BYTES + directory.readUInt16LE(at + 28)
  return {
    name: directory.toString('utf8', at + CENTRAL_BYTES, nameEnd),
    method: directory.readUInt16LE(at + 10),
    checksum: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    local: directory.readUInt32LE(at + 42),
    next: nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32),
  }
}

/**
 * Where the end record begins: it is the last one, followed only by its comment.
 * @throws BadZip
 */
export function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - LONGEST_END)
  for (let at = bytes.length - END_BYTES; at >= earliest; at -= 1)
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  throw new BadZip('no end record')
}

/**
 * The bytes from a local header to its content.
 * @throws BadZip
 */
export function bytesOfHeader(header: Buffer): number {
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) throw new BadZip('a file is missing')
  return LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
}

function contentOf(bytes: Buffer, entry: DirectoryEntry): Uint8Array {
  const start = entry.local + bytesOfHeader(bytes.subarray(entry.local))
  const end = start + entry.packedBytes
  if (end > bytes.length) throw new BadZip('a file is truncated')
  return unpacked(bytes.subarray(start, end), entry, ZIP_LIMITS.entryBytes)
}

/**
 * The content of a file.
 * @throws BadZip if it has another checksum, or more bytes than `most`
 */
export function unpacked(packed: Uint8Array, { method, checksum }: DirectoryEntry, most: number): Uint8Array {
  const content = inflated(packed, method, most)
  if (crc32(content) !== checksum) throw new BadZip('a file has a wrong checksum')
  return content
}

function inflated(packed: Uint8Array, method: number, most: number): Uint8Array {
  if (method === STORED) {
    if (packed.length > most) throw tooLarge(most)
    return packed
  }
  if (method !== DEFLATED) throw new BadZip(`compression method ${method}`)
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(most)
    throw new BadZip('a file cannot be decompressed')
  }
}

function tooLarge(most: number): BadZip {
  return new BadZip(`a file has over ${most} bytes`)
}
