import type { Decimal } from '../../../../../einvoice/model/decimal.js'
import type { JudgedDocument } from '../../../../../einvoice/rules/bindings/binding.js'
import { reductionsBeside } from '../../../../../einvoice/rules/bindings/ubl/facts.js'
import { all, decimal, decimalOf } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { countedLines } from '../../sub-lines/ubl.js'
import { compared } from '../../values.js'
import { asDecimal, isWithinCents, minus, plus, roundedSize, roundedSum } from '../mixed.js'
import { type OptionalSum, type Totals, totalTests } from './rules.js'

const NET = 'cbc:LineExtensionAmount'
const WITHOUT_VAT = 'cbc:TaxExclusiveAmount'

const TOTALS: Totals = {
  paths: {
    lines: NET,
    allowances: 'cbc:AllowanceTotalAmount',
    charges: 'cbc:ChargeTotalAmount',
    withoutVat: WITHOUT_VAT,
  },
  lines: (_, document) => {
    const lines = document.once(countedAmounts)
    return { amount: roundedSum(lines), items: lines.length }
  },
  allowances: (totals, document) => sumOfAll(reductionsBeside(totals, document).allowances),
  charges: (totals, document) => sumOfAll(reductionsBeside(totals, document).charges),
  parts: (totals, document) => {
    const { allowances, charges } = reductionsBeside(totals, document)
    return {
      lines: roundedSum(document.once(countedAmounts)),
      allowances: sumOf(allowances),
      charges: sumOf(charges),
      items: itemsOf(totals, document),
    }
  },
  compared: roundedSize,
  withVat: (totals, document) => {
    const currencies = document.root.all('cbc:DocumentCurrencyCode').map(({ stringValue }) => stringValue)
    const vat = (totals.parent === null ? [] : all(totals.parent, 'cac:TaxTotal/cbc:TaxAmount')).filter((amount) =>
      currencies.includes(amount.attribute('currencyID') ?? ''),
    )
    if (vat.length === 0) return true
    const vatAndNet = plus(decimalOf(compared(vat)), decimal(totals, WITHOUT_VAT))
    const difference = minus(decimal(totals, 'cbc:TaxInclusiveAmount'), vatAndNet)
    return isWithinCents(difference, itemsOf(totals, document))
  },
}

/** BR-FREXT-CO-10 to -15 of UBL. */
export const UBL_TOTAL_TESTS = totalTests(TOTALS)

/** The net amounts of the lines that count, at any level. */
function countedAmounts(document: JudgedDocument): readonly XmlElement[] {
  return document.once(countedLines).flatMap((line) => line.all(NET))
}

/** The lines that count, and the allowances and charges beside the totals. */
function itemsOf(totals: XmlElement, document: JudgedDocument): number {
  const { allowances, charges } = reductionsBeside(totals, document)
  return document.once(countedAmounts).length + allowances.length + charges.length
}

function sumOfAll(reductions: readonly XmlElement[]): OptionalSum {
  return { amount: sumOf(reductions), items: reductions.length, isThere: reductions.length > 0 }
}

function sumOf(reductions: readonly XmlElement[]): Decimal | undefined {
  return asDecimal(roundedSum(reductions.flatMap((each) => each.all('cbc:Amount'))))
}
