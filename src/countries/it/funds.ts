import type { InvoiceRequest, SocialFund } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { exemptionsByGroup } from '../../einvoice/codes/exemptions.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { AllowanceOrCharge } from '../../einvoice/model/settlement.js'
import { withGivenTax } from '../../einvoice/request/from-request/given-tax.js'
import { documentTotals, vatBreakdown } from '../../einvoice/model/totals.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { type NaturaContext, naturaOf } from './natura.js'

/** A computed contribution to a social security fund. */
export interface FundContribution {
  readonly fund: SocialFund
  /** ImponibileCassa. */
  readonly base: Decimal
  /** ImportoContributoCassa, with two decimals. */
  readonly amount: Decimal
  readonly rate: Decimal
  readonly natura: string | undefined
}

/** The contributions of an invoice, each with its base. */
export function fundContributions(
  { socialFunds = [] }: InvoiceRequest,
  invoice: Invoice,
  context: NaturaContext,
): readonly FundContribution[] {
  return socialFunds.map((fund) => contribution(fund, invoice, context))
}

function contribution(fund: SocialFund, { totals }: Invoice, context: NaturaContext): FundContribution {
  // Rounded first, because a check can only use the base in the document.
  const base = fund.base === undefined ? (totals.lineNet ?? Decimal.zero) : Decimal.of(fund.base).round(2)
  const natura = naturaOf({ category: categoryOf(fund), rate: rateOf(fund), code: fund.exemptionReasonCode }, context)
  const amount = Decimal.of(fund.rate).percentOf(base).round(2)
  return { fund, base, amount, rate: Decimal.of(fund.vatRate), natura }
}

/** Contributions are charges of the document (BG-21): they are taxed and paid like the lines. */
export function withFunds(invoice: Invoice, request: InvoiceRequest, funds: readonly FundContribution[]): Invoice {
  const contributions = funds.map(({ fund, base, amount }): AllowanceOrCharge => ({
    amount,
    baseAmount: base,
    percentage: Decimal.of(fund.rate),
    vatCategory: categoryOf(fund),
    vatRate: rateOf(fund),
    reason: `Cassa previdenziale ${fund.type}`,
  }))
  const charges = [...invoice.charges, ...contributions]
  const taxables = { lines: invoice.lines, allowances: invoice.allowances, charges }
  const taxed = [request.lines, request.allowances ?? [], request.charges ?? [], request.socialFunds ?? []].flat()
  const breakdown = withGivenTax(vatBreakdown(taxables, exemptionsByGroup(taxed)), request.totals)
  const rate = invoice.taxCurrency === undefined ? null : Decimal.of(request.exchangeRate ?? 1)
  return {
    ...invoice,
    charges,
    vatBreakdown: breakdown,
    totals: documentTotals(taxables, breakdown, rate, invoice.totals),
  }
}
