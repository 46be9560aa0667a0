import { Decimal } from '../../model/decimal.js'

/** The slack of amounts in any other currency than the forint. */
export const TWO_CENTS = Decimal.fromCoefficient(2n, 2)
/** The slack of amounts in forint (HUF). */
export const HALF = Decimal.fromCoefficient(5n, 1)

/** `u:slack`. */
export function isWithin(slack: Decimal, stated: Decimal, computed: Decimal): boolean {
  return stated.minus(computed).abs().compare(slack) <= 0
}
