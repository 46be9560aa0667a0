import { createHash } from 'node:crypto'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import { cut, lengthOf } from '../../domain/text.js'

/**
 * The channels of unsolicited messages: SdI's notifications, messages forwarded by an access
 * point, the life cycle at a French platform, messages of Romanian buyers.
 */
export type Channel = 'sdi' | 'peppol' | 'afnor' | 'anaf'

/** A message about a document, byte for byte as received. Its content is untrusted. */
export interface GovernmentMessage {
  readonly channel: Channel
  /**
   * The scope of its authority: a message fetched with an account's credentials can only concern
   * that account's invoices; null: it arrived at the operator's own endpoint.
   */
  readonly scope: Scope | null
  /** Identical for repetitions of the same message. At most 200 characters. */
  readonly messageId: string
  /**
   * The documents it concerns, in the form that the channel's gateways pass to `expect`; at most
   * 200 characters each.
   */
  readonly references: readonly string[]
  /** The channel's own kind: `RC`, `MLS`, `CDV-205`. At most 50 characters. */
  readonly kind: string
  readonly receivedAt: Date
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** Whether it can decide on an invoice, as far as its kind shows; default: it can. */
  readonly decides?: boolean
  /** The dates of the documents that it concerns, as written; absent: not noted. */
  readonly issueDates?: readonly string[]
}

/** A message without its content, which may be large. */
export type MessageHead = Omit<GovernmentMessage, 'bytes'>

/**
 * What became of a message: stored; stored, but set aside for a reference that has too many, for
 * which it is not read; a repetition.
 */
export type Kept = 'stored' | 'aside' | 'repeated'

/**
 * The most messages of a reference: of each kind that can decide, and of all others together. More
 * are set aside.
 */
export const MOST_OF_REFERENCE = 100

/** The invoice whose messages are expected under a reference. */
export interface ExpectedMessages {
  readonly channel: Channel
  readonly reference: string
  readonly scope: Scope
  readonly country: CountryCode
  readonly invoiceId: string
}

/** An invoice that expects messages. */
export type ExpectingInvoice = Pick<ExpectedMessages, 'scope' | 'invoiceId'>

/**
 * Unsolicited messages of governments. Durable and shared by all processes: a message is stored
 * before it is answered, whether or not it is expected, and it is not lost if it arrives before
 * the response to its upload.
 */
export interface Mailbox {
  /** Stores a message. Wakes the invoice that expects it. */
  put(message: GovernmentMessage): Promise<Kept>
  /** Whether an invoice expects such a message by now. */
  expects(message: Pick<GovernmentMessage, 'channel' | 'scope' | 'references'>): Promise<boolean>
  /** The invoices of all accounts that expect any of these references; at most two. */
  expecting(channel: Channel, references: readonly string[]): Promise<readonly ExpectingInvoice[]>
  /**
   * Records the invoice of a reference, before the upload if it is known by then. Idempotent.
   * Earlier messages then belong to this invoice, too.
   */
  expect(expected: ExpectedMessages): Promise<void>
  /**
   * The messages with any of these references and authority for this scope, in the order of
   * arrival, without their content. Without those that were set aside.
   */
  about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly MessageHead[]>
  /** Which of the references any message with authority for this scope has. */
  known(scope: Scope, channel: Channel, references: readonly string[]): Promise<ReadonlySet<string>>
  /** A message with its content; null: it was erased. */
  whole(head: MessageHead): Promise<GovernmentMessage | null>
}

const LONGEST_KEY = 200
const LONGEST_WORD = 50
const MOST_REFERENCES = 100
/** Control characters, which stores and logs can't show, and halves of surrogate pairs. */
const UNFIT = /[\p{Cc}\p{Cs}]/gu

/**
 * The message in its stored form: texts without control characters and of bounded length, each
 * reference once, at most a hundred.
 */
export function boundedMessage(message: GovernmentMessage): GovernmentMessage {
  return {
    ...message,
    messageId: boundedKey(message.messageId),
    references: [...new Set(message.references.map(boundedReference))].slice(0, MOST_REFERENCES),
    kind: cut(message.kind.replaceAll(UNFIT, ' '), LONGEST_WORD),
    mediaType: cut(message.mediaType.replaceAll(UNFIT, ' '), LONGEST_KEY),
    ...(message.issueDates && { issueDates: boundedDates(message.issueDates) }),
  }
}

function boundedDates(dates: readonly string[]): readonly string[] {
  return [...new Set(dates.map((date) => cut(date.replaceAll(UNFIT, ' '), LONGEST_WORD)))].slice(0, MOST_REFERENCES)
}

/** The reference in its stored form. */
export function boundedReference(reference: string): string {
  return boundedKey(reference)
}

/** Different keys stay different: a modified key ends with its digest. */
function boundedKey(key: string): string {
  const fit = key.replaceAll(UNFIT, ' ')
  if (fit === key && lengthOf(key) <= LONGEST_KEY) return key
  const digest = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  return `${cut(fit, LONGEST_KEY - digest.length - 1)} ${digest}`
}
