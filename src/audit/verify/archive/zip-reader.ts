import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { FILE_NAME } from '../../export/format.js'
import { type LayoutFault, layoutFaults } from './zip-layout.js'
import { messageOf } from '../../../domain/caught.js'

/** A line of a JSON Lines file. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly value: unknown
  readonly bytes: Buffer
  /** Whether the line ends with a line break, as every line must. */
  readonly hasEnd: boolean
}

/** The file is not a readable archive. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

/** Most files in an archive: each uses a few hundred bytes of memory. */
const MOST_ENTRIES = 10_000_000
/** Limit for a file that is read completely: the manifest, a key. */
const MOST_WHOLE_BYTES = 16 * 1024 * 1024
/** Limit for a line: an event of 256 KB, with any encoding of its characters. */
const MOST_LINE_BYTES = 4 * 1024 * 1024
/** The best possible ratio of deflate; a higher claim is false. */
const MOST_RATIO = 1_100

/**
 * Reads an archive that may be hostile: names are compared and never used as paths, nothing is
 * written, and the amount read at once is limited, regardless of the archive's claims.
 */
export class ArchiveReader {
  readonly #zip: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  /** Names that occur twice, or that no export contains. */
  readonly strange: readonly string[]
  readonly #faults: LayoutFault[]

  private constructor(
    zip: yauzl.ZipFile,
    entries: ReadonlyMap<string, yauzl.Entry>,
    strange: readonly string[],
    faults: readonly LayoutFault[],
  ) {
    this.#zip = zip
    this.#entries = entries
    this.strange = strange
    this.#faults = [...faults]
  }

  /** Parts that programs may read in different ways, and wrong checksums. */
  get faults(): readonly LayoutFault[] {
    return this.#faults
  }

  /** Throws `BadArchive`, and the errors of reading a file. */
  static async open(file: string): Promise<ArchiveReader> {
    const zip = await opened(file)
    const entries = new Map<string, yauzl.Entry>()
    const all: yauzl.Entry[] = []
    const strange: string[] = []
    // The library declares a boolean, but the value is an offset in the file.
    const listFrom = Number(zip.readEntryCursor)
    if (zip.entryCount > MOST_ENTRIES)
      throw new BadArchive(`it has ${zip.entryCount} files; at most ${MOST_ENTRIES} are supported`)
    await new Promise<void>((resolve, reject) => {
      zip.on('error', (error: Error) => reject(new BadArchive(error.message)))
      zip.on('end', () => resolve())
      zip.on('entry', (entry: yauzl.Entry) => {
        const name = entry.fileName
        all.push(entry)
        const isStrange = !FILE_NAME.test(name) || entries.has(name) || entry.isEncrypted()
        if (isStrange || entry.uncompressedSize > entry.compressedSize * MOST_RATIO + 1_000) {
          if (strange.length < 1_000) strange.push(name)
        } else entries.set(name, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
    try {
      const list = { from: listFrom, to: Number(zip.readEntryCursor) }
      return new ArchiveReader(zip, entries, strange, await layoutFaults(file, zip, all, list))
    } catch (error) {
      zip.close()
      throw error instanceof Error && 'code' in error ? error : new BadArchive(messageOf(error))
    }
  }

  /** Whether there is a file of this name. */
  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The names of all files except the strange ones. */
  names(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /** The bytes of a file part by part; none if it is missing. Throws `BadArchive`. */
  async *bytes(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) => {
        if (error) reject(new BadArchive(`${name}: ${error.message}`))
        else resolve(opened)
      })
    })
    let checksum = 0
    try {
      for await (const part of stream as AsyncIterable<Buffer>) {
        checksum = crc32(part, checksum)
        yield part
      }
      const isKnown = this.#faults.some((fault) => fault.name === name)
      if (checksum !== entry.crc32 && !isKnown) this.#faults.push({ name, detail: 'its checksum is wrong' })
    } catch (error) {
      throw new BadArchive(`${name}: ${messageOf(error)}`)
    } finally {
      stream.destroy()
    }
  }

  /** The complete content of a small file; null: it is missing. Throws `BadArchive`. */
  async whole(name: string): Promise<Buffer | null> {
    if (!this.has(name)) return null
    const parts: Buffer[] = []
    let size = 0
    for await (const part of this.bytes(name)) {
      size += part.length
      if (size > MOST_WHOLE_BYTES) throw new BadArchive(`${name} has over ${MOST_WHOLE_BYTES} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /** The lines of a file. Throws `BadArchive`. */
  async *lines(name: string): AsyncGenerator<Line, void, undefined> {
    let number = 0
    let rest = Buffer.alloc(0)
    const parsed = (bytes: Buffer, hasEnd: boolean): Line => {
      number += 1
      try {
        return { number, value: JSON.parse(bytes.toString('utf8')), bytes, hasEnd }
      } catch {
        throw new BadArchive(`line ${number} of ${name} is not JSON`)
      }
    }
    for await (const part of this.bytes(name)) {
      let from = 0
      for (let end = part.indexOf(LINE_END); end !== -1; end = part.indexOf(LINE_END, from)) {
        const line = rest.length === 0 ? part.subarray(from, end) : Buffer.concat([rest, part.subarray(from, end)])
        rest = Buffer.alloc(0)
        from = end + 1
        yield parsed(line, true)
      }
      rest = rest.length === 0 ? Buffer.from(part.subarray(from)) : Buffer.concat([rest, part.subarray(from)])
      if (rest.length > MOST_LINE_BYTES)
        throw new BadArchive(`line ${number + 1} of ${name} has over ${MOST_LINE_BYTES} bytes`)
    }
    if (rest.length > 0) yield parsed(rest, false)
  }

  /** Closes the file. */
  close(): void {
    this.#zip.close()
  }
}

const LINE_END = 0x0a

function opened(file: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(
      file,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true },
      (error, zip) => {
        if (!error) resolve(zip)
        else if ('code' in error) reject(error)
        else reject(new BadArchive(error.message))
      },
    )
  })
}
