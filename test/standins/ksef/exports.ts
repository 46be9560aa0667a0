import { createCipheriv, hash } from 'node:crypto'
import { zipSync } from 'fflate'
import { json, refused } from './answers.js'
import type { Caller } from './identity.js'
import { type Filters, found, highWaterMark, shownAs } from './metadata.js'
import type { StatusWish } from './options.js'
import { reference } from './references.js'
import { issueDateOf, type Register, type TakenInvoice } from './register.js'
import type { Encryption, Service } from './service.js'
import type { Answer } from '../local-server.js'

/** A package of invoices, encrypted in parts. */
interface Prepared {
  readonly nip: string
  readonly readyAt: Date
  readonly expiresAt: Date
  readonly status: StatusWish
  readonly signature: string
  readonly described: Readonly<Record<string, unknown>>
  readonly parts: readonly (Pieces & { readonly ordinalNumber: number })[]
}

interface Pieces {
  readonly plain: Buffer
  readonly encrypted: Buffer
}

/** The body of a request for a package. */
interface Wanted {
  readonly encryption?: Encryption
  readonly filters?: Filters
  readonly onlyMetadata?: boolean | undefined
}

/** How packages come out wrong, for tests. */
export interface Tampering {
  /** The files of an archive. */
  readonly files?: (files: Record<string, Uint8Array>) => Record<string, Uint8Array>
  /** The archive before it is encrypted. */
  readonly archive?: (archive: Buffer) => Buffer
  readonly key?: (key: Buffer) => Buffer
  /** What the status says about the package. */
  readonly described?: (described: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 10

/** `POST /invoices/exports` and what follows. */
export class Exports {
  readonly #prepared = new Map<string, Prepared>()
  tampering: Tampering = {}

  constructor(
    private readonly register: Register,
    private readonly service: Service,
    private readonly settings: {
      readonly now: () => Date
      readonly storeAddress: () => string
      readonly partBytes: number
      readonly mostInvoices: number
      readonly seconds: number
    },
  ) {}

  begin({ nip }: Caller, body: Readonly<Record<string, unknown>>, wish: StatusWish | null): Answer {
    const { encryption = {}, filters = {}, onlyMetadata } = body as Wanted
    const key = this.service.keyIn(encryption)
    if ('status' in key) return key
    const now = this.settings.now()
    const invoices = found(this.register, nip, filters, 'Asc', now)
    if (!Array.isArray(invoices)) return invoices as Answer
    const running = [...this.#prepared.values()].filter((each) => each.nip === nip && each.readyAt > now)
    if (running.length >= AT_ONCE) return refused(21182)
    const itsReference = reference('EH', now)
    const bad = key.key === null ? { code: 415, description: 'Błąd odszyfrowania dostarczonego klucza' } : null
    const status = wish ?? bad ?? { code: 200, description: 'Eksport faktur zakończony sukcesem' }
    this.#prepared.set(itsReference, {
      nip,
      readyAt: new Date(now.getTime() + this.settings.seconds * 1000),
      expiresAt: new Date(now.getTime() + DAY_MS),
      status,
      signature: hash('sha256', itsReference, 'hex'),
      ...this.#packed(
        invoices as readonly TakenInvoice[],
        { filters, onlyMetadata },
        key.key ?? Buffer.alloc(32),
        key.iv,
        now,
      ),
    })
    return json({ referenceNumber: itsReference }, 201)
  }

  #packed(
    invoices: readonly TakenInvoice[],
    { filters = {}, onlyMetadata = false }: Wanted,
    key: Buffer,
    iv: Buffer,
    now: Date,
  ): Pick<Prepared, 'described' | 'parts'> {
    const { mostInvoices, partBytes } = this.settings
    const packed = invoices.slice(0, mostInvoices)
    const isTruncated = packed.length < invoices.length
    const { files = (each) => each, archive = (each) => each, key: other = (each) => each } = this.tampering
    const entries = files({
      ...(!onlyMetadata &&
        Object.fromEntries(packed.map(({ ksefNumber, xml }) => [`${ksefNumber}.xml`, xml ?? Buffer.alloc(0)]))),
      '_metadata.json': Buffer.from(JSON.stringify({ invoices: packed.map(shownAs) })),
    })
    const zip = packed.length === 0 ? Buffer.alloc(0) : archive(Buffer.from(zipSync(entries, { level: 6 })))
    const parts: (Pieces & { ordinalNumber: number })[] = []
    for (let from = 0; from < zip.length; from += partBytes) {
      const plain = zip.subarray(from, from + partBytes)
      const cipher = createCipheriv('aes-256-cbc', other(key), iv)
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
      parts.push({ ordinalNumber: parts.length + 1, plain, encrypted })
    }
    const described = {
      // Named since version 2.9 of the interface. A TarGz is not made here.
      compressionType: 'Zip',
      invoiceCount: packed.length,
      size: zip.length,
      isTruncated,
      ...(isTruncated && lastDate(filters, packed.at(-1))),
      ...highWaterMark(filters, now),
    }
    return { parts, described }
  }

  status({ nip }: Caller, itsReference: string): Answer {
    const prepared = this.#prepared.get(itsReference)
    if (prepared === undefined || prepared.nip !== nip) return refused(21175)
    const { readyAt, expiresAt, status, described, parts, signature } = prepared
    const now = this.settings.now()
    if (now < readyAt) return json({ status: { code: 100, description: 'Eksport faktur w toku' } })
    if (now >= expiresAt) return json({ status: { code: 210, description: 'Eksport faktur wygasł' } })
    if (status.code !== 200) return json({ status, completedDate: readyAt.toISOString() })
    const { described: tampered = (each) => each } = this.tampering
    const shown = parts.map(({ ordinalNumber, plain, encrypted }) => ({
      ordinalNumber,
      partName: `${itsReference}-${String(ordinalNumber).padStart(3, '0')}.zip.aes`,
      method: 'GET',
      url: `${this.settings.storeAddress()}/exports/${itsReference}/${ordinalNumber}?sp=r&sig=${signature}`,
      partSize: plain.length,
      partHash: hash('sha256', plain, 'base64'),
      encryptedPartSize: encrypted.length,
      encryptedPartHash: hash('sha256', encrypted, 'base64'),
      expirationDate: expiresAt.toISOString(),
    }))
    return json({
      status,
      completedDate: readyAt.toISOString(),
      packageExpirationDate: expiresAt.toISOString(),
      package: tampered({ ...described, parts: shown }),
    })
  }

  /** What the store of the parts says: it knows no token, but signed addresses. */
  part([itsReference = '', ordinal = '']: readonly string[], query: URLSearchParams, authorization?: string): Answer {
    const prepared = this.#prepared.get(itsReference)
    if (prepared === undefined || query.get('sig') !== prepared.signature) return { status: 403, body: '' }
    if (authorization !== undefined) return { status: 401, body: '' }
    const part = prepared.parts.find(({ ordinalNumber }) => ordinalNumber === Number(ordinal))
    if (part === undefined) return { status: 404, body: '' }
    const { encrypted } = part
    return {
      status: 200,
      headers: { 'content-type': 'application/octet-stream', 'x-ms-meta-hash': hash('sha256', encrypted, 'base64') },
      body: encrypted,
    }
  }
}

/** From where a package that was cut is continued: by the date that was asked for. */
function lastDate({ dateRange: { dateType } = {} }: Filters, last: TakenInvoice | undefined): object {
  if (last === undefined) return {}
  if (dateType === 'Issue') return { lastIssueDate: issueDateOf(last) }
  return dateType === 'Invoicing'
    ? { lastInvoicingDate: last.invoicingDate.toISOString() }
    : { lastPermanentStorageDate: last.decidedAt.toISOString() }
}
