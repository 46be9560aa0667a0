import type { Invoicing } from '../../countries/country.js'
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../domain/request/invoice-request.js'

/** The Cross Industry Invoice inside a human-readable PDF. */
const HYBRID = 'factur-x'

/** Allowed values of `format`. */
export const ASKED_FORMATS = [...DOCUMENT_FORMATS, HYBRID] as const
/** One of `ASKED_FORMATS`. */
export type AskedFormat = (typeof ASKED_FORMATS)[number]

/** The formats that an invoice of a country may request, the default first. */
export function formatsOf({ formats, hybrid }: Invoicing): readonly AskedFormat[] {
  return hybrid === undefined ? formats : [...formats, HYBRID]
}

/** The format of the document that is judged and sent. */
export function documentFormat(asked: AskedFormat): DocumentFormat {
  return asked === HYBRID ? 'cii' : asked
}

/** Whether the document is asked for inside a PDF. */
export function isHybrid(asked: AskedFormat | undefined): boolean {
  return asked === HYBRID
}
