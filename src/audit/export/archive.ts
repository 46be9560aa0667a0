import { createHash, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ManifestFile } from './format.js'

/**
 * Of every file in it: an archive of the same store is the same, whenever it is made. Noon, for the
 * format also has it in local time.
 */
const MTIME = new Date(Date.UTC(2000, 0, 1, 12))
/** rw-r--r-- of a regular file. */
const MODE = 0o100644

/**
 * Writes a ZIP archive (with ZIP64 where it is needed) file by file, under a temporary name until
 * it is whole. One file's content is in memory at most, and of each file its name.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile()
  readonly #file: string
  readonly #temporary: string
  readonly #written: Promise<void>
  readonly #files: ManifestFile[] = []

  constructor(file: string) {
    this.#file = file
    this.#temporary = `${file}.partial`
    // Nobody but who has asked for it: it holds a company's invoices.
    const output = createWriteStream(this.#temporary, { flags: 'w', mode: 0o600 })
    this.#written = finished(this.#zip.outputStream.pipe(output))
    // It is awaited at the end; until then a fault of the disk must not end the process.
    this.#written.catch(() => undefined)
  }

  /** The files so far, the documents left out. */
  get files(): readonly ManifestFile[] {
    return this.#files
  }

  /** Adds a file from its parts; answers its size and hash. */
  async add(
    name: string,
    parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  ): Promise<ManifestFile> {
    const hash = createHash('sha256')
    const counted = { bytes: 0 }
    const content = Readable.from(hashing(parts, hash, counted), { objectMode: false })
    this.#zip.addReadStream(content, name, { mtime: MTIME, mode: MODE })
    // Whatever comes first: the end of the content, or that the disk is full.
    await Promise.race([finished(content), this.#written.then(() => Promise.reject(new Error('The file was closed')))])
    const file = { name, size: counted.bytes, sha256: hash.digest('hex') }
    if (!name.startsWith('documents/')) this.#files.push(file)
    return file
  }

  /** Ends the archive, makes it durable and gives it its name. */
  async finish(): Promise<void> {
    this.#zip.end()
    await this.#written
    const handle = await open(this.#temporary, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(this.#temporary, this.#file)
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await rm(this.#temporary, { force: true })
  }
}

async function* hashing(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  hash: Hash,
  counted: { bytes: number },
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)
    hash.update(bytes)
    counted.bytes += bytes.length
    yield bytes
  }
}
