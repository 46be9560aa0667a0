import type { InvoiceRequest, Line } from '../../domain/invoice-request.js'
import { Decimal } from '../../einvoice/decimal.js'

/** Decimals of prices and quantities in FatturaPA. */
const PRICE_DECIMALS = 8

/**
 * The invoice with its amounts in euros. Who is established in Italy issues invoices in EUR,
 * whatever was agreed: the Agenzia delle Entrate takes every amount for euros (art. 21 DPR 633/72;
 * FAQ 64 of 19 July 2019). Without `exchangeRate` nothing is converted, for a rule to find.
 * Withheld taxes and stamp duty are in EUR already.
 */
export function inEuros(request: InvoiceRequest): InvoiceRequest {
  const { currency, exchangeRate, socialFunds } = request
  if (currency === 'EUR' || exchangeRate === undefined) return request
  const rate = Decimal.of(exchangeRate)
  const converted = (amount: number): number => Number(Decimal.of(amount).times(rate).round(PRICE_DECIMALS).toString())
  const line = (each: Line): Line => ({
    ...each,
    unitPrice: converted(each.unitPrice),
    ...(each.discount !== undefined && { discount: converted(each.discount) }),
  })
  return {
    ...request,
    currency: 'EUR',
    lines: request.lines.map(line),
    ...(socialFunds !== undefined && {
      socialFunds: socialFunds.map((fund) =>
        fund.base === undefined ? fund : { ...fund, base: converted(fund.base) },
      ),
    }),
  }
}
