import { Decimal } from '../../../model/decimal.js'
import type { Invoice } from '../../../model/invoice-model.js'
import type { InvoiceLine, Item, Price } from '../../../model/lines.js'
import { writeAllowanceCharge, writeAmount, writePeriod, writeTaxCategory } from './elements.js'
import type { DocumentSink } from '../../document-sink.js'
import type { ExemptionOf } from '../../repeated-exemptions.js'

/** The data of the invoice that a line needs. */
type Head = Pick<Invoice, 'kind' | 'number' | 'currency'> & { readonly exemptionOf: ExemptionOf }

/** BG-25, or BG-DEX-01 inside it. */
export function writeLine(xml: DocumentSink, line: InvoiceLine, head: Head, below: '' | 'Sub' = ''): void {
  const { kind, currency } = head
  const isInvoice = kind === 'invoice'
  xml.group(
    `cac:${below}${isInvoice ? 'Invoice' : 'CreditNote'}Line`,
    () => {
      xml.text('cbc:ID', line.id)
      xml.text('cbc:Note', line.note)
      xml.number(isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', line.quantity, 0, {
        unitCode: line.unitCode,
      })
      writeAmount(xml, 'cbc:LineExtensionAmount', line.netAmount, currency)
      xml.text('cbc:AccountingCost', line.buyerAccountingReference)
      writePeriod(xml, line.period)
      if (line.orderLineReference !== undefined)
        xml.group('cac:OrderLineReference', () => {
          xml.text('cbc:LineID', line.orderLineReference)
        })
      writeHierarchy(xml, line, head)
      const { object } = line
      if (object !== undefined)
        xml.group('cac:DocumentReference', () => {
          xml.text('cbc:ID', object.value, { schemeID: object.scheme })
          xml.text('cbc:DocumentTypeCode', '130')
        })
      for (const allowance of line.allowances) writeAllowanceCharge(xml, allowance, false, currency)
      for (const charge of line.charges) writeAllowanceCharge(xml, charge, true, currency)
      writeItem(xml, line.item, line, head)
      writePrice(xml, line.price, currency)
      for (const each of line.subLines ?? []) writeLine(xml, each, head, 'Sub')
    },
    undefined,
    line,
  )
}

/**
 * EXT-FR-FE-162 and -163: a reference to the line's own invoice contains the parent line, and the
 * subtype as a status.
 */
function writeHierarchy(xml: DocumentSink, { parentLine, subtype }: InvoiceLine, { number }: Head): void {
  if (parentLine === undefined && subtype === undefined) return
  xml.group('cac:BillingReference', () => {
    xml.group('cac:InvoiceDocumentReference', () => {
      xml.text('cbc:ID', number)
      xml.text('cbc:DocumentStatusCode', subtype)
    })
    xml.group('cac:BillingReferenceLine', () => {
      xml.text('cbc:ID', parentLine)
    })
  })
}

/** BG-30 and BG-31. */
function writeItem(xml: DocumentSink, item: Item, line: InvoiceLine, { exemptionOf }: Head): void {
  const { vatCategory, vatRate } = line
  xml.group('cac:Item', () => {
    xml.text('cbc:Description', item.description)
    xml.text('cbc:Name', item.name)
    writeIdentification(xml, 'cac:BuyersItemIdentification', item.buyersIdentifier)
    writeIdentification(xml, 'cac:SellersItemIdentification', item.sellersIdentifier)
    const standard = item.standardIdentifier
    writeIdentification(xml, 'cac:StandardItemIdentification', standard?.value, standard?.scheme)
    if (item.originCountry !== undefined)
      xml.group('cac:OriginCountry', () => {
        xml.text('cbc:IdentificationCode', item.originCountry)
      })
    for (const { code, scheme, schemeVersion } of item.classifications)
      xml.group('cac:CommodityClassification', () => {
        xml.text('cbc:ItemClassificationCode', code, { listID: scheme, listVersionID: schemeVersion })
      })
    writeTaxCategory(xml, 'cac:ClassifiedTaxCategory', vatCategory, vatRate, exemptionOf(vatCategory, vatRate))
    for (const { name, value } of item.attributes)
      xml.group('cac:AdditionalItemProperty', () => {
        xml.text('cbc:Name', name)
        xml.text('cbc:Value', value)
      })
  })
}

function writeIdentification(xml: DocumentSink, name: string, id: string | undefined, scheme?: string): void {
  if (id === undefined) return
  xml.group(name, () => {
    xml.text('cbc:ID', id, { schemeID: scheme })
  })
}

/** BG-29. Prices keep all their decimals. */
function writePrice(xml: DocumentSink, price: Price, currency: string): void {
  const currencyID = currency
  xml.group('cac:Price', () => {
    xml.number('cbc:PriceAmount', price.net, 0, { currencyID })
    xml.number('cbc:BaseQuantity', price.baseQuantity, 0, { unitCode: price.baseQuantityUnit })
    const { discount, gross } = price
    if (discount === undefined && gross === undefined) return
    xml.group('cac:AllowanceCharge', () => {
      xml.text('cbc:ChargeIndicator', 'false')
      // The schema does not allow a gross price without the discount.
      xml.number('cbc:Amount', discount ?? Decimal.zero, 0, { currencyID })
      xml.number('cbc:BaseAmount', gross, 0, { currencyID })
    })
  })
}
