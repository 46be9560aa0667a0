import t from 'tap'
import { leftToPay, readAmounts } from '../../src/countries/payments.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'

const group = (rate: string | undefined, taxable: string, tax: string) => ({
  category: 'S',
  taxable: Decimal.of(taxable),
  tax: Decimal.of(tax),
  ...(rate !== undefined && { rate: Decimal.of(rate) }),
})
const invoice = {
  vatBreakdown: [
    group('20.00', '500', '100'),
    group('5.5', '100', '5.5'),
    group('0', '10', '0'),
    group(undefined, '5', '0'),
    group('10', '-20', '-2'),
  ],
}

t.test('what is left of an invoice, by VAT rate', async (t) => {
  t.same(leftToPay(invoice, []), [
    { vatRate: '20', amount: '600.00' },
    { vatRate: '5.5', amount: '105.50' },
    { vatRate: '0', amount: '15.00' },
    { vatRate: '10', amount: '-22.00' },
  ])
  const reported = [
    { vatRate: '20', amount: '100.10' },
    { vatRate: '20', amount: '0.90' },
    { vatRate: '5.5', amount: '105.50' },
    { vatRate: '0', amount: '15.00' },
    { vatRate: '10', amount: '-22.00' },
  ]
  t.same(leftToPay(invoice, reported), [{ vatRate: '20', amount: '499.00' }])
  t.same(leftToPay(invoice, [...reported, { vatRate: '20', amount: '499.00' }]), [])
})

t.test('amounts are parts of the open amounts', async (t) => {
  const left = leftToPay(invoice, [])
  const read = readAmounts(
    [
      { vatRate: 20, amount: 600 },
      { vatRate: 5.5, amount: 0.01 },
      { vatRate: 10, amount: -1.5 },
    ],
    left,
  )
  t.same(read, {
    amounts: [
      { vatRate: '20', amount: '600.00' },
      { vatRate: '5.5', amount: '0.01' },
      { vatRate: '10', amount: '-1.50' },
    ],
    faults: [],
  })
  for (const [given, path, message] of [
    [[{ vatRate: 20, amount: 600.01 }], 'amounts[0].amount', /part of the open amount of 600\.00 at 20 %/],
    [[{ vatRate: 20, amount: 0 }], 'amounts[0].amount', /part of/],
    [[{ vatRate: 20, amount: -1 }], 'amounts[0].amount', /part of/],
    [[{ vatRate: 10, amount: 1 }], 'amounts[0].amount', /open amount of -22\.00/],
    [[{ vatRate: 20, amount: 1.005 }], 'amounts[0].amount', /two decimals/],
    [[{ vatRate: 19, amount: 1 }], 'amounts[0].vatRate', /allowed: 20, 5\.5, 0, 10/],
    [
      [
        { vatRate: 20, amount: 1 },
        { vatRate: 20, amount: 1 },
      ],
      'amounts[1].vatRate',
      /twice/,
    ],
  ] as const) {
    t.match(readAmounts(given, left).faults, [{ path, message }], JSON.stringify(given))
    t.equal(readAmounts(given, left).faults.length, 1)
  }
})
