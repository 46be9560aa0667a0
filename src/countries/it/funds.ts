import type { InvoiceRequest, SocialFund } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { exemptionsByGroup } from '../../einvoice/codes/exemptions.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { AllowanceOrCharge, VatBreakdown } from '../../einvoice/model/settlement.js'
import { withGivenTax } from '../../einvoice/request/from-request/given-tax.js'
import { documentTotals, vatBreakdown, vatGroup } from '../../einvoice/model/totals.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { type NaturaContext, naturaOf } from './natura.js'

/** A computed contribution to a social security fund. */
export interface FundContribution {
  readonly fund: SocialFund
  /** For example `socialFunds[0]`. */
  readonly field: string
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
  return socialFunds.map((fund, index) => contribution(fund, `socialFunds[${index}]`, invoice, context))
}

function contribution(fund: SocialFund, field: string, { totals }: Invoice, context: NaturaContext): FundContribution {
  // Rounded first, because a check can only use the base in the document.
  const base = fund.base === undefined ? (totals.lineNet ?? Decimal.zero) : Decimal.of(fund.base).round(2)
  const natura = naturaOf({ category: categoryOf(fund), rate: rateOf(fund), code: fund.exemptionReasonCode }, context)
  const amount = Decimal.of(fund.rate).percentOf(base).round(2)
  return { fund, field, base, amount, rate: Decimal.of(fund.vatRate), natura }
}

/** The VAT of both. That of prices with VAT is contained in them, that of contributions is not. */
function withTaxOf(one: readonly VatBreakdown[], other: readonly VatBreakdown[]): readonly VatBreakdown[] {
  const sums = new Map(one.map((entry) => [vatGroup(entry.category, entry.rate), entry]))
  for (const entry of other) {
    const group = vatGroup(entry.category, entry.rate)
    const { taxable = Decimal.zero, tax = Decimal.zero, ...said } = sums.get(group) ?? entry
    const isNew = !sums.has(group)
    sums.set(group, {
      ...said,
      taxable: isNew ? taxable : taxable.plus(entry.taxable ?? Decimal.zero),
      tax: isNew ? tax : tax.plus(entry.tax ?? Decimal.zero),
    })
  }
  return [...sums.values()]
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
  const exemptions = exemptionsByGroup(taxed)
  const breakdown =
    request.pricesIncludeVat === true
      ? withTaxOf(invoice.vatBreakdown, vatBreakdown({ lines: [], allowances: [], charges: contributions }, exemptions))
      : withGivenTax(vatBreakdown(taxables, exemptions), request.totals)
  const rate = invoice.taxCurrency === undefined ? null : Decimal.of(request.exchangeRate ?? 1)
  return {
    ...invoice,
    charges,
    vatBreakdown: breakdown,
    totals: documentTotals(taxables, breakdown, rate, invoice.totals),
  }
}
