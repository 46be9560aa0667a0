import { Decimal } from '../decimal.js'
import type { Invoice } from '../model.js'
import { isBlank, type Rule, type Term } from './rule.js'

const RECOMPUTE = 'Recompute the totals from the lines'

/**
 * BR-12 to BR-15, BR-45 to BR-48 and BR-CO-10 to BR-CO-18: the totals and the VAT breakdown. The official artefacts compare with XPath's
 * `round`, half towards positive infinity, and so do these.
 */
export const TOTALS_RULES: readonly Rule[] = [
  required('BR-12', 'BT-106', 'the sum of the line net amounts', ({ totals }) => totals.lineNet),
  required('BR-13', 'BT-109', 'the total without VAT', ({ totals }) => totals.withoutVat),
  required('BR-14', 'BT-112', 'the total with VAT', ({ totals }) => totals.withVat),
  required('BR-15', 'BT-115', 'the amount due', ({ totals }) => totals.due),
  eachEntry('BR-45', 'BT-116', 'has no taxable amount', (entry) => entry.taxable === undefined),
  eachEntry('BR-46', 'BT-117', 'has no tax amount', (entry) => entry.tax === undefined),
  eachEntry('BR-47', 'BT-118', 'has no category', (entry) => isBlank(entry.category)),
  eachEntry('BR-48', 'BT-119', 'has no rate', (entry) => entry.rate === undefined && entry.category !== 'O'),
  equation(
    'BR-CO-10',
    'BT-106',
    'The sum of the line net amounts {} is not what the lines add up to',
    ({ totals, lines }) => [totals.lineNet, cents(Decimal.sum(lines.map((line) => line.netAmount ?? Decimal.zero)))],
  ),
  equation('BR-CO-11', 'BT-107', 'The sum of the allowances {} is not what they add up to', ({ totals, allowances }) =>
    totals.allowances === undefined && allowances.length === 0 ? null : [totals.allowances, sumOf(allowances)],
  ),
  equation('BR-CO-12', 'BT-108', 'The sum of the charges {} is not what they add up to', ({ totals, charges }) =>
    totals.charges === undefined && charges.length === 0 ? null : [totals.charges, sumOf(charges)],
  ),
  equation('BR-CO-13', 'BT-109', 'The total without VAT {} is not lines plus charges less allowances', ({ totals }) => [
    totals.withoutVat,
    cents(orZero(totals.lineNet).plus(orZero(totals.charges)).minus(orZero(totals.allowances))),
  ]),
  equation(
    'BR-CO-14',
    'BT-110',
    'The total of VAT {} is not what the breakdown adds up to',
    ({ totals, vatBreakdown }) =>
      vatBreakdown.length === 0 ? null : [totals.vat, cents(Decimal.sum(vatBreakdown.map(({ tax }) => orZero(tax))))],
  ),
  equation('BR-CO-15', 'BT-112', 'The total with VAT {} is not the total without VAT plus VAT', ({ totals }) =>
    totals.vat === undefined
      ? [totals.withVat, undefined]
      : [totals.withVat, cents(orZero(totals.withoutVat).plus(totals.vat))],
  ),
  equation(
    'BR-CO-16',
    'BT-115',
    'The amount due {} is not the total with VAT less what is paid, rounded',
    ({ totals }) => [
      totals.due,
      cents(orZero(totals.withVat).minus(orZero(totals.paid)).plus(orZero(totals.rounding))),
    ],
  ),
  {
    id: 'BR-CO-17',
    terms: ['BT-117', 'BT-116', 'BT-119'],
    message: 'The tax {} of a VAT category is not its taxable amount times its rate',
    fix: RECOMPUTE,
    check: (invoice, breach) => {
      invoice.vatBreakdown.forEach(({ taxable, tax, rate }, index) => {
        if (taxable !== undefined && tax !== undefined && !isTaxOf(tax, taxable, rate))
          breach('BT-117', index, tax.toString())
      })
    },
  },
  {
    id: 'BR-CO-18',
    terms: ['BG-23'],
    message: 'The invoice has no VAT breakdown',
    fix: 'Give at least one line',
    check: (invoice, breach) => {
      if (invoice.vatBreakdown.length === 0) breach('BG-23')
    },
  },
]

/**
 * BR-CO-17 as the official artefact tests it: a rate that rounds to zero asks for a tax that rounds to zero, any other for the product
 * within one unit of the currency.
 */
export function isTaxOf(tax: Decimal, taxable: Decimal, rate: Decimal | undefined): boolean {
  if (rate === undefined || rate.roundHalfUp(0).isZero()) return tax.roundHalfUp(0).isZero()
  return isWithinOne(tax.abs(), rate.percentOf(taxable.abs()).roundHalfUp(2))
}

/** Whether two amounts differ by less than one unit of the currency, the tolerance of the official artefacts. */
export function isWithinOne(amount: Decimal, expected: Decimal): boolean {
  return amount.minus(expected).abs().compare(ONE) < 0
}

const ONE = Decimal.of(1)

function orZero(amount: Decimal | undefined): Decimal {
  return amount ?? Decimal.zero
}

function cents(amount: Decimal): Decimal {
  return amount.roundHalfUp(2)
}

function sumOf(each: Invoice['allowances']): Decimal {
  return cents(Decimal.sum(each.map(({ amount }) => orZero(amount))))
}

function required(id: string, term: Term, what: string, amount: (invoice: Invoice) => Decimal | undefined): Rule {
  return {
    ...{ id, terms: [term], message: `The invoice lacks ${what}`, fix: RECOMPUTE },
    check: (invoice, breach) => {
      if (amount(invoice) === undefined) breach(term)
    },
  }
}

function eachEntry(
  id: string,
  term: Term,
  lack: string,
  isBroken: (entry: Invoice['vatBreakdown'][number]) => boolean,
): Rule {
  return {
    ...{ id, terms: [term, 'BG-23'], message: `An entry of the VAT breakdown ${lack}`, fix: RECOMPUTE },
    check: (invoice, breach) => {
      invoice.vatBreakdown.forEach((entry, index) => {
        if (isBroken(entry)) breach(term, index)
      })
    },
  }
}

/** Two amounts that must be equal, the one found and the one expected; null: the rule does not apply. */
type Sides = readonly [Decimal | undefined, Decimal | undefined] | null

function equation(id: string, term: Term, message: string, sides: (invoice: Invoice) => Sides): Rule {
  return {
    ...{ id, terms: [term], message, fix: RECOMPUTE },
    check: (invoice, breach) => {
      const pair = sides(invoice)
      if (pair === null) return
      const [found, expected] = pair
      if (found === undefined || expected === undefined || !found.equals(expected))
        breach(term, undefined, found?.toString())
    },
  }
}
