import type { Decimal } from '../../../einvoice/decimal.js'
import type { Invoice } from '../../../einvoice/model.js'
import type { Rule, Term } from '../../../einvoice/rules/rule.js'
import { trimmed } from '../../../einvoice/rules/rule.js'

type Values = (invoice: Invoice) => readonly (Decimal | undefined)[]

/** BR-FR-DEC-01, by the last part of the id: amounts have two decimals, and 19 digits with them. */
const AMOUNTS: readonly (readonly [suffix: string, Term, Values])[] = [
  ['BT-93_BT-100', 'BT-93', ({ allowances, charges }) => [...allowances, ...charges].map((each) => each.baseAmount)],
  ['BT-92_BT-99', 'BT-92', ({ allowances, charges }) => [...allowances, ...charges].map((each) => each.amount)],
  ['BT-106', 'BT-106', ({ totals }) => [totals.lineNet]],
  ['BT-107', 'BT-107', ({ totals }) => [totals.allowances]],
  ['BT-108', 'BT-108', ({ totals }) => [totals.charges]],
  ['BT-109', 'BT-109', ({ totals }) => [totals.withoutVat]],
  // Of two rules for one element only the first ever fires: that of BT-110 judges BT-111 too.
  ['BT-110', 'BT-110', ({ totals }) => [totals.vat, totals.vatInTaxCurrency]],
  ['BT-112', 'BT-112', ({ totals }) => [totals.withVat]],
  ['BT-113', 'BT-113', ({ totals }) => [totals.paid]],
  ['BT-114', 'BT-114', ({ totals }) => [totals.rounding]],
  ['BT-115', 'BT-115', ({ totals }) => [totals.due]],
  ['BT-116', 'BT-116', ({ vatBreakdown }) => vatBreakdown.map(({ taxable }) => taxable)],
  ['BT-117', 'BT-117', ({ vatBreakdown }) => vatBreakdown.map(({ tax }) => tax)],
  ['BT-131', 'BT-131', ({ lines }) => lines.map(({ netAmount }) => netAmount)],
  ['BT-136_BT-141', 'BT-136', ({ lines }) => reductions(lines).map(({ amount }) => amount)],
  ['BT-137_BT-142', 'BT-137', ({ lines }) => reductions(lines).map(({ baseAmount }) => baseAmount)],
]

/** BR-FR-DEC-01 to BR-FR-DEC-04: how many digits a number may have. */
export const DECIMAL_RULES: readonly Rule[] = [
  ...AMOUNTS.map(([suffix, term, values]) =>
    numbers(`BR-FR-DEC-01_${suffix}`, term, values, 'The amount {}', 'two decimals and 19 digits', (value) =>
      fits(value.toAtLeast(2), 19, 2),
    ),
  ),
  quantity('BT-129', ({ lines }) => lines.map((line) => line.quantity)),
  quantity('BT-149', ({ lines }) => lines.map(({ price }) => price.baseQuantity)),
  price('BT-146', ({ lines }) => lines.map((line) => line.price.net)),
  price('BT-147', ({ lines }) => lines.map((line) => line.price.discount)),
  price('BT-148', ({ lines }) => lines.map((line) => line.price.gross)),
  rate('BT-96_BT-103', 'BT-96', ({ allowances, charges }) => [...allowances, ...charges].map((each) => each.vatRate)),
  rate('BT-119', 'BT-119', ({ vatBreakdown }) => vatBreakdown.map((entry) => entry.rate)),
  rate('BT-152', 'BT-152', ({ lines }) => lines.map(({ vatRate }) => vatRate)),
]

function quantity(term: Term, values: Values): Rule {
  return numbers(`BR-FR-DEC-02_${term}`, term, values, 'The quantity {}', 'four decimals and 19 digits', (value) =>
    fits(value.toString(), 19, 4),
  )
}

function price(term: Term, values: Values): Rule {
  const what = 'six decimals and 19 digits, and is not negative'
  return numbers(`BR-FR-DEC-03_${term}`, term, values, 'The price {}', what, (value, { businessProcess }) => {
    // Invoices in both directions (S9, B9, M9) may have negative prices.
    if (value.isNegative() && !/^[SBM]9$/.test(trimmed(businessProcess ?? ''))) return false
    return fits(value.toString(), 19, 6)
  })
}

function rate(suffix: string, term: Term, values: Values): Rule {
  const what = 'two decimals and 4 digits, and is not negative'
  return numbers(`BR-FR-DEC-04_${suffix}`, term, values, 'The VAT rate {}', what, (value) => {
    return !value.isNegative() && fits(value.toString(), 4, 2)
  })
}

function numbers(
  id: string,
  term: Term,
  values: Values,
  what: string,
  limit: string,
  isRight: (value: Decimal, invoice: Invoice) => boolean,
): Rule {
  return {
    ...{ id, terms: [term], message: `${what} (${term}) is not a number of at most ${limit}` },
    fix: `Write a number of at most ${limit}`,
    check: (invoice, breach) => {
      values(invoice).forEach((value, index) => {
        if (value !== undefined && !isRight(value, invoice)) breach(term, index, value.toString())
      })
    },
  }
}

/** As the artefact counts: the sign is one of the digits, the point is not. */
function fits(written: string, digits: number, decimals: number): boolean {
  const [whole = '', fraction = ''] = written.split('.')
  return fraction.length <= decimals && whole.length + fraction.length <= digits
}

function reductions(lines: Invoice['lines']) {
  return lines.flatMap(({ allowances, charges }) => [...allowances, ...charges])
}
