import { Decimal } from '../../../../../einvoice/model/decimal.js'
import type { JudgedDocument, Test } from '../../../../../einvoice/rules/bindings/binding.js'
import { LINE_TOTAL, SETTLEMENT, TRANSACTION } from '../../../../../einvoice/rules/bindings/cii/facts.js'
import { all, cents, decimalOf, doubleOf, first, is } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { OCTOBER } from '../../../editions.js'
import { isCounted } from '../../sub-lines/cii.js'
import { asDecimal, isWithinCents, type Mixed, plus } from '../mixed.js'
import { type Totals, totalTests } from './rules.js'

const WITHOUT_VAT = 'ram:TaxBasisTotalAmount'

interface Items {
  readonly allLines: readonly XmlElement[]
  readonly lines: readonly XmlElement[]
  readonly allowances: readonly XmlElement[]
  readonly charges: readonly XmlElement[]
  readonly services: readonly XmlElement[]
}

const totalsOf = (sum: (items: readonly XmlElement[], path: string) => Mixed | undefined): Totals => ({
  paths: {
    lines: 'ram:LineTotalAmount',
    allowances: 'ram:AllowanceTotalAmount',
    charges: 'ram:ChargeTotalAmount',
    withoutVat: WITHOUT_VAT,
  },
  lines: (totals, document) => {
    const { lines, allLines } = itemsBeside(totals, document)
    return { amount: exactSum(lines, LINE_TOTAL), items: allLines.length }
  },
  allowances: (totals, document) => {
    const { allowances } = document.once(documentItems)
    const items = itemsBeside(totals, document).allowances.length
    return { amount: exactSum(allowances, 'ram:ActualAmount'), items, isThere: allowances.length > 0 }
  },
  charges: (totals, document) => {
    const { charges, services } = document.once(documentItems)
    const beside = itemsBeside(totals, document)
    return {
      amount: plus(exactSum(charges, 'ram:ActualAmount'), sum(services, 'ram:AppliedAmount')),
      items: beside.charges.length + beside.services.length,
      isThere: charges.length > 0 || services.length > 0,
    }
  },
  parts: (totals, document) => {
    const { allowances, charges, services } = document.once(documentItems)
    const beside = itemsBeside(totals, document)
    return {
      lines: exactSum(beside.lines, LINE_TOTAL),
      allowances: sum(allowances, 'ram:ActualAmount'),
      charges: plus(sum(charges, 'ram:ActualAmount'), sum(services, 'ram:AppliedAmount')),
      items: numberOf(beside),
    }
  },
  compared: (difference) => difference,
  withVat: (totals, document) => {
    const currency = totals.parent?.child('ram:InvoiceCurrencyCode')
    const amounts = all(totals, 'ram:TaxTotalAmount').filter(
      (each) => each.attribute('currencyID') === currency?.stringValue,
    )
    const withoutVat = decimalOf(first(totals, WITHOUT_VAT))
    const withVat = decimalOf(first(totals, 'ram:GrandTotalAmount'))
    const vat = decimalOf(amounts[0])
    if (currency === undefined || withoutVat === undefined || withVat === undefined || vat === undefined) return false
    return amounts.length === 1
      ? isWithinCents(withVat.minus(vat).minus(withoutVat), numberOf(itemsBeside(totals, document)))
      : withoutVat.equals(withVat)
  },
})

/**
 * BR-FREXT-CO-10 to -15 of CII. Until September 2026 some sums are in binary floating point.
 */
export function ciiTotalTests(edition: string): Readonly<Record<string, Test>> {
  return totalTests(totalsOf(edition < OCTOBER ? doubleSum : exactSum))
}

/** Lines, allowances, charges and logistic services of the document. */
function documentItems({ root }: JudgedDocument): Items {
  return itemsIn(first(root, TRANSACTION), first(root, SETTLEMENT))
}

/**
 * Those beside totals: the artefact searches them from there, which is another place if the totals
 * are not in theirs.
 */
function itemsBeside({ parent }: XmlElement, document: JudgedDocument): Items {
  return parent !== null && parent === first(document.root, SETTLEMENT)
    ? document.once(documentItems)
    : parent === null
      ? itemsIn(null, null)
      : document.onceOf(parent, itemsOf)
}

function itemsOf(settlement: XmlElement): Items {
  return itemsIn(settlement.parent, settlement)
}

/** The indicator of an allowance is compared as a text. */
function itemsIn(transaction: XmlElement | null | undefined, settlement: XmlElement | null | undefined): Items {
  const allLines = transaction?.all('ram:IncludedSupplyChainTradeLineItem') ?? []
  const reductions = settlement?.all('ram:SpecifiedTradeAllowanceCharge') ?? []
  return {
    allLines,
    lines: allLines.filter(isCounted),
    allowances: reductions.filter((each) => is(each, 'ram:ChargeIndicator/udt:Indicator', 'false')),
    charges: reductions.filter((each) => is(each, 'ram:ChargeIndicator/udt:Indicator', 'true')),
    services: settlement?.all('ram:SpecifiedLogisticsServiceCharge') ?? [],
  }
}

function numberOf({ lines, allowances, charges, services }: Items): number {
  return lines.length + allowances.length + charges.length + services.length
}

function amountsOf(items: readonly XmlElement[], path: string): readonly XmlElement[] {
  return items.flatMap((item) => all(item, path))
}

/** `round(sum(a/xs:decimal(.)) * 100) div 100`. */
function exactSum(items: readonly XmlElement[], path: string): Decimal {
  return cents(Decimal.sum(amountsOf(items, path).map((amount) => decimalOf(amount) ?? Decimal.zero)))
}

/**
 * `xs:decimal(round(sum(a) * 10 * 10) div 100)`, which sums in binary floating point; undefined
 * if one is not a number.
 */
function doubleSum(items: readonly XmlElement[], path: string): Mixed | undefined {
  const amounts = amountsOf(items, path)
  if (amounts.length === 0) return Decimal.zero
  return asDecimal(Math.round(amounts.reduce((sum, amount) => sum + doubleOf(amount), 0) * 10 * 10) / 100)
}
