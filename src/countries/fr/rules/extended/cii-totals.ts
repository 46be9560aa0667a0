import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { JudgedDocument, Test } from '../../../../einvoice/rules/bindings/binding.js'
import { LINE_TOTAL, SETTLEMENT, TRANSACTION } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { all, cents, decimal, decimalOf, doubleOf, first, has, is } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { isCounted } from '../cii-sub-lines.js'
import { asDecimal, isWithinCents } from './mixed.js'

interface Items {
  readonly allLines: readonly XmlElement[]
  readonly lines: readonly XmlElement[]
  readonly allowances: readonly XmlElement[]
  readonly charges: readonly XmlElement[]
  readonly services: readonly XmlElement[]
}

/** Lines, allowances, charges and logistic services of the document. */
const ITEMS = ({ root }: JudgedDocument): Items => itemsIn(first(root, TRANSACTION), first(root, SETTLEMENT))

/**
 * Those beside totals: the artefact looks for them from there, which is another place where the
 * totals are not in theirs.
 */
function itemsBeside({ parent }: XmlElement, document: JudgedDocument): Items {
  return parent !== null && parent === first(document.root, SETTLEMENT)
    ? document.once(ITEMS)
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

/** BR-FREXT-CO-10 to -15: the totals, to a cent for each item. */
export function totalTests(): Readonly<Record<string, Test>> {
  const number = ({ lines, allowances, charges, services }: Items): number =>
    lines.length + allowances.length + charges.length + services.length
  return {
    'BR-FREXT-CO-10': (totals, document) => {
      const items = itemsBeside(totals, document)
      return isWithinCents(
        difference(decimal(totals, 'ram:LineTotalAmount'), exactSum(items.lines, LINE_TOTAL)),
        items.allLines.length,
      )
    },
    'BR-FREXT-CO-11': (totals, document) => {
      const { allowances } = document.once(ITEMS)
      if (allowances.length === 0 && !has(totals, 'ram:AllowanceTotalAmount')) return true
      const sum = exactSum(allowances, 'ram:ActualAmount')
      const number = itemsBeside(totals, document).allowances.length
      return isWithinCents(difference(decimal(totals, 'ram:AllowanceTotalAmount'), sum), number)
    },
    'BR-FREXT-CO-12': (totals, document) => {
      const { charges, services } = document.once(ITEMS)
      if (charges.length === 0 && !has(totals, 'ram:ChargeTotalAmount')) return true
      const sum = added(exactSum(charges, 'ram:ActualAmount'), doubleSum(services, 'ram:AppliedAmount'))
      const beside = itemsBeside(totals, document)
      const number = beside.charges.length + beside.services.length
      return isWithinCents(difference(decimal(totals, 'ram:ChargeTotalAmount'), sum), number)
    },
    'BR-FREXT-CO-13': (totals, document) => {
      const [items, beside] = [document.once(ITEMS), itemsBeside(totals, document)]
      const lines = difference(decimal(totals, 'ram:TaxBasisTotalAmount'), exactSum(beside.lines, LINE_TOTAL))
      const withAllowances = added(lines, doubleSum(items.allowances, 'ram:ActualAmount'))
      const charges = added(
        doubleSum(items.charges, 'ram:ActualAmount'),
        doubleSum(items.services, 'ram:AppliedAmount'),
      )
      return isWithinCents(difference(withAllowances, charges), number(beside))
    },
    'BR-FREXT-CO-15': (totals, document) => {
      const currency = totals.parent?.child('ram:InvoiceCurrencyCode')
      const amounts = all(totals, 'ram:TaxTotalAmount').filter(
        (each) => each.attribute('currencyID') === currency?.stringValue,
      )
      const withoutVat = decimalOf(first(totals, 'ram:TaxBasisTotalAmount'))
      const withVat = decimalOf(first(totals, 'ram:GrandTotalAmount'))
      const vat = decimalOf(amounts[0])
      if (currency === undefined || withoutVat === undefined || withVat === undefined || vat === undefined) return false
      return amounts.length === 1
        ? isWithinCents(withVat.minus(vat).minus(withoutVat), number(itemsBeside(totals, document)))
        : withoutVat.equals(withVat)
    },
  }
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
 * where one is no number.
 */
function doubleSum(items: readonly XmlElement[], path: string): Decimal | undefined {
  const amounts = amountsOf(items, path)
  if (amounts.length === 0) return Decimal.zero
  return asDecimal(Math.round(amounts.reduce((sum, amount) => sum + doubleOf(amount), 0) * 10 * 10) / 100)
}

function difference(one: Decimal | undefined, other: Decimal | undefined): Decimal | undefined {
  return other && one?.minus(other)
}

function added(one: Decimal | undefined, other: Decimal | undefined): Decimal | undefined {
  return other && one?.plus(other)
}
