import fc from 'fast-check'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { InvoiceLine, Item, LineAllowanceOrCharge, Price } from '../../../src/einvoice/model/lines.js'
import { maybe, text } from './arbitrary-party.js'

const item: fc.Arbitrary<Item> = fc.record({
  name: text(40),
  description: maybe(text(60)),
  sellersIdentifier: maybe(text(12)),
  buyersIdentifier: maybe(text(12)),
  standardIdentifier: maybe(fc.constant({ value: '04012345000009', scheme: '0160' })),
  classifications: fc.array(
    fc.record({ code: text(10), scheme: fc.constantFrom('STI', 'HS'), schemeVersion: maybe(fc.constant('19.05')) }),
    { maxLength: 2 },
  ),
  originCountry: maybe(fc.constantFrom('CN', 'DE')),
  attributes: fc.array(fc.record({ name: text(10), value: text(10) }), { maxLength: 2 }),
})

/**
 * A net price with up to four decimals, the parts of the discount that led to it (discount and
 * gross price, one of them, or nothing), and a base quantity that divides without remainder.
 */
const price: fc.Arbitrary<{ readonly price: Price; readonly base: Decimal }> = fc
  .record({
    net: fc.integer({ min: 0, max: 10_000_000 }),
    discount: fc.integer({ min: 0, max: 10_000 }),
    known: fc.constantFrom('nothing', 'nothing', 'both', 'both', 'gross', 'discount'),
    base: maybe(fc.constantFrom('1', '10', '100')),
    hasUnit: fc.boolean(),
  })
  .map(({ net, discount, known, base, hasUnit }) => {
    const netPrice = Decimal.fromCoefficient(BigInt(net), 4)
    const reduced = Decimal.fromCoefficient(BigInt(discount), 4)
    return {
      price: {
        net: netPrice,
        discount: known === 'both' || known === 'discount' ? reduced : undefined,
        gross: known === 'both' ? netPrice.plus(reduced) : known === 'gross' ? netPrice : undefined,
        baseQuantity: base === undefined ? undefined : Decimal.of(base),
        baseQuantityUnit: base !== undefined && hasUnit ? 'XBX' : undefined,
      },
      base: Decimal.of(base === '10' ? '0.1' : base === '100' ? '0.01' : '1'),
    }
  })

function reduction(isCharge: boolean): fc.Arbitrary<LineAllowanceOrCharge> {
  return fc
    .record({
      amount: fc.integer({ min: 0, max: 10_000 }),
      percentage: maybe(fc.constantFrom('5', '12.5')),
      reason: text(20),
      code: maybe(fc.constantFrom(...(isCharge ? ['FC', 'ABL'] : ['95', '100']))),
    })
    .map(({ amount, percentage, reason, code }) => {
      const base = Decimal.fromCoefficient(BigInt(amount), 2)
      const share = percentage === undefined ? undefined : Decimal.of(percentage)
      return {
        amount: share === undefined ? base : share.percentOf(base).round(2),
        baseAmount: share === undefined ? undefined : base,
        percentage: share,
        reason,
        reasonCode: code,
      }
    })
}

/**
 * BG-25 with one of the VAT categories and rates given. Its identifier is for the invoice to set.
 */
export function line(
  categories: readonly (readonly [category: string, rate: string | undefined])[],
): fc.Arbitrary<InvoiceLine> {
  return fc
    .record({
      note: maybe(text(30)),
      object: maybe(fc.record({ value: text(10), scheme: maybe(fc.constantFrom('AAJ', 'ABZ')) })),
      quantity: fc.integer({ min: -100_000, max: 1_000_000 }),
      orderLineReference: maybe(text(10)),
      buyerAccountingReference: maybe(text(10)),
      period: maybe(
        fc.constantFrom({ start: '2026-02-01', end: '2026-02-28' }, { start: '2026-03-01', end: undefined }),
      ),
      allowances: fc.array(reduction(false), { maxLength: 2 }),
      charges: fc.array(reduction(true), { maxLength: 2 }),
      priced: price,
      vat: fc.constantFrom(...categories),
      item,
    })
    .map(({ quantity: thousandths, priced, vat: [vatCategory, rate], ...rest }) => {
      const quantity = Decimal.fromCoefficient(BigInt(thousandths), 3)
      const sum = (reductions: readonly LineAllowanceOrCharge[]): Decimal =>
        Decimal.sum(reductions.map(({ amount }) => amount ?? Decimal.zero))
      return {
        ...rest,
        id: '1',
        quantity,
        unitCode: 'XBX',
        netAmount: quantity
          .times(priced.price.net ?? Decimal.zero)
          .times(priced.base)
          .plus(sum(rest.charges))
          .minus(sum(rest.allowances))
          .round(2),
        price: priced.price,
        vatCategory,
        vatRate: rate === undefined ? undefined : Decimal.of(rate),
      }
    })
}
