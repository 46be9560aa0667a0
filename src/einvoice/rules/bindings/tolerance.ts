import { Decimal } from '../../model/decimal.js'

/**
 * BR-CO-17 as in the official artefact: a rate that rounds to zero requires a tax that rounds to
 * zero, any other the product within one unit of the currency.
 */
export function isTaxOf(tax: Decimal, taxable: Decimal, rate: Decimal | undefined): boolean {
  if (rate === undefined || rate.roundHalfUp(0).isZero()) return tax.roundHalfUp(0).isZero()
  return isWithinOne(tax.abs(), rate.percentOf(taxable.abs()).roundHalfUp(2))
}

/** Whether two amounts differ by less than one unit of the currency, the official tolerance. */
export function isWithinOne(amount: Decimal, expected: Decimal): boolean {
  return amount.minus(expected).abs().compare(ONE) < 0
}

const ONE = Decimal.of(1)
