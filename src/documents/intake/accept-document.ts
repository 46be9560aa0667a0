import type { Country } from '../../countries/country.js'
import type { DocumentContents } from '../../countries/judging/read-xml.js'
import { type CountryCode, listedTerms, type Party } from '../../domain/request/invoice-request.js'
import { type Detail, invalid } from '../../domain/refusal.js'
import { lengthOf } from '../../domain/text.js'
import type { InvoiceAndAttachments } from './accept-invoice.js'
import { normalisePartyVat } from './vat-numbers.js'

/** Maximum length of each term in lists, and the term's name. The standard has no limits. */
const LONGEST: readonly (readonly [
  term: Exclude<keyof ReturnType<typeof listedTerms>, 'country' | 'invoiceType'>,
  most: number,
  name: string,
])[] = [
  ['number', 100, 'The invoice number (BT-1)'],
  ['issueDate', 50, 'The issue date (BT-2)'],
  ['currency', 50, 'The currency (BT-5)'],
  ['dueDate', 50, 'The due date (BT-9)'],
  ['supplierVat', 50, "The seller's VAT number (BT-31)"],
  ['customerName', 1_000, "The buyer's name (BT-44)"],
  ['customerVat', 50, "The buyer's VAT number (BT-48)"],
]

/**
 * Turns a parsed document into the invoice that lists and governments' interfaces use. Refuses a
 * document with a term that is too long for lists. Pure.
 */
export function acceptDocument(
  { country, request, attachments }: DocumentContents,
  externalId: string | undefined,
  countryOf: (code: CountryCode) => Country,
): InvoiceAndAttachments {
  const withVat = (party: Party): Party => {
    const { vatNumber, address } = party
    return vatNumber === ''
      ? party
      : { ...party, vatNumber: normalisePartyVat(vatNumber, address?.country ?? country, countryOf) }
  }
  const accepted = {
    ...request,
    ...(externalId !== undefined && { externalId }),
    supplier: withVat(request.supplier),
    customer: withVat(request.customer),
  }
  const listed = listedTerms(accepted)
  const tooLong = LONGEST.flatMap(([term, most, name]): Detail[] => {
    const length = lengthOf(listed[term] ?? '')
    return length <= most
      ? []
      : [{ path: '', message: `${name} has ${length} characters; at most ${most} are allowed` }]
  })
  if (tooLong.length > 0) throw invalid(tooLong)
  return {
    accepted,
    attachments: (accepted.attachments ?? []).map((reference, index) => ({
      reference,
      bytes: attachments[index] ?? new Uint8Array(),
    })),
  }
}
