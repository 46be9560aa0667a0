import type { Identifier } from '../../../model/invoice-model.js'
import type { InvoiceLine, Item, ItemAttribute, Price } from '../../../model/lines.js'
import type { XmlElement } from '../../../xml/element.js'
import { readCiiLineAllowances, readCiiPeriod, readCiiTax } from './elements.js'
import { readClassification } from '../../read-shared.js'
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
    unitCode: quantity?.attribute('unitCode') ?? '',
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
  const gross = reading.child(agreement, 'ram:GrossPriceProductTradePrice')
  const allowance = reading.child(gross, 'ram:AppliedTradeAllowanceCharge')
  const indicator = reading.child(reading.child(allowance, 'ram:ChargeIndicator'), 'udt:Indicator')
  reading.boolean(indicator)
  const grossQuantity = reading.child(gross, 'ram:BasisQuantity')
  const quantity = reading.child(net, 'ram:BasisQuantity') ?? grossQuantity
  const price = {
    net: reading.decimal(net, 'ram:ChargeAmount'),
    discount: reading.decimal(allowance, 'ram:ActualAmount'),
    gross: reading.decimal(gross, 'ram:ChargeAmount'),
    baseQuantity: quantity === undefined ? undefined : reading.decimalOf(quantity),
    baseQuantityUnit: quantity?.attribute('unitCode'),
  }
  return agreement === undefined ? price : reading.origin(agreement, price)
}
