import type { InvoiceRequest, Withholding } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { FundContribution } from './funds.js'

/** A tax that the customer withholds, computed. */
export interface WithheldTax {
  readonly withholding: Withholding
  /** EUR, with two decimals unless the caller gave more. */
  readonly amount: Decimal
}

/**
 * What is withheld: as given, else the rate of the lines and contributions that are marked so,
 * rounded half away from zero.
 */
export function withheldTaxes(
  { withholdings = [], lines }: InvoiceRequest,
  document: Invoice,
  funds: readonly FundContribution[],
): readonly WithheldTax[] {
  const base = Decimal.sum([
    ...document.lines.flatMap(({ netAmount }, index) =>
      lines[index]?.withholding === true && netAmount !== undefined ? [netAmount] : [],
    ),
    ...funds.flatMap(({ fund, amount }) => (fund.withholding === true ? [amount] : [])),
  ])
  return withholdings.map((withholding) => ({
    withholding,
    amount:
      withholding.amount === undefined
        ? Decimal.of(withholding.rate).percentOf(base).round(2)
        : Decimal.of(withholding.amount),
  }))
}
