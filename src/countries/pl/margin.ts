import type { Line } from '../../domain/request/invoice-request.js'
import { categoryOf } from '../../einvoice/model/vat-category.js'

/** A margin scheme of art. 119 and 120 of the VAT act. */
interface MarginScheme {
  /** VATEX: the reason of an exempt line (category E). */
  readonly code: string
  /** Its mark in PMarzy. */
  readonly mark: string
  /** The words that the invoice has to contain (art. 106e (2) and (3)). */
  readonly words: string
}

/** In the order of the schema. */
export const MARGIN_SCHEMES: readonly MarginScheme[] = [
  { code: 'VATEX-EU-D', mark: 'P_PMarzy_2', words: 'procedura marży dla biur podróży' },
  { code: 'VATEX-EU-F', mark: 'P_PMarzy_3_1', words: 'procedura marży - towary używane' },
  { code: 'VATEX-EU-I', mark: 'P_PMarzy_3_2', words: 'procedura marży - dzieła sztuki' },
  { code: 'VATEX-EU-J', mark: 'P_PMarzy_3_3', words: 'procedura marży - przedmioty kolekcjonerskie i antyki' },
]
const BY_CODE = new Map(MARGIN_SCHEMES.map((scheme) => [scheme.code, scheme]))

/** The scheme of a line; undefined: it is an ordinary sale. */
export function marginScheme(line: Line): MarginScheme | undefined {
  return categoryOf(line) === 'E' ? BY_CODE.get(line.exemptionReasonCode?.toUpperCase() ?? '') : undefined
}

/** The schemes of an invoice, each once. FA(3) has one for all of its lines. */
export function marginSchemes(lines: readonly Line[]): readonly MarginScheme[] {
  const found = new Set(lines.map(marginScheme))
  return MARGIN_SCHEMES.filter((scheme) => found.has(scheme))
}
