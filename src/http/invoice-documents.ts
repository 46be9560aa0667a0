import type { CountryCode, InvoiceRequest } from '../domain/invoice-request.js'
import type { DocumentReference } from '../domain/document-reference.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import type { Country } from '../countries/country.js'

/** A document of an invoice under the name by which it can be fetched. */
export interface InvoiceDocument {
  readonly kind: string
  readonly filename: string | null
  readonly document: DocumentReference
}

/**
 * What was produced and received, by the invoice's events; of a kind that came twice (a retried
 * conversion), the last one. What an invoice failed with is gone when it is retried, like its
 * error.
 */
export function documentsOf(events: readonly InvoiceEvent[], invoice: InvoiceRequest): readonly InvoiceDocument[] {
  const found = new Map<string, InvoiceDocument>()
  const note = (kind: string, document: DocumentReference | null, filename: string | null = null): void => {
    if (document !== null) found.set(kind, { kind, filename, document })
  }
  for (const event of events) {
    if (event.type === 'InvoiceConverted') note('xml', event.data.document)
    if (event.type === 'InvoiceAccepted') note('receipt', event.data.receipt)
    if (event.type === 'InvoiceRejected') note('rejection', event.data.document)
    if (event.type === 'InvoiceFailed') {
      note(event.data.reason === 'rules' ? 'findings' : 'rejection', event.data.document ?? null)
    }
    if (event.type === 'InvoiceRetried') {
      found.delete('findings')
      found.delete('rejection')
    }
  }
  invoice.attachments?.forEach(({ filename, mimeType, sha256, size }, index) => {
    note(`attachment-${index + 1}`, { sha256, size, mediaType: mimeType }, filename)
  })
  return [...found.values()]
}

/** The kinds of what is made for each request, so that nobody knows its bytes before. */
export function renderedKinds(
  kept: readonly InvoiceDocument[],
  invoice: InvoiceRequest,
  countryOf: (code: CountryCode) => Country,
): readonly string[] {
  const isConverted = kept.some(({ kind }) => kind === 'xml')
  return isConverted && mayBeHybrid(invoice, countryOf) ? ['pdf', 'factur-x'] : ['pdf']
}

/** Whether the XML of the invoice is one that a hybrid invoice carries, once it is made. */
export function mayBeHybrid({ country, format }: InvoiceRequest, countryOf: (code: CountryCode) => Country): boolean {
  return format === 'cii' && countryOf(country).invoicing?.hybrid !== undefined
}
