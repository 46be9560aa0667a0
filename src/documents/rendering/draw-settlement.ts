import type { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { heading } from './blocks.js'
import { type CodeRow, codeRow } from './draw-codes.js'
import { joined, type Wording } from './facts.js'
import { allowanceText, arePricesWithVat } from './line-rows.js'
import type { Element, Paper } from './paper.js'
import type { Sheet } from './sheet.js'
import { finalAmount } from './standing.js'
import { heightOf, leading, type Line, numberLines, PAGE, STYLES, textLines, WIDTH, widthOf } from './style.js'
import { type Column, drawTable, numberCell, type Row, textCell } from './table.js'
import { byRate, categoryCell, shownCategory } from './vat-cells.js'

/** Space above each part. */
const SPACE = 17
/** Where the totals begin, at the right of the page. */
const TOTALS = PAGE.right - 250

/** Draws the part after the lines: allowances and charges, totals, VAT breakdown. */
export function drawSettlement(paper: Paper, root: Element, sheet: Sheet, wording: Wording): void {
  drawAllowances(paper, root, sheet.invoice, wording)
  drawTotals(paper, root, sheet, wording)
  drawVat(paper, root, sheet.invoice, wording)
}

function drawAllowances(paper: Paper, root: Element, invoice: Invoice, wording: Wording): void {
  const { allowances, charges, currency } = invoice
  if (allowances.length + charges.length === 0) return
  const { labels, write } = wording
  const shown = shownCategory(invoice)
  const named = arePricesWithVat(invoice) ? labels.columns.gross : labels.columns.net
  const columns: readonly [Column, Column, Column] = [
    { label: labels.headings.allowancesAndCharges, x: 0, width: 360 },
    { label: labels.columns.vat, x: 374, width: 42, align: 'right' },
    { label: `${named} ${currency}`.trim(), x: 420, width: 75, align: 'right' },
  ]
  function* rows(): Generator<Row> {
    for (const [given, isAllowance] of [
      ...allowances.map((allowance) => [allowance, true] as const),
      ...charges.map((charge) => [charge, false] as const),
    ]) {
      const each = { ...given, ...given.inclusive }
      const { amount, vatCategory, vatRate } = each
      const label = isAllowance ? labels.allowance : labels.charge
      const rate = vatRate === undefined ? undefined : write.percent(vatRate)
      const signed = isAllowance ? amount?.negated() : amount
      yield {
        cells: [
          textCell(allowanceText({ ...each, amount: undefined }, label, currency, wording, isAllowance), columns[0]),
          numberCell(joined('\u00a0', rate, shown(vatCategory)) ?? '', columns[1]),
          numberCell(signed === undefined ? '' : write.amount(signed, currency), columns[2]),
        ],
      }
    }
  }
  paper.y += SPACE / 2
  drawTable(paper, root, columns, rows())
}

/** A label with its formatted amount. */
type Total = readonly [label: string, amount: string]

function totalsOf({ invoice, exchangeRate, deductions = [] }: Sheet, { labels, write }: Wording): readonly Total[] {
  const { totals, currency, taxCurrency, thirdPartyPayments = [] } = invoice
  const money = (label: string, amount: Decimal | undefined, inCurrency = currency): readonly Total[] =>
    amount === undefined ? [] : [[label, write.money(amount, inCurrency)]]
  const named = labels.totals
  const rate =
    exchangeRate === undefined || taxCurrency === undefined || taxCurrency === currency
      ? []
      : [`1 ${currency} = ${write.plain(exchangeRate)} ${taxCurrency}`]
  return [
    // Of prices with VAT the page shows no net amounts that these could be the sums of.
    ...(arePricesWithVat(invoice)
      ? []
      : [
          ...money(named.lineNet, totals.lineNet),
          ...money(named.allowances, totals.allowances?.negated()),
          ...money(named.charges, totals.charges),
        ]),
    ...money(named.withoutVat, totals.withoutVat),
    ...money(named.vat, totals.vat),
    ...money(named.vatIn(taxCurrency ?? currency), totals.vatInTaxCurrency, taxCurrency),
    ...rate.map((text) => [named.exchangeRate, text] as const),
    ...money(named.withVat, totals.withVat),
    ...deductions.flatMap(({ label, amount }) => money(label, amount.negated())),
    ...money(named.paid, totals.paid?.negated()),
    ...money(named.rounding, totals.rounding),
    ...thirdPartyPayments.flatMap(({ type, amount, description }) =>
      money(joined(': ', labels.terms.thirdPartyPayment, joined(', ', type, description)) ?? '', amount),
    ),
  ]
}

function drawTotals(paper: Paper, root: Element, sheet: Sheet, wording: Wording): void {
  const { invoice } = sheet
  const { labels, write } = wording
  const width = PAGE.right - TOTALS
  const rows = totalsOf(sheet, wording).map(([label, amount]) => besideEachOther(label, amount, STYLES.text, width))
  const { label, amount: final } = finalAmount(sheet, labels.totals.due)
  const due = final === undefined ? '' : write.money(final, invoice.currency)
  const last = besideEachOther(label, due, STYLES.due, width - 16)
  const blocks = rows.map((lines) => ({ tag: 'P', lines, gap: 3 }) as const)
  const dueHeight = last.reduce((sum, { height }) => sum + height, 0) + 12
  const codes = codesBesideTotals(sheet)
  paper.y += SPACE / 2
  paper.keep(Math.max(heightOf(blocks) + dueHeight + 9, codes?.height ?? 0))
  const [page, top] = [paper.page, paper.y]
  codes?.draw(paper, root, PAGE.left)
  paper.blocks(root, blocks, TOTALS)
  paper.y += 3
  paper.keep(dueHeight)
  paper.shade(TOTALS, PAGE.right, dueHeight)
  paper.y += 6
  paper.leaf(root, 'P', () => {
    paper.lines(last, TOTALS + 8)
  })
  paper.y += 6
  if (codes !== null && paper.page === page) paper.y = Math.max(paper.y, top + codes.height)
}

/** The codes of the government in the free place at the left; null: none, or no room for them. */
export function codesBesideTotals({ verification }: Sheet): CodeRow | null {
  return codeRow(verification, TOTALS - PAGE.left - SPACE)
}

/** A label at the left, wrapped if necessary, and its amount at the right on one line. */
function besideEachOther(
  label: string,
  amount: string,
  style: (typeof STYLES)[keyof typeof STYLES],
  width: number,
): readonly Line[] {
  const wide = Math.min(width * 0.7, Math.max(width * 0.3, widthOf(amount, style) * 1.02))
  const labels = textLines(label, style, width - wide - 8)
  const amounts = numberLines(amount, style, wide, width - wide)
  return Array.from({ length: Math.max(labels.length, amounts.length) }, (_, index) => ({
    height: leading(style),
    pieces: [...(labels[index]?.pieces ?? []), ...(amounts[index]?.pieces ?? [])],
  }))
}

function drawVat(paper: Paper, root: Element, invoice: Invoice, wording: Wording): void {
  const { vatBreakdown, currency } = invoice
  if (vatBreakdown.length === 0) return
  const { labels, write } = wording
  const columns: readonly [Column, Column, Column, Column] = [
    { label: labels.breakdown.category, x: 0, width: 270 },
    { label: labels.breakdown.rate, x: 274, width: 46, align: 'right' },
    { label: `${labels.breakdown.taxable} ${currency}`.trim(), x: 324, width: 92, align: 'right' },
    { label: `${labels.breakdown.tax} ${currency}`.trim(), x: 420, width: 75, align: 'right' },
  ]
  const amount = (value: Decimal | undefined): string => (value === undefined ? '' : write.amount(value, currency))
  function* rows(): Generator<Row> {
    for (const entry of byRate(vatBreakdown)) {
      yield {
        cells: [
          categoryCell(entry, columns[0], invoice, wording),
          numberCell(entry.rate === undefined ? '' : write.percent(entry.rate), columns[1]),
          numberCell(amount(entry.taxable), columns[2]),
          numberCell(amount(entry.tax), columns[3]),
        ],
      }
    }
  }
  paper.y += SPACE
  drawTable(paper, root, columns, rows(), { title: heading(labels.headings.vat, WIDTH) })
}
