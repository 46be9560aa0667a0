import type { InvoiceRequest, Line, SocialFund } from '../../domain/invoice-request.js'
import { Decimal } from '../../einvoice/decimal.js'
import { exemptionsByGroup } from '../../einvoice/exemptions.js'
import type { Invoice } from '../../einvoice/model.js'
import type { AllowanceOrCharge } from '../../einvoice/model-settlement.js'
import { documentTotals, vatBreakdown } from '../../einvoice/totals.js'
import { categoryOf, rateOf } from '../../einvoice/vat-category.js'
import { type NaturaContext, naturaOf } from './natura.js'

/** A contribution to a social security fund, computed. */
export interface FundContribution {
  readonly fund: SocialFund
  /** ImponibileCassa. */
  readonly base: Decimal
  /** ImportoContributoCassa, with two decimals. */
  readonly amount: Decimal
  readonly rate: Decimal
  readonly natura: string | undefined
}

/** The contributions of an invoice, each with what it is computed from. */
export function fundContributions(
  { socialFunds = [] }: InvoiceRequest,
  invoice: Invoice,
  context: NaturaContext,
): readonly FundContribution[] {
  return socialFunds.map((fund) => contribution(fund, invoice, context))
}

function contribution(fund: SocialFund, { totals }: Invoice, context: NaturaContext): FundContribution {
  // Rounded first: who checks the document has but the base that it shows.
  const base = fund.base === undefined ? (totals.lineNet ?? Decimal.zero) : Decimal.of(fund.base).round(2)
  const taxed = asLine(fund)
  const natura = naturaOf({ category: categoryOf(taxed), rate: rateOf(taxed), code: fund.exemptionReasonCode }, context)
  const amount = Decimal.of(fund.rate).percentOf(base).round(2)
  return { fund, base, amount, rate: Decimal.of(fund.vatRate), natura }
}

/** What category and rate are told from. */
function asLine({ vatRate, vatCategory, exemptionReasonCode }: SocialFund): Line {
  return {
    description: '',
    quantity: 1,
    unitPrice: 0,
    unitCode: 'C62',
    vatRate,
    ...(vatCategory !== undefined && { vatCategory }),
    ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
  }
}

/** Contributions are charges of the document (BG-21): they are taxed and paid like the lines. */
export function withFunds(invoice: Invoice, request: InvoiceRequest, funds: readonly FundContribution[]): Invoice {
  const charges = funds.map(({ fund, base, amount }): AllowanceOrCharge => {
    const taxed = asLine(fund)
    return {
      amount,
      baseAmount: base,
      percentage: Decimal.of(fund.rate),
      vatCategory: categoryOf(taxed),
      vatRate: rateOf(taxed),
      reason: `Cassa previdenziale ${fund.type}`,
    }
  })
  const taxables = { lines: invoice.lines, allowances: invoice.allowances, charges }
  const breakdown = vatBreakdown(
    taxables,
    exemptionsByGroup([...request.lines, ...(request.socialFunds ?? []).map(asLine)]),
  )
  const rate = invoice.taxCurrency === undefined ? null : Decimal.of(request.exchangeRate ?? 1)
  return { ...invoice, charges, vatBreakdown: breakdown, totals: documentTotals(taxables, breakdown, rate) }
}
