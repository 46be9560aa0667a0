/** The order that an advance invoice is for. Amounts are in the currency of the invoice. */
export interface OrderOf<Line> {
  /** All of its lines, with prices without VAT. */
  readonly lines: readonly Line[]
  /** Of a correction: its lines before it; `lines` are those after it. */
  readonly before?: readonly Line[]
  /** Its total with VAT; absent: that of its lines. */
  readonly grossAmount?: number
}
