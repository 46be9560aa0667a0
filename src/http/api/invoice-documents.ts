import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { DocumentReference } from '../../domain/document-reference.js'
import type { InvoiceEvent } from '../../domain/invoice.js'
import type { Country } from '../../countries/country.js'
import { documentKindOf } from '../../domain/public-events/response.js'

/** The kind of the PDF with the XML inside. */
const HYBRID = 'factur-x'

/** A document of an invoice and the name that fetches it. */
export interface InvoiceDocument {
  readonly kind: string
  readonly filename: string | null
  readonly document: DocumentReference
}

/**
 * The documents that were produced and received, from the invoice's events; of a kind that occurs
 * twice (a retried conversion), the last one. A retry removes the documents of the failure, like
 * its error.
 */
export function documentsOf(events: readonly InvoiceEvent[], invoice: InvoiceRequest): readonly InvoiceDocument[] {
  const found = new Map<string, InvoiceDocument>()
  const note = (kind: string, document: DocumentReference | null, filename: string | null = null): void => {
    if (document !== null) found.set(kind, { kind, filename, document })
  }
  let reports = 0
  for (const event of events) {
    // The caller's own document is available from the beginning.
    if (event.type === 'InvoiceCreated' && event.data.content.kind === 'xml') note('xml', event.data.content.document)
    if (event.type === 'InvoiceConverted') {
      note('xml', event.data.document)
      note(HYBRID, event.data.hybrid ?? null)
    }
    if (event.type === 'InvoiceAccepted') note('receipt', event.data.receipt)
    if (event.type === 'PaymentReported') note(`payment-report-${(reports += 1)}`, event.data.document)
    if (event.type === 'InvoiceRejected') note('rejection', event.data.document)
    if (event.type === 'InvoiceFailed') {
      note(event.data.reason === 'rules' ? 'findings' : 'rejection', event.data.document ?? null)
    }
    if (event.type === 'InvoiceResponded') note(documentKindOf(event.data.number), event.data.document)
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

/** The kinds of documents that are made for each request, whose bytes are not known before. */
export function renderedKinds(
  events: readonly InvoiceEvent[],
  invoice: InvoiceRequest,
  countryOf: (code: CountryCode) => Country,
): readonly string[] {
  const converted = events.findLast((event) => event.type === 'InvoiceConverted')?.data
  const isRendered = converted !== undefined && converted.hybrid === undefined
  return isRendered && mayBeHybrid(invoice, countryOf) ? ['pdf', HYBRID] : ['pdf']
}

/** Whether a hybrid invoice can carry the XML of this invoice, once it is made. */
export function mayBeHybrid(invoice: InvoiceRequest, countryOf: (code: CountryCode) => Country): boolean {
  const { invoicing } = countryOf(invoice.country)
  return invoicing?.hybrid !== undefined && invoicing.documentFormatOf(invoice) === 'cii'
}
