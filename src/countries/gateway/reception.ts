import type { ReceivingCompany } from '../../domain/receiving.js'
import type { ReceivingChannel } from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'

/** A file that came with a document. */
interface ArrivedFile {
  /** `original`, `signature`, `metadata`. */
  readonly kind: string
  /** null: it has no name of its own. */
  readonly filename: string | null
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A document as a supplier sent it. Its content is untrusted. */
export interface ArrivedDocument {
  /** The government's number of it; null: the channel has none. */
  readonly govId: string | null
  /**
   * What makes it the same document when it comes again, to the same company: the government's
   * number of it, else its hash.
   */
  readonly identity: string
  /** The sender, as the channel names it; null: not known. */
  readonly sender: string | null
  /** As it came: the document itself, a PDF or a signed file with it inside. */
  readonly bytes: Uint8Array
  /** The name of that file; absent: it has none. */
  readonly filename?: string
  /** How many invoices are in it: each is received. Absent: one. */
  readonly parts?: number
  readonly files: readonly ArrivedFile[]
  /** When it came to the government or to us. */
  readonly arrivedAt: Date
}

/** A document for a company of ours. */
export interface Arrival extends ArrivedDocument {
  readonly company: Pick<ReceivingCompany, 'id' | 'scope'>
  /** Of the channel. */
  readonly country: CountryCode
  readonly channel: ReceivingChannel
  /** The invoice of the same account that it is; null: another sender's. */
  readonly sentAs: string | null
  /** `$correlationId` of its event; null: there is none so far. */
  readonly correlationId: string | null
}

/** A document for no company. */
export interface UnclaimedDocument extends Pick<ArrivedDocument, 'identity' | 'bytes' | 'arrivedAt'> {
  readonly channel: ReceivingChannel
}

/** Where documents of suppliers are handed in, by all channels. Durable. */
export interface Reception {
  /** The live company that is this participant of Peppol, `scheme:value`; null: there is none. */
  participant(peppolId: string): Promise<ReceivingCompany | null>
  /**
   * The live companies with a connection to this country that have one of these numbers, of VAT or
   * taxes.
   */
  numbered(country: CountryCode, numbers: readonly string[]): Promise<readonly ReceivingCompany[]>
  /** Keeps a document, once: it is recorded soon, even if the process dies. */
  take(arrival: Arrival): Promise<'stored' | 'repeated'>
  /** Keeps a document that is for no company, for a week; it is never shown. */
  keepUnclaimed(document: UnclaimedDocument): Promise<'stored' | 'repeated'>
}

/** Where no company receives. */
export const NO_RECEPTION: Reception = {
  participant: () => Promise.resolve(null),
  numbered: () => Promise.resolve([]),
  take: () => Promise.reject(new Error('a document was taken for a company that is not known')),
  keepUnclaimed: () => Promise.reject(new Error('documents for no company are not kept here')),
}
