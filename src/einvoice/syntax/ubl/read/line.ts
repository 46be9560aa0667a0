import type { Identifier, Invoice } from '../../../model/invoice-model.js'
import type { InvoiceLine, Item, ItemAttribute, Price } from '../../../model/lines.js'
import type { XmlElement } from '../../../xml/element.js'
import { readUblLineAllowances, readUblPeriod, readUblTaxCategory } from './elements.js'
import { isSurcharge, readClassification } from '../../read-shared.js'
import type { Reading } from '../../reading.js'

/** BG-25, and BG-DEX-01 inside it. */
export function readUblLine(
  reading: Reading,
  element: XmlElement,
  invoice: Pick<Invoice, 'kind' | 'number'>,
): InvoiceLine {
  const { kind } = invoice
  const quantity = reading.child(element, kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity')
  const item = reading.child(element, 'cac:Item')
  const tax = readUblTaxCategory(reading, item, 'cac:ClassifiedTaxCategory')
  const { allowances, charges } = readUblLineAllowances(reading, element)
  const subLines = reading.children(element, kind === 'invoice' ? 'cac:SubInvoiceLine' : 'cac:SubCreditNoteLine')
  return reading.origin(element, {
    id: reading.text(element, 'cbc:ID') ?? '',
    note: reading.text(element, 'cbc:Note'),
    object: lineObject(reading, element),
    quantity: quantity === undefined ? undefined : reading.decimalOf(quantity),
    unitCode: reading.attribute(quantity, 'unitCode') ?? '',
    netAmount: reading.decimal(element, 'cbc:LineExtensionAmount'),
    orderLineReference: reading.text(reading.child(element, 'cac:OrderLineReference'), 'cbc:LineID'),
    buyerAccountingReference: reading.text(element, 'cbc:AccountingCost'),
    period: readUblPeriod(reading, reading.child(element, 'cac:InvoicePeriod')),
    allowances,
    charges,
    price: readPrice(reading, reading.child(element, 'cac:Price')),
    vatCategory: tax?.category ?? '',
    vatRate: tax?.rate,
    item: readItem(reading, item),
    ...hierarchy(reading, element, invoice.number),
    subLines: subLines.length === 0 ? undefined : subLines.map((line) => readUblLine(reading, line, invoice)),
  })
}

/**
 * EXT-FR-FE-162 and -163: a billing reference of the line to its own invoice contains the parent
 * line, and the subtype as the status of the document.
 */
function hierarchy(reading: Reading, line: XmlElement, number: string): Pick<InvoiceLine, 'parentLine' | 'subtype'> {
  const references = line.all('cac:BillingReference')
  if (references.length === 0) return {}
  const own = references.find((each) => each.child('cac:InvoiceDocumentReference')?.child('cbc:ID')?.text === number)
  if (own === undefined) return {}
  const document = reading.child(reading.take(own), 'cac:InvoiceDocumentReference')
  reading.child(document, 'cbc:ID')
  return {
    parentLine: reading.text(reading.child(own, 'cac:BillingReferenceLine'), 'cbc:ID'),
    subtype: reading.text(document, 'cbc:DocumentStatusCode'),
  }
}

/** BT-128: the document reference of type 130, or else one without a type. */
function lineObject(reading: Reading, line: XmlElement): Identifier | undefined {
  const references = line.all('cac:DocumentReference')
  const typeOf = (reference: XmlElement) => reference.child('cbc:DocumentTypeCode')
  const reference =
    references.find((each) => typeOf(each)?.text === '130') ?? references.find((each) => typeOf(each) === undefined)
  const id = reference?.child('cbc:ID')
  if (reference === undefined || id === undefined) return undefined
  for (const taken of [reference, id, typeOf(reference)]) if (taken !== undefined) reading.take(taken)
  return reading.identifierOf(id)
}

/** BG-31. */
function readItem(reading: Reading, element: XmlElement | undefined): Item {
  const idIn = (name: string): XmlElement | undefined => reading.child(reading.child(element, name), 'cbc:ID')
  const standard = idIn('cac:StandardItemIdentification')
  const item = {
    name: reading.text(element, 'cbc:Name') ?? '',
    description: reading.text(element, 'cbc:Description'),
    sellersIdentifier: idIn('cac:SellersItemIdentification')?.text,
    buyersIdentifier: idIn('cac:BuyersItemIdentification')?.text,
    standardIdentifier: standard === undefined ? undefined : reading.identifierOf(standard),
    classifications: reading
      .children(element, 'cac:CommodityClassification')
      .flatMap((each) => reading.children(each, 'cbc:ItemClassificationCode'))
      .map((code) => readClassification(reading, code)),
    originCountry: reading.text(reading.child(element, 'cac:OriginCountry'), 'cbc:IdentificationCode'),
    attributes: reading.children(element, 'cac:AdditionalItemProperty').map((each) => attribute(reading, each)),
  }
  return element === undefined ? item : reading.origin(element, item)
}

function attribute(reading: Reading, element: XmlElement): ItemAttribute {
  return reading.origin(element, {
    name: reading.text(element, 'cbc:Name') ?? '',
    value: reading.text(element, 'cbc:Value') ?? '',
  })
}

/**
 * BG-29: discount and gross price are in an allowance of the price. The standard has no surcharge
 * there, which is not read, nor its gross price.
 */
function readPrice(reading: Reading, element: XmlElement | undefined): Price {
  const found = element?.child('cac:AllowanceCharge')
  const allowance = isSurcharge(reading, found, ['cbc:ChargeIndicator']) ? undefined : found
  if (allowance !== undefined) reading.child(reading.take(allowance), 'cbc:ChargeIndicator')
  const quantity = reading.child(element, 'cbc:BaseQuantity')
  const price = {
    net: reading.decimal(element, 'cbc:PriceAmount'),
    discount: reading.decimal(allowance, 'cbc:Amount'),
    gross: reading.decimal(allowance, 'cbc:BaseAmount'),
    baseQuantity: quantity === undefined ? undefined : reading.decimalOf(quantity),
    baseQuantityUnit: reading.attribute(quantity, 'unitCode'),
  }
  return element === undefined ? price : reading.origin(element, price)
}
