import { createDecipheriv, hash } from 'node:crypto'
import { todayIn } from '../../../src/domain/calendar.js'
import type { InvoicingMode } from '../../../src/domain/invoice.js'
import { ksefNumber } from '../../../src/countries/pl/ksef-number.js'
import { modeOf } from '../../../src/countries/pl/offline.js'
import { ksefModeOf, upo } from '../../../src/countries/pl/upo.js'
import type { StatusWish } from './options.js'
import { reference, serial } from './references.js'

/** An invoice that came in a session. */
export interface TakenInvoice {
  readonly reference: string
  readonly session: string
  readonly nip: string
  /** null: it could not be read. */
  readonly sellerNip: string | null
  readonly ordinal: number
  /** As the sender said it, Base64. */
  readonly invoiceHash: string
  /** null: it could not be decrypted. */
  readonly xml: Buffer | null
  readonly number: string
  readonly takenAt: Date
  /** The day of issue decides between online and offline by this one's, in Warsaw. */
  readonly invoicingDate: Date
  readonly decidedAt: Date
  readonly listedFrom: Date
  readonly status: StatusWish
  readonly ksefNumber: string | null
  readonly fileName?: string
  /** Whether its sender declared it an offline invoice. */
  readonly isDeclaredOffline: boolean
}

/** A session, of either kind. */
export interface TakenSession {
  readonly reference: string
  readonly nip: string
  readonly type: 'Online' | 'Batch'
  readonly createdAt: Date
  readonly validUntil: Date
  /** Whether invoices in it may have attachments. */
  readonly mayAttach: boolean
  /** null: its key could not be decrypted. */
  readonly key: Buffer | null
  readonly iv: Buffer
  readonly invoices: TakenInvoice[]
  /** In the end, or until it is closed. */
  status: StatusWish
  /** Of a batch that was closed: until then it is in work. */
  processedAt?: Date
}

/** What an invoice is to become, beside what it says. */
export interface TakeWishes {
  readonly decisionSeconds: number
  readonly status: StatusWish | null
  readonly listedLaterSeconds: number
  /** Of a batch: how its session ends. */
  readonly session?: StatusWish
}

/** An invoice as it was sent. */
interface SentInvoice {
  readonly invoiceHash: string
  readonly invoiceSize: number
  readonly encrypted: Buffer
  readonly offlineMode: boolean
}

const SESSION_MS = 12 * 3_600_000

/** All sessions that were ever opened, and their invoices. */
export class Register {
  readonly sessions: TakenSession[] = []
  /** What was decided well, by what must be unique. */
  readonly #unique = new Map<string, TakenInvoice>()

  open(
    type: 'Online' | 'Batch',
    nip: string,
    key: Buffer | null,
    iv: Buffer,
    now: Date,
    mayAttach = false,
  ): TakenSession {
    const session: TakenSession = {
      reference: reference(type === 'Online' ? 'SO' : 'SB', now),
      nip,
      type,
      createdAt: now,
      validUntil: new Date(now.getTime() + SESSION_MS),
      mayAttach,
      key,
      iv,
      invoices: [],
      status:
        key === null
          ? { code: 415, description: 'Błąd odszyfrowania dostarczonego klucza' }
          : { code: 100, description: type === 'Online' ? 'Sesja interaktywna otwarta' : 'Sesja wsadowa rozpoczęta' },
    }
    this.sessions.push(session)
    return session
  }

  session(nip: string, ofReference: string): TakenSession | undefined {
    return this.sessions.find((each) => each.reference === ofReference && each.nip === nip)
  }

  get invoices(): readonly TakenInvoice[] {
    return this.sessions.flatMap(({ invoices }) => invoices)
  }

  /** Those that count: under one number of the seller there is never more than one. */
  get accepted(): readonly TakenInvoice[] {
    return this.invoices.filter(({ ksefNumber: number }) => number !== null)
  }

  /** Takes an encrypted invoice and decides on it, as of its decision's time. */
  take(session: TakenSession, sent: SentInvoice, now: Date, wishes: TakeWishes): TakenInvoice {
    const xml = decrypted(session, sent.encrypted)
    return this.add(session, sent, xml, now, wishes)
  }

  /** An invoice of a seller that is no customer of ours. */
  deliver(nip: string, xml: Buffer, now: Date): TakenInvoice {
    const session =
      this.sessions.find((each) => each.nip === nip && each.key?.length === 0) ??
      this.open('Online', nip, Buffer.alloc(0), Buffer.alloc(16), now)
    const said = { invoiceHash: hash('sha256', xml, 'base64'), invoiceSize: xml.length, offlineMode: false }
    return this.add(session, said, xml, now, { decisionSeconds: 0, status: null, listedLaterSeconds: 0 })
  }

  /** The same of one that was decrypted already, as in a batch. */
  add(
    session: TakenSession,
    { invoiceHash, invoiceSize, offlineMode }: Omit<SentInvoice, 'encrypted'>,
    xml: Buffer | null,
    now: Date,
    wishes: TakeWishes,
    fileName?: string,
  ): TakenInvoice {
    const said = xml === null ? null : saidBy(xml)
    const key = said === null ? null : `${said.nip} ${said.kind} ${said.number}`
    const original = key === null ? undefined : this.#unique.get(key)
    const invoicingDate = session.type === 'Batch' ? session.createdAt : now
    const isEarly = said !== null && said.issueDate > todayIn('Europe/Warsaw', invoicingDate)
    const judged = statusOf(session, xml, { invoiceHash, invoiceSize }, said?.nip ?? null, original)
    const status = wishes.status ?? judged ?? (isEarly ? EARLY : SUCCESS)
    const decidedAt = new Date(now.getTime() + wishes.decisionSeconds * 1000)
    const invoice: TakenInvoice = {
      reference: reference('EE', now),
      session: session.reference,
      nip: session.nip,
      sellerNip: said?.nip ?? null,
      ordinal: session.invoices.length + 1,
      invoiceHash,
      xml,
      number: said?.number ?? '',
      takenAt: now,
      invoicingDate,
      decidedAt,
      listedFrom: new Date(now.getTime() + wishes.listedLaterSeconds * 1000),
      status,
      ksefNumber:
        status.code === 200 ? ksefNumber(said?.nip ?? session.nip, todayIn('Europe/Warsaw', now), serial()) : null,
      ...(fileName !== undefined && { fileName }),
      isDeclaredOffline: offlineMode,
    }
    session.invoices.push(invoice)
    if (key !== null && status.code === 200) this.#unique.set(key, invoice)
    return invoice
  }
}

const SUCCESS: StatusWish = { code: 200, description: 'Sukces' }
/** The words are ours: KSeF's own are not published. */
const EARLY: StatusWish = {
  code: 450,
  description: 'Błąd weryfikacji semantyki dokumentu faktury',
  details: ['Data wystawienia faktury (P_1) jest późniejsza niż data przyjęcia dokumentu'],
}

/** Why KSeF would not have it; null: nothing. */
function statusOf(
  session: TakenSession,
  xml: Buffer | null,
  sent: Pick<SentInvoice, 'invoiceHash' | 'invoiceSize'>,
  nip: string | null,
  original: TakenInvoice | undefined,
): StatusWish | null {
  if (session.key === null) return { code: 405, description: 'Przetwarzanie anulowane z powodu błędu sesji' }
  if (xml === null)
    return { code: 435, description: 'Błąd odszyfrowania pliku', details: ['Plik niepoprawnie zaszyfrowany'] }
  const file = (detail: string): StatusWish => ({
    code: 430,
    description: 'Błąd weryfikacji pliku faktury',
    details: [detail],
  })
  if (xml.length !== sent.invoiceSize)
    return file(`Rozmiar faktury nie zgadza się z zadeklarowaną wartością: '${sent.invoiceSize}'.`)
  if (hash('sha256', xml, 'base64') !== sent.invoiceHash) return file('Skrót faktury')
  if (xml.subarray(0, 3).toString('hex') === 'efbbbf') return file('BOM')
  if (nip === null)
    return {
      code: 450,
      description: 'Błąd weryfikacji semantyki dokumentu faktury',
      details: ['Nieprawidłowy XML'],
    }
  if (nip !== session.nip && selfBillerOf(xml) !== session.nip)
    return { code: 410, description: 'Nieprawidłowy zakres uprawnień' }
  // An attachment goes in a batch, and only after it was announced to the tax office.
  if (!session.mayAttach && xml.includes('<Zalacznik>'))
    return { code: 415, description: 'Brak możliwości wysyłania faktury z załącznikiem' }
  if (original === undefined) return null
  const number = original.ksefNumber ?? ''
  return {
    code: 440,
    description: 'Duplikat faktury',
    details: [
      `Duplikat faktury. Faktura o numerze KSeF: ${number} została już prawidłowo przesłana do systemu w sesji: ${original.session}`,
    ],
    extensions: { originalSessionReferenceNumber: original.session, originalKsefNumber: number },
  }
}

/** The NIP of the customer, if the customer issues the invoice; null: the seller does. */
function selfBillerOf(xml: Buffer): string | null {
  const text = xml.toString('utf8')
  if (!text.includes('<P_17>1</P_17>')) return null
  return /<Podmiot2>[^]*?<NIP>(\d{10})<\/NIP>/.exec(text)?.[1] ?? null
}

/** By AES-256-CBC with the session's key; null: it can't be. */
export function decrypted({ key, iv }: Pick<TakenSession, 'key' | 'iv'>, encrypted: Buffer): Buffer | null {
  if (key === null) return null
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, iv)
    return Buffer.concat([cipher.update(encrypted), cipher.final()])
  } catch {
    return null
  }
}

/** What an invoice says of itself, as far as the stand-in reads it. */
interface Said {
  readonly nip: string
  readonly kind: string
  readonly number: string
  /** P_1; empty: it has none. */
  readonly issueDate: string
}

/** What must be unique, as far as it is there; null: it is no invoice of FA(3). */
function saidBy(xml: Buffer): Said | null {
  const text = xml.toString('utf8')
  const [, nip] = /<Podmiot1>[^]*?<NIP>(\d{10})<\/NIP>/.exec(text) ?? []
  const [, number] = /<P_2>([^<]*)<\/P_2>/.exec(text) ?? []
  const [, kind] = /<RodzajFaktury>([^<]*)<\/RodzajFaktury>/.exec(text) ?? []
  if (nip === undefined || number === undefined || kind === undefined || !/<\/Faktura>\s*$/.test(text)) return null
  return { nip, number, kind, issueDate: /<P_1>([^<]*)<\/P_1>/.exec(text)?.[1] ?? '' }
}

const receipts = new WeakMap<TakenInvoice, Buffer>()

/** The confirmation of an accepted invoice, with the same bytes at each look. */
export function receiptOf(invoice: TakenInvoice): Buffer {
  const made = receipts.get(invoice) ?? madeReceiptOf(invoice)
  receipts.set(invoice, made)
  return made
}

function madeReceiptOf(invoice: TakenInvoice): Buffer {
  const xml = upo({
    session: invoice.session,
    token: reference('EC', invoice.takenAt),
    contextNip: invoice.nip,
    sellerNip: invoice.sellerNip ?? invoice.nip,
    ksefNumber: invoice.ksefNumber ?? '',
    number: invoice.number,
    issueDate: issueDateOf(invoice),
    invoicingMode: modeOfInvoice(invoice),
    sentAt: invoice.takenAt,
    acceptedAt: invoice.decidedAt,
    sha256: hash('sha256', invoice.xml ?? Buffer.alloc(0)),
  })
  return Buffer.from(xml)
}

/** P_1; empty: it has none. */
export function issueDateOf({ xml }: TakenInvoice): string {
  return /<P_1>([^<]*)<\/P_1>/.exec(xml?.toString('utf8') ?? '')?.[1] ?? ''
}

/** Online, unless it was declared otherwise, or its date of issue is before the day it came. */
export function modeOfInvoice(invoice: TakenInvoice): InvoicingMode {
  if (invoice.isDeclaredOffline) return 'offline'
  return modeOf(issueDateOf(invoice), todayIn('Europe/Warsaw', invoice.invoicingDate))
}

/** As `GET /sessions/{ref}/invoices/{ref}` has it. */
export function statusDocument(invoice: TakenInvoice, now: Date): object {
  const isDecided = invoice.decidedAt <= now
  const { ksefNumber: number } = invoice
  return {
    ordinalNumber: invoice.ordinal,
    ...(isDecided && { invoiceNumber: invoice.number }),
    ...(isDecided && number !== null && { ksefNumber: number, acquisitionDate: invoice.decidedAt.toISOString() }),
    referenceNumber: invoice.reference,
    invoiceHash: invoice.invoiceHash,
    ...(invoice.fileName !== undefined && { invoiceFileName: invoice.fileName }),
    invoicingDate: invoice.invoicingDate.toISOString(),
    ...(invoice.xml !== null && { invoicingMode: ksefModeOf(modeOfInvoice(invoice)) }),
    status: isDecided ? invoice.status : { code: 150, description: 'Trwa przetwarzanie' },
  }
}
