import { contentIn, directoryOf, type ZipSource } from '../../gateway/large-zip.js'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { BadZip, type DirectoryEntry } from '../../gateway/zip.js'
import { type SessionCipher, sha256 } from './encryption.js'
import { unanswered } from './failures.js'
import { type Json, numberIn, objectIn, objectsIn, referenceIn, textIn, timeIn } from './json.js'
import type { Stores } from './stores.js'

/** A part of a package, as KSeF describes it. */
interface Part {
  readonly url: string
  /** Where it begins in the archive. */
  readonly from: number
  /** Sizes in bytes and SHA-256 in Base64: decrypted, and as it comes. */
  readonly size: number
  readonly hash: string
  readonly encryptedSize: number
  readonly encryptedHash: string
}

/** KSeF makes parts of 50 MB, of a gigabyte in all. */
const LARGEST_PART = 64 * 1024 * 1024
const MOST_PARTS = 64
const LARGEST_PACKAGE = 1280 * 1024 * 1024
const MOST_INVOICES = 10_000
/** KSeF takes three megabytes of an invoice. */
const INVOICE_BYTES = 12 * 1024 * 1024
const METADATA_BYTES = 64 * 1024 * 1024
const METADATA = '_metadata.json'
const DOWNLOAD_MS = 120_000
const RETRY_SECONDS = 60
/** The one that is read, and one beside it. */
const KEPT_PARTS = 2

/** A package that is not as KSeF describes it, and in what. */
export class UnreadablePackage extends Error {
  override readonly name = 'UnreadablePackage'
}

/** A part can't be fetched now. */
class NoPart extends Error {
  constructor(readonly outcome: NoAnswer) {
    super(outcome.kind)
  }
}

/** Reads from a package as long as its store answers; else why it does not. */
export async function reading<T>(read: () => Promise<T>): Promise<T | NoAnswer> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoPart) return error.outcome
    if (error instanceof BadZip) throw new UnreadablePackage(error.message)
    throw error
  }
}

/** What KSeF says about a package. */
interface Described {
  readonly invoiceCount: number
  readonly parts: readonly Part[]
  /** The package is complete up to then. */
  readonly until: Date
  /** More invoices than a package takes. */
  readonly isTruncated: boolean
}

/**
 * The description of a package.
 * @throws UnreadablePackage
 */
export function describedIn(json: Json): Described {
  const { invoiceCount, isTruncated } = json
  const count = numberIn(invoiceCount)
  if (count === null || count < 0 || count > MOST_INVOICES || typeof isTruncated !== 'boolean')
    throw new UnreadablePackage('it names no number of invoices')
  const until = timeIn(json[isTruncated ? 'lastPermanentStorageDate' : 'permanentStorageHwmDate'])
  if (until === null) throw new UnreadablePackage('it does not name up to when it is complete')
  return { invoiceCount: count, isTruncated, until, parts: partsIn(json['parts']) }
}

function partsIn(listed: unknown): readonly Part[] {
  const sorted = objectsIn(listed).toSorted(
    (one, other) => (numberIn(one['ordinalNumber']) ?? 0) - (numberIn(other['ordinalNumber']) ?? 0),
  )
  const parts: Part[] = []
  let from = 0
  for (const [index, part] of sorted.entries()) {
    const [url, hash, encryptedHash] = ['url', 'partHash', 'encryptedPartHash'].map((name) => textIn(part[name]))
    const [size, encryptedSize] = ['partSize', 'encryptedPartSize'].map((name) => numberIn(part[name]))
    if (numberIn(part['ordinalNumber']) !== index + 1 || textIn(part['method'])?.toUpperCase() !== 'GET')
      throw new UnreadablePackage('a part is missing')
    if (!url || !hash || !encryptedHash || !size || !encryptedSize || size < 1 || encryptedSize < 1)
      throw new UnreadablePackage(`part ${index + 1} is not described`)
    if (Math.max(size, encryptedSize) > LARGEST_PART) throw new UnreadablePackage(`part ${index + 1} is too large`)
    parts.push({ url, from, size, hash, encryptedSize, encryptedHash })
    from += size
  }
  if (parts.length > MOST_PARTS || from > LARGEST_PACKAGE) throw new UnreadablePackage('it is too large')
  return parts
}

/** An invoice in a package. */
export interface PackedInvoice {
  readonly number: string
  /** Its InvoiceMetadata. */
  readonly item: Json
}

/**
 * An encrypted archive of invoices in parts. Parts are fetched when something in them is read, and
 * two of them are kept, so that the memory for any package is bounded.
 */
export class Package implements ZipSource {
  readonly size: number
  readonly #kept = new Map<Part, Buffer>()
  #directory: ReadonlyMap<string, DirectoryEntry> = new Map()

  constructor(
    private readonly stores: Stores,
    private readonly tools: GatewayTools,
    private readonly cipher: SessionCipher,
    readonly described: Described,
  ) {
    this.size = described.parts.reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Its invoices in the order of their metadata.
   * @throws UnreadablePackage
   */
  async invoices(): Promise<readonly PackedInvoice[]> {
    const { parts, invoiceCount } = this.described
    if (parts.length === 0 && invoiceCount === 0) return []
    this.#directory = await directoryOf(this, MOST_INVOICES + 1)
    const json = jsonIn(await this.#content(METADATA, METADATA_BYTES))
    const invoices = objectsIn(objectIn(json)?.['invoices']).map((item) => {
      const number = referenceIn(item['ksefNumber'])
      if (number === null) throw new UnreadablePackage('an invoice without its number')
      return { number, item }
    })
    if (invoices.length !== invoiceCount)
      throw new UnreadablePackage(`${invoices.length} invoices, ${invoiceCount} are stated`)
    return invoices
  }

  /**
   * The document of an invoice, if it is the one that KSeF names.
   * @throws UnreadablePackage
   */
  async document({ number, item }: PackedInvoice): Promise<Uint8Array> {
    const bytes = await this.#content(`${number}.xml`, INVOICE_BYTES)
    if (sha256(bytes) !== item['invoiceHash']) throw new UnreadablePackage(`${number} has another hash`)
    return bytes
  }

  async read(from: number, bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (const part of this.described.parts) {
      const [start, end] = [Math.max(from, part.from), Math.min(from + bytes, part.from + part.size)]
      if (start >= end) continue
      const piece = await this.#part(part)
      pieces.push(piece.subarray(start - part.from, end - part.from))
    }
    const [only] = pieces
    return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
  }

  #content(name: string, most: number): Promise<Uint8Array> {
    const entry = this.#directory.get(name)
    if (entry === undefined) throw new UnreadablePackage(`without ${name}`)
    return contentIn(this, entry, most)
  }

  async #part(part: Part): Promise<Buffer> {
    const kept = this.#kept.get(part)
    if (kept !== undefined) return kept
    for (const old of [...this.#kept.keys()].slice(0, -(KEPT_PARTS - 1))) this.#kept.delete(old)
    const bytes = await this.#fetched(part)
    this.#kept.set(part, bytes)
    return bytes
  }

  async #fetched(part: Part): Promise<Buffer> {
    const { stores, tools } = this
    const fault = stores.faultOf(part.url)
    if (fault !== null) throw new UnreadablePackage(`the address that KSeF names for a part ${fault}`)
    const outcome = await stores.send({
      method: 'GET',
      url: part.url,
      headers: {},
      timeoutMs: DOWNLOAD_MS,
      maxBytes: LARGEST_PART,
    })
    if (outcome.kind === 'failure' || outcome.status !== 200) {
      const reason = outcome.kind === 'failure' ? outcome.reason : `HTTP ${outcome.status}`
      throw new NoPart(unanswered(`KSeF, the download of a package: ${reason}`, RETRY_SECONDS, tools))
    }
    const { bytes } = outcome
    if (bytes.length !== part.encryptedSize || sha256(bytes) !== part.encryptedHash)
      throw new UnreadablePackage('a part is not the one that KSeF names')
    const plain = await this.cipher.decrypted(bytes)
    if (plain === null) throw new UnreadablePackage('a part can not be decrypted')
    if (plain.length !== part.size || sha256(plain) !== part.hash)
      throw new UnreadablePackage('a decrypted part is not the one that KSeF names')
    return plain
  }
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  } catch {
    throw new UnreadablePackage(`${METADATA} is no JSON`)
  }
}
