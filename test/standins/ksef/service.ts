import { hash } from 'node:crypto'
import { fieldsOf } from '../../../src/domain/json.js'
import { json, refused, xml } from './answers.js'
import { buyerOf, metadata, thirdsOf } from './metadata.js'
import { isForm } from './form.js'
import type { Caller } from './identity.js'
import type { MinistryKey } from './keys.js'
import type { SessionReceipts } from './session-receipts.js'
import type { Answer } from '../local-server.js'
import {
  receiptOf,
  type Register,
  statusDocument,
  type TakenInvoice,
  type TakenSession,
  type TakeWishes,
} from './register.js'

const LARGEST_BYTES = 1_000_000
/** The key of a session as it is handed over. */
export interface Encryption {
  readonly encryptedSymmetricKey?: string
  readonly initializationVector?: string
  readonly publicKeyId?: string
}

/** The calls about sessions and invoices, over the register. */
export class Service {
  constructor(
    private readonly register: Register,
    private readonly settings: {
      readonly now: () => Date
      readonly keys: () => readonly MinistryKey[]
      readonly largestPage: number
    },
    private readonly receipts: SessionReceipts,
  ) {}

  open({ nip }: Caller, body: Readonly<Record<string, unknown>>): Answer {
    const { formCode, encryption = {} } = body as { formCode?: object; encryption?: Encryption }
    if (!isForm(formCode)) return refused(21405, ['formCode'])
    const key = this.keyIn(encryption)
    if ('status' in key) return key
    const session = this.register.open('Online', nip, key.key, key.iv, this.settings.now())
    return json({ referenceNumber: session.reference, validUntil: session.validUntil.toISOString() }, 201)
  }

  /** The key of a session, null where it can't be decrypted; or why it is refused. */
  keyIn({ encryptedSymmetricKey = '', initializationVector = '', publicKeyId }: Encryption) {
    const iv = Buffer.from(initializationVector, 'base64')
    if (iv.length !== 16) return refused(21405, ['initializationVector'])
    const keys = this.settings.keys().filter(({ usage }) => usage === 'SymmetricKeyEncryption')
    const named = keys.filter(({ id }) => publicKeyId === undefined || id === publicKeyId)
    if (named.length === 0) return refused(21470, [`Klucz o identyfikatorze ${publicKeyId} nie jest wspierany.`])
    const found = named.map((each) => each.decrypted(encryptedSymmetricKey)).find((each) => each?.length === 32)
    return { key: found ?? null, iv }
  }

  send({ nip }: Caller, reference: string, body: Readonly<Record<string, unknown>>, wishes: TakeWishes): Answer {
    const session = this.register.session(nip, reference)
    if (session === undefined) return unknownSession(reference)
    const now = this.settings.now()
    const code = this.#codeOf(session)
    if (code !== 100) return refused(21180, [`Status sesji (${code}) uniemożliwia wysyłkę faktur.`])
    const {
      invoiceHash,
      invoiceSize,
      encryptedInvoiceHash,
      encryptedInvoiceSize,
      encryptedInvoiceContent,
      offlineMode,
    } = body
    if (typeof invoiceHash !== 'string' || typeof invoiceSize !== 'number' || invoiceSize > LARGEST_BYTES)
      return refused(21405, ['invoiceHash, invoiceSize'])
    const encrypted = Buffer.from(String(encryptedInvoiceContent), 'base64')
    if (encrypted.length !== encryptedInvoiceSize) return refused(21402)
    if (hash('sha256', encrypted, 'base64') !== encryptedInvoiceHash) return refused(21403)
    const invoice = this.register.take(
      session,
      { invoiceHash, invoiceSize, encrypted, offlineMode: offlineMode === true },
      now,
      wishes,
    )
    return json({ referenceNumber: invoice.reference }, 202)
  }

  close({ nip }: Caller, reference: string): Answer {
    const session = this.register.session(nip, reference)
    if (session === undefined) return unknownSession(reference)
    const code = this.#codeOf(session)
    if (code !== 100) return refused(21180, [`Status sesji (${code}) uniemożliwia jej zamknięcie.`])
    session.status =
      session.invoices.length === 0
        ? { code: 440, description: 'Sesja anulowana', details: ['Nie przesłano faktur'] }
        : { code: 200, description: 'Sesja interaktywna przetworzona pomyślnie' }
    return { status: 204, body: '' }
  }

  session({ nip }: Caller, reference: string): Answer {
    const session = this.register.session(nip, reference)
    return session === undefined ? unknownSession(reference) : json(this.#sessionDocument(session))
  }

  sessions({ nip }: Caller, query: URLSearchParams): Answer {
    const type = query.get('sessionType')
    if (type !== 'Online' && type !== 'Batch') return refused(21405, ['sessionType'])
    const from = new Date(query.get('dateCreatedFrom') ?? 0)
    const sessions = this.register.sessions
      .filter((each) => each.nip === nip && each.type === type && each.createdAt >= from)
      .reverse()
    return json({ continuationToken: null, sessions: sessions.map((each) => this.#listed(each)) })
  }

  invoices(
    { nip }: Caller,
    reference: string,
    query: URLSearchParams,
    token: string | undefined,
    which: 'all' | 'failed' = 'all',
  ): Answer {
    const session = this.register.session(nip, reference)
    if (session === undefined) return unknownSession(reference)
    const now = this.settings.now()
    const asked = Number(query.get('pageSize') ?? 10)
    if (asked < 10 || asked > 1000) return refused(21405, ['pageSize'])
    const size = Math.min(asked, this.settings.largestPage)
    const from = token === undefined ? 0 : Number(Buffer.from(token, 'base64').toString())
    const listedAt = session.processedAt ?? now
    const listed = session.invoices
      .filter(({ listedFrom }) => listedFrom <= now && listedAt <= now)
      .filter((invoice) => which === 'all' || (invoice.decidedAt <= now && invoice.status.code > 200))
    const next = from + size < listed.length ? Buffer.from(String(from + size)).toString('base64') : null
    const invoices = listed.slice(from, from + size).map((each) => statusDocument(each, now))
    return json({ continuationToken: next, invoices })
  }

  status({ nip }: Caller, reference: string, invoiceReference: string): Answer {
    const session = this.register.session(nip, reference)
    if (session === undefined) return unknownSession(reference)
    const invoice = session.invoices.find((each) => each.reference === invoiceReference)
    if (invoice === undefined)
      return refused(21164, [`Faktura o numerze referencyjnym ${invoiceReference} nie została znaleziona.`])
    return json(statusDocument(invoice, this.settings.now()))
  }

  /** By the reference of the invoice in the session, or by its KSeF number. */
  upo({ nip }: Caller, reference: string, isSought: (invoice: TakenInvoice) => boolean): Answer {
    const session = this.register.session(nip, reference)
    const invoice = session?.invoices.find(isSought)
    if (invoice?.ksefNumber == null || invoice.decidedAt > this.settings.now())
      return refused(21178, [`UPO o numerze KSeF i numerze referencyjnym sesji ${reference} nie zostało znalezione.`])
    const bytes = receiptOf(invoice)
    return xml(bytes, { 'x-ms-meta-hash': hash('sha256', bytes, 'base64') })
  }

  /** A page of the collective UPO. */
  sessionReceipt({ nip }: Caller, reference: string, page: string): Answer {
    const session = this.register.session(nip, reference)
    return session === undefined ? unknownSession(reference) : this.receipts.page(session, page)
  }

  /** `POST /invoices/query/metadata`. */
  metadata({ nip }: Caller, query: URLSearchParams, filters: Readonly<Record<string, unknown>>): Answer {
    return metadata(this.register, nip, query, filters, this.settings.now())
  }

  download({ nip }: Caller, number: string): Answer {
    const invoice = this.register.accepted.find(
      (each) => each.ksefNumber === number && [each.nip, buyerOf(each), ...thirdsOf(each)].includes(nip),
    )
    if (invoice?.xml == null) return refused(21164, [`Faktura o numerze KSeF ${number} nie została znaleziona.`])
    return xml(invoice.xml, { 'x-ms-meta-hash': hash('sha256', invoice.xml, 'base64') })
  }

  #codeOf({ status, validUntil }: TakenSession): number {
    return status.code === 100 && validUntil <= this.settings.now() ? 170 : status.code
  }

  /** The list counts under another name, and has no UPO. */
  #listed(session: TakenSession): object {
    const { invoiceCount: totalInvoiceCount, ...shown } = fieldsOf(this.#sessionDocument(session))
    return { ...shown, totalInvoiceCount, upo: undefined }
  }

  #sessionDocument(session: TakenSession): object {
    const { reference, createdAt, validUntil, invoices, processedAt } = session
    const isInWork = processedAt !== undefined && processedAt > this.settings.now()
    const status = isInWork ? { code: 150, description: 'Trwa przetwarzanie' } : session.status
    const upo = this.receipts.shownOf(session)
    const successful = invoices.filter(({ ksefNumber }) => ksefNumber !== null).length
    return {
      referenceNumber: reference,
      status,
      dateCreated: createdAt.toISOString(),
      dateUpdated: createdAt.toISOString(),
      validUntil: validUntil.toISOString(),
      invoiceCount: invoices.length,
      successfulInvoiceCount: successful,
      failedInvoiceCount: invoices.length - successful,
      ...(upo !== undefined && { upo }),
    }
  }
}

/** HTTP 400 where there is no such session. */
export function unknownSession(reference: string): Answer {
  return refused(21173, [`Sesja o numerze referencyjnym ${reference} nie została znaleziona.`])
}
