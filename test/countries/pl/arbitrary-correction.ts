import fc from 'fast-check'
import type { Correction, InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { poland } from '../../../src/countries/pl/index.js'
import { address, type RandomInvoice, text } from '../../support/random/invoice.js'

const drawn = fc.record(
  {
    reason: text(256),
    effect: fc.constantFrom(1, 2, 3),
    period: text(80),
    correctNumber: text(40),
    supplierBefore: fc.record({ name: text(80), address: address('PL', ['street', 'city']) }),
    customerBefore: fc.record({ name: text(80), address: address('PL', ['street']) }, { requiredKeys: ['name'] }),
  },
  { requiredKeys: ['reason', 'effect'] },
)

/** A line as it was: with another quantity, another price, or neither. */
const earlier = fc.record(
  {
    quantity: fc.integer({ min: 1, max: 1_000 }),
    unitPrice: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
  },
  { requiredKeys: [] },
)

/** Credit and debit notes, some with what they say of their correction. */
export function withCorrection(
  random: fc.Arbitrary<RandomInvoice>,
  methods: readonly Correction['method'][],
  alwaysBefore = false,
): fc.Arbitrary<RandomInvoice> {
  return fc
    .record({
      random,
      correction: drawn,
      method: fc.constantFrom(...methods),
      changes: fc.array(earlier, { minLength: 1, maxLength: 6 }),
      isPlain: alwaysBefore ? fc.constant(false) : fc.boolean(),
    })
    .map(({ random: { invoice }, correction, method, changes, isPlain }) => {
      if (isPlain || invoice.invoiceType === 'invoice') return { invoice, attachments: [] }
      const hasBefore = alwaysBefore || method === 'before_after'
      const corrected: InvoiceRequest = {
        ...invoice,
        correction: {
          ...(correction as Correction),
          method,
          ...(hasBefore && { before: invoice.lines.map((line, index) => stateBefore(line, changes, index)) }),
        },
      }
      return { invoice: hasBefore ? withRightType(corrected) : corrected, attachments: [] }
    })
}

function stateBefore(line: Line, changes: readonly Partial<Line>[], index: number): Line {
  const change = changes[index % changes.length] ?? {}
  // No price is less than its discount.
  const { unitPrice = line.unitPrice } = line.discount === undefined ? change : {}
  return { ...line, ...change, unitPrice }
}

/**
 * Without allowances of the invoice, which it can't have, and payments of another total; and of
 * the right type.
 */
function withRightType(invoice: InvoiceRequest): InvoiceRequest {
  const { partPayments, ...pl } = invoice.pl ?? {}
  const whole: InvoiceRequest = { ...invoice, ...(partPayments !== undefined && { pl }) }
  for (const name of ['allowances', 'charges', 'pricesIncludeVat', 'cashDiscounts']) Reflect.deleteProperty(whole, name)
  const credit: InvoiceRequest = { ...whole, invoiceType: 'credit_note' }
  const isNegative = poland.invoicing?.totals(credit).grossAmount.startsWith('-') === true
  return isNegative ? { ...credit, invoiceType: 'debit_note' } : credit
}
