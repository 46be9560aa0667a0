import fc from 'fast-check'
import { poland } from '../../../src/countries/pl/index.js'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { type RandomInvoice, text } from '../../support/random/invoice.js'

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((each) => each / 100)

const orderLine: fc.Arbitrary<Line> = fc
  .tuple(
    fc.record({
      description: text(80),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      unitPrice: cents,
      unitCode: fc.constantFrom('C62', 'HUR', 'KGM'),
      vatRate: fc.constantFrom(23, 8, 5),
    }),
    fc.record({ id: text(30), itemCode: fc.constantFrom('GTU_06', '62.01.11.0', '84713000') }, { requiredKeys: [] }),
  )
  .map(([line, more]) => ({ ...line, ...more }))

const drawn = fc.record({
  kind: fc.constantFrom('VAT', 'VAT', 'ZAL', 'ROZ'),
  order: fc.array(orderLine, { minLength: 1, maxLength: 4 }),
  before: fc.option(fc.array(orderLine, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  hasOrder: fc.boolean(),
  shares: fc.option(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }), { nil: undefined }),
  amountBefore: fc.option(cents, { nil: undefined }),
  isPaid: fc.boolean(),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

/**
 * The same invoices, some of them advances (ZAL), and corrections of advances (KOR_ZAL) and of
 * final invoices (KOR_ROZ).
 */
export function withAdvances(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  return fc.tuple(random, drawn).map(([{ invoice, attachments }, draw]) => {
    if (draw.kind === 'VAT' || isOfMargin(invoice)) return { invoice, attachments }
    if (draw.kind === 'ZAL') return { invoice: advanceOf(invoice, draw), attachments }
    return { invoice: invoice.invoiceType === 'invoice' ? invoice : finalOf(invoice, draw), attachments }
  })
}

/** Such prices have no VAT of their own, from which an advance would be computed. */
function isOfMargin({ lines }: InvoiceRequest): boolean {
  return lines.some(({ exemptionReasonCode = '' }) => /^VATEX-EU-[DFIJ]$/.test(exemptionReasonCode))
}

function advanceOf(invoice: InvoiceRequest, { order, before, hasOrder, shares, amountBefore }: Drawn): InvoiceRequest {
  const isCorrection = invoice.invoiceType !== 'invoice'
  const advance: InvoiceRequest = {
    ...withAmountBefore(invoice, amountBefore),
    typeCode: invoice.invoiceType === 'credit_note' ? '503' : '386',
    ...(hasOrder && { order: { lines: order, ...(isCorrection && before !== undefined && { before }) } }),
  }
  const parts = shares === undefined ? [] : partsOf(advance, shares)
  return parts.length === 0 ? advance : { ...advance, pl: { ...advance.pl, partPayments: parts } }
}

function partsOf(advance: InvoiceRequest, shares: readonly number[]) {
  const total = Decimal.of(Number(poland.invoicing?.totals(advance).grossAmount))
  // JSON numbers of more digits are not exact.
  if (total.compare(Decimal.zero) <= 0 || total.compare(Decimal.of(1e12)) > 0) return []
  const amounts = shares.map((share) => Decimal.of(share).percentOf(total).round(2))
  const rest = total.minus(Decimal.sum(amounts))
  return [...amounts, rest].map((amount, index) => ({
    date: `2026-11-0${index + 1}`,
    amount: Number(amount.toString()),
    ...(advance.currency !== 'PLN' && index === 0 && { exchangeRate: 4.25 }),
  }))
}

function finalOf(invoice: InvoiceRequest, { isPaid, amountBefore }: Drawn): InvoiceRequest {
  const { ...final } = withAmountBefore(invoice, amountBefore)
  for (const name of ['prepaidAmount', 'paidAt']) Reflect.deleteProperty(final, name)
  return {
    ...final,
    prepayments: [
      {
        number: 'ZAL/2026/10/19',
        issueDate: '2026-10-19',
        amount: 1440,
        ...(isPaid && { paidAt: '2026-10-16', ksefNumber: '5213891244-20261005-0100A0DD2B5E-89' }),
        vat: [
          { vatRate: 23, taxableAmount: 1000, taxAmount: 230 },
          { vatRate: 5, taxableAmount: 200, taxAmount: 10 },
        ],
      },
    ],
  }
}

function withAmountBefore(invoice: InvoiceRequest, amountBefore: number | undefined): InvoiceRequest {
  const { correction } = invoice
  if (correction === undefined || amountBefore === undefined) return invoice
  const isForeign = invoice.currency !== 'PLN'
  return { ...invoice, correction: { ...correction, amountBefore, ...(isForeign && { exchangeRateBefore: 4.1 }) } }
}
