import { normalised } from '../../../einvoice/rules/rule.js'

/** BR-FR-04, UNTDID 1001. */
export const TYPES: ReadonlySet<string> = new Set(
  '380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503'.split(' '),
)
/** BR-FR-08. */
export const BUSINESS_PROCESSES: ReadonlySet<string> = new Set(
  'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9'.split(' '),
)
/** Corrected invoices, UNTDID 1001. */
export const CORRECTED: ReadonlySet<string> = new Set(['384', '471', '472', '473'])
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['261', '381', '396', '502', '503'])
export const DOWN_PAYMENTS: ReadonlySet<string> = new Set(['386', '500', '503'])
/** Business processes of what is already paid. */
export const PAID: ReadonlySet<string> = new Set(['B2', 'S2', 'M2'])
/** Business processes of final invoices after a down payment. */
export const AFTER_DOWN_PAYMENT: ReadonlySet<string> = new Set(['B4', 'S4', 'M4'])

/** BR-FR-02. The artefact looks for spaces in the text and for all else in the text without the white space around it. */
export function isInvoiceNumber(text: string): boolean {
  return /^[A-Za-z0-9+\-_/]+$/.test(normalised(text)) && !text.includes(' ')
}

/** BR-FR-03: a day of the years 2000 to 2099. */
export function isDay(text: string): boolean {
  const [, month, day] = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? []
  if (month === undefined) return false
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(month), 0)).getUTCDate()
  return Number(day) <= lastDay
}
