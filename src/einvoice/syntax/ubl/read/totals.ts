import type { DocumentTotals, VatBreakdown } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import { readUblTaxCategory } from './elements.js'
import type { Reading } from '../../reading.js'

/** BG-22. BT-110 and BT-111 differ only in their currency, as in BR-CO-15 and BR-53. */
export function readUblTotals(
  reading: Reading,
  root: XmlElement,
  currency: string,
  taxCurrency: string | undefined,
): DocumentTotals {
  const element = reading.child(root, 'cac:LegalMonetaryTotal')
  const amounts = root.all('cac:TaxTotal').flatMap((total) => total.all('cbc:TaxAmount'))
  const vat = amounts.find((amount) => amount.attribute('currencyID') === currency)
  const vatInTaxCurrency = amounts.find(
    (amount) => amount !== vat && taxCurrency !== undefined && amount.attribute('currencyID') === taxCurrency,
  )
  const totals: DocumentTotals = {
    lineNet: reading.decimal(element, 'cbc:LineExtensionAmount'),
    allowances: reading.decimal(element, 'cbc:AllowanceTotalAmount'),
    charges: reading.decimal(element, 'cbc:ChargeTotalAmount'),
    withoutVat: reading.decimal(element, 'cbc:TaxExclusiveAmount'),
    vat: vatTotal(reading, vat),
    vatInTaxCurrency: vatTotal(reading, vatInTaxCurrency),
    withVat: reading.decimal(element, 'cbc:TaxInclusiveAmount'),
    paid: reading.decimal(element, 'cbc:PrepaidAmount'),
    rounding: reading.decimal(element, 'cbc:PayableRoundingAmount'),
    due: reading.decimal(element, 'cbc:PayableAmount'),
  }
  return element === undefined ? totals : reading.origin(element, totals)
}

function vatTotal(reading: Reading, amount: XmlElement | undefined) {
  if (amount === undefined) return undefined
  if (amount.parent !== null) reading.take(amount.parent)
  return reading.decimalOf(reading.take(amount))
}

/** BG-23, of every tax total: the official rules check all of them. */
export function readUblBreakdown(reading: Reading, root: XmlElement): VatBreakdown[] {
  const found: VatBreakdown[] = []
  for (const total of root.all('cac:TaxTotal'))
    for (const element of reading.children(total, 'cac:TaxSubtotal')) {
      reading.take(total)
      found.push(subtotal(reading, element))
    }
  return found
}

function subtotal(reading: Reading, element: XmlElement): VatBreakdown {
  const tax = readUblTaxCategory(reading, element, 'cac:TaxCategory')
  return reading.origin(element, {
    taxable: reading.decimal(element, 'cbc:TaxableAmount'),
    tax: reading.decimal(element, 'cbc:TaxAmount'),
    category: tax?.category ?? '',
    rate: tax?.rate,
    exemptionReason: reading.text(tax?.element, 'cbc:TaxExemptionReason'),
    exemptionReasonCode: reading.text(tax?.element, 'cbc:TaxExemptionReasonCode'),
  })
}
