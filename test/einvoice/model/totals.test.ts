import t from 'tap'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { documentTotals, lineNetAmount, vatBreakdown, type Taxables } from '../../../src/einvoice/model/totals.js'

const d = (value: string): Decimal => Decimal.of(value)
const noExemption = (): object => ({})

function taxables(...lines: (readonly [net: string, category: string, rate?: string])[]): Taxables {
  return {
    lines: lines.map(([net, vatCategory, rate]) => ({
      netAmount: d(net),
      vatCategory,
      vatRate: rate === undefined ? undefined : d(rate),
    })),
    allowances: [],
    charges: [],
  }
}

t.test('the net amount of a line is rounded half away from zero', async (t) => {
  t.equal(lineNetAmount(d('3').times(d('0.335'))).toFixed(2), '1.01')
  t.equal(lineNetAmount(d('-3').times(d('0.335'))).toFixed(2), '-1.01')
  t.equal(lineNetAmount(d('0.1').times(d('0.2'))).toFixed(2), '0.02')
})

t.test('VAT is computed for each category and rate on the rounded sum, not for each line', async (t) => {
  // Three lines of 0.03 at 19 %: 0.0057 each would round to 0.01, thrice; on the sum of 0.09 it is
  // 0.02.
  const breakdown = vatBreakdown(taxables(['0.03', 'S', '19'], ['0.03', 'S', '19.0'], ['0.03', 'S', '19']), noExemption)
  t.same(
    breakdown.map(({ taxable, tax }) => [taxable?.toFixed(2), tax?.toFixed(2)]),
    [['0.09', '0.02']],
  )
})

t.test('each category and rate has an entry of its own, in the order of first appearance', async (t) => {
  const breakdown = vatBreakdown(
    taxables(['100', 'S', '21'], ['50', 'S', '11'], ['10', 'Z', '0'], ['20', 'S', '21'], ['5', 'O']),
    noExemption,
  )
  t.same(
    breakdown.map(({ category, rate, taxable, tax }) => [
      category,
      rate?.toString(),
      taxable?.toFixed(2),
      tax?.toFixed(2),
    ]),
    [
      ['S', '21', '120.00', '25.20'],
      ['S', '11', '50.00', '5.50'],
      ['Z', '0', '10.00', '0.00'],
      ['O', undefined, '5.00', '0.00'],
    ],
  )
})

t.test('document level charges and allowances enter their category and the totals', async (t) => {
  const each = { vatCategory: 'S', vatRate: d('21') }
  const all = {
    ...taxables(['100', 'S', '21']),
    charges: [{ ...each, amount: d('10') }],
    allowances: [{ ...each, amount: d('30') }],
  }
  const breakdown = vatBreakdown(all, noExemption)
  const totals = documentTotals(all, breakdown, null)
  t.equal(breakdown[0]?.taxable?.toFixed(2), '80.00')
  t.same(
    [totals.lineNet, totals.charges, totals.allowances, totals.withoutVat, totals.vat, totals.withVat, totals.due].map(
      (each) => each?.toFixed(2),
    ),
    ['100.00', '10.00', '30.00', '80.00', '16.80', '96.80', '96.80'],
  )
})

t.test('the VAT total in the accounting currency', async (t) => {
  const of = (rate: string, exchange: Decimal | null | undefined): string | undefined => {
    const lines = taxables(['100', 'S', rate])
    return documentTotals(lines, vatBreakdown(lines, noExemption), exchange).vatInTaxCurrency?.toFixed(2)
  }
  t.equal(of('21', d('4.9763')), '104.50', 'is the VAT total times the rate of exchange, rounded')
  t.equal(of('0', undefined), '0.00', 'of no VAT is zero without a rate of exchange')
  t.equal(of('21', undefined), undefined, 'is unknown without a rate of exchange')
  t.equal(of('21', null), undefined, 'is absent where it is not requested')
})
