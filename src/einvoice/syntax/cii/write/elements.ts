import type { Decimal } from '../../../model/decimal.js'
import type { Identifier, Period } from '../../../model/invoice-model.js'
import type { LineAllowanceOrCharge } from '../../../model/lines.js'
import type { AllowanceOrCharge, VatBreakdown } from '../../../model/settlement.js'
import type { DocumentSink } from '../../document-sink.js'
import type { ExemptionOf } from '../../repeated-exemptions.js'

/**
 * Two decimals; more only if the model has them. Only the tax total has a currency (CII-DT-031).
 */
export function writeCiiAmount(
  xml: DocumentSink,
  name: string,
  amount: Decimal | undefined,
  currencyID?: string,
): void {
  xml.number(name, amount, 2, { currencyID })
}

/**
 * A day in format 102, `YYYYMMDD`. Any other text, which a document that was read may contain, is
 * unchanged.
 */
export function writeCiiDate(
  xml: DocumentSink,
  name: string,
  date: string | undefined,
  value: 'udt:DateTimeString' | 'udt:DateString' | 'qdt:DateTimeString' = 'udt:DateTimeString',
): void {
  xml.group(name, () => {
    xml.text(value, /^\d{4}-\d\d-\d\d$/.test(date ?? '') ? date?.replaceAll('-', '') : date, { format: '102' })
  })
}

/** BG-14 and BG-26. */
export function writeCiiPeriod(xml: DocumentSink, period: Period | undefined): void {
  xml.group('ram:BillingSpecifiedPeriod', () => {
    writeCiiDate(xml, 'ram:StartDateTime', period?.start)
    writeCiiDate(xml, 'ram:EndDateTime', period?.end)
  })
}

/** `GlobalID` is the identifier with a scheme; `ID` the one without, which precedes it. */
export function writeCiiIdentifiers(xml: DocumentSink, identifiers: readonly Identifier[]): void {
  for (const { value, scheme } of identifiers) if (scheme === undefined) xml.text('ram:ID', value)
  for (const { value, scheme } of identifiers)
    if (scheme !== undefined) xml.text('ram:GlobalID', value, { schemeID: scheme })
}

/**
 * An allowance or charge of the document (BG-20, BG-21) or of a line (BG-27, BG-28, which have no
 * VAT category).
 */
export function writeCiiAllowanceCharge(
  xml: DocumentSink,
  allowance: AllowanceOrCharge | LineAllowanceOrCharge,
  isCharge: boolean,
  exemptionOf?: ExemptionOf,
): void {
  xml.group(
    'ram:SpecifiedTradeAllowanceCharge',
    () => {
      xml.group('ram:ChargeIndicator', () => {
        xml.text('udt:Indicator', String(isCharge))
      })
      xml.number('ram:CalculationPercent', allowance.percentage, 0)
      writeCiiAmount(xml, 'ram:BasisAmount', allowance.baseAmount)
      writeCiiAmount(xml, 'ram:ActualAmount', allowance.amount)
      xml.text('ram:ReasonCode', allowance.reasonCode)
      xml.text('ram:Reason', allowance.reason)
      if (!('vatCategory' in allowance)) return
      const { vatCategory: category, vatRate: rate } = allowance
      writeCiiTax(xml, 'ram:CategoryTradeTax', { category, rate, ...exemptionOf?.(category, rate) })
    },
    undefined,
    allowance,
  )
}

/** The contents of a tax; for a line and an allowance category, rate and reason of exemption. */
export type CiiTax = Pick<VatBreakdown, 'category'> &
  Partial<VatBreakdown> & {
    /** BT-7. */
    readonly pointDate?: string | undefined
    /** BT-8, in the code list of CII. */
    readonly pointDateCode?: string | undefined
  }

/** A VAT category with its rate, or (BG-23) an entry of the breakdown. */
export function writeCiiTax(
  xml: DocumentSink,
  name: 'ram:ApplicableTradeTax' | 'ram:CategoryTradeTax',
  tax: CiiTax,
  of?: VatBreakdown,
): void {
  const { category, rate, ...more } = tax
  // Grouping and informational lines (EXTENDED-CTC-FR) have none; an empty one would be invalid.
  if (category === '' && rate === undefined && Object.keys(more).length === 0) return
  xml.group(
    name,
    () => {
      writeCiiAmount(xml, 'ram:CalculatedAmount', tax.tax)
      xml.text('ram:TypeCode', 'VAT')
      xml.text('ram:ExemptionReason', tax.exemptionReason)
      writeCiiAmount(xml, 'ram:BasisAmount', tax.taxable)
      xml.text('ram:CategoryCode', category)
      xml.text('ram:ExemptionReasonCode', tax.exemptionReasonCode)
      writeCiiDate(xml, 'ram:TaxPointDate', tax.pointDate, 'udt:DateString')
      xml.text('ram:DueDateTypeCode', tax.pointDateCode)
      xml.number('ram:RateApplicablePercent', rate, 0)
    },
    undefined,
    of,
  )
}
