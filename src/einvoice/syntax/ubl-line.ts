import type { InvoiceLine, Item, Price } from '../model-lines.js'
import { writeAllowanceCharge, writeAmount, writePeriod, writeTaxCategory } from './ubl-elements.js'
import type { XmlWriter } from './xml-writer.js'

/** BG-25. */
export function writeLine(xml: XmlWriter, line: InvoiceLine, currency: string, root: 'Invoice' | 'CreditNote'): void {
  xml.group(`cac:${root}Line`, () => {
    xml.text('cbc:ID', line.id)
    xml.text('cbc:Note', line.note)
    xml.text(root === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', line.quantity?.toString(), {
      unitCode: line.unitCode,
    })
    writeAmount(xml, 'cbc:LineExtensionAmount', line.netAmount, currency)
    xml.text('cbc:AccountingCost', line.buyerAccountingReference)
    writePeriod(xml, line.period)
    xml.group('cac:OrderLineReference', () => {
      xml.text('cbc:LineID', line.orderLineReference)
    })
    const { object } = line
    if (object !== undefined)
      xml.group('cac:DocumentReference', () => {
        xml.text('cbc:ID', object.value, { schemeID: object.scheme })
        xml.text('cbc:DocumentTypeCode', '130')
      })
    for (const allowance of line.allowances) writeAllowanceCharge(xml, allowance, false, currency)
    for (const charge of line.charges) writeAllowanceCharge(xml, charge, true, currency)
    writeItem(xml, line.item, line)
    writePrice(xml, line.price, currency)
  })
}

/** BG-30 and BG-31. */
function writeItem(xml: XmlWriter, item: Item, line: InvoiceLine): void {
  xml.group('cac:Item', () => {
    xml.text('cbc:Description', item.description)
    xml.text('cbc:Name', item.name)
    writeIdentification(xml, 'cac:BuyersItemIdentification', item.buyersIdentifier)
    writeIdentification(xml, 'cac:SellersItemIdentification', item.sellersIdentifier)
    const standard = item.standardIdentifier
    writeIdentification(xml, 'cac:StandardItemIdentification', standard?.value, standard?.scheme)
    xml.group('cac:OriginCountry', () => {
      xml.text('cbc:IdentificationCode', item.originCountry)
    })
    for (const { code, scheme, schemeVersion } of item.classifications)
      xml.group('cac:CommodityClassification', () => {
        xml.text('cbc:ItemClassificationCode', code, { listID: scheme, listVersionID: schemeVersion })
      })
    writeTaxCategory(xml, 'cac:ClassifiedTaxCategory', line.vatCategory, line.vatRate)
    for (const { name, value } of item.attributes)
      xml.group('cac:AdditionalItemProperty', () => {
        xml.text('cbc:Name', name)
        xml.text('cbc:Value', value)
      })
  })
}

function writeIdentification(xml: XmlWriter, name: string, id: string | undefined, scheme?: string): void {
  xml.group(name, () => {
    xml.text('cbc:ID', id, { schemeID: scheme })
  })
}

/** BG-29. Prices keep every decimal that the caller wrote. */
function writePrice(xml: XmlWriter, price: Price, currency: string): void {
  const currencyID = currency
  xml.group('cac:Price', () => {
    xml.text('cbc:PriceAmount', price.net?.toString(), { currencyID })
    xml.text('cbc:BaseQuantity', price.baseQuantity?.toString(), { unitCode: price.baseQuantityUnit })
    const { discount } = price
    if (discount === undefined) return
    xml.group('cac:AllowanceCharge', () => {
      xml.text('cbc:ChargeIndicator', 'false')
      xml.text('cbc:Amount', discount.toString(), { currencyID })
      xml.text('cbc:BaseAmount', price.gross?.toString(), { currencyID })
    })
  })
}
