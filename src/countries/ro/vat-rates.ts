/** A VAT rate of Romania, percent, and the days of supply that it is in force. */
interface VatRate {
  readonly rate: string
  readonly from: string
  /** null: still in force. */
  readonly until: string | null
}

/**
 * The one table of Romanian VAT rates: Fiscal Code (Law 227/2015) art. 291 as it stood from 2017,
 * and as Law 141/2025 changed it on 1 August 2025 (9 % lived on for homes that were paid for in
 * advance). All are accepted whatever the date: an invoice may come long after the supply, and a
 * correction bears the rate of what it corrects. Rate 0 is a matter of the category, not of this
 * table.
 */
export const VAT_RATES: readonly VatRate[] = [
  { rate: '21', from: '2025-08-01', until: null },
  { rate: '11', from: '2025-08-01', until: null },
  { rate: '19', from: '2017-01-01', until: '2025-07-31' },
  { rate: '9', from: '2015-06-01', until: '2026-07-31' },
  { rate: '5', from: '2008-12-15', until: '2025-07-31' },
]
