import type { InvoicetronicOptions, SdiFault } from './options.js'

/** What SdI can say, with Invoicetronic's numbers. */
export const STATES = {
  Inviato: 2,
  Consegnato: 5,
  NonConsegnato: 6,
  Scartato: 7,
  AccettatoDalDestinatario: 8,
  RifiutatoDalDestinatario: 9,
  ImpossibilitaDiRecapito: 10,
  DecorrenzaTermini: 11,
  AttestazioneTrasmissioneFattura: 12,
} as const

/** A sent invoice. */
export interface SentInvoice {
  readonly id: number
  readonly fileName: string
  readonly identifier: string
  readonly xml: string
  /** The file as it came, where its owner has signed it. */
  readonly signedFile: Buffer | null
  readonly number: string
  readonly sentAt: Date
  readonly signature: string
  readonly metaData: Readonly<Record<string, string>> | null
  /** Whether it counts for SdI: not once it is rejected. */
  counts: boolean
}

/** Something that SdI has said. */
export interface StateUpdate {
  readonly id: number
  readonly sendId: number
  readonly state: string
  readonly at: Date
  readonly description: string | null
  readonly errors: readonly SdiFault[]
}

/** A call to `POST /send` whose document could be read, for tests that count. */
export interface ReceivedInvoice {
  readonly at: Date
  readonly fileName: string | null
  readonly number: string
  /** Null: it was refused at the door. */
  readonly sendId: number | null
}

/** What is sent. */
export interface Incoming {
  /** Null: the intermediary names it. */
  readonly fileName: string | null
  readonly xml: string
  /** The file around it that its owner has signed. */
  readonly signedFile: Buffer | null
  readonly signature: string
  readonly metaData: Readonly<Record<string, string>> | null
}

/** How SdI is to decide. */
export type Wish =
  { readonly kind: 'reject'; readonly errors: readonly SdiFault[] } | { readonly kind: 'silent' } | null

/** An account with all that it has sent, and SdI behind it. */
export class Account {
  readonly sent: SentInvoice[] = []
  readonly allUpdates: StateUpdate[] = []
  readonly received: ReceivedInvoice[] = []
  operationsLeft: number
  signaturesLeft: number
  readonly #now: () => Date
  #updates = 5000

  constructor(private readonly options: InvoicetronicOptions) {
    this.#now = options.now ?? (() => new Date())
    this.operationsLeft = options.operationsLeft ?? 1000
    this.signaturesLeft = options.signaturesLeft ?? 1000
  }

  /** Takes an invoice for SdI, which says something of it when its time has come. */
  take({ fileName: given, xml, signedFile, signature, metaData }: Incoming, wish: Wish): SentInvoice {
    const number = element(xml, 'Numero')
    const ending = signedFile === null ? 'xml' : 'xml.p7m'
    const fileName = given ?? `IT01180680397ITRON_${String(this.sent.length + 1).padStart(5, '0')}.${ending}`
    const isSigned = signedFile === null && signature !== 'None' && isToAdministration(xml)
    const invoice: SentInvoice = {
      id: 1001 + this.sent.length,
      // Signed by CAdES, it is another file.
      fileName: isSigned ? `${fileName}.p7m` : fileName,
      identifier: String(17_000_000_001 + this.sent.length),
      xml,
      signedFile,
      number,
      sentAt: this.#now(),
      signature,
      metaData,
      counts: true,
    }
    const errors = wish?.kind === 'reject' ? wish.errors : this.#repetition(invoice)
    this.sent.push(invoice)
    this.operationsLeft -= 1
    if (isSigned) this.signaturesLeft -= 1
    this.report(invoice.id, 'Inviato')
    if (wish?.kind === 'silent') return invoice
    const later = (this.options.decisionSeconds ?? 0) * 1000
    const at = new Date(this.#now().getTime() + later)
    if (errors.length > 0) {
      this.report(invoice.id, 'Scartato', { at, errors, description: 'Notifica di scarto' })
    } else if (isToAdministration(xml)) {
      this.report(invoice.id, 'Consegnato', { at })
      this.report(invoice.id, 'AccettatoDalDestinatario', { at: new Date(at.getTime() + later) })
    } else {
      const isReached = element(xml, 'CodiceDestinatario') !== '0000000' || xml.includes('<PECDestinatario>')
      this.report(invoice.id, isReached ? 'Consegnato' : 'ImpossibilitaDiRecapito', { at })
    }
    return invoice
  }

  /** SdI says something of a sent invoice. */
  report(
    sendId: number,
    state: string,
    {
      at = this.#now(),
      errors = [],
      description = null,
    }: Partial<Pick<StateUpdate, 'at' | 'errors' | 'description'>> = {},
  ): void {
    this.#updates += 1
    this.allUpdates.push({ id: this.#updates, sendId, state, at, errors, description })
    if (state !== 'Scartato' && state !== 'RifiutatoDalDestinatario') return
    const invoice = this.sent.find(({ id }) => id === sendId)
    if (invoice !== undefined) invoice.counts = false
  }

  /** What SdI has said by now. */
  updates(): readonly StateUpdate[] {
    const now = this.#now()
    return this.allUpdates.filter(({ at }) => at <= now)
  }

  /** Each name of a file serves once, and each number of an invoice that counts. */
  #repetition({ fileName, xml, number }: SentInvoice): readonly SdiFault[] {
    if (this.sent.some((other) => other.fileName === fileName))
      return [{ code: '00002', description: 'Nome file duplicato' }]
    const key = (document: string): string =>
      [
        element(document, 'IdCodice'),
        element(document, 'Data').slice(0, 4),
        element(document, 'TipoDocumento') === 'TD04',
      ].join(' ')
    const isThere = this.sent.some((other) => other.counts && other.number === number && key(other.xml) === key(xml))
    return isThere ? [{ code: '00404', description: 'Fattura duplicata' }] : []
  }
}

/** The text of the first element of a name; empty: there is none. */
export function element(xml: string, name: string): string {
  return new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(xml)?.[1] ?? ''
}

/** Whether it goes to an administration. */
export function isToAdministration(xml: string): boolean {
  return element(xml, 'FormatoTrasmissione') === 'FPA12'
}
