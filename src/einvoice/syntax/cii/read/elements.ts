import type { Decimal } from '../../../model/decimal.js'
import type { Period } from '../../../model/invoice-model.js'
import type { LineAllowanceOrCharge } from '../../../model/lines.js'
import type { AllowanceOrCharge } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import { sortedByIndicator } from '../../read-shared.js'
import { isVat, type Reading } from '../../reading.js'
import { trimmed } from '../../../xml/white-space.js'

const INDICATOR = ['ram:ChargeIndicator', 'udt:Indicator']

/** BG-14 and BG-26. */
export function readCiiPeriod(reading: Reading, element: XmlElement | undefined): Period | undefined {
  if (element === undefined) return undefined
  return reading.origin(element, {
    start: reading.compactDate(element, 'ram:StartDateTime'),
    end: reading.compactDate(element, 'ram:EndDateTime'),
  })
}

/** BG-20 and BG-21. */
export function readCiiAllowances(reading: Reading, parent: XmlElement | undefined) {
  return sortedByIndicator(
    reading,
    parent?.all('ram:SpecifiedTradeAllowanceCharge') ?? [],
    INDICATOR,
    (element): AllowanceOrCharge => {
      const tax = readCiiTax(reading, element, 'ram:CategoryTradeTax')
      return reading.origin(element, {
        ...reduction(reading, element),
        vatCategory: tax?.category ?? '',
        vatRate: tax?.rate,
      })
    },
  )
}

/** BG-27 and BG-28. */
export function readCiiLineAllowances(reading: Reading, parent: XmlElement | undefined) {
  return sortedByIndicator(
    reading,
    parent?.all('ram:SpecifiedTradeAllowanceCharge') ?? [],
    INDICATOR,
    (element): LineAllowanceOrCharge => reading.origin(element, reduction(reading, element)),
  )
}

function reduction(reading: Reading, element: XmlElement): LineAllowanceOrCharge {
  return {
    amount: reading.decimal(element, 'ram:ActualAmount'),
    baseAmount: reading.decimal(element, 'ram:BasisAmount'),
    percentage: reading.decimal(element, 'ram:CalculationPercent'),
    reason: reading.text(element, 'ram:Reason'),
    reasonCode: reading.text(element, 'ram:ReasonCode'),
  }
}

/**
 * The VAT category and rate of a line or of an allowance: the first tax of type VAT, or else the
 * first, because many of the official CII rules ignore the type (BR-S-01, BR-S-08 …).
 */
export function readCiiTax(
  reading: Reading,
  parent: XmlElement | undefined,
  name: 'ram:ApplicableTradeTax' | 'ram:CategoryTradeTax',
): { readonly category: string; readonly rate: Decimal | undefined } | undefined {
  const taxes = parent?.all(name) ?? []
  const element = taxes.find((tax) => isVat(tax.child('ram:TypeCode')?.text)) ?? taxes[0]
  if (element === undefined) return undefined
  reading.take(element)
  reading.child(element, 'ram:TypeCode')
  return {
    category: reading.text(element, 'ram:CategoryCode') ?? '',
    rate: reading.decimal(element, 'ram:RateApplicablePercent'),
  }
}

/** BT-8: CII uses codes of UNTDID 2475, the model of UNTDID 2005 (CEN/TS 16931-3-3, BT-8). */
const TAX_POINT_CODES: readonly (readonly [cii: string, model: string])[] = [
  ['5', '3'],
  ['29', '35'],
  ['72', '432'],
]

/**
 * BT-8, which CII repeats with each tax. A code outside UNTDID 2475 is unchanged, with a fault
 * (BR-CL-06 of CII).
 */
export function readTaxPointDateCode(reading: Reading, taxes: readonly XmlElement[]): string | undefined {
  const [first, ...others] = taxes.flatMap((tax) => tax.all('ram:DueDateTypeCode'))
  if (first === undefined) return undefined
  reading.take(first)
  for (const other of others) if (other.text === first.text) reading.take(other)
  const known = TAX_POINT_CODES.find(([cii]) => cii === trimmed(first.text))
  if (known !== undefined) return known[1]
  reading.fault('code', first)
  return first.text
}

/** The reverse mapping; a code without a counterpart in CII is unchanged. */
export function ciiTaxPointDateCode(code: string): string {
  return TAX_POINT_CODES.find(([, model]) => model === code)?.[0] ?? code
}
