import type { Line } from '../../../../domain/request/invoice-request.js'
import type { RequestLineAllowance } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { PRICE_DECIMALS } from '../../line-amounts.js'
import { codeIn, numberIn } from '../values.js'

type Priced = Pick<Line, 'quantity' | 'unitPrice' | 'discount' | 'allowances' | 'charges'>

/** A ScontoMaggiorazione. */
interface Change {
  readonly lowers: boolean
  readonly percentage: number | undefined
  readonly amount: number | undefined
}

/**
 * Quantity, price and its changes, the inverse of `putPrice`: a negative price is that of a
 * returned item. The first change is the discount of the price if it is an amount that lowers it;
 * all others are allowances and charges of the line, with the amounts of the whole line.
 */
export function readPrice(element: XmlElement): Priced {
  const units = numberIn(element, 'Quantita') ?? 1
  const written = numberIn(element, 'PrezzoUnitario') ?? 0
  const isTakenBack = written < 0 && units > 0
  const [quantity, unitPrice] = isTakenBack ? [-units, -written] : [units, written]
  const changes = element.all('ScontoMaggiorazione').map(readChange)
  const [first] = changes
  const isDiscount = first?.amount !== undefined && first.percentage === undefined && first.lowers !== isTakenBack
  const discount = isDiscount ? Math.abs(first.amount) : undefined
  const net = Decimal.of(unitPrice).minus(Decimal.of(discount ?? 0))
  const further = isDiscount ? changes.slice(1) : changes
  const found = ofLine(further, isTakenBack ? net.negated() : net, Decimal.of(units), numberIn(element, 'PrezzoTotale'))
  return { quantity, unitPrice, ...defined({ discount }), ...found }
}

function readChange(element: XmlElement): Change {
  return {
    lowers: codeIn(element, 'Tipo') !== 'MG',
    percentage: numberIn(element, 'Percentuale'),
    amount: numberIn(element, 'Importo'),
  }
}

/** Converts the changes per unit to those of the line. `price`: of one unit, before them. */
function ofLine(
  changes: readonly Change[],
  price: Decimal,
  units: Decimal,
  total: number | undefined,
): Pick<Priced, 'allowances' | 'charges'> {
  const allowances: RequestLineAllowance[] = []
  const charges: RequestLineAllowance[] = []
  let left = price
  for (const { lowers, percentage, amount } of changes) {
    const base = left.times(units).round(2)
    const perUnit = percentage === undefined ? Decimal.of(amount ?? 0).abs() : Decimal.of(percentage).percentOf(left)
    const isFirst = left === price
    left = lowers ? left.minus(perUnit) : left.plus(perUnit)
    const found: RequestLineAllowance =
      percentage === undefined
        ? { amount: ofAllUnits(perUnit, units) }
        : {
            percentage,
            ...(isFirst ? {} : { baseAmount: numberOf(base) }),
            ...(changes.length === 1 &&
              total !== undefined &&
              roundedOtherwise(Decimal.of(total), base, percentage, lowers)),
          }
    ;(lowers ? allowances : charges).push(found)
  }
  return defined({
    allowances: allowances.length === 0 ? undefined : allowances,
    charges: charges.length === 0 ? undefined : charges,
  })
}

/** The line amount of an amount per unit: in cents, if that is exact enough. */
function ofAllUnits(perUnit: Decimal, units: Decimal): number {
  const exact = perUnit.times(units)
  const cents = exact.round(2)
  const isExact = !units.isZero() && cents.dividedBy(units).round(PRICE_DECIMALS).equals(perUnit)
  return numberOf(isExact ? cents : exact)
}

const CENT = Decimal.of('0.01')

/**
 * The amount of a percentage if the line was rounded after it and not before, so that its total
 * differs by a cent.
 */
function roundedOtherwise(
  total: Decimal,
  base: Decimal,
  percentage: number,
  lowers: boolean,
): Pick<RequestLineAllowance, 'amount' | 'baseAmount'> {
  const usual = Decimal.of(percentage).percentOf(base).round(2)
  const amount = lowers ? base.minus(total) : total.minus(base)
  const isOther = !amount.equals(usual) && amount.fits(2) && amount.minus(usual).abs().compare(CENT) <= 0
  return isOther ? { baseAmount: numberOf(base), amount: numberOf(amount) } : {}
}

function numberOf(decimal: Decimal): number {
  return Number(decimal.toString())
}
