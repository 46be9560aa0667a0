import { defined } from '../../../domain/defined.js'
import { type Line, VAT_CATEGORIES, type VatCategory } from '../../../domain/request/invoice-request.js'
import { LINE_SUBTYPES } from '../../../domain/request/extensions.js'
import type { RequestAllowance, RequestItem, RequestLineAllowance } from '../../../domain/request/terms.js'
import { itemClassificationScheme } from '../../codes/item-classifications.js'
import { Decimal } from '../../model/decimal.js'
import { given } from '../given.js'
import { isCountedLine } from '../../model/line-hierarchy.js'
import type { Invoice } from '../../model/invoice-model.js'
import type { InvoiceLine, Item, ItemClassification, LineAllowanceOrCharge, Price } from '../../model/lines.js'
import type { AllowanceOrCharge } from '../../model/settlement.js'
import type { Profile } from '../../rules/profile.js'
import { filled, schemedIdOf, type Unsaid, unlessEmpty } from './basics.js'
import { isOneOf } from '../../../domain/keys.js'

/** A taxed item, with its VAT category and rate. */
interface Taxed {
  readonly vatCategory: string
  readonly vatRate?: Decimal | undefined
}

/**
 * BT-120 and BT-121, which the JSON has in the taxed items: only the first line, allowance or
 * charge of a VAT group gets them, so that a long text occurs once.
 */
export class ExemptionsToSay {
  readonly #byGroup: Map<string, Pick<Line, 'exemptionReason' | 'exemptionReasonCode'>>

  constructor({ vatBreakdown }: Invoice) {
    this.#byGroup = new Map(
      vatBreakdown.map(({ category, rate, exemptionReason, exemptionReasonCode }) => [
        groupOf({ vatCategory: category, vatRate: rate }),
        defined({ exemptionReason: given(exemptionReason), exemptionReasonCode: given(exemptionReasonCode) }),
      ]),
    )
  }

  /** The reasons to write here; none if they are already written. */
  take(taxed: Taxed): Pick<Line, 'exemptionReason' | 'exemptionReasonCode'> {
    const group = groupOf(taxed)
    const exemption = this.#byGroup.get(group) ?? {}
    this.#byGroup.delete(group)
    return exemption
  }
}

/** The key of a VAT group. For category O some documents contain the rate 0, and some none. */
export function groupOf({ vatCategory, vatRate = Decimal.zero }: Taxed): string {
  return `${vatCategory} ${vatRate.toString()}`
}

/**
 * BG-25. The identifier is omitted if it equals the line's position, from 1, and no other line has
 * it.
 */
export function linesToRequest(
  lines: readonly InvoiceLine[],
  profile: Profile,
  exemptions: ExemptionsToSay,
  unsaid: Unsaid,
): readonly Line[] {
  const elsewhere = new Set(lines.flatMap(({ id }, index) => (id === String(index + 1) ? [] : [id])))
  return lines.map((line, index) => {
    const isItsPlace = line.id === String(index + 1) && !elsewhere.has(line.id)
    return defined({
      id: isItsPlace ? undefined : given(line.id),
      ...lineToRequest(line, profile, isCountedLine(line) ? exemptions : undefined, unsaid),
    })
  })
}

/** `exemptions`: undefined for a line without an entry in the VAT breakdown. */
function lineToRequest(
  line: InvoiceLine,
  profile: Profile,
  exemptions: ExemptionsToSay | undefined,
  unsaid: Unsaid,
): Line {
  const { item, period } = line
  const [itemCode, classifications] = classificationsToRequest(item.classifications)
  return defined({
    description: item.name,
    quantity: unsaid.number(line.quantity, line),
    unitCode: line.unitCode,
    ...priceToRequest(line, unsaid),
    ...(isCountedLine(line) || line.vatCategory !== '' ? taxToRequest(line, unsaid) : { vatRate: 0 }),
    ...exemptions?.take(line),
    itemCode,
    period: period && unlessEmpty(defined(period)),
    note: given(line.note),
    object: schemedIdOf(line.object),
    orderLineReference: given(line.orderLineReference),
    buyerAccountingReference: given(line.buyerAccountingReference),
    allowances: filled(line.allowances.map((each) => reductionToRequest(each, unsaid))),
    charges: filled(line.charges.map((each) => reductionToRequest(each, unsaid))),
    item: itemToRequest(item, classifications),
    ...extensionsToRequest(line, profile, unsaid),
  })
}

/** What the extension of the profile has of a line; that of another can't be said. */
function extensionsToRequest(line: InvoiceLine, profile: Profile, unsaid: Unsaid): Pick<Line, 'de' | 'fr'> {
  const { extension } = profile
  const { subLines, parentLine, subtype } = line
  const isFrench = parentLine !== undefined || subtype !== undefined
  const known = LINE_SUBTYPES.find((each) => each === subtype)
  if ((subLines !== undefined && extension !== 'de') || (isFrench && extension !== 'fr') || known !== subtype)
    unsaid.add(line)
  return defined({
    de:
      extension === 'de' && subLines
        ? { subLines: subLines.map((each) => subLineToRequest(each, profile, unsaid)) }
        : undefined,
    fr: extension === 'fr' && isFrench ? defined({ parentLine, subtype: known }) : undefined,
  })
}

/** BG-DEX-01, with its own net amount, which is compared with the computed one. */
function subLineToRequest(line: InvoiceLine, profile: Profile, unsaid: Unsaid): Line {
  return defined({
    id: given(line.id),
    ...lineToRequest(line, profile, undefined, unsaid),
    netAmount: unsaid.perhaps(line.netAmount, line),
  })
}

/** BG-20 or BG-21. */
export function allowanceToRequest(
  allowance: AllowanceOrCharge,
  exemptions: ExemptionsToSay,
  unsaid: Unsaid,
): RequestAllowance {
  return defined({
    ...reductionToRequest(allowance, unsaid),
    ...taxToRequest(allowance, unsaid),
    ...exemptions.take(allowance),
  })
}

function reductionToRequest(read: LineAllowanceOrCharge, unsaid: Unsaid): RequestLineAllowance {
  return defined({
    amount: unsaid.perhaps(read.amount, read),
    percentage: unsaid.perhaps(read.percentage, read),
    baseAmount: unsaid.perhaps(read.baseAmount, read),
    reason: given(read.reason),
    reasonCode: given(read.reasonCode),
  })
}

/** BT-151 and BT-152, or those of an allowance or charge. */
export function taxToRequest(
  taxed: Taxed,
  unsaid: Unsaid,
): { readonly vatRate: number; readonly vatCategory?: VatCategory } {
  const { vatCategory } = taxed
  const isKnown = isVatCategory(vatCategory)
  if (!isKnown) unsaid.add(taxed)
  return defined({ vatRate: unsaid.number(taxed.vatRate, taxed), vatCategory: isKnown ? vatCategory : undefined })
}

function isVatCategory(category: string): category is VatCategory {
  return isOneOf(VAT_CATEGORIES, category)
}

/**
 * BG-29. The net price is decisive: the gross price is omitted if it less the discount is not the
 * net price, or if it equals the net price.
 */
function priceToRequest(line: InvoiceLine, unsaid: Unsaid) {
  const { price, unitCode } = line
  const discount = discountOf(price)
  const unitPrice =
    price.net === undefined ? price.gross : discount === undefined ? price.net : price.net.plus(discount)
  if (price.gross !== undefined && unitPrice !== undefined && !price.gross.equals(unitPrice)) unsaid.add(price)
  // A price for zero units is no price.
  const isNothing = price.baseQuantity?.isZero() === true
  if (isNothing) unsaid.add(price)
  const unit = given(price.baseQuantityUnit)
  return defined({
    unitPrice: unsaid.number(unitPrice, price),
    discount: unsaid.perhaps(discount, price),
    priceBaseQuantity: isNothing ? undefined : unsaid.perhaps(price.baseQuantity, price),
    priceBaseQuantityUnit: price.baseQuantity === undefined || isNothing || unit === unitCode ? undefined : unit,
  })
}

function discountOf({ net, gross, discount }: Price): Decimal | undefined {
  if (discount !== undefined || net === undefined || gross === undefined || gross.equals(net)) return discount
  return gross.minus(net)
}

/** BT-158: the first as `itemCode` if its scheme follows from its form. */
function classificationsToRequest(
  read: readonly ItemClassification[],
): [itemCode: string | undefined, classifications: RequestItem['classifications']] {
  const [first, ...others] = read
  const isRecognisable =
    first !== undefined && first.schemeVersion === undefined && first.scheme === itemClassificationScheme(first.code)
  const said = (isRecognisable ? others : read).map(({ code, scheme, schemeVersion }) =>
    defined({ code, scheme: given(scheme), schemeVersion: given(schemeVersion) }),
  )
  return [isRecognisable ? first.code : undefined, filled(said)]
}

/** BG-31, beyond its name. */
function itemToRequest(item: Item, classifications: RequestItem['classifications']): RequestItem | undefined {
  return unlessEmpty(
    defined({
      description: given(item.description),
      sellersIdentifier: given(item.sellersIdentifier),
      buyersIdentifier: given(item.buyersIdentifier),
      standardIdentifier: schemedIdOf(item.standardIdentifier),
      classifications,
      originCountry: given(item.originCountry),
      attributes: filled(item.attributes.map(({ name, value }) => ({ name, value }))),
    }),
  )
}
