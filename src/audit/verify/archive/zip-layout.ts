import { type FileHandle, open } from 'node:fs/promises'
import type yauzl from 'yauzl'

/** Bytes of an archive that programs may read in different ways. */
export interface LayoutFault {
  /** The file concerned; null: the whole archive. */
  readonly name: string | null
  readonly detail: string
}

/** Most faults reported. */
const MOST_FAULTS = 1_000
/** What follows the list of files in an archive, in bytes: as ZIP, and as ZIP64. */
const TAIL_BYTES = 22
const TAILS: readonly number[] = [TAIL_BYTES, 56 + 20 + TAIL_BYTES]
/** Size of a local header, before the name. */
const HEADER_BYTES = 30
const HAS_DESCRIPTOR = 1 << 3
/** ZIP64 uses this where a number is too large for its field. */
const ELSEWHERE = 0xffffffff
const DESCRIPTOR_SIGNATURE = 0x08074b50
const REGULAR_FILES: readonly number[] = [0, 0o100000]

/**
 * Checks the structure of an archive byte by byte: the list at its end and the header before each
 * file must agree, and there must be nothing between, before or after. Otherwise different
 * programs could read different files.
 * @param entries the complete list, read to its end
 */
export async function layoutFaults(
  file: string,
  zip: yauzl.ZipFile,
  entries: readonly yauzl.Entry[],
  list: { readonly from: number; readonly to: number },
): Promise<readonly LayoutFault[]> {
  const handle = await open(file)
  try {
    return await new Layout(handle, zip).faults(entries, list)
  } finally {
    await handle.close()
  }
}

class Layout {
  readonly #file: FileHandle
  readonly #zip: yauzl.ZipFile
  readonly #faults: LayoutFault[] = []

  constructor(file: FileHandle, zip: yauzl.ZipFile) {
    this.#file = file
    this.#zip = zip
  }

  async faults(entries: readonly yauzl.Entry[], list: { readonly from: number; readonly to: number }) {
    if (this.#zip.comment.length > 0 || !TAILS.includes(this.#zip.fileSize - list.to))
      this.#add(null, 'there is additional data after the list of its files')
    const tail = (await this.#bytes(this.#zip.fileSize - TAIL_BYTES, this.#zip.fileSize)) ?? Buffer.alloc(TAIL_BYTES)
    const [disks, here, all, bytes] = [
      tail.readUInt32LE(4),
      tail.readUInt16LE(8),
      tail.readUInt16LE(10),
      tail.readUInt32LE(12),
    ]
    if (disks !== 0 || here !== all || (bytes !== list.to - list.from && bytes !== ELSEWHERE))
      this.#add(null, 'its end record contradicts the list of its files')
    const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    let end = 0
    for (const [place, entry] of inOrder.entries()) {
      if (entry.relativeOffsetOfLocalHeader !== end)
        this.#add(entry.fileName, 'it does not begin where the previous file ends')
      end = inOrder[place + 1]?.relativeOffsetOfLocalHeader ?? list.from
      await this.#entry(entry, end)
    }
    if (inOrder.length === 0 && list.from !== 0)
      this.#add(null, 'there is additional data before the list of its files')
    return this.#faults
  }

  async #entry(entry: yauzl.Entry, end: number): Promise<void> {
    const { fileName: name, fileNameRaw, generalPurposeBitFlag: flags, crc32, compressedSize, uncompressedSize } = entry
    if (!fileNameRaw.equals(Buffer.from(name)) || entry.fileCommentLength > 0)
      this.#add(name, 'it has a second name, or a comment')
    if (!REGULAR_FILES.includes((entry.externalFileAttributes >>> 16) & 0o170000))
      this.#add(name, 'it is not a regular file')
    const local = await this.#zip.readLocalFileHeaderPromise(entry)
    const figures = [
      [local.crc32, crc32],
      [local.compressedSize, compressedSize],
      [local.uncompressedSize, uncompressedSize],
    ] as const
    const isSame =
      local.fileName.equals(fileNameRaw) &&
      local.generalPurposeBitFlag === flags &&
      local.compressionMethod === entry.compressionMethod &&
      figures.every(
        ([here, there]) => here === there || here === ELSEWHERE || ((flags & HAS_DESCRIPTOR) !== 0 && here === 0),
      )
    if (!isSame) this.#add(name, 'its own header contradicts the list of files')
    if (
      local.fileDataStart !==
      entry.relativeOffsetOfLocalHeader + HEADER_BYTES + local.fileNameLength + local.extraFieldLength
    )
      this.#add(name, 'its content does not begin after its header')
    const rest = await this.#bytes(local.fileDataStart + compressedSize, end)
    if (!isDescriptor(rest, entry)) this.#add(name, 'there is additional data after its content')
  }

  /** null: longer than a descriptor, or a negative length. */
  async #bytes(from: number, to: number): Promise<Buffer | null> {
    if (to < from || to - from > 24) return null
    const bytes = Buffer.alloc(to - from)
    await this.#file.read(bytes, 0, bytes.length, from)
    return bytes
  }

  #add(name: string | null, detail: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ name, detail })
  }
}

/** Checksum and sizes again, where the header announces them; else nothing. */
function isDescriptor(bytes: Buffer | null, entry: yauzl.Entry): boolean {
  if ((entry.generalPurposeBitFlag & HAS_DESCRIPTOR) === 0) return bytes?.length === 0
  if (bytes === null || bytes.length < 12) return false
  const isSigned = bytes.readUInt32LE() === DESCRIPTOR_SIGNATURE && bytes.length % 8 === 0
  const figures = isSigned ? bytes.subarray(4) : bytes
  if (figures.readUInt32LE() !== entry.crc32) return false
  const { compressedSize, uncompressedSize } = entry
  if (figures.length === 12)
    return figures.readUInt32LE(4) === compressedSize && figures.readUInt32LE(8) === uncompressedSize
  return (
    figures.length === 20 &&
    figures.readBigUInt64LE(4) === BigInt(compressedSize) &&
    figures.readBigUInt64LE(12) === BigInt(uncompressedSize)
  )
}
