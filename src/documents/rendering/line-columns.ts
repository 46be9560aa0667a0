import type { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import type { Wording } from './facts.js'
import { arePricesWithVat } from './line-rows.js'
import { largest } from '../../domain/lists.js'
import { STYLES, WIDTH, widthOf } from './style.js'
import type { Column } from './table.js'

/** Space between two columns. */
const GAP = 10
/** Minimum width of the descriptions, in points. */
const LEAST = 170
/** Maximum width of another column: a wider number is set smaller. */
const MOST = 92

/** The width of each column of figures; 0: it is empty. */
interface Widths {
  quantity: number
  price: number
  discount: number
  vat: number
  net: number
}

/**
 * The columns of the table of lines; that of discounts only if a line has one. Columns of figures
 * are as wide as their texts, and the descriptions have the rest.
 */
export function lineColumns(invoice: Invoice, wording: Wording): readonly Column[] {
  const { lines, currency } = invoice
  const { columns } = wording.labels
  const widths: Widths = { quantity: 0, price: 0, discount: 0, vat: 0, net: 0 }
  measure(lines, invoice, wording, widths)
  const net = arePricesWithVat(invoice) ? columns.gross : columns.net
  const figures = [
    { label: columns.quantity, wide: widths.quantity },
    { label: `${columns.price} ${currency}`.trim(), wide: widths.price },
    ...(widths.discount === 0 ? [] : [{ label: columns.discount, wide: widths.discount }]),
    { label: columns.vat, wide: widths.vat },
    { label: `${net} ${currency}`.trim(), wide: widths.net },
  ].map(({ label, wide }) => ({
    label,
    width: Math.min(MOST, Math.max(widthOfWords(label), wide)),
  }))
  const wanted = figures.reduce((sum, { width }) => sum + width + GAP, 0)
  const scale = Math.min(1, (WIDTH - LEAST) / wanted)
  const placed: Column[] = []
  let right = WIDTH
  for (const { label, width } of [...figures].reverse()) {
    const wide = (width + GAP) * scale - GAP
    placed.unshift({ label, x: right - wide, width: wide, align: 'right' })
    right -= wide + GAP
  }
  return [{ label: columns.item, x: 0, width: right }, ...placed]
}

/** Width in which a heading has two lines, broken between its words. */
function widthOfWords(label: string): number {
  const words = largest(label.split(' ').map((word) => widthOf(word, STYLES.column)))
  return Math.max(words, widthOf(label, STYLES.column) * 0.78) * 1.03
}

function measure(lines: readonly InvoiceLine[], invoice: Invoice, wording: Wording, widths: Widths): void {
  const { write } = wording
  const amount = (value: Decimal | undefined): string =>
    value === undefined ? '' : write.amount(value, invoice.currency)
  const take = (column: keyof Widths, text: string): void => {
    if (text !== '') widths[column] = Math.max(widths[column], widthOf(text, STYLES.text) * 1.03)
  }
  for (const line of lines) {
    const { price, amount: ofLine } = line.inclusive ?? { price: line.price, amount: line.netAmount }
    const { quantity, unitCode, vatRate, subLines = [] } = line
    take('quantity', `${quantity === undefined ? '' : write.number(quantity)} ${write.unit(unitCode, quantity)}`)
    take('price', amount(price.gross ?? price.net))
    if (price.baseQuantity !== undefined)
      take(
        'price',
        `${wording.labels.per} ${write.number(price.baseQuantity)} ${write.unit(unitCode, price.baseQuantity)}`,
      )
    take('discount', amount(price.discount))
    take('vat', vatRate === undefined ? '' : `${write.percent(vatRate)} ${line.vatCategory}`)
    take('net', amount(ofLine))
    measure(subLines, invoice, wording, widths)
  }
}
