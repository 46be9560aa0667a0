import type { Decimal } from '../../../model/decimal.js'
import type { Period } from '../../../model/invoice-model.js'
import type { LineAllowanceOrCharge } from '../../../model/lines.js'
import type { AllowanceOrCharge } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import { sortedByIndicator } from '../../read-shared.js'
import { isVat, type Reading } from '../../reading.js'

const INDICATOR = ['cbc:ChargeIndicator']

/** BG-14 and BG-26; a period with only BT-8 does not count. */
export function readUblPeriod(reading: Reading, element: XmlElement | undefined): Period | undefined {
  if (element === undefined) return undefined
  const start = reading.date(element, 'cbc:StartDate')
  const end = reading.date(element, 'cbc:EndDate')
  const isOnlyCode = start === undefined && end === undefined && element.child('cbc:DescriptionCode') !== undefined
  return isOnlyCode ? undefined : reading.origin(element, { start, end })
}

/** BG-20 and BG-21. */
export function readUblAllowances(reading: Reading, parent: XmlElement) {
  return sortedByIndicator(reading, parent.all('cac:AllowanceCharge'), INDICATOR, (element): AllowanceOrCharge => {
    const tax = readUblTaxCategory(reading, element, 'cac:TaxCategory')
    return reading.origin(element, {
      ...reduction(reading, element),
      vatCategory: tax?.category ?? '',
      vatRate: tax?.rate,
    })
  })
}

/** BG-27 and BG-28. */
export function readUblLineAllowances(reading: Reading, parent: XmlElement) {
  return sortedByIndicator(reading, parent.all('cac:AllowanceCharge'), INDICATOR, (element): LineAllowanceOrCharge =>
    reading.origin(element, reduction(reading, element)),
  )
}

function reduction(reading: Reading, element: XmlElement): LineAllowanceOrCharge {
  return {
    amount: reading.decimal(element, 'cbc:Amount'),
    baseAmount: reading.decimal(element, 'cbc:BaseAmount'),
    percentage: reading.decimal(element, 'cbc:MultiplierFactorNumeric'),
    reason: reading.text(element, 'cbc:AllowanceChargeReason'),
    reasonCode: reading.text(element, 'cbc:AllowanceChargeReasonCode'),
  }
}

/** A VAT category and its rate. */
interface UblTaxCategory {
  readonly element: XmlElement
  readonly category: string
  readonly rate: Decimal | undefined
}

/** The first tax category with the scheme VAT: the official rules ignore all others. */
export function readUblTaxCategory(
  reading: Reading,
  parent: XmlElement | undefined,
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
): UblTaxCategory | undefined {
  if (parent === undefined) return undefined
  for (const element of parent.children) {
    if (element.name !== name) continue
    const scheme = element.child('cac:TaxScheme')
    const id = scheme?.child('cbc:ID')
    if (scheme === undefined || id === undefined || !isVat(id.text)) continue
    reading.take(scheme)
    reading.take(id)
    return {
      element: reading.take(element),
      category: reading.text(element, 'cbc:ID') ?? '',
      rate: reading.decimal(element, 'cbc:Percent'),
    }
  }
  return undefined
}
