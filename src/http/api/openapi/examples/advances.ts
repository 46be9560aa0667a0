import type { Example } from '../example.js'

/**
 * `prepayments` with one paid advance of 100.00 without VAT.
 * @param vatRate of which the VAT is whole
 */
export function oneAdvance(number: string, vatRate: number): readonly object[] {
  return [
    {
      number,
      issueDate: '2026-01-30',
      amount: 100 + vatRate,
      paidAt: '2026-02-13',
      vat: [{ vatRate, taxableAmount: 100, taxAmount: vatRate }],
    },
  ]
}

/**
 * An advance and the final invoice that settles it, in the country that the reference shows first.
 * @param domestic its example
 * @param name of that country
 */
export function advanceInvoices(
  domestic: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, Example>> {
  return {
    advance: {
      summary: `${name}: an advance invoice`,
      value: {
        ...domestic,
        externalId: 'advance-4711',
        typeCode: '386',
        lines: [{ description: 'Advance payment for order 4711', unitPrice: 100, vatRate: 21 }],
      },
    },
    final: {
      summary: `${name}: final invoice after an advance`,
      value: { ...domestic, externalId: 'final-4711', prepayments: oneAdvance('advance-4711', 21) },
    },
  }
}
