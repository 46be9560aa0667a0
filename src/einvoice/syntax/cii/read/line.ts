import { Decimal } from '../../../model/decimal.js'
import type { Identifier } from '../../../model/invoice-model.js'
import type { InvoiceLine, Item, ItemAttribute, Price } from '../../../model/lines.js'
import type { XmlElement } from '../../../xml/element.js'
import { readCiiLineAllowances, readCiiPeriod, readCiiTax } from './elements.js'
import { isSurcharge, readClassification } from '../../read-shared.js'
import { CII_OBJECT, readCiiObject } from './references.js'
import type { Reading } from '../../reading.js'

/** BG-25. */
export function readCiiLine(reading: Reading, element: XmlElement): InvoiceLine {
  const document = reading.child(element, 'ram:AssociatedDocumentLineDocument')
  const agreement = reading.child(element, 'ram:SpecifiedLineTradeAgreement')
  const settlement = reading.child(element, 'ram:SpecifiedLineTradeSettlement')
  const quantity = reading.child(reading.child(element, 'ram:SpecifiedLineTradeDelivery'), 'ram:BilledQuantity')
  const tax = readCiiTax(reading, settlement, 'ram:ApplicableTradeTax')
  const summation = reading.child(settlement, 'ram:SpecifiedTradeSettlementLineMonetarySummation')
  const account = reading.child(settlement, 'ram:ReceivableSpecifiedTradeAccountingAccount')
  const { allowances, charges } = readCiiLineAllowances(reading, settlement)
  return reading.origin(element, {
    id: reading.text(document, 'ram:LineID') ?? '',
    note: reading.text(reading.child(document, 'ram:IncludedNote'), 'ram:Content'),
    object: lineObject(reading, settlement),
    quantity: quantity === undefined ? undefined : reading.decimalOf(quantity),
    unitCode: reading.attribute(quantity, 'unitCode') ?? '',
    netAmount: reading.decimal(summation, 'ram:LineTotalAmount'),
    orderLineReference: reading.text(reading.child(agreement, 'ram:BuyerOrderReferencedDocument'), 'ram:LineID'),
    buyerAccountingReference: reading.text(account, 'ram:ID'),
    period: readCiiPeriod(reading, reading.child(settlement, 'ram:BillingSpecifiedPeriod')),
    allowances,
    charges,
    price: readPrice(reading, agreement),
    vatCategory: tax?.category ?? '',
    vatRate: tax?.rate,
    item: readItem(reading, reading.child(element, 'ram:SpecifiedTradeProduct')),
    parentLine: reading.text(document, 'ram:ParentLineID'),
    subtype: reading.text(document, 'ram:LineStatusReasonCode'),
  })
}

/** BT-128. */
function lineObject(reading: Reading, settlement: XmlElement | undefined): Identifier | undefined {
  const references = settlement?.all('ram:AdditionalReferencedDocument') ?? []
  const reference = references.find((each) => each.child('ram:TypeCode')?.text === CII_OBJECT)
  return reference === undefined ? undefined : readCiiObject(reading, reference)
}

/** BG-31. */
function readItem(reading: Reading, element: XmlElement | undefined): Item {
  const item = {
    name: reading.text(element, 'ram:Name') ?? '',
    description: reading.text(element, 'ram:Description'),
    sellersIdentifier: reading.text(element, 'ram:SellerAssignedID'),
    buyersIdentifier: reading.text(element, 'ram:BuyerAssignedID'),
    standardIdentifier: reading.identifier(element, 'ram:GlobalID'),
    classifications: reading
      .children(element, 'ram:DesignatedProductClassification')
      .flatMap((each) => reading.children(each, 'ram:ClassCode'))
      .map((code) => readClassification(reading, code)),
    originCountry: reading.text(reading.child(element, 'ram:OriginTradeCountry'), 'ram:ID'),
    attributes: reading
      .children(element, 'ram:ApplicableProductCharacteristic')
      .map((each) => attribute(reading, each)),
  }
  return element === undefined ? item : reading.origin(element, item)
}

function attribute(reading: Reading, element: XmlElement): ItemAttribute {
  return reading.origin(element, {
    name: reading.text(element, 'ram:Description') ?? '',
    value: reading.text(element, 'ram:Value') ?? '',
  })
}

/** BG-29. */
function readPrice(reading: Reading, agreement: XmlElement | undefined): Price {
  const net = reading.child(agreement, 'ram:NetPriceProductTradePrice')
  const base = baseQuantity(reading, reading.child(net, 'ram:BasisQuantity'))
  const gross = grossPrice(reading, agreement, base)
  const allowance = reading.child(gross, 'ram:AppliedTradeAllowanceCharge')
  reading.child(reading.child(allowance, 'ram:ChargeIndicator'), 'udt:Indicator')
  const price = {
    net: reading.decimal(net, 'ram:ChargeAmount'),
    discount: reading.decimal(allowance, 'ram:ActualAmount'),
    gross: reading.decimal(gross, 'ram:ChargeAmount'),
    ...(base ?? baseQuantity(reading, reading.child(gross, 'ram:BasisQuantity')) ?? NO_QUANTITY),
  }
  return agreement === undefined ? price : reading.origin(agreement, price)
}

type BaseQuantity = Pick<Price, 'baseQuantity' | 'baseQuantityUnit'>

const NO_QUANTITY: BaseQuantity = { baseQuantity: undefined, baseQuantityUnit: undefined }

function baseQuantity(reading: Reading, element: XmlElement | undefined): BaseQuantity | undefined {
  if (element === undefined) return undefined
  return { baseQuantity: reading.decimalOf(element), baseQuantityUnit: reading.attribute(element, 'unitCode') }
}

/**
 * The gross price, if it differs from the net price only by one discount on the same base
 * quantity. The standard has no surcharge on a price, and one base quantity for both prices
 * (BT-149): any other gross price is not read.
 */
function grossPrice(
  reading: Reading,
  agreement: XmlElement | undefined,
  base: BaseQuantity | undefined,
): XmlElement | undefined {
  const gross = agreement?.child('ram:GrossPriceProductTradePrice')
  const [allowance, another] = gross?.all('ram:AppliedTradeAllowanceCharge') ?? []
  if (gross === undefined || another !== undefined || isSurcharge(reading, allowance, CII_INDICATOR)) return undefined
  const quantity = gross.child('ram:BasisQuantity')
  if (quantity !== undefined && !isSame(baseQuantity(reading, quantity), base)) return undefined
  if (quantity !== undefined) reading.take(quantity)
  return reading.take(gross)
}

const CII_INDICATOR = ['ram:ChargeIndicator', 'udt:Indicator']

/** A price without a base quantity is that of one unit. */
function isSame(gross: BaseQuantity | undefined, net: BaseQuantity | undefined): boolean {
  const units = [gross?.baseQuantityUnit, net?.baseQuantityUnit].filter((unit) => unit !== undefined)
  const value = net === undefined ? ONE : net.baseQuantity
  return value !== undefined && gross?.baseQuantity?.equals(value) === true && new Set(units).size <= 1
}

const ONE = Decimal.of(1)
