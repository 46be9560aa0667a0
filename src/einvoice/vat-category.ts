import type { Line, VatCategory } from '../domain/accepted-invoice.js'

/** BT-151 of a line of the API: as given, else S for a positive rate and Z for rate 0. */
export function categoryOf(line: Line): VatCategory {
  return line.vatCategory ?? (line.vatRate === 0 ? 'Z' : 'S')
}
