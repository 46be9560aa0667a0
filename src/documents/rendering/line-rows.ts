import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine, LineAllowanceOrCharge } from '../../einvoice/model/lines.js'
import { facts, joined, periodOf, type Wording } from './facts.js'
import { identifierOf } from './party-numbers.js'
import { shownCategory } from './vat-cells.js'
import { type Block, faceFor, leading, type Line, numberLines, STYLES, textLines, widthOf } from './style.js'
import { type Cell, type Column, numberCell, type Row, textCell } from './table.js'

/** Indentation of the item's texts after the line's number, in points. */
const INDENT = 24

/** Whether the page shows prices and amounts of lines with VAT, as the customer was shown them. */
export function arePricesWithVat({ lines }: Invoice): boolean {
  return lines.some(({ inclusive }) => inclusive !== undefined)
}

/** The rows of the table of lines, a line's sub lines after it. */
export function* lineRows(
  invoice: Invoice,
  columns: readonly Column[],
  wording: Wording,
  lines: readonly InvoiceLine[] = invoice.lines,
  parent?: string,
): Generator<Row> {
  const [item, quantity, price, ...rest] = columns
  const [vat, net] = rest.slice(-2)
  const discount = rest.length > 2 ? rest[0] : undefined
  if (!item || !quantity || !price || !vat || !net) throw new Error('the table of lines lacks a column')
  const { write, labels } = wording
  const amount = (value: Parameters<typeof write.amount>[0] | undefined): string =>
    value === undefined ? '' : write.amount(value, invoice.currency)
  const shown = shownCategory(invoice)
  for (const line of lines) {
    const { price: priced, amount: ofLine } = line.inclusive ?? { price: line.price, amount: line.netAmount }
    const { gross, discount: off, net: netPrice, baseQuantity, baseQuantityUnit } = priced
    const per =
      baseQuantity === undefined
        ? []
        : [labels.per, write.number(baseQuantity), write.unit(baseQuantityUnit ?? line.unitCode, baseQuantity)]
    const beforeDiscount = gross ?? (off === undefined ? netPrice : netPrice?.plus(off))
    const rate = line.vatRate === undefined ? undefined : write.percent(line.vatRate)
    const cells = [
      itemCell(line, item, wording, invoice.currency, parent ?? line.parentLine),
      quantityCell(line, quantity, wording),
      [...numberCell(amount(beforeDiscount), price), ...textCell(per.join(' '), price, STYLES.small)],
      ...(discount === undefined ? [] : [numberCell(amount(off), discount)]),
      numberCell(joined('\u00a0', rate, shown(line.vatCategory)) ?? '', vat),
      numberCell(amount(ofLine), net),
    ]
    // Those of sub-lines are in that of their line.
    const isPart = parent !== undefined || line.parentLine !== undefined
    yield { cells, ...(!isPart && { amount: ofLine }) }
    yield* lineRows(invoice, columns, wording, line.subLines ?? [], line.id)
  }
}

/** The quantity with its unit on one line, or the unit on the next. */
function quantityCell({ quantity, unitCode }: InvoiceLine, column: Column, { write }: Wording): Cell {
  const unit = write.unit(unitCode, quantity)
  if (quantity === undefined) return textCell(unit, column)
  const number = write.number(quantity)
  const both = `${number}\u00a0${unit}`.trim()
  if (widthOf(both, STYLES.text) <= column.width * 0.98) return textCell(both, column)
  const lines = [...numberLines(number, STYLES.text, column.width), ...(textCell(unit, column)[0]?.lines ?? [])]
  return [{ tag: 'P', lines, gap: 0 }]
}

function itemCell(
  line: InvoiceLine,
  { width }: Column,
  wording: Wording,
  currency: string,
  parent: string | undefined,
): Cell {
  const { item } = line
  const inside = { x: INDENT }
  const name = textLines(item.name, STYLES.text, width - INDENT, inside)
  const blocks: Block[] = [{ tag: 'P', lines: numbered(line.id, name), gap: 1 }]
  const small = (text: string | undefined): void => {
    const lines = textLines(text ?? '', STYLES.small, width - INDENT, inside)
    if (lines.length > 0) blocks.push({ tag: 'P', lines, gap: 0 })
  }
  small(item.description)
  for (const { label, value } of itemFacts(line, wording, currency, parent)) small(`${label}: ${value}`)
  for (const { name: attribute, value } of item.attributes) small(`${attribute}: ${value}`)
  const { allowances, charges } = line.inclusive ?? line
  for (const each of allowances) small(allowanceText(each, wording.labels.allowance, currency, wording, true))
  for (const each of charges) small(allowanceText(each, wording.labels.charge, currency, wording, false))
  small(line.note)
  return blocks
}

/** The number of the line next to its first text, or above it if it is too wide. */
function numbered(id: string, name: readonly Line[]): readonly Line[] {
  const style = STYLES.label
  const [first, ...others] = name
  const fits = first !== undefined && faceFor(style).widthOf(id, style.size) < INDENT - 4
  const number = textLines(id, style, fits ? INDENT : 150)
  const pieces = number[0]?.pieces ?? []
  if (fits && number.length === 1) return [{ height: first.height, pieces: [...pieces, ...first.pieces] }, ...others]
  return [...number.map((line) => ({ ...line, height: leading(style) })), ...name]
}

/** Classifications by UNTDID 7143 code, as people name them; empty: each party's own. */
const CLASSIFICATIONS: Readonly<Record<string, string>> = { STI: 'CPV', ZZZ: '' }

function itemFacts(line: InvoiceLine, { labels, write }: Wording, currency: string, parent: string | undefined) {
  const { item } = line
  const { price } = line.inclusive ?? line
  const net = price.gross === undefined && price.discount === undefined ? undefined : price.net
  return facts(labels, [
    ['itemNumber', item.sellersIdentifier],
    ['buyersItemNumber', item.buyersIdentifier],
    ['standardItemNumber', identifierOf(item.standardIdentifier)],
    ...item.classifications.map(
      ({ code, scheme, schemeVersion }) =>
        [
          'classification',
          `${code} (${joined(' ', CLASSIFICATIONS[scheme] ?? scheme, schemeVersion) ?? ''})`.replace(' ()', ''),
        ] as const,
    ),
    ['origin', item.originCountry === undefined ? undefined : write.country(item.originCountry)],
    ['period', periodOf(line.period, write)],
    [
      line.inclusive === undefined ? 'netPrice' : 'priceAfterDiscount',
      net === undefined ? undefined : write.amount(net, currency),
    ],
    ['orderLine', line.orderLineReference],
    ['invoicedObject', identifierOf(line.object)],
    ['buyerAccountingReference', line.buyerAccountingReference],
    ['partOf', parent],
  ])
}

/** An allowance or a charge as text, an allowance with its sign. */
export function allowanceText(
  { amount, baseAmount, percentage, reason, reasonCode }: LineAllowanceOrCharge,
  label: string,
  currency: string,
  { labels, write }: Wording,
  isAllowance: boolean,
): string {
  const figure = amount === undefined ? undefined : write.amount(isAllowance ? amount.negated() : amount, currency)
  return [label, joined(', ', reason ?? reasonCode, shareOf(percentage, baseAmount)), figure]
    .filter((part) => part !== undefined)
    .join(': ')

  function shareOf(share: typeof percentage, base: typeof baseAmount): string | undefined {
    const ofBase = base === undefined ? undefined : `${labels.of} ${write.amount(base, currency)}`
    return joined(' ', share === undefined ? undefined : write.percent(share), ofBase)
  }
}
