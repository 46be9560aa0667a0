import type { DocumentTotals, VatBreakdown } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import type { Reading } from '../../reading.js'

/** BG-22. BT-110 and BT-111 differ only in their currency, as in BR-CO-15 and BR-53. */
export function readCiiTotals(
  reading: Reading,
  settlement: XmlElement | undefined,
  currency: string,
  taxCurrency: string | undefined,
): DocumentTotals {
  const element = reading.child(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const amounts = element?.all('ram:TaxTotalAmount') ?? []
  const vat = amounts.find((amount) => amount.attribute('currencyID') === currency)
  const vatInTaxCurrency = amounts.find(
    (amount) => amount !== vat && taxCurrency !== undefined && amount.attribute('currencyID') === taxCurrency,
  )
  const amountOf = (amount: XmlElement | undefined) =>
    amount === undefined ? undefined : reading.decimalOf(reading.take(amount))
  const totals: DocumentTotals = {
    lineNet: reading.decimal(element, 'ram:LineTotalAmount'),
    allowances: reading.decimal(element, 'ram:AllowanceTotalAmount'),
    charges: reading.decimal(element, 'ram:ChargeTotalAmount'),
    withoutVat: reading.decimal(element, 'ram:TaxBasisTotalAmount'),
    vat: amountOf(vat),
    vatInTaxCurrency: amountOf(vatInTaxCurrency),
    withVat: reading.decimal(element, 'ram:GrandTotalAmount'),
    paid: reading.decimal(element, 'ram:TotalPrepaidAmount'),
    rounding: reading.decimal(element, 'ram:RoundingAmount'),
    due: reading.decimal(element, 'ram:DuePayableAmount'),
  }
  return element === undefined ? totals : reading.origin(element, totals)
}

/** BG-23. Taxes of every type, because most of the official CII rules ignore the type. */
export function readCiiBreakdown(reading: Reading, taxes: readonly XmlElement[]): VatBreakdown[] {
  return taxes.map((element) => {
    reading.child(element, 'ram:TypeCode')
    return reading.origin(element, {
      taxable: reading.decimal(element, 'ram:BasisAmount'),
      tax: reading.decimal(element, 'ram:CalculatedAmount'),
      category: reading.text(element, 'ram:CategoryCode') ?? '',
      rate: reading.decimal(element, 'ram:RateApplicablePercent'),
      exemptionReason: reading.text(element, 'ram:ExemptionReason'),
      exemptionReasonCode: reading.text(element, 'ram:ExemptionReasonCode'),
    })
  })
}
