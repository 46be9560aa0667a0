import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../domain/request/terms.js'
import { Decimal } from '../model/decimal.js'
import type { Judgement } from './judgement.js'
import type { Invoice } from '../model/invoice-model.js'
import { areFlat, eachWithPath } from '../model/line-hierarchy.js'
import type { InvoiceLine } from '../model/lines.js'
import type { DocumentTotals } from '../model/settlement.js'
import { vatGroup } from '../model/totals.js'
import { categoryOf, rateOf } from '../model/vat-category.js'
import { RequestFindings } from './request-findings.js'

/**
 * The rule on totals that the caller has computed, which the document does not contain. `{}`
 * stands for the two figures.
 */
export const GIVEN_TOTALS = {
  id: 'CW-TOTALS',
  severity: 'fatal',
  terms: ['BT-112', 'BT-131', 'BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-110', 'BT-115', 'BT-116', 'BT-117'],
  message: 'The total that you sent differs from the computed one: {}',
  fix: 'If the computed figure is wrong, correct quantities, prices, discounts, allowances, charges or rates; if your own figure is wrong, correct it or leave it out; a difference that you rounded belongs in roundingAmount',
} as const

const TOTALS: readonly (readonly [
  field: Exclude<keyof GivenTotals, 'vatBreakdown'>,
  of: keyof DocumentTotals,
  term: string,
])[] = [
  ['lineNetAmount', 'lineNet', 'BT-106'],
  ['allowanceAmount', 'allowances', 'BT-107'],
  ['chargeAmount', 'charges', 'BT-108'],
  ['netAmount', 'withoutVat', 'BT-109'],
  ['vatAmount', 'vat', 'BT-110'],
  ['grossAmount', 'withVat', 'BT-112'],
  ['dueAmount', 'due', 'BT-115'],
]

/**
 * Compares the caller's own totals (`totals`, `lines[].netAmount`) with those of the document's
 * model. Pure; linear in the lines.
 */
export function judgeGivenTotals({ totals = {}, lines }: InvoiceRequest, invoice: Invoice): Judgement {
  const found = new RequestFindings()
  const compare = (path: string, term: string, given: number | undefined, computed = Decimal.zero): void => {
    if (given === undefined || Decimal.of(given).equals(computed)) return
    const figures = `\`${path}\` is ${Decimal.of(given).toAtLeast(2)}, but the service computes ${computed.toAtLeast(2)}`
    note(path, term, figures)
  }
  const note = (path: string, term: string, message: string): void => {
    found.report(GIVEN_TOTALS, term, path, message)
  }
  const compareLines = (given: readonly Line[], path: string, computed: readonly InvoiceLine[] = []): void => {
    given.forEach(({ netAmount, de }, index) => {
      const at = `${path}[${index}]`
      compare(`${at}.netAmount`, 'BT-131', netAmount, computed[index]?.netAmount)
      compareLines(de?.subLines ?? [], `${at}.de.subLines`, computed[index]?.subLines)
    })
  }
  if (areFlat(lines, invoice.lines)) {
    let place = 0
    for (const [path, { netAmount }] of eachWithPath(lines))
      compare(`${path}.netAmount`, 'BT-131', netAmount, invoice.lines[place++]?.netAmount)
  } else compareLines(lines, 'lines', invoice.lines)
  for (const [field, of, term] of TOTALS) compare(`totals.${field}`, term, totals[field], invoice.totals[of])
  const groups = new Map(invoice.vatBreakdown.map((entry) => [vatGroup(entry.category, entry.rate), entry]))
  totals.vatBreakdown?.forEach((given, index) => {
    const path = `totals.vatBreakdown[${index}]`
    const computed = groups.get(vatGroup(categoryOf(given), rateOf(given)))
    if (computed === undefined) {
      note(
        path,
        'BG-23',
        `\`${path}\` has the category ${categoryOf(given)} and the rate ${given.vatRate}, but no line has these`,
      )
      return
    }
    compare(`${path}.taxableAmount`, 'BT-116', given.taxableAmount, computed.taxable)
    compare(`${path}.taxAmount`, 'BT-117', given.taxAmount, computed.tax)
  })
  return found.judgement(1)
}
