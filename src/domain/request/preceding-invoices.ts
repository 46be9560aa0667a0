import type { InvoiceRequest, PrecedingInvoice } from './invoice-request.js'

type Referring = Pick<InvoiceRequest, 'precedingInvoice' | 'precedingInvoices' | 'prepayments'>

/** The invoices that the caller names as preceding ones (BG-3). */
export function namedPreceding({ precedingInvoice, precedingInvoices = [] }: Referring): readonly PrecedingInvoice[] {
  return precedingInvoice === undefined ? precedingInvoices : [precedingInvoice, ...precedingInvoices]
}

/**
 * The indexes of the advances whose invoices follow the named preceding ones (BG-3): all but those
 * that the caller names as well.
 */
export function addedPreceding(invoice: Referring): readonly number[] {
  const named = new Set(namedPreceding(invoice).map(({ number }) => number))
  return (invoice.prepayments ?? []).flatMap(({ number }, index) => (named.has(number) ? [] : [index]))
}
