import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'

/** Lines and preceding invoices of a document, for comparison. */
export function shownLines({ lines, precedingInvoices }: Invoice, ...more: readonly unknown[]): string {
  return JSON.stringify([lines, precedingInvoices, more], (_, value: unknown) =>
    value instanceof Decimal ? value.toString() : value,
  )
}
