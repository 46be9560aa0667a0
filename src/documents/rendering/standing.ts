import type { Decimal } from '../../einvoice/model/decimal.js'
import { STATEMENTS } from './labels/statements.js'
import type { Sheet } from './sheet.js'

/** Whether the sum goes to the buyer: a credit note, or an invoice below zero. */
export function isCredit({ invoice, isDifference }: Pick<Sheet, 'invoice' | 'isDifference'>): boolean {
  const isBelowZero = invoice.totals.due !== undefined && invoice.totals.due.negated().isPositive()
  // A correction of a difference may also raise what is to be paid.
  return invoice.kind === 'creditNote' && isDifference !== true ? true : isBelowZero
}

/** Whether the invoice was refused or could not be sent. */
export function hasFailed({ status }: Pick<Sheet, 'status'>): boolean {
  return status === 'rejected' || status === 'error'
}

/** What the page says of the whole invoice before anything else. */
export function statementsOf(sheet: Sheet): readonly string[] {
  const { environment, status, invoice, language } = sheet
  const words = STATEMENTS[language]
  return [
    ...(environment === 'test' ? [words.test] : []),
    ...(status === 'rejected' ? [words.rejected] : []),
    ...(status === 'error' ? [words.failed] : []),
    ...(invoice.kind === 'creditNote' && isCredit(sheet) && !hasFailed(sheet) ? [words.creditNote] : []),
  ]
}

/** The amount at the end of the totals with its label; what is credited has no sign. */
export function finalAmount(
  sheet: Pick<Sheet, 'invoice' | 'isDifference' | 'language'>,
  due: string,
): { readonly label: string; readonly amount: Decimal | undefined } {
  const { invoice, language } = sheet
  const amount = invoice.totals.due
  if (!isCredit(sheet)) return { label: due, amount }
  const { credited, inYourFavour } = STATEMENTS[language]
  if (invoice.kind === 'creditNote' && sheet.isDifference !== true) return { label: credited, amount }
  return { label: invoice.kind === 'creditNote' ? credited : inYourFavour, amount: amount?.abs() }
}

/** The words at the top of every page; null: the invoice is no test. */
export function markOf({ environment, language }: Pick<Sheet, 'environment' | 'language'>): string | null {
  return environment === 'test' ? STATEMENTS[language].test : null
}
