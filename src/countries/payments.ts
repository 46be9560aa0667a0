import type { PaidAmount } from '../domain/payment-report.js'
import type { Detail } from '../domain/refusal.js'
import { Decimal } from '../einvoice/model/decimal.js'
import type { Invoice } from '../einvoice/model/invoice-model.js'

/** An amount from a caller: `vatRate` in percent, `amount` with VAT. */
export interface GivenAmount {
  readonly vatRate: number
  readonly amount: number
}

/**
 * The open amounts of an invoice: for each VAT rate the sum with VAT (BT-116 and BT-117) less the
 * reported payments, without fully paid rates.
 */
export function leftToPay(
  { vatBreakdown }: Pick<Invoice, 'vatBreakdown'>,
  reported: readonly PaidAmount[],
): readonly PaidAmount[] {
  const left = new Map<string, Decimal>()
  const add = (rate: string, amount: Decimal): void => {
    left.set(rate, (left.get(rate) ?? Decimal.zero).plus(amount))
  }
  for (const { taxable, tax, rate } of vatBreakdown) {
    add((rate ?? Decimal.zero).toString(), (taxable ?? Decimal.zero).plus(tax ?? Decimal.zero))
  }
  for (const { vatRate, amount } of reported) add(vatRate, Decimal.of(amount).negated())
  return [...left]
    .filter(([, amount]) => !amount.isZero())
    .map(([vatRate, amount]) => ({ vatRate, amount: amount.toFixed(2) }))
}

/** The amounts of a report in its own form, or their faults, as parts of `amounts`. */
export function readAmounts(
  given: readonly GivenAmount[],
  left: readonly PaidAmount[],
): { readonly amounts: readonly PaidAmount[]; readonly faults: readonly Detail[] } {
  const faults: Detail[] = []
  const rates = new Set<string>()
  const amounts = given.map(({ vatRate, amount }, index): PaidAmount => {
    const [rate, paid] = [Decimal.of(vatRate).toString(), Decimal.of(amount)]
    const fault = (field: keyof GivenAmount, message: string): unknown =>
      faults.push({ path: `amounts[${index}].${field}`, message })
    const open = left.find((each) => each.vatRate === rate)
    if (rates.has(rate)) fault('vatRate', 'occurs twice; add up the amounts of a rate')
    else if (open === undefined) fault('vatRate', `has no open amount; allowed: ${listed(left)}`)
    else if (paid.decimals() > 2) fault('amount', 'has more than two decimals')
    else if (!isPartOf(paid, Decimal.of(open.amount))) {
      fault('amount', `must be a part of the open amount of ${open.amount} at ${rate} %`)
    }
    rates.add(rate)
    return { vatRate: rate, amount: paid.toFixed(2) }
  })
  return { amounts, faults }
}

/** If the deductions of an invoice at a rate exceed its charges, the open amount is negative. */
function isPartOf(amount: Decimal, whole: Decimal): boolean {
  return !amount.isZero() && amount.isPositive() === whole.isPositive() && amount.abs().compare(whole.abs()) <= 0
}

function listed(left: readonly PaidAmount[]): string {
  return left.map(({ vatRate }) => vatRate).join(', ')
}
