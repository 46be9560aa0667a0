import { invoicingOf } from '../judging/task.js'
import { countryOf } from '../countries/registry.js'
import { NOTHING_OF_ITS_OWN } from '../countries/printed.js'
import { renderPdf } from './pdf.js'
import type { RenderRequest } from './port.js'
import type { Sheet } from './sheet.js'

/**
 * Makes the pages, in whichever thread. Throws an `Error` where the country's format is not built.
 */
export async function render(request: RenderRequest): Promise<Uint8Array> {
  return renderPdf(sheetOf(request))
}

/** What the pages show. */
export function sheetOf({ country, invoice: accepted, language, state, xml }: RenderRequest): Sheet {
  const invoicing = invoicingOf(countryOf(country))
  const { environment, governmentNumber } = state
  const printed = invoicing.printed?.(accepted, {
    language,
    environment,
    documentSha256: xml?.sha256 ?? null,
    governmentNumber,
  })
  const { facts, code } = printed ?? NOTHING_OF_ITS_OWN
  return {
    invoice: invoicing.model(accepted),
    language,
    status: state.status,
    governmentNumber,
    exchangeRate: accepted.exchangeRate,
    attachmentSizes: new Map((accepted.attachments ?? []).map(({ filename, size }) => [filename, size])),
    further: facts,
    verification: code,
    file:
      xml === null ? null : { name: 'invoice.xml', mediaType: 'text/xml', bytes: xml.bytes, relationship: 'Source' },
    at: state.at,
  }
}
