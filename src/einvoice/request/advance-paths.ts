import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { addedPreceding, namedPreceding } from '../../domain/request/preceding-invoices.js'

/** Fields of a line, and those of an advance that they were made from. */
const FIELDS: Readonly<Record<string, string>> = {
  vatRate: '.vatRate',
  vatCategory: '.vatCategory',
  unitPrice: '.taxableAmount',
}

/**
 * The field of the body for a path in the request whose advances have become its last lines. Any
 * other path is unchanged.
 */
export function pathOfDeduction(path: string, { lines, prepayments }: InvoiceRequest): string {
  const [, place, field = ''] = /^lines\[([0-9]+)\](?:\.([A-Za-z]+))?/.exec(path) ?? []
  let left = place === undefined ? -1 : Number(place) - lines.length
  if (prepayments === undefined || left < 0) return path
  for (const [index, { vat }] of prepayments.entries()) {
    if (left < vat.length)
      return field === 'description'
        ? `prepayments[${index}].number`
        : `prepayments[${index}].vat[${left}]${FIELDS[field] ?? ''}`
    left -= vat.length
  }
  return 'prepayments'
}

/**
 * The same where the advances are its last preceding invoices, of which the first is
 * `precedingInvoice`.
 */
export function pathOfSettled(path: string, invoice: InvoiceRequest): string {
  const [, further, field = ''] = /^precedingInvoice(?:s\[([0-9]+)\])?(\.[A-Za-z]+)?$/.exec(path) ?? []
  if (invoice.prepayments === undefined || !path.startsWith('precedingInvoice')) return path
  const place = further === undefined ? 0 : Number(further) + 1
  const advance = addedPreceding(invoice)[place - namedPreceding(invoice).length]
  if (advance !== undefined) return `prepayments[${advance}]${field}`
  if (invoice.precedingInvoice !== undefined) return path
  return `precedingInvoices[${place}]${field}`
}
