import type { Line } from '../../../../domain/request/invoice-request.js'
import type { RequestLineAllowance, RequestPriceAllowance } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import { lineNetAmount } from '../../../../einvoice/model/totals.js'
import { lineAllowancesOf } from '../../../../einvoice/request/from-request/lines.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { PRICE_DECIMALS } from '../../line-amounts.js'
import { codeIn, decimalIn, numberIn, numberOf } from '../values.js'

type Priced = Pick<Line, 'quantity' | 'unitPrice' | 'discount' | 'allowances' | 'charges'>

/** A ScontoMaggiorazione. */
interface Change {
  readonly element: XmlElement
  readonly lowers: boolean
  readonly percentage: Decimal | undefined
  readonly amount: Decimal | undefined
}

/**
 * Quantity, price and its changes, the inverse of `putPrice`: a negative price is that of a
 * returned item. The first change is the discount of the price if it is an amount that lowers it;
 * all others are allowances and charges of the line, with the amounts of the whole line.
 * @param said gets the elements that repeat others
 */
export function readPrice(element: XmlElement, said: Set<XmlElement>): Priced {
  const units = numberIn(element, 'Quantita') ?? 1
  const written = numberIn(element, 'PrezzoUnitario') ?? 0
  const isTakenBack = written < 0 && units > 0
  const [quantity, unitPrice] = isTakenBack ? [-units, -written] : [units, written]
  const changes = element.all('ScontoMaggiorazione').map(readChange)
  const [first] = changes
  const isAmount = first?.amount?.isZero() === false && first.percentage === undefined
  const isDiscount = isAmount && first.lowers !== isTakenBack
  const total = decimalIn(element, 'PrezzoTotale')
  const signed = (price: Decimal): Decimal => (isTakenBack ? price.negated() : price)
  const readAs = (discount: Decimal | undefined): Priced => {
    const price = signed(Decimal.of(unitPrice).minus(discount ?? Decimal.zero))
    const found = ofLine(discount === undefined ? changes : changes.slice(1), price, Decimal.of(units), said)
    const changed = total === undefined ? found : withTotal(found, price.times(Decimal.of(units)), total)
    return { quantity, unitPrice, ...defined({ discount: discount && numberOf(discount) }), ...changed }
  }
  const discounted = readAs(isDiscount ? first.amount?.abs() : undefined)
  if (!isDiscount || total === undefined || netOf(discounted).equals(total)) return discounted
  // The line may have been rounded before the amount of all its units.
  const reduced = readAs(undefined)
  return netOf(reduced).equals(total) ? reduced : discounted
}

function netOf({ quantity, unitPrice, discount = 0, allowances, charges }: Priced): Decimal {
  const gross = Decimal.of(unitPrice).minus(Decimal.of(discount)).times(Decimal.of(quantity))
  return lineNetAmount(gross, lineAllowancesOf(allowances, gross), lineAllowancesOf(charges, gross))
}

function readChange(element: XmlElement): Change {
  return {
    element,
    lowers: codeIn(element, 'Tipo') !== 'MG',
    percentage: decimalIn(element, 'Percentuale'),
    amount: decimalIn(element, 'Importo'),
  }
}

type LineChanges = Pick<Priced, 'allowances' | 'charges'>

/**
 * Converts the changes per unit to those of the line. SdI applies a percentage to what the changes
 * before it have left, and ignores one beside an amount.
 * @param price of one unit, before them
 */
function ofLine(changes: readonly Change[], price: Decimal, units: Decimal, said: Set<XmlElement>): LineChanges {
  const allowances: RequestPriceAllowance[] = []
  const charges: RequestLineAllowance[] = []
  let left = price
  for (const change of changes) {
    const { lowers } = change
    const { percentage, of, perUnit } = meaningOf(change, price, left, said)
    const base = left.times(units).round(2)
    const isWhole = left === price || of === 'price'
    left = lowers ? left.minus(perUnit) : left.plus(perUnit)
    const found: RequestPriceAllowance =
      percentage === undefined
        ? { amount: ofAllUnits(perUnit, units) }
        : {
            percentage: numberOf(percentage),
            ...(isWhole ? {} : lowers && charges.length === 0 ? { of: 'rest' } : { baseAmount: numberOf(base) }),
          }
    ;(lowers ? allowances : charges).push(found)
  }
  return listed(allowances, charges)
}

function listed(allowances: readonly RequestPriceAllowance[], charges: readonly RequestLineAllowance[]): LineChanges {
  return defined({
    allowances: allowances.length === 0 ? undefined : allowances,
    charges: charges.length === 0 ? undefined : charges,
  })
}

interface Meaning {
  readonly percentage: Decimal | undefined
  /** What the percentage is of: the rest, or the price before all changes. */
  readonly of: 'rest' | 'price'
  readonly perUnit: Decimal
}

/** The rounding of an amount that repeats a percentage. */
const REPEATED = Decimal.of('0.005')

function meaningOf(
  { element, percentage, amount }: Change,
  price: Decimal,
  left: Decimal,
  said: Set<XmlElement>,
): Meaning {
  if (percentage === undefined) return { percentage, of: 'rest', perUnit: (amount ?? Decimal.zero).abs() }
  const ofRest = percentage.percentOf(left)
  if (amount === undefined) return { percentage, of: 'rest', perUnit: ofRest }
  const isNear = (of: Decimal): boolean => of.abs().minus(amount.abs()).abs().compare(REPEATED) <= 0
  const repeated = element.child('Importo')
  if (isNear(ofRest) && repeated !== undefined) {
    said.add(repeated)
    return { percentage, of: 'rest', perUnit: ofRest }
  }
  const ignored = element.child('Percentuale')
  if (!isNear(percentage.percentOf(price)) || ignored === undefined)
    return { percentage: undefined, of: 'rest', perUnit: amount.abs() }
  said.add(ignored)
  return { percentage, of: 'price', perUnit: amount.abs() }
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
 * The changes with the amount of the last percentage, if the line was rounded after it and not
 * before, so that its total differs by a cent.
 * @param gross the price of the line before them
 */
function withTotal({ allowances = [], charges = [] }: LineChanges, gross: Decimal, total: Decimal): LineChanges {
  const [reduced, raised] = [lineAllowancesOf(allowances, gross), lineAllowancesOf(charges, gross)]
  const difference = lineNetAmount(gross, reduced, raised).minus(total)
  const isOther = !difference.isZero() && total.fits(2) && difference.abs().compare(CENT) <= 0
  if (!isOther) return listed(allowances, charges)
  const last = (all: readonly RequestLineAllowance[]): number =>
    all.findLastIndex(({ percentage }) => percentage !== undefined)
  const onCharge = last(allowances) < 0
  const index = onCharge ? last(charges) : last(allowances)
  const computed = (onCharge ? raised : reduced)[index]
  if (computed?.amount === undefined) return listed(allowances, charges)
  const amount = numberOf(onCharge ? computed.amount.minus(difference) : computed.amount.plus(difference))
  const adjusted = <Each extends RequestPriceAllowance>(all: readonly Each[]): readonly Each[] =>
    all.map((each, place) =>
      place !== index
        ? each
        : { ...each, amount, ...(each.of === 'rest' ? {} : { baseAmount: numberOf(computed.baseAmount ?? gross) }) },
    )
  return onCharge ? listed(allowances, adjusted(charges)) : listed(adjusted(allowances), charges)
}
