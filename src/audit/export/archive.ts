import { createHash, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ManifestFile } from './format.js'

/**
 * Timestamp of all files: two archives of the same store are identical whenever they are made.
 * Noon, because the format also stores local time.
 */
const MTIME = new Date(Date.UTC(2000, 0, 1, 12))
/** rw-r--r-- of a regular file. */
const MODE = 0o100644

/**
 * Writes a ZIP archive (with ZIP64 where needed) file by file, under a temporary name until it is
 * complete. Keeps at most the content of one file and the names of all files in memory.
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
    // Readable only by the requesting user: it contains a company's invoices.
    const output = createWriteStream(this.#temporary, { flags: 'w', mode: 0o600 })
    this.#written = finished(this.#zip.outputStream.pipe(output))
    // It is awaited at the end; until then a disk error must not end the process.
    this.#written.catch(() => undefined)
  }

  /** The files written so far, without the documents. */
  get files(): readonly ManifestFile[] {
    return this.#files
  }

  /** Adds a file from its parts and returns its size and hash. */
  async add(
    name: string,
    parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  ): Promise<ManifestFile> {
    const hash = createHash('sha256')
    const counted = { bytes: 0 }
    const content = Readable.from(hashing(parts, hash, counted), { objectMode: false })
    this.#zip.addReadStream(content, name, { mtime: MTIME, mode: MODE })
    // Ends with the content, or with a disk error.
    await Promise.race([finished(content), this.#written.then(() => Promise.reject(new Error('The file was closed')))])
    const file = { name, size: counted.bytes, sha256: hash.digest('hex') }
    if (!name.startsWith('documents/')) this.#files.push(file)
    return file
  }

  /** Finishes the archive, makes it durable and gives it its name. */
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

  /** Removes the temporary file. */
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
