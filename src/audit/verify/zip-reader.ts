import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { FILE_NAME } from '../export/format.js'

/** What was handed in is no archive that can be read. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

/** An archive with more files is not read: each costs a few hundred bytes of memory. */
const MOST_ENTRIES = 10_000_000
/** A file that is read as a whole: the manifest, a key. */
const MOST_WHOLE_BYTES = 16 * 1024 * 1024
/** A line of a file: an event of 256 KB, in whatever way its characters are written. */
const MOST_LINE_BYTES = 4 * 1024 * 1024
/** What deflate can do at best; whoever says more lies. */
const MOST_RATIO = 1_100

/**
 * Reads an archive that may be hostile: names are compared and never used as paths, nothing is
 * written, and what is read at once is bounded, whatever the archive says of itself.
 */
export class ArchiveReader {
  readonly #zip: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  /** Names that stand in it twice, or that no export has. */
  readonly strange: readonly string[]

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, strange: readonly string[]) {
    this.#zip = zip
    this.#entries = entries
    this.strange = strange
  }

  /** Throws `BadArchive`, and the errors of reading a file. */
  static async open(file: string): Promise<ArchiveReader> {
    const zip = await opened(file)
    const entries = new Map<string, yauzl.Entry>()
    const strange: string[] = []
    if (zip.entryCount > MOST_ENTRIES)
      throw new BadArchive(`it has ${zip.entryCount} files; at most ${MOST_ENTRIES} are read`)
    await new Promise<void>((resolve, reject) => {
      zip.on('error', (error: Error) => reject(new BadArchive(error.message)))
      zip.on('end', () => resolve())
      zip.on('entry', (entry: yauzl.Entry) => {
        const name = entry.fileName
        const isStrange = !FILE_NAME.test(name) || entries.has(name) || entry.isEncrypted()
        if (isStrange || entry.uncompressedSize > entry.compressedSize * MOST_RATIO + 1_000) {
          if (strange.length < 1_000) strange.push(name)
        } else entries.set(name, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
    return new ArchiveReader(zip, entries, strange)
  }

  /** Whether there is a file of this name. */
  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The names of all files but the strange ones. */
  names(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /** The bytes of a file part by part; none where it is missing. Throws `BadArchive`. */
  async *bytes(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) => {
        if (error) reject(new BadArchive(`${name}: ${error.message}`))
        else resolve(opened)
      })
    })
    try {
      for await (const part of stream) yield part as Buffer
    } catch (error) {
      throw new BadArchive(`${name}: ${(error as Error).message}`)
    } finally {
      stream.destroy()
    }
  }

  /** A small file as a whole; null: it is missing. Throws `BadArchive`. */
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

  /** The values of the lines of a file; `number` from 1. Throws `BadArchive`. */
  async *lines(name: string): AsyncGenerator<{ readonly number: number; readonly value: unknown }, void, undefined> {
    let number = 0
    let rest = Buffer.alloc(0)
    const parsed = (line: Buffer) => {
      number += 1
      try {
        return { number, value: JSON.parse(line.toString('utf8')) as unknown }
      } catch {
        throw new BadArchive(`line ${number} of ${name} is no JSON`)
      }
    }
    for await (const part of this.bytes(name)) {
      let from = 0
      for (let end = part.indexOf(LINE_END); end !== -1; end = part.indexOf(LINE_END, from)) {
        const line = rest.length === 0 ? part.subarray(from, end) : Buffer.concat([rest, part.subarray(from, end)])
        rest = Buffer.alloc(0)
        from = end + 1
        yield parsed(line)
      }
      rest = rest.length === 0 ? Buffer.from(part.subarray(from)) : Buffer.concat([rest, part.subarray(from)])
      if (rest.length > MOST_LINE_BYTES)
        throw new BadArchive(`line ${number + 1} of ${name} has over ${MOST_LINE_BYTES} bytes`)
    }
    if (rest.length > 0) yield parsed(rest)
  }

  /** Ends it. */
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
