import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import { given } from '../../einvoice/request/given.js'

/** The delivery times of an invoice, in the elements of FA(3). */
export interface DeliveryTimes {
  /** P_6; absent if it is the issue date (VAT act, art. 106e (1) no. 6). */
  readonly date: string | undefined
  /** OkresFa. */
  readonly period: { readonly start: string; readonly end: string } | undefined
  /** P_6A of each line. */
  readonly ofLines: readonly (string | undefined)[]
  /** The period of the invoice, if OkresFa does not contain it. */
  readonly ofInvoiceInWords: string | undefined
  /** Periods of lines that the format has no place for, in words. */
  readonly inWords: readonly (string | undefined)[]
}

/**
 * The invoice has one date or one period; otherwise each line has the last day of its own period.
 */
export function deliveryTimes({ deliveryDate, issueDate, period, lines }: InvoiceRequest): DeliveryTimes {
  const periods = lines.map(({ period }) => spanOf(period))
  const date = given(deliveryDate)
  const whole = spanOf(period)
  const common = date === undefined ? commonOf(whole === undefined ? periods : [whole]) : undefined
  const isDated = date !== undefined || common !== undefined
  return {
    date: date === issueDate ? undefined : date,
    period: common,
    ofLines: isDated ? lines.map(() => undefined) : periods.map((span) => span?.end ?? span?.start),
    ofInvoiceInWords: whole === undefined || common !== undefined ? undefined : inWords(whole),
    inWords: periods.map((span) => {
      if (span === undefined || (common !== undefined && isSame(span, common))) return undefined
      const isOneDay = span.start === undefined || span.end === undefined || span.start === span.end
      if (isOneDay && !isDated) return undefined
      return inWords(span)
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
  const common = { start, end }
  return periods.every((span) => span !== undefined && isSame(span, common)) ? common : undefined
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end
}

/** One day, or the first and the last. */
function inWords({ start, end }: Span): string | undefined {
  return start === undefined || end === undefined || start === end ? (end ?? start) : `${start} – ${end}`
}
