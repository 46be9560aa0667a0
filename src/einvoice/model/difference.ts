import type { Decimal } from './decimal.js'
import type { Invoice } from './invoice-model.js'
import type { InvoiceLine } from './lines.js'
import type { AllowanceOrCharge, DocumentTotals, VatBreakdown } from './settlement.js'

/**
 * A credit note with negative amounts and quantities; in EN 16931 they are positive. For pages of
 * countries whose credit notes show the difference.
 */
export function asDifference(invoice: Invoice): Invoice {
  return {
    ...invoice,
    lines: invoice.lines.map(negatedLine),
    allowances: invoice.allowances.map(negatedAmount),
    charges: invoice.charges.map(negatedAmount),
    totals: negatedTotals(invoice.totals),
    vatBreakdown: invoice.vatBreakdown.map(negatedEntry),
  }
}

function negated(value: Decimal | undefined): Decimal | undefined {
  return value?.negated()
}

function negatedLine(line: InvoiceLine): InvoiceLine {
  const { inclusive } = line
  return {
    ...line,
    quantity: negated(line.quantity),
    netAmount: negated(line.netAmount),
    ...(inclusive && { inclusive: { ...inclusive, amount: negated(inclusive.amount) } }),
  }
}

function negatedAmount(part: AllowanceOrCharge): AllowanceOrCharge {
  const { inclusive } = part
  return {
    ...part,
    amount: negated(part.amount),
    baseAmount: negated(part.baseAmount),
    ...(inclusive && {
      inclusive: { amount: negated(inclusive.amount), baseAmount: negated(inclusive.baseAmount) },
    }),
  }
}

function negatedEntry(entry: VatBreakdown): VatBreakdown {
  return { ...entry, taxable: negated(entry.taxable), tax: negated(entry.tax) }
}

function negatedTotals(totals: DocumentTotals): DocumentTotals {
  return {
    lineNet: negated(totals.lineNet),
    allowances: negated(totals.allowances),
    charges: negated(totals.charges),
    withoutVat: negated(totals.withoutVat),
    vat: negated(totals.vat),
    vatInTaxCurrency: negated(totals.vatInTaxCurrency),
    withVat: negated(totals.withVat),
    paid: negated(totals.paid),
    rounding: negated(totals.rounding),
    due: negated(totals.due),
  }
}
