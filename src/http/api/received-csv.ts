import { type shownReceived } from '../../domain/public-events/received-view.js'
import { SHOWN_OF_RECEIVED } from '../../domain/public-events/event-kinds.js'

type Shown = ReturnType<typeof shownReceived>

/** Columns that hold nothing but numbers: a minus there is no formula. */
const AMOUNTS: ReadonlySet<keyof Shown> = new Set(['netAmount', 'vatAmount', 'grossAmount'])

/**
 * Received invoices as a table (RFC 4180) with a line of names. Texts come from suppliers: one
 * that a program for tables would run as a formula gets an apostrophe.
 */
export function receivedCsv(invoices: readonly Shown[]): string {
  const lines = [
    SHOWN_OF_RECEIVED.join(','),
    ...invoices.map((invoice) => SHOWN_OF_RECEIVED.map((field) => cell(field, invoice[field])).join(',')),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

function cell(field: keyof Shown, value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  const safe = !AMOUNTS.has(field) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
