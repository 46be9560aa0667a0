import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { cut } from '../../domain/text.js'
import type { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { eachWithPath } from '../../einvoice/model/line-hierarchy.js'
import type { StatedAmounts } from './reading.js'

/** Pages show no more lines. */
const MOST_STATED_LINES = 100
const MOST_VAT_ENTRIES = 50
const LONGEST_TEXT = 200

/**
 * The amounts that people look for and that the JSON does not hold, since the service computes
 * them for an invoice that it sends: net amounts of lines, and the VAT breakdown. Pure.
 */
export function statedAmounts(request: InvoiceRequest, model: Invoice): StatedAmounts {
  return {
    lines: netAmounts(request, model),
    vat: model.vatBreakdown.slice(0, MOST_VAT_ENTRIES).map((entry) => ({
      category: cut(entry.category, LONGEST_TEXT),
      rate: entry.rate?.toString() ?? null,
      taxable: inDigits(entry.taxable),
      tax: inDigits(entry.tax),
      exemption: textOf(entry.exemptionReason ?? entry.exemptionReasonCode),
    })),
  }
}

/** Of the lines in the order of the JSON, where the model has the same. */
function netAmounts({ lines }: InvoiceRequest, model: Invoice): readonly (string | null)[] | null {
  const places = new Map(Array.from(eachWithPath(lines), ([path], place) => [path, place]))
  const isSame = model.lines.length === places.size
  if (!isSame && model.lines.length !== lines.length) return null
  return lines.slice(0, MOST_STATED_LINES).map((_, index) => {
    const place = isSame ? places.get(`lines[${index}]`) : index
    return inDigits(model.lines[place ?? index]?.netAmount)
  })
}

function inDigits(amount: Decimal | undefined): string | null {
  if (amount === undefined) return null
  return amount.fits(2) ? amount.toFixed(2) : amount.toString()
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : cut(text, LONGEST_TEXT)
}
