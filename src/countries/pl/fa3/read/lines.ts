import type { Line } from '../../../../domain/request/invoice-request.js'
import { PROCEDURES, type PolishLinePart } from '../../../../domain/request/polish.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { KEYS } from '../../descriptions.js'
import { type ItemCodeElement, readCodes } from '../../item-code.js'
import { unitCodeOf } from '../../units.js'
import type { ReadDescriptions } from './descriptions.js'
import type { Period } from './periods.js'
import type { ReadSales } from './sale.js'
import { isPriced, withSums } from './sums.js'
import { readLineWords } from './words.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'

/** The data that lines share. */
interface LinesContext {
  readonly sales: ReadSales
  readonly descriptions: ReadDescriptions
  /** One for each line, in order. */
  readonly periods: readonly (Period | undefined)[]
  /** P_19A, P_19B or P_19C. */
  readonly exemption: string | undefined
  /** Whether amounts are read with the opposite sign. */
  readonly isCredit: boolean
  /** Whether the rows before a correction (StanPrzed) are read as they are, like the others. */
  readonly hasStates: boolean
  /** Whether prices are read with VAT: `pricesIncludeVat`. */
  readonly isWithVat: boolean
}

/**
 * Whether the lines state prices and amounts with VAT alone (art. 106e (7) and (8)), and so are
 * read with `pricesIncludeVat`. Where only some do, all are read without VAT.
 */
export function arePricesWithVat(fa: XmlElement | undefined): boolean {
  const lines = (fa?.all('fa:FaWiersz') ?? []).filter(isPriced)
  const has = (line: XmlElement, ...names: readonly string[]): boolean => names.some((name) => line.child(name))
  return (
    lines.length > 0 &&
    lines.every((line) => has(line, 'fa:P_11A') && !has(line, 'fa:P_9A', 'fa:P_11')) &&
    // Lines of a margin scheme have no rate: with and without VAT are the same.
    lines.some((line) => has(line, 'fa:P_12'))
  )
}

/** FaWiersz, each as a line; without amounts in them, the sums. */
export function readLines(fa: XmlElement | undefined, context: LinesContext): Line[] {
  const lines = (fa?.all('fa:FaWiersz') ?? []).map((line, index) => readLine(line, context.periods[index], context))
  return withSums(lines, fa, context)
}

function readLine(line: XmlElement, period: Period | undefined, context: LinesContext): Line {
  const { sales, descriptions, exemption } = context
  const number = textAt(line, 'fa:NrWierszaFa') ?? ''
  const sale = sales.of(line)
  const isExempt = textAt(line, 'fa:P_12') === 'zw'
  const ground = isExempt ? exemption : descriptions.take(KEYS.exemption, number)
  // A code without a reason is in the place of the reason.
  const isCode = !isExempt && ground !== undefined && /^VATEX-\S+$/.test(ground)
  const reason = isCode ? undefined : ground
  const code = isCode ? ground : descriptions.take(KEYS.exemptionCode, number)
  const id = textAt(line, 'fa:UU_ID')
  const marks = readMarks(line)
  const { itemCode, ...codes } = readCodes(new Map(CODES.flatMap((name) => codeIn(line, name))))
  const read: Line = {
    description: textAt(line, 'fa:P_7') ?? '',
    ...readPrice(line, sale.vatRate, context),
    // The default unit is a piece, as in the JSON.
    unitCode: unitCodeOf(textAt(line, 'fa:P_8A') ?? 'szt.'),
    ...(marks !== undefined && { pl: marks }),
    ...(id !== undefined && { id }),
    ...(itemCode !== undefined && { itemCode }),
    ...(Object.keys(codes).length > 0 && { item: codes }),
    ...sale,
    ...(reason !== undefined && { exemptionReason: reason }),
    ...(code !== undefined && { exemptionReasonCode: code }),
    ...(period !== undefined && { period }),
  }
  return readLineWords(read, descriptions, number)
}

function readMarks(line: XmlElement): PolishLinePart | undefined {
  const procedure = PROCEDURES.find((each) => each === textAt(line, 'fa:Procedura'))
  const isOfAnnex15 = isMarked(line, 'fa:P_12_Zal_15')
  if (procedure === undefined && !isOfAnnex15) return undefined
  return { ...(procedure !== undefined && { procedure }), ...(isOfAnnex15 && { annex15: true }) }
}

const CODES: readonly ItemCodeElement[] = ['GTU', 'GTIN', 'PKWiU', 'CN', 'PKOB', 'Indeks']

function codeIn(line: XmlElement, name: ItemCodeElement): readonly (readonly [ItemCodeElement, string])[] {
  const code = textAt(line, `fa:${name}`)
  return code === undefined ? [] : [[name, code]]
}

const ONE = Decimal.of(1)
const HUNDRED = Decimal.of(100)
/** Decimals of a discount in the JSON, and of a price in the document. */
const [DISCOUNT_DECIMALS, PRICE_DECIMALS] = [10, 8]

type Price = Pick<Line, 'quantity' | 'unitPrice' | 'discount' | 'allowances' | 'charges'>

/**
 * Quantity and price. A state before a correction (StanPrzed) is subtracted, unless both states
 * are read. A price below zero makes the quantity negative, since no price may be negative.
 */
function readPrice(
  line: XmlElement,
  vatRate: number,
  { isCredit, isWithVat, hasStates }: Pick<LinesContext, 'isCredit' | 'isWithVat' | 'hasStates'>,
): Price {
  const quantity = decimalAt(line, 'fa:P_8B') ?? ONE
  // Without a rate, as in a margin scheme, the price with VAT is the price.
  const isWhole = isWithVat || (line.child('fa:P_12') === undefined && line.child('fa:P_9B') !== undefined)
  const amount = decimalAt(line, isWhole ? 'fa:P_11A' : 'fa:P_11')
  const price = isWhole
    ? (decimalAt(line, 'fa:P_9B') ?? priceOfAmount(line, quantity, amount))
    : readUnitPrice(line, quantity, vatRate)
  const isReversed = isCredit !== isMarked(line, 'fa:StanPrzed')
  const isTurned = (isReversed && !hasStates) !== isNegative(price)
  return {
    quantity: jsonNumber(isTurned ? quantity.negated() : quantity) ?? 0,
    unitPrice: jsonNumber(price.abs()) ?? 0,
    ...readDiscount(line, amount, { quantity, price, isTurned }),
  }
}

/** Without a net price it follows from the net amount, or from the amount with VAT. */
function readUnitPrice(line: XmlElement, quantity: Decimal, vatRate: number): Decimal {
  const price = decimalAt(line, 'fa:P_9A')
  if (price !== undefined) return price
  const amount = decimalAt(line, 'fa:P_11')
  if (amount !== undefined) return priceOfAmount(line, quantity, amount)
  const total = decimalAt(line, 'fa:P_11A')
  const withVat = decimalAt(line, 'fa:P_9B') ?? (total && quotient(total, quantity)) ?? Decimal.zero
  return quotient(withVat.times(HUNDRED), HUNDRED.plus(Decimal.of(vatRate)))
}

/** The price that results in the amount of the line. */
function priceOfAmount(line: XmlElement, quantity: Decimal, amount = Decimal.zero): Decimal {
  return quotient(amount.plus(decimalAt(line, 'fa:P_10') ?? Decimal.zero), quantity)
}

/**
 * P_10 is the discount of the whole line: a discount of each unit if the division is exact, else
 * an allowance, and below zero a charge. Some write the discount of one unit, or one that the
 * price already contains: the net amount shows which.
 */
function readDiscount(
  line: XmlElement,
  net: Decimal | undefined,
  { quantity, price, isTurned }: { readonly quantity: Decimal; readonly price: Decimal; readonly isTurned: boolean },
): Pick<Line, 'discount' | 'allowances' | 'charges'> {
  const written = decimalAt(line, 'fa:P_10')
  if (written === undefined) return {}
  const holds = (discount: Decimal): boolean =>
    net === undefined || quantity.times(price.minus(discount)).round(2).equals(net)
  const ofUnit = quotient(written, quantity, DISCOUNT_DECIMALS)
  const product = quantity.times(ofUnit)
  // An amount with parts of a cent was computed from a discount of one unit, and rounded.
  const isRounded = written.decimals() > 2 && product.round(PRICE_DECIMALS).equals(written)
  const isEven = isRounded || product.equals(written)
  const discount = [...(isEven ? [ofUnit] : []), written].find((each) => !isNegative(each) && holds(each))
  const number = jsonNumber(discount)
  if (number !== undefined) return { discount: number }
  const total = isTurned ? written.negated() : written
  const isWhole = net === undefined || quantity.times(price).round(2).minus(written).round(2).equals(net)
  const amount = jsonNumber(total.abs())
  if (!isWhole || amount === undefined) return {}
  return isNegative(total) ? { charges: [{ amount }] } : { allowances: [{ amount }] }
}

/** A division by zero returns zero. */
function quotient(dividend: Decimal, divisor: Decimal, decimals = PRICE_DECIMALS): Decimal {
  return divisor.isZero() ? Decimal.zero : dividend.dividedBy(divisor).round(decimals)
}

function isNegative(value: Decimal): boolean {
  return value.compare(Decimal.zero) < 0
}
