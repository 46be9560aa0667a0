import type { GovernmentMessage } from '../../countries/gateway/mailbox.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'

/** A message of the mailbox that speaks of an invoice which has not taken note of it yet. */
export interface InvoiceMessage {
  /** Of the message in the mailbox. */
  readonly position: bigint
  readonly scope: Scope
  readonly country: CountryCode
  readonly invoiceId: string
  /** How often it was looked at before. */
  readonly looks: number
}

/**
 * Which messages wait to be noted by which invoices, for all processes. Durable with the mailbox,
 * which adds to it whatever `put` and `expect` bring together.
 */
export interface InvoiceMessages {
  /**
   * Takes some that are due, the longest due first; they are due again after so many seconds,
   * unless they are settled.
   */
  claim(now: Date, seconds: number, most: number): Promise<readonly InvoiceMessage[]>
  /** What the message is; null: it was deleted. */
  read(message: InvoiceMessage): Promise<GovernmentMessage | null>
  /** The invoice has taken note of it. */
  settle(message: InvoiceMessage): Promise<void>
  /** It is looked at again then. */
  postpone(message: InvoiceMessage, until: Date): Promise<void>
  /** The messages of these invoices are due at once: they are decided. */
  hasten(invoiceIds: readonly string[], now: Date): Promise<void>
  /**
   * Whatever was settled is due again: the events by which invoices have taken note may be lost.
   */
  reopen(): Promise<void>
}
