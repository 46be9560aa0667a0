/**
 * BR-FR-16: every VAT rate that a French invoice may show, in percent: those in force in mainland
 * France, Corsica and overseas, and former ones.
 */
export const VAT_RATES: ReadonlySet<string> = new Set(
  '0 20 10 5.5 2.1 8.5 1.05 1.75 0.9 13 7 19.6 20.6 9.2 9.6'.split(' '),
)
