/** A VAT rate of Romania, percent, and the days of supply for which it is in force. */
interface VatRate {
  readonly rate: string
  readonly from: string
  /** null: still in force. */
  readonly until: string | null
}

/**
 * The only table of Romanian VAT rates: Fiscal Code (Law 227/2015) art. 291 as of 2017, and as
 * amended by Law 141/2025 from 1 August 2025 (9 % remained for homes that were paid for in
 * advance). All are accepted for any date: an invoice may come long after the supply, and a
 * correction has the rate of the corrected invoice. Rate 0 depends on the category, not on this
 * table.
 */
export const VAT_RATES: readonly VatRate[] = [
  { rate: '21', from: '2025-08-01', until: null },
  { rate: '11', from: '2025-08-01', until: null },
  { rate: '19', from: '2017-01-01', until: '2025-07-31' },
  { rate: '9', from: '2015-06-01', until: '2026-07-31' },
  { rate: '5', from: '2008-12-15', until: '2025-07-31' },
]
