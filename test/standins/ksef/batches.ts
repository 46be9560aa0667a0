import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { unzipSync } from 'fflate'
import { json, refused } from './answers.js'
import { isForm } from './form.js'
import type { Caller } from './identity.js'
import type { StatusWish } from './options.js'
import { decrypted, type Register, type TakenSession, type TakeWishes } from './register.js'
import { type Encryption, type Service, unknownSession } from './service.js'
import type { Answer } from '../local-server.js'

interface Part {
  readonly ordinalNumber: number
  readonly fileSize: number
  readonly fileHash: string
}

/** The file of a batch as it was announced. */
interface BatchFile {
  readonly fileSize: number
  readonly fileHash: string
  readonly compressionType?: string
  readonly fileParts: readonly Part[]
}

/** A batch under way. */
interface Batch {
  readonly session: TakenSession
  readonly file: BatchFile
  readonly offlineMode: boolean
  /** Of the addresses to which its parts go. */
  readonly signature: string
  readonly parts: Map<number, Buffer>
}

const UPLOAD_MS = 20 * 60_000
const LARGEST_BYTES = 1_000_000
const LARGEST_ATTACHED_BYTES = 3_000_000

/** Batch sessions: it decrypts, unpacks and judges what comes. */
export class Batches {
  readonly #batches = new Map<string, Batch>()

  constructor(
    private readonly register: Register,
    private readonly service: Service,
    private readonly settings: {
      readonly now: () => Date
      readonly storeAddress: () => string
      readonly mayAttach: boolean
    },
  ) {}

  open({ nip }: Caller, body: Readonly<Record<string, unknown>>): Answer {
    const {
      formCode,
      batchFile,
      encryption = {},
      offlineMode = false,
    } = body as {
      formCode?: object
      offlineMode?: boolean
      batchFile?: BatchFile
      encryption?: Encryption
    }
    if (!isForm(formCode)) return refused(21405, ['formCode'])
    if (batchFile === undefined || !isSound(batchFile)) return refused(21405, ['batchFile'])
    if (batchFile.fileParts.length > 50) return refused(21161)
    const key = this.service.keyIn(encryption)
    if ('status' in key) return key
    const session = this.register.open('Batch', nip, key.key, key.iv, this.settings.now(), this.settings.mayAttach)
    const signature = hash('sha256', session.reference, 'hex')
    this.#batches.set(session.reference, { session, file: batchFile, offlineMode, signature, parts: new Map() })
    const partUploadRequests = batchFile.fileParts.map(({ ordinalNumber }) => ({
      ordinalNumber,
      method: 'PUT',
      url: `${this.settings.storeAddress()}/${session.reference}/${ordinalNumber}?sp=w&sig=${signature}`,
      headers: { 'x-ms-blob-type': 'BlockBlob' },
    }))
    return json({ referenceNumber: session.reference, partUploadRequests }, 201)
  }

  /** What the store of the parts says: it knows no token, but signed addresses. */
  put(
    [reference = '', ordinal = '']: readonly string[],
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Answer {
    const batch = this.#batches.get(reference)
    if (batch === undefined || query.get('sig') !== batch.signature) return { status: 403, body: '' }
    if (headers.authorization !== undefined) return { status: 401, body: '' }
    if (headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400, body: '' }
    if (this.#isOver(batch)) return { status: 403, body: '' }
    batch.parts.set(Number(ordinal), body)
    return { status: 201, body: '' }
  }

  close({ nip }: Caller, reference: string, wishes: TakeWishes): Answer {
    const batch = this.#batches.get(reference)
    if (batch === undefined || batch.session.nip !== nip) return unknownSession(reference)
    const { session, file, parts } = batch
    if (this.#isOver(batch)) {
      session.status = { code: 440, description: 'Sesja anulowana', details: ['Przekroczono czas wysyłki'] }
      return refused(21208, ['Sesja anulowana, przekroczony czas wysyłki.'])
    }
    const now = this.settings.now()
    const code = session.processedAt !== undefined && session.processedAt > now ? 150 : session.status.code
    if (code !== 100) return refused(21180, [`Status sesji ${code} uniemożliwia jej zamknięcie.`])
    for (const { ordinalNumber, fileSize } of file.fileParts) {
      const part = parts.get(ordinalNumber)
      if (part === undefined) return refused(21205, [`Nie przesłano zadeklarowanej '${ordinalNumber}' części pliku.`])
      if (part.length !== fileSize)
        return refused(21157, [`Zadeklarowany rozmiar części '${ordinalNumber}' nie zgadza się z rzeczywistym.`])
    }
    session.processedAt = new Date(now.getTime() + wishes.decisionSeconds * 1000)
    session.status = wishes.session ?? this.#processed(batch, now, wishes)
    return { status: 204, body: '' }
  }

  #isOver({ session: { createdAt, status } }: Batch): boolean {
    return status.code === 100 && this.settings.now().getTime() - createdAt.getTime() > UPLOAD_MS
  }

  /** Takes the invoices of a batch; how its session ends. */
  #processed({ session, file, offlineMode, parts }: Batch, now: Date, wishes: TakeWishes): StatusWish {
    const taken = file.fileParts.map((part) => ({ ...part, bytes: parts.get(part.ordinalNumber) ?? Buffer.alloc(0) }))
    if (taken.some(({ bytes, fileHash }) => hash('sha256', bytes, 'base64') !== fileHash))
      return { code: 405, description: 'Błąd weryfikacji poprawności dostarczonych elementów paczki' }
    const plain = taken.map(({ bytes }) => decrypted(session, bytes))
    if (plain.some((part) => part === null))
      return { code: 435, description: 'Błąd odszyfrowania zaszyfrowanych części archiwum' }
    const archive = Buffer.concat(plain.map((part) => part ?? Buffer.alloc(0)))
    if (archive.length !== file.fileSize || hash('sha256', archive, 'base64') !== file.fileHash)
      return { code: 405, description: 'Błąd weryfikacji poprawności dostarczonych elementów paczki' }
    const files = unpacked(archive)
    if (files === null) return { code: 430, description: 'Błąd dekompresji pierwotnego archiwum' }
    for (const [name, bytes] of files) {
      const xml = Buffer.from(bytes)
      const declared = { invoiceHash: hash('sha256', xml, 'base64'), invoiceSize: xml.length, offlineMode }
      const status =
        xml.length > (xml.includes('<Zalacznik>') ? LARGEST_ATTACHED_BYTES : LARGEST_BYTES)
          ? { code: 430, description: 'Błąd weryfikacji pliku faktury' }
          : null
      this.register.add(session, declared, xml, now, { ...wishes, status: wishes.status ?? status }, name)
    }
    return session.invoices.some(({ ksefNumber }) => ksefNumber !== null)
      ? { code: 200, description: 'Sesja wsadowa przetworzona pomyślnie' }
      : { code: 445, description: 'Błąd weryfikacji, brak poprawnych faktur' }
  }
}

function isSound({ fileSize, fileHash, compressionType = 'Zip', fileParts }: Partial<BatchFile>): boolean {
  const isHash = (text: unknown): boolean => typeof text === 'string' && Buffer.from(text, 'base64').length === 32
  return (
    Number.isSafeInteger(fileSize) &&
    isHash(fileHash) &&
    compressionType === 'Zip' &&
    Array.isArray(fileParts) &&
    fileParts.length > 0 &&
    (fileParts as readonly Part[]).every(
      (part, n) => part.ordinalNumber === n + 1 && part.fileSize > 0 && isHash(part.fileHash),
    )
  )
}

function unpacked(archive: Buffer): readonly (readonly [string, Uint8Array])[] | null {
  try {
    return Object.entries(unzipSync(archive))
  } catch {
    return null
  }
}
