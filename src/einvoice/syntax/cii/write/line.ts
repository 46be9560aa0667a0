import { Decimal } from '../../../model/decimal.js'
import type { InvoiceLine, Item, Price } from '../../../model/lines.js'
import { writeCiiAllowanceCharge, writeCiiAmount, writeCiiPeriod, writeCiiTax } from './elements.js'
import type { DocumentSink } from '../../document-sink.js'
import type { ExemptionOf } from '../../repeated-exemptions.js'

/** BG-25. */
export function writeCiiLine(xml: DocumentSink, line: InvoiceLine, exemptionOf: ExemptionOf): void {
  xml.group(
    'ram:IncludedSupplyChainTradeLineItem',
    () => {
      xml.group('ram:AssociatedDocumentLineDocument', () => {
        xml.text('ram:LineID', line.id)
        xml.text('ram:ParentLineID', line.parentLine)
        xml.text('ram:LineStatusReasonCode', line.subtype)
        xml.group('ram:IncludedNote', () => {
          xml.text('ram:Content', line.note)
        })
      })
      writeItem(xml, line.item)
      xml.group('ram:SpecifiedLineTradeAgreement', () => {
        xml.group('ram:BuyerOrderReferencedDocument', () => {
          xml.text('ram:LineID', line.orderLineReference)
        })
        writePrice(xml, line.price)
      })
      xml.group('ram:SpecifiedLineTradeDelivery', () => {
        xml.number('ram:BilledQuantity', line.quantity, 0, { unitCode: line.unitCode })
      })
      writeSettlement(xml, line, exemptionOf)
    },
    undefined,
    line,
  )
}

function writeSettlement(xml: DocumentSink, line: InvoiceLine, exemptionOf: ExemptionOf): void {
  const { vatCategory: category, vatRate: rate } = line
  xml.group('ram:SpecifiedLineTradeSettlement', () => {
    writeCiiTax(xml, 'ram:ApplicableTradeTax', { category, rate, ...exemptionOf(category, rate) })
    writeCiiPeriod(xml, line.period)
    for (const allowance of line.allowances) writeCiiAllowanceCharge(xml, allowance, false)
    for (const charge of line.charges) writeCiiAllowanceCharge(xml, charge, true)
    xml.group('ram:SpecifiedTradeSettlementLineMonetarySummation', () => {
      writeCiiAmount(xml, 'ram:LineTotalAmount', line.netAmount)
    })
    const { object } = line
    if (object !== undefined)
      xml.group('ram:AdditionalReferencedDocument', () => {
        xml.text('ram:IssuerAssignedID', object.value)
        xml.text('ram:TypeCode', '130')
        xml.text('ram:ReferenceTypeCode', object.scheme)
      })
    xml.group('ram:ReceivableSpecifiedTradeAccountingAccount', () => {
      xml.text('ram:ID', line.buyerAccountingReference)
    })
  })
}

/** BG-31. */
function writeItem(xml: DocumentSink, item: Item): void {
  xml.group('ram:SpecifiedTradeProduct', () => {
    xml.text('ram:GlobalID', item.standardIdentifier?.value, { schemeID: item.standardIdentifier?.scheme })
    xml.text('ram:SellerAssignedID', item.sellersIdentifier)
    xml.text('ram:BuyerAssignedID', item.buyersIdentifier)
    xml.text('ram:Name', item.name)
    xml.text('ram:Description', item.description)
    for (const { name, value } of item.attributes)
      xml.group('ram:ApplicableProductCharacteristic', () => {
        xml.text('ram:Description', name)
        xml.text('ram:Value', value)
      })
    for (const { code, scheme, schemeVersion } of item.classifications)
      xml.group('ram:DesignatedProductClassification', () => {
        xml.text('ram:ClassCode', code, { listID: scheme, listVersionID: schemeVersion })
      })
    xml.group('ram:OriginTradeCountry', () => {
      xml.text('ram:ID', item.originCountry)
    })
  })
}

/** BG-29. Prices keep every decimal. The base quantity belongs to the net price. */
function writePrice(xml: DocumentSink, price: Price): void {
  const { discount } = price
  // The schema does not allow a discount without the gross price.
  const gross = price.gross ?? (discount === undefined ? undefined : discount.plus(price.net ?? Decimal.zero))
  if (gross !== undefined)
    xml.group('ram:GrossPriceProductTradePrice', () => {
      xml.number('ram:ChargeAmount', gross, 0)
      if (discount === undefined) return
      xml.group('ram:AppliedTradeAllowanceCharge', () => {
        xml.group('ram:ChargeIndicator', () => {
          xml.text('udt:Indicator', 'false')
        })
        xml.number('ram:ActualAmount', discount, 0)
      })
    })
  xml.group('ram:NetPriceProductTradePrice', () => {
    xml.number('ram:ChargeAmount', price.net, 0)
    xml.number('ram:BasisQuantity', price.baseQuantity, 0, { unitCode: price.baseQuantityUnit })
  })
}
