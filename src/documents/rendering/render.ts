import { unsignedBytes } from '../../countries/judging/signed-container.js'
import { isSignedFile, SIGNED_MEDIA_TYPE } from '../../countries/signing/cades.js'
import { asDifference } from '../../einvoice/model/difference.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { parseInvoice, UnknownDocument } from '../../einvoice/syntax/invoice-document.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { invoicingOf, parsed } from '../judging/task.js'
import { countryOf } from '../../countries/registry.js'
import type { Invoicing } from '../../countries/country.js'
import { type HybridProfile, hybridProfile, NOTHING_OF_ITS_OWN } from '../../countries/printed.js'
import { renderPages } from './pdf.js'
import type { RenderedPages, RenderRequest, ShownXml } from './port.js'
import type { EmbeddedFile, Sheet } from './sheet.js'
import { hasFailed } from './standing.js'

/** Renders the pages, in any thread. Throws an `Error` if the country has no format. */
export function render(request: RenderRequest): Promise<RenderedPages> {
  return renderPages(sheetOf(request))
}

/** What the pages show. */
export function sheetOf(request: RenderRequest): Sheet {
  const { country, language, state, xml } = request
  const accepted = request.invoice instanceof Uint8Array ? parsed(request.invoice) : request.invoice
  const invoicing = invoicingOf(countryOf(country))
  const { environment, governmentNumber, invoicingMode, certificateUrl } = state
  const printed = invoicing.printed?.(accepted, {
    language,
    environment,
    documentSha256: xml?.sha256 ?? null,
    governmentNumber,
    invoicingMode,
    certificateUrl,
  })
  const hybrid = hybridOf(request, invoicing)
  const { facts, codes, deductions, title, isDifference = false } = printed ?? NOTHING_OF_ITS_OWN
  const model = modelOf(request, accepted, invoicing)
  return {
    invoice: isDifference ? asDifference(model) : model,
    country,
    title,
    language,
    environment,
    givenType: accepted.typeCode,
    isDifference,
    status: state.status,
    governmentNumber,
    exchangeRate: accepted.exchangeRate,
    prepayments: accepted.prepayments,
    attachmentSizes: new Map((accepted.attachments ?? []).map(({ filename, size }) => [filename, size])),
    further: facts,
    deductions,
    // Their links would lead nowhere.
    verification: hasFailed(state) ? [] : codes,
    file: xml === null ? null : fileOf(xml, hybrid),
    hybrid,
    letterhead: request.letterhead,
    at: state.at,
  }
}

/** Totals and all other values come from the caller's own document, right or wrong. */
function modelOf({ xml, isOwnXml }: RenderRequest, invoice: InvoiceRequest, invoicing: Invoicing): Invoice {
  const own = isOwnXml === true && xml !== null ? invoicing.read(parseInvoice(unsignedBytes(xml.bytes))) : undefined
  return own?.model ?? invoicing.model(invoice)
}

/** In a hybrid invoice the XML is the invoice, and the page is an alternative view of it. */
function fileOf({ bytes }: ShownXml, hybrid: HybridProfile | null): EmbeddedFile {
  if (isSignedFile(bytes))
    return { name: 'invoice.xml.p7m', mediaType: SIGNED_MEDIA_TYPE, bytes, relationship: 'Source' }
  return hybrid === null
    ? { name: 'invoice.xml', mediaType: 'text/xml', bytes, relationship: 'Source' }
    : { name: hybrid.filename, mediaType: 'text/xml', bytes, relationship: 'Alternative' }
}

function hybridOf({ isHybrid, country, xml }: RenderRequest, { hybrid }: Invoicing): HybridProfile | null {
  if (isHybrid !== true) return null
  if (hybrid === undefined || xml === null) throw new Error(`${country} has no hybrid form of this invoice`)
  const profile = hybridProfile(specificationOf(xml.bytes), hybrid)
  if (profile === undefined) throw new Error('the XML is in an extension of EN 16931 for which Factur-X has no level')
  return profile
}

/** BT-24; empty for a document that can't be read, which has the usual level then. */
function specificationOf(xml: Uint8Array): string {
  try {
    return parseInvoice(xml).detected.specification
  } catch (error) {
    if (error instanceof UnknownDocument || error instanceof RefusedXml) return ''
    throw error
  }
}
