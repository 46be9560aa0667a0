import { createHash } from 'node:crypto'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import { cut, lengthOf } from '../../domain/text.js'

/**
 * How messages that nobody asked for reach us: SdI's notifications, what an access point forwards,
 * the life cycle that a French platform keeps.
 */
export type Channel = 'sdi' | 'peppol' | 'afnor'

/** A message about a document, byte by byte as it came. Nothing in it is trusted. */
export interface GovernmentMessage {
  readonly channel: Channel
  /**
   * For whom it can speak: what was fetched with an account's credentials speaks of that account's
   * invoices alone; null: it came in at the operator's own door.
   */
  readonly scope: Scope | null
  /** The same whenever the same message comes again. At most 200 characters. */
  readonly messageId: string
  /**
   * Of what it speaks, in the words that the channel's gateways give to `expect`; at most 200
   * characters each.
   */
  readonly references: readonly string[]
  /** In the channel's own words: `RC`, `MLS`, `CDV-205`. At most 50 characters. */
  readonly kind: string
  readonly receivedAt: Date
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** Whose messages are awaited under a reference. */
export interface ExpectedMessages {
  readonly channel: Channel
  readonly reference: string
  readonly scope: Scope
  readonly country: CountryCode
  readonly invoiceId: string
}

/**
 * What governments have told us of their own accord. Durable and shared by all processes: a
 * message is kept before it is answered, whether or not anybody awaits it, and it is never lost by
 * coming before the answer to the upload that it speaks of.
 */
export interface Mailbox {
  /** Keeps a message; false: it was here before. An invoice that awaits it is woken. */
  put(message: GovernmentMessage): Promise<boolean>
  /**
   * Notes whose invoice a reference belongs to; before the upload, where it is known by then.
   * Idempotent. Messages that came before are then this invoice's as well.
   */
  expect(expected: ExpectedMessages): Promise<void>
  /**
   * The messages with any of these references that can speak for this scope, in the order in which
   * they came.
   */
  about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly GovernmentMessage[]>
}

const LONGEST_KEY = 200
const LONGEST_WORD = 50
const MOST_REFERENCES = 100
/** Controls, which no store and no log can show; half of a surrogate pair. */
const UNFIT = /[\p{Cc}\p{Cs}]/gu

/**
 * The message as a mailbox keeps it: texts without controls and of bounded length, each reference
 * once and a hundred at most.
 */
export function boundedMessage(message: GovernmentMessage): GovernmentMessage {
  return {
    ...message,
    messageId: boundedKey(message.messageId),
    references: [...new Set(message.references.map(boundedReference))].slice(0, MOST_REFERENCES),
    kind: cut(message.kind.replaceAll(UNFIT, ' '), LONGEST_WORD),
    mediaType: cut(message.mediaType.replaceAll(UNFIT, ' '), LONGEST_KEY),
  }
}

/** The reference as a mailbox keeps and looks it up. */
export function boundedReference(reference: string): string {
  return boundedKey(reference)
}

/** Two keys that differ stay different: what can't be kept as it is ends with its digest. */
function boundedKey(key: string): string {
  const fit = key.replaceAll(UNFIT, ' ')
  if (fit === key && lengthOf(key) <= LONGEST_KEY) return key
  const digest = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  return `${cut(fit, LONGEST_KEY - digest.length - 1)} ${digest}`
}
