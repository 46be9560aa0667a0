import type { VatCategory } from '../../domain/request/invoice-request.js'
import { Decimal } from './decimal.js'

/** A taxed item: a line, an allowance or a charge. */
export interface Taxed {
  readonly vatRate: number
  readonly vatCategory?: VatCategory
}

/** BT-151, BT-95 or BT-102: as sent, or else S for a positive rate and Z for rate 0. */
export function categoryOf(line: Taxed): VatCategory {
  return line.vatCategory ?? (line.vatRate === 0 ? 'Z' : 'S')
}

/**
 * BR-O-05: items outside the scope of VAT have no rate. A rate other than 0 is kept for the rule
 * to report.
 */
export function rateOf(line: Taxed): Decimal | undefined {
  return categoryOf(line) === 'O' && line.vatRate === 0 ? undefined : Decimal.of(line.vatRate)
}
