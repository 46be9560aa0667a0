import type { Actor, Scope } from './event.js'
import type { InvoiceCreated } from './invoice.js'

/** An invoice that is about to be created with a number of its company's series. */
export interface PreparedInvoice {
  readonly scope: Scope
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId: string
  /** ISO 8601; when the invoice counts as created. */
  readonly preparedAt: string
  /** The stream of the series. */
  readonly series: string
  readonly counter: number
  readonly created: InvoiceCreated['data']
}

/**
 * Prepared invoices, for all processes together: what one that died has left unfinished, another
 * finishes. Each is known by its invoice and number.
 */
export interface PreparedInvoices {
  /** Durable when it returns; replaces an earlier one. */
  put(prepared: PreparedInvoice): Promise<void>
  find(invoiceId: string, number: string): Promise<PreparedInvoice | null>
  /** Removes all of an invoice, or only that with the number. Idempotent. */
  remove(invoiceId: string, number?: string): Promise<void>
  /** Those prepared before this time, the oldest first. */
  before(time: Date, most: number): Promise<readonly PreparedInvoice[]>
  /** When the last restore of the event store was found; null: there was none. */
  lastRestore(): Promise<Date | null>
}
