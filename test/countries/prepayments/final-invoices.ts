import fc from 'fast-check'
import type { CountryCode, DocumentFormat, InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import type { Prepayment, PrepaymentVat } from '../../../src/domain/request/prepayment.js'
import type { VatCategory } from '../../../src/domain/vat-category.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { OracleProfile } from '../../support/oracle.js'
import { acceptedSample } from '../accepted-sample.js'

/** The day on which the invoices are judged. */
export const TODAY = '2026-11-26'

/** A country, its formats, the sample of a final invoice, and its rates. */
interface Settling {
  readonly sample: string
  readonly formats: readonly (readonly [DocumentFormat, OracleProfile])[]
  readonly rates: readonly (readonly [number, VatCategory?])[]
  readonly number: RegExp
}

/** The countries whose final invoices settle advances. */
export const SETTLING: Readonly<Partial<Record<CountryCode, Settling>>> = {
  DE: {
    sample: '14-final-after-advances',
    formats: [
      ['ubl', 'de'],
      ['cii', 'de'],
    ],
    rates: [[19], [7], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9 ./-]{0,14}[A-Za-z0-9]$/,
  },
  BE: {
    sample: '12-final-after-advance',
    formats: [['ubl', 'be']],
    rates: [[21], [6], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9 ./-]{0,14}[A-Za-z0-9]$/,
  },
  FR: {
    sample: '16-final-after-advance',
    formats: [
      ['ubl', 'fr'],
      ['cii', 'fr'],
    ],
    rates: [[20], [5.5], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9_/-]{0,14}[A-Za-z0-9]$/,
  },
  IT: {
    sample: '25-final-after-advances',
    formats: [['fatturapa', 'it']],
    rates: [[22], [10], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9 ./-]{0,14}[A-Za-z0-9]$/,
  },
  PL: {
    sample: '34-final-after-advances',
    formats: [['fa3', 'pl']],
    rates: [[23], [8], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9./-]{0,14}[A-Za-z0-9]$/,
  },
  RO: {
    sample: '16-final-after-advance',
    formats: [['ubl', 'ro']],
    rates: [[21], [11], [0, 'E']],
    number: /^[A-Za-z][A-Za-z0-9 ./-]{0,14}[A-Za-z0-9]$/,
  },
}

/** The accepted sample of a final invoice. */
export function finalInvoice(country: CountryCode): InvoiceRequest {
  const { sample = '' } = SETTLING[country] ?? {}
  return acceptedSample(country, sample, TODAY).invoice
}

const cents = (max: number) => fc.integer({ min: 1, max }).map((each) => each / 100)

/**
 * Random final invoices: a few lines of each rate, and advances that together are at most their
 * sum, each of some of the rates.
 */
export function randomFinal(country: CountryCode): fc.Arbitrary<InvoiceRequest> {
  const own = SETTLING[country]
  if (own === undefined) throw new Error(`${country} has no final invoices`)
  const base = finalInvoice(country)
  const line = fc.record({ net: fc.integer({ min: 10_000, max: 9_999_999 }), quantity: fc.integer({ min: 1, max: 9 }) })
  const rates = fc.subarray([...own.rates], { minLength: 1 })
  const advances = fc.array(
    fc.record({
      number: fc.stringMatching(own.number),
      isPaid: fc.boolean(),
      /** Of the whole; less than a fifth for each of at most five. */
      share: fc.integer({ min: 1, max: 19 }),
      rates: fc.subarray([0, 1, 2], { minLength: 1 }),
      cents: cents(99),
    }),
    { minLength: 1, maxLength: 5 },
  )
  return fc.tuple(rates, fc.array(line, { minLength: 3, maxLength: 3 }), advances).map(([taxed, lines, drawn]) => ({
    ...base,
    lines: taxed.map(([vatRate, vatCategory], index): Line => {
      const { net = 10_000, quantity = 1 } = lines[index] ?? {}
      return {
        description: `Leistung ${index + 1}`,
        quantity,
        unitPrice: net / 100,
        unitCode: 'C62',
        vatRate,
        ...(vatCategory !== undefined && {
          vatCategory,
          exemptionReason: 'exempt',
          exemptionReasonCode: CODES[country],
        }),
      }
    }),
    prepayments: drawn.map(({ number, isPaid, share, rates: places, cents: odd }, index): Prepayment => {
      const parts = places.flatMap((place): readonly PrepaymentVat[] => {
        const [vatRate, vatCategory] = taxed[place] ?? []
        const { net = 0, quantity = 1 } = lines[place] ?? {}
        if (vatRate === undefined) return []
        return [part(vatRate, vatCategory, Math.floor((net * quantity * share) / 100) / 100 - odd)]
      })
      const [first = [0]] = taxed
      const vat = parts.length > 0 ? parts : [part(first[0], first[1], 10)]
      const sum = Decimal.sum(vat.flatMap((each) => [Decimal.of(each.taxableAmount), Decimal.of(each.taxAmount)]))
      return {
        number: `${number}${index}`,
        issueDate: '2026-10-02',
        amount: Number(sum.toString()),
        ...(isPaid && { paidAt: '2026-10-12' }),
        vat,
      }
    }),
  }))
}

const CODES: Readonly<Partial<Record<CountryCode, string>>> = { FR: 'VATEX-EU-132-1I', IT: 'N4' }

function part(vatRate: number, vatCategory: VatCategory | undefined, net: number): PrepaymentVat {
  const taxable = Decimal.of(Math.max(0.01, Math.round(net * 100) / 100))
  return {
    vatRate,
    ...(vatCategory !== undefined && { vatCategory }),
    taxableAmount: Number(taxable.toString()),
    taxAmount: Number(Decimal.of(vatRate).percentOf(taxable).round(2).toString()),
  }
}
