import type { Decimal } from '../decimal.js'
import type { Invoice } from '../model.js'
import type { Rule, Term } from './rule.js'

/** Amounts that may have two decimals at most, by the last part of the rule's id. */
const AMOUNTS: readonly (readonly [suffix: string, Term, (invoice: Invoice) => readonly (Decimal | undefined)[]])[] = [
  ['01', 'BT-92', ({ allowances }) => allowances.map(({ amount }) => amount)],
  ['02', 'BT-93', ({ allowances }) => allowances.map(({ baseAmount }) => baseAmount)],
  ['05', 'BT-99', ({ charges }) => charges.map(({ amount }) => amount)],
  ['06', 'BT-100', ({ charges }) => charges.map(({ baseAmount }) => baseAmount)],
  ['09', 'BT-106', ({ totals }) => [totals.lineNet]],
  ['10', 'BT-107', ({ totals }) => [totals.allowances]],
  ['11', 'BT-108', ({ totals }) => [totals.charges]],
  ['12', 'BT-109', ({ totals }) => [totals.withoutVat]],
  ['13', 'BT-110', ({ totals }) => [totals.vat]],
  ['14', 'BT-112', ({ totals }) => [totals.withVat]],
  ['15', 'BT-111', ({ totals }) => [totals.vatInTaxCurrency]],
  ['16', 'BT-113', ({ totals }) => [totals.paid]],
  ['17', 'BT-114', ({ totals }) => [totals.rounding]],
  ['18', 'BT-115', ({ totals }) => [totals.due]],
  ['19', 'BT-116', ({ vatBreakdown }) => vatBreakdown.map(({ taxable }) => taxable)],
  ['20', 'BT-117', ({ vatBreakdown }) => vatBreakdown.map(({ tax }) => tax)],
  ['23', 'BT-131', ({ lines }) => lines.map(({ netAmount }) => netAmount)],
  ['24', 'BT-136', ({ lines }) => lines.flatMap(({ allowances }) => allowances.map(({ amount }) => amount))],
  ['25', 'BT-137', ({ lines }) => lines.flatMap(({ allowances }) => allowances.map(({ baseAmount }) => baseAmount))],
  ['27', 'BT-141', ({ lines }) => lines.flatMap(({ charges }) => charges.map(({ amount }) => amount))],
  ['28', 'BT-142', ({ lines }) => lines.flatMap(({ charges }) => charges.map(({ baseAmount }) => baseAmount))],
]

/**
 * BR-DEC-01 to BR-DEC-28, or a country's rules of the same content.
 * @param ruleId the id of the rule with a suffix of the standard; null: the country has no such rule
 */
export function decimalRules(ruleId: (suffix: string) => string | null): readonly Rule[] {
  return AMOUNTS.flatMap(([suffix, term, amounts]) => {
    const id = ruleId(suffix)
    if (id === null) return []
    return {
      ...{
        id,
        terms: [term],
        message: `The amount {} (${term}) has more than two decimals`,
        fix: 'Round it to two decimals',
      },
      check: (invoice, breach) => {
        amounts(invoice).forEach((amount, index) => {
          if (amount !== undefined && amount.decimals() > 2) breach(term, index, amount.toString())
        })
      },
    } satisfies Rule
  })
}

/** BR-DEC-01 to BR-DEC-28. */
export const DECIMAL_RULES = decimalRules((suffix) => `BR-DEC-${suffix}`)
