import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { RequestLineAllowance } from '../../domain/request/terms.js'
import { defined } from '../../domain/defined.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { PRICE_DECIMALS } from './line-amounts.js'

/** Decimals of amounts other than prices. */
const AMOUNT_DECIMALS = 2

/**
 * Converts the amounts of the invoice to euros. Companies established in Italy must invoice in
 * EUR, regardless of the agreed currency: the Agenzia delle Entrate reads every amount as euros
 * (art. 21 DPR 633/72; FAQ 64 of 19 July 2019). Without `exchangeRate` nothing is converted, and a
 * rule reports it. Withheld taxes and stamp duty are in EUR already.
 */
export function inEuros(request: InvoiceRequest): InvoiceRequest {
  const { currency, exchangeRate, socialFunds } = request
  if (currency === 'EUR' || exchangeRate === undefined) return request
  const rate = Decimal.of(exchangeRate)
  const converted = (amount: number, decimals = PRICE_DECIMALS): number =>
    Number(Decimal.of(amount).times(rate).round(decimals).toString())
  const convertedAmount = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : converted(amount, AMOUNT_DECIMALS)
  const allowances = <Each extends RequestLineAllowance>(
    all: readonly Each[] | undefined,
  ): readonly Each[] | undefined =>
    all?.map((each) => ({
      ...each,
      ...defined({ amount: convertedAmount(each.amount), baseAmount: convertedAmount(each.baseAmount) }),
    }))
  const line = (each: Line): Line => ({
    ...each,
    unitPrice: converted(each.unitPrice),
    ...defined({
      discount: each.discount === undefined ? undefined : converted(each.discount),
      allowances: allowances(each.allowances),
      charges: allowances(each.charges),
    }),
  })
  return {
    ...request,
    currency: 'EUR',
    lines: request.lines.map(line),
    ...defined({
      allowances: allowances(request.allowances),
      charges: allowances(request.charges),
      roundingAmount: convertedAmount(request.roundingAmount),
      socialFunds: socialFunds?.map((fund) =>
        fund.base === undefined ? fund : { ...fund, base: converted(fund.base) },
      ),
    }),
  }
}
