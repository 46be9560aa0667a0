import type { Line } from '../../../domain/request/invoice-request.js'
import type {
  RequestAllowance,
  RequestItem,
  RequestLineAllowance,
  RequestPeriod,
  RequestPriceAllowance,
} from '../../../domain/request/terms.js'
import { itemClassificationScheme } from '../../codes/item-classifications.js'
import { Decimal } from '../../model/decimal.js'
import { identifierOf } from './parties.js'
import { given } from '../given.js'
import { isCounted, withGroupAmounts } from '../../model/line-hierarchy.js'
import type { Period } from '../../model/invoice-model.js'
import type { InvoiceLine, Item, LineAllowanceOrCharge, Price } from '../../model/lines.js'
import type { AllowanceOrCharge } from '../../model/settlement.js'
import { lineNetAmount, vatGroup } from '../../model/totals.js'
import { categoryOf, rateOf } from '../../model/vat-category.js'

/** BG-25, each line with an identifier of its own. */
export function linesOf(lines: readonly Line[]): readonly InvoiceLine[] {
  return withGroupAmounts(identified(lines, ''))
}

/** `before`: the prefix of generated line identifiers. */
function identified(lines: readonly Line[], before: string): readonly InvoiceLine[] {
  const given = new Set(lines.map(({ id }) => id))
  let next = lines.length
  return lines.map((line, index) => {
    let id = line.id ?? `${before}${index + 1}`
    while (line.id === undefined && given.has(id)) id = `${before}${(next += 1)}`
    return lineOf(line, id)
  })
}

function lineOf(line: Line, id: string): InvoiceLine {
  const quantity = Decimal.of(line.quantity)
  const price: Price = showsPrice(line) ? priceOf(line) : { net: undefined }
  const gross = grossOf(quantity, price)
  const allowances = lineAllowancesOf(line.allowances, gross)
  const charges = (line.charges ?? []).map((each) => allowanceOf(each, gross))
  const { de, fr } = line
  const subLines = de?.subLines && identified(de.subLines, `${id}.`)
  const subtype = fr?.subtype ?? (fr?.parentLine === undefined ? undefined : 'DETAIL')
  return {
    id,
    note: given(line.note),
    object: identifierOf(line.object),
    quantity,
    unitCode: line.unitCode,
    netAmount: subLines ? sumOf(subLines) : lineNetAmount(gross, allowances, charges),
    orderLineReference: given(line.orderLineReference),
    buyerAccountingReference: given(line.buyerAccountingReference),
    period: periodOf(line.period),
    allowances,
    charges,
    price,
    ...vatOf(line),
    item: itemOf(line),
    ...(subtype !== undefined && { subtype }),
    ...(fr?.parentLine !== undefined && { parentLine: fr.parentLine }),
    ...(subLines && { subLines }),
  }
}

/** BR-DEX-02: the net amount of a line is the sum of its sub-lines. */
function sumOf(subLines: readonly InvoiceLine[]): Decimal {
  return Decimal.sum(subLines.map(({ netAmount = Decimal.zero }) => netAmount))
}

/** Lines that do not count need no price, so a price of 0 is omitted. */
function showsPrice(line: Line): boolean {
  return isCounted(line) || line.unitPrice !== 0 || line.discount !== undefined || line.priceBaseQuantity !== undefined
}

/** BG-30. Lines that do not count need no VAT, so a mere rate of 0 is omitted. */
function vatOf(line: Line): Pick<InvoiceLine, 'vatCategory' | 'vatRate'> {
  return isCounted(line) || line.vatRate !== 0 || line.vatCategory !== undefined
    ? { vatCategory: categoryOf(line), vatRate: rateOf(line) }
    : { vatCategory: '' }
}

/**
 * BG-20 or BG-21. A percentage without a base is of the lines with the same VAT category and rate.
 * @param netOf the sum of the lines of a group (`vatGroup`), without VAT
 */
export function documentAllowanceOf(accepted: RequestAllowance, netOf: (group: string) => Decimal): AllowanceOrCharge {
  const [vatCategory, vatRate] = [categoryOf(accepted), rateOf(accepted)]
  return { ...allowanceOf(accepted, netOf(vatGroup(vatCategory, vatRate))), vatCategory, vatRate }
}

/**
 * BG-27. One of a cascade is a percentage of what those before it have left.
 * @param gross the price of the line
 */
export function lineAllowancesOf(
  all: readonly RequestPriceAllowance[] = [],
  gross: Decimal,
): readonly LineAllowanceOrCharge[] {
  let rest = gross.round(2)
  return all.map((each) => {
    const found = each.of === 'rest' ? withBase(allowanceOf(each, rest), rest) : allowanceOf(each, gross)
    rest = rest.minus(found.amount ?? Decimal.zero)
    return found
  })
}

function withBase(allowance: LineAllowanceOrCharge, baseAmount: Decimal): LineAllowanceOrCharge {
  return { ...allowance, baseAmount }
}

/**
 * An allowance or a charge. The base amount is written if the caller sent it, or sent only a
 * percentage: then it is `base`.
 */
function allowanceOf(accepted: RequestLineAllowance, base: Decimal): LineAllowanceOrCharge {
  const percentage = decimalOf(accepted.percentage)
  const baseAmount =
    decimalOf(accepted.baseAmount) ??
    (percentage !== undefined && accepted.amount === undefined ? base.round(2) : undefined)
  return {
    amount: decimalOf(accepted.amount) ?? percentage?.percentOf(baseAmount ?? base).round(2),
    baseAmount,
    percentage,
    reason: given(accepted.reason),
    reasonCode: given(accepted.reasonCode),
  }
}

/** BG-29. */
function priceOf(line: Line): Price {
  const unitPrice = Decimal.of(line.unitPrice)
  const discount = decimalOf(line.discount)
  const amounts =
    discount === undefined ? { net: unitPrice } : { net: unitPrice.minus(discount), discount, gross: unitPrice }
  if (line.priceBaseQuantity === undefined) return amounts
  return {
    ...amounts,
    baseQuantity: Decimal.of(line.priceBaseQuantity),
    baseQuantityUnit: given(line.priceBaseQuantityUnit) ?? line.unitCode,
  }
}

/** The price of the line before allowances and charges, not rounded. */
function grossOf(quantity: Decimal, { net = Decimal.zero, baseQuantity }: Price): Decimal {
  const product = quantity.times(net)
  return baseQuantity === undefined ? product : product.dividedBy(baseQuantity)
}

/** BG-31. */
function itemOf({ description, itemCode: code, item = {} }: Line): Item {
  const itemCode = given(code)
  const { classifications = [], attributes = [] }: RequestItem = item
  return {
    name: description,
    description: given(item.description),
    sellersIdentifier: given(item.sellersIdentifier),
    buyersIdentifier: given(item.buyersIdentifier),
    standardIdentifier: identifierOf(item.standardIdentifier),
    classifications: [...(itemCode === undefined ? [] : [{ code: itemCode }]), ...classifications].map((each) => ({
      ...each,
      scheme: each.scheme ?? itemClassificationScheme(each.code),
    })),
    originCountry: item.originCountry,
    attributes,
  }
}

/** BG-14 or BG-26; undefined: there is neither day. */
export function periodOf(period: RequestPeriod | undefined): Period | undefined {
  return given(period?.start) === undefined && given(period?.end) === undefined ? undefined : period
}

/** A number of the API as an exact decimal; undefined is unchanged. */
export function decimalOf(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : Decimal.of(value)
}
