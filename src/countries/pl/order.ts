import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { linesOf } from '../../einvoice/request/from-request/lines.js'
import type { RequestedType } from '../country.js'
import type { Identity } from './identity.js'
import { rateOfSale, SALES } from './sales.js'

/** UNTDID 1001: an advance, and a credit note for one. */
export const [ADVANCE, ADVANCE_CREDIT_NOTE] = ['386', '503'] as const

/** The codes of `typeCode`. The debit note for an advance has that of the advance. */
export const POLISH_TYPES: ReadonlyMap<string, RequestedType> = new Map([
  [ADVANCE, { invoiceTypes: ['invoice', 'debit_note'], documentTypes: [] }],
  [ADVANCE_CREDIT_NOTE, { invoiceTypes: ['credit_note'], documentTypes: [] }],
])

/** Whether it is an advance, or the correction of one. */
export function isAdvance({ typeCode }: Pick<InvoiceRequest, 'typeCode'>): boolean {
  return typeCode !== undefined && POLISH_TYPES.has(typeCode)
}

/** A line of the order with its amounts. */
interface OrderRow {
  readonly line: Line
  /** Its field of the API. */
  readonly field: string
  /** NrWierszaZam: a line before the correction has the number of the one after it. */
  readonly number: number
  /** Whether it is one before the correction (StanPrzedZ). */
  readonly isBefore: boolean
  /** P_12Z. */
  readonly rate: string
  readonly net: Decimal
  readonly vat: Decimal
}

/** The order of an advance. */
interface Order {
  /** Of a correction with the lines before it, each follows the one before it. */
  readonly rows: readonly OrderRow[]
  /**
   * Whether amounts are those before and after a correction, which are written as they are; others
   * have the sign of the document.
   */
  readonly hasStates: boolean
  /** Its total with VAT. */
  readonly gross: Decimal
}

/** The order with its amounts, without their sign in the document; undefined: there is none. */
export function orderOf({ order }: InvoiceRequest, buyer: Identity): Order | undefined {
  if (order === undefined) return undefined
  const rowsOf = (lines: readonly Line[], isBefore: boolean): readonly OrderRow[] => {
    const amounts = linesOf(lines)
    return lines.map((line, index): OrderRow => {
      const rate = rateOfSale(line, buyer)
      const { netAmount: net = Decimal.zero } = amounts[index] ?? {}
      return {
        line,
        field: `order.${isBefore ? 'before' : 'lines'}[${index}]`,
        number: index + 1,
        isBefore,
        rate,
        net,
        vat: (SALES.get(rate)?.percent ?? Decimal.zero).percentOf(net).round(2),
      }
    })
  }
  const after = rowsOf(order.lines, false)
  const before = rowsOf(order.before ?? [], true)
  const sum = Decimal.sum(after.flatMap(({ net, vat }) => [net, vat]))
  const count = Math.max(after.length, before.length)
  return {
    rows: Array.from({ length: count }, (_, index) => [before[index], after[index]])
      .flat()
      .filter((row) => row !== undefined),
    hasStates: before.length > 0,
    gross: order.grossAmount === undefined ? sum : Decimal.of(order.grossAmount),
  }
}
