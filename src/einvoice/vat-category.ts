import type { Line, VatCategory } from '../domain/invoice-request.js'
import { Decimal } from './decimal.js'

/** BT-151 of a line of the API: as given, else S for a positive rate and Z for rate 0. */
export function categoryOf(line: Line): VatCategory {
  return line.vatCategory ?? (line.vatRate === 0 ? 'Z' : 'S')
}

/**
 * BR-O-05: what is outside the scope of VAT has no rate at all. A rate other than 0 is kept, so
 * that the rule finds it.
 */
export function rateOf(line: Line): Decimal | undefined {
  return categoryOf(line) === 'O' && line.vatRate === 0 ? undefined : Decimal.of(line.vatRate)
}
