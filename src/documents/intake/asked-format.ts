import type { Invoicing } from '../../countries/country.js'
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../domain/request/invoice-request.js'

/** The Cross Industry Invoice, carried inside a PDF for people. */
const HYBRID = 'factur-x'

/** What `format` may be. */
export const ASKED_FORMATS = [...DOCUMENT_FORMATS, HYBRID] as const
/** One of `ASKED_FORMATS`. */
export type AskedFormat = (typeof ASKED_FORMATS)[number]

/** What an invoice of a country may ask for, its own format first. */
export function formatsOf({ formats, hybrid }: Invoicing): readonly AskedFormat[] {
  return hybrid === undefined ? formats : [...formats, HYBRID]
}

/** In which format the document is made that is judged and sent. */
export function documentFormat(asked: AskedFormat): DocumentFormat {
  return asked === HYBRID ? 'cii' : asked
}
