import type { InvoiceRequest, Line } from '../../domain/invoice-request.js'
import { isBlank } from '../../einvoice/rules/rule.js'

/** When an invoice was delivered, as FA(3) has places for it. */
export interface DeliveryTimes {
  /** P_6; absent where it is the issue date (VAT act, art. 106e (1) no. 6). */
  readonly date: string | undefined
  /** OkresFa. */
  readonly period: { readonly start: string; readonly end: string } | undefined
  /** P_6A of each line. */
  readonly ofLines: readonly (string | undefined)[]
  /** What the format has no place for, in words, by lines. */
  readonly inWords: readonly (string | undefined)[]
}

/**
 * The invoice has one date or one period; without either, each line has the day on which its own
 * period ends.
 */
export function deliveryTimes({ deliveryDate, issueDate, lines }: InvoiceRequest): DeliveryTimes {
  const periods = lines.map(({ period }) => spanOf(period))
  const date = given(deliveryDate)
  const common = date === undefined ? commonOf(periods) : undefined
  const isDated = date !== undefined || common !== undefined
  return {
    date: date === issueDate ? undefined : date,
    period: common,
    ofLines: isDated ? lines.map(() => undefined) : periods.map((span) => span?.end ?? span?.start),
    inWords: periods.map((span) => {
      if (span === undefined || common !== undefined) return undefined
      const isOneDay = span.start === undefined || span.end === undefined || span.start === span.end
      if (isOneDay && !isDated) return undefined
      return isOneDay ? (span.end ?? span.start) : `${span.start} – ${span.end}`
    }),
  }
}

interface Span {
  readonly start: string | undefined
  readonly end: string | undefined
}

function spanOf(period: Line['period']): Span | undefined {
  const span = { start: given(period?.start), end: given(period?.end) }
  return span.start === undefined && span.end === undefined ? undefined : span
}

/** The period that all lines have. */
function commonOf(periods: readonly (Span | undefined)[]): DeliveryTimes['period'] {
  const { start, end } = periods[0] ?? {}
  if (start === undefined || end === undefined) return undefined
  return periods.every((span) => span?.start === start && span.end === end) ? { start, end } : undefined
}

function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
