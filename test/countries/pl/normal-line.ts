import type { Line } from '../../../src/domain/request/invoice-request.js'
import type { PolishLinePart } from '../../../src/domain/request/polish.js'
import { elementOfItemCode } from '../../../src/countries/pl/item-code.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { defined, type Maybe } from './defined.js'

/**
 * A line says its category. A piece is a piece. The provision that exempts is said in words, and a
 * discount is that of the whole line.
 */
export function lineOf(line: Line, period: Line['period'], isFlipped: boolean): Line {
  const category = line.vatCategory ?? (line.vatRate === 0 ? 'Z' : 'S')
  const isExempt = category === 'E' && line.exemptionReason === undefined
  const ground = isExempt && line.exemptionReasonCode === 'VATEX-EU-132-1I'
  const quantity = (isFlipped ? -line.quantity : line.quantity) + 0
  return defined<Line>({
    ...line,
    ...codesOf(line),
    // Zero has no sign.
    quantity,
    unitCode: line.unitCode === 'H87' || line.unitCode === 'EA' ? 'C62' : line.unitCode,
    ...discountOf(line, isFlipped),
    vatCategory: category,
    pl: marksOf(line.pl),
    exemptionReason: ground ? 'art. 132 ust. 1 lit. i dyrektywy 2006/112/WE' : line.exemptionReason,
    exemptionReasonCode: ground ? undefined : line.exemptionReasonCode,
    period,
  })
}

function marksOf({ procedure, annex15 }: PolishLinePart = {}): PolishLinePart | undefined {
  if (procedure === undefined && annex15 !== true) return undefined
  return { ...(procedure !== undefined && { procedure }), ...(annex15 === true && { annex15 }) }
}

/**
 * Of allowances of a line the sum is written: a discount, where it comes out even. A discount
 * beside them is in the price.
 */
function discountOf(
  line: Line,
  isFlipped: boolean,
): Pick<Maybe<Line>, 'discount' | 'allowances' | 'charges'> & Pick<Line, 'unitPrice'> {
  const { allowances, quantity, unitPrice } = line
  const discount = line.discount === undefined ? undefined : Decimal.of(line.discount)
  const none = { discount: undefined, allowances: undefined, charges: undefined, unitPrice }
  if (discount === undefined && allowances === undefined) return none
  const sign = Decimal.of(isFlipped ? -1 : 1)
  const count = Decimal.of(quantity).times(sign)
  const gross = Decimal.of(unitPrice)
  const price = allowances === undefined || discount === undefined ? gross : gross.minus(discount)
  const read = { ...none, unitPrice: Number(price.toString()) }
  const sum = Decimal.sum((allowances ?? []).map(({ amount = 0 }) => Decimal.of(amount))).times(sign)
  const total = allowances === undefined ? (discount ?? Decimal.zero).times(count).round(8) : sum
  const net =
    allowances === undefined
      ? count.times(price.minus(discount ?? Decimal.zero)).round(2)
      : count.times(price).round(2).minus(sum)
  const each = quantity === 0 ? Decimal.zero : total.dividedBy(count).round(10)
  const holds = (unit: Decimal): boolean =>
    unit.compare(Decimal.zero) >= 0 && count.times(price.minus(unit)).round(2).equals(net)
  const product = count.times(each)
  const isEven = product.equals(total) || (total.decimals() > 2 && product.round(8).equals(total))
  const found = isEven && holds(each) ? each : holds(total) ? total : undefined
  if (found !== undefined) return { ...read, discount: Number(found.toString()) }
  const rest = [{ amount: Number(total.abs().toString()) }]
  return total.compare(Decimal.zero) < 0 ? { ...read, charges: rest } : { ...read, allowances: rest }
}

/** The words that stand for allowances of a line: they are read as attributes. */
function allowanceWords({ discount, allowances = [] }: Line): { readonly name: string; readonly value: string }[] {
  const inPrice =
    discount === undefined || allowances.length === 0
      ? []
      : [{ name: 'Opust w cenie jednostkowej', value: String(discount) }]
  const words = allowances.flatMap(({ amount = 0, reason, reasonCode }) => {
    const said = [reason, reasonCode && `kod ${reasonCode}`].filter(Boolean)
    return said.length === 0 ? [] : [{ name: 'Opust', value: [amount.toFixed(2), ...said].join('; ') }]
  })
  return [...inPrice, ...words]
}

/**
 * A code is known by its form: the seller's own code is the seller's identifier, a GTIN the
 * standard identifier. A second one for the same place stands among the classifications.
 */
function codesOf(line: Line): Pick<Maybe<Line>, 'itemCode' | 'item'> {
  const { itemCode: code, item = {} } = line
  const { sellersIdentifier, standardIdentifier, classifications = [], attributes = [], ...others } = item
  const element = code === undefined ? undefined : elementOfItemCode(code)
  const isGtin = standardIdentifier?.scheme === '0160'
  const isTaken = (element === 'Indeks' && sellersIdentifier !== undefined) || (element === 'GTIN' && isGtin)
  const own = element === 'Indeks' && !isTaken ? code : sellersIdentifier
  const isNumber = element === 'GTIN' && standardIdentifier === undefined
  const gtin = isNumber && code !== undefined ? { id: code, scheme: '0160' } : undefined
  const standard = standardIdentifier ?? gtin
  const placed = classifications.filter(({ scheme }) => scheme === 'PKOB')
  const all = [
    ...placed,
    ...(isTaken && code !== undefined ? [{ code }] : []),
    ...classifications.filter(({ scheme }) => scheme !== 'PKOB'),
  ]
  const words = [...allowanceWords(line), ...attributes]
  const whole: Maybe<NonNullable<Line['item']>> = {
    ...others,
    sellersIdentifier: own,
    standardIdentifier: standard,
    classifications: all.length > 0 ? all : undefined,
    attributes: words.length > 0 ? words : undefined,
  }
  const found = defined<NonNullable<Line['item']>>(whole)
  return {
    itemCode: element === 'Indeks' || isNumber || isTaken ? undefined : code,
    item: Object.keys(found).length > 0 ? found : undefined,
  }
}
