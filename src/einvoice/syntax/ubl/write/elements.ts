import type { Decimal } from '../../../model/decimal.js'
import type { Period } from '../../../model/invoice-model.js'
import type { LineAllowanceOrCharge } from '../../../model/lines.js'
import type { AllowanceOrCharge } from '../../../model/settlement.js'
import type { DocumentSink } from '../../document-sink.js'
import type { Exemption, ExemptionOf } from '../../repeated-exemptions.js'

/**
 * An allowance or charge of the document (BG-20, BG-21) or of a line (BG-27, BG-28, which have no
 * VAT category).
 */
export function writeAllowanceCharge(
  xml: DocumentSink,
  allowance: AllowanceOrCharge | LineAllowanceOrCharge,
  isCharge: boolean,
  currency: string,
  exemptionOf?: ExemptionOf,
): void {
  xml.group(
    'cac:AllowanceCharge',
    () => {
      xml.text('cbc:ChargeIndicator', String(isCharge))
      xml.text('cbc:AllowanceChargeReasonCode', allowance.reasonCode)
      xml.text('cbc:AllowanceChargeReason', allowance.reason)
      xml.number('cbc:MultiplierFactorNumeric', allowance.percentage, 0)
      writeAmount(xml, 'cbc:Amount', allowance.amount, currency)
      writeAmount(xml, 'cbc:BaseAmount', allowance.baseAmount, currency)
      if (!('vatCategory' in allowance)) return
      const { vatCategory, vatRate } = allowance
      writeTaxCategory(xml, 'cac:TaxCategory', vatCategory, vatRate, exemptionOf?.(vatCategory, vatRate))
    },
    undefined,
    allowance,
  )
}

/**
 * A VAT category with its rate (BT-95/96, BT-102/103, BT-118/119, BT-151/152) and, in the
 * breakdown and in EXTENDED-CTC-FR, the reason of an exemption.
 */
export function writeTaxCategory(
  xml: DocumentSink,
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  category: string,
  rate: Decimal | undefined,
  exemption?: Exemption,
): void {
  // Grouping and informational lines (EXTENDED-CTC-FR) have none; an empty one would be invalid.
  if (category === '' && rate === undefined && exemption === undefined) return
  xml.group(name, () => {
    xml.text('cbc:ID', category)
    xml.number('cbc:Percent', rate, 0)
    xml.text('cbc:TaxExemptionReasonCode', exemption?.exemptionReasonCode)
    xml.text('cbc:TaxExemptionReason', exemption?.exemptionReason)
    writeTaxScheme(xml, 'VAT')
  })
}

/** Writes `cac:TaxScheme` with that id, for example `VAT`. */
export function writeTaxScheme(xml: DocumentSink, scheme: string): void {
  xml.group('cac:TaxScheme', () => {
    xml.text('cbc:ID', scheme)
  })
}

/** BG-14 and BG-26. BT-8 is in the period of the document. */
export function writePeriod(xml: DocumentSink, period: Period | undefined, taxPointDateCode?: string): void {
  if (period === undefined && taxPointDateCode === undefined) return
  xml.group('cac:InvoicePeriod', () => {
    xml.text('cbc:StartDate', period?.start)
    xml.text('cbc:EndDate', period?.end)
    xml.text('cbc:DescriptionCode', taxPointDateCode)
  })
}

/**
 * Two decimals; more only if the model has them (BR-DEC-*), as after reading a document: writing
 * never changes an amount.
 */
export function writeAmount(xml: DocumentSink, name: string, amount: Decimal | undefined, currency: string): void {
  xml.number(name, amount, 2, { currencyID: currency })
}
