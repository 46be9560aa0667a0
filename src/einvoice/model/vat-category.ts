import type { VatCategory } from '../../domain/request/invoice-request.js'
import { Decimal } from './decimal.js'

/** What is taxed: a line, an allowance, a charge. */
export interface Taxed {
  readonly vatRate: number
  readonly vatCategory?: VatCategory
}

/** BT-151, BT-95 or BT-102: as given, else S for a positive rate and Z for rate 0. */
export function categoryOf(line: Taxed): VatCategory {
  return line.vatCategory ?? (line.vatRate === 0 ? 'Z' : 'S')
}

/**
 * BR-O-05: what is outside the scope of VAT has no rate at all. A rate other than 0 is kept, so
 * that the rule finds it.
 */
export function rateOf(line: Taxed): Decimal | undefined {
  return categoryOf(line) === 'O' && line.vatRate === 0 ? undefined : Decimal.of(line.vatRate)
}
