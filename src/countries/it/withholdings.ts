import type { InvoiceRequest, Withholding } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { isWithheldForEnasarco } from './enasarco.js'
import type { FundContribution } from './funds.js'

/** A computed tax that the customer withholds. */
export interface WithheldTax {
  readonly withholding: Withholding
  /** EUR, with two decimals unless the caller sent more. */
  readonly amount: Decimal
}

/**
 * The withheld amount: as sent, or else the rate applied to the marked lines and contributions, or
 * for ENASARCO to the base of its contribution, rounded half away from zero.
 */
export function withheldTaxes(
  { withholdings = [], lines }: InvoiceRequest,
  document: Invoice,
  funds: readonly FundContribution[],
  enasarco: readonly FundContribution[],
): readonly WithheldTax[] {
  const base = Decimal.sum([
    ...document.lines.flatMap(({ netAmount }, index) =>
      lines[index]?.withholding === true && netAmount !== undefined ? [netAmount] : [],
    ),
    ...funds.flatMap(({ fund, amount }) => (fund.withholding === true ? [amount] : [])),
  ])
  const ofAgents = Decimal.sum(enasarco.map((each) => each.base))
  return withholdings.map((withholding) => ({
    withholding,
    amount:
      withholding.amount === undefined
        ? Decimal.of(withholding.rate)
            .percentOf(isWithheldForEnasarco(withholding) && enasarco.length > 0 ? ofAgents : base)
            .round(2)
        : Decimal.of(withholding.amount),
  }))
}
