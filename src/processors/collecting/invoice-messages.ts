import type { GovernmentMessage } from '../../countries/gateway/mailbox.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'

/** A message of the mailbox that refers to an invoice and is not recorded there yet. */
export interface InvoiceMessage {
  /** Of the message in the mailbox. */
  readonly position: bigint
  readonly scope: Scope
  readonly country: CountryCode
  readonly invoiceId: string
  /** How often it was processed before. */
  readonly looks: number
}

/**
 * The messages that wait to be recorded by their invoices, for all processes. Durable with the
 * mailbox, which adds to it every match that `put` and `expect` find.
 */
export interface InvoiceMessages {
  /**
   * Claims some due messages, the longest due first; they are due again after this number of
   * seconds, unless they are settled.
   */
  claim(now: Date, seconds: number, most: number): Promise<readonly InvoiceMessage[]>
  /** The content of the message; null: it was deleted. */
  read(message: InvoiceMessage): Promise<GovernmentMessage | null>
  /** The invoice has recorded it. */
  settle(message: InvoiceMessage): Promise<void>
  /** It is due again at this time. */
  postpone(message: InvoiceMessage, until: Date): Promise<void>
  /** The messages of these invoices are due at once: they are decided. */
  hasten(invoiceIds: readonly string[], now: Date): Promise<void>
  /**
   * All settled messages are due again: the events by which invoices recorded them may be lost.
   */
  reopen(): Promise<void>
}
