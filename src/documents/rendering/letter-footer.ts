import { addressLines } from './address-lines.js'
import type { Wording } from './facts.js'
import { inGroups, numbersOf } from './party-numbers.js'
import type { Sheet } from './sheet.js'
import { hasFailed, isCredit } from './standing.js'

/** Lines that a column of the footer has room for. */
const MOST_LINES = 4

/**
 * The footer of letters: who the seller is, its numbers, and its bank unless nothing is to be paid
 * to it. All of it also stands in the body.
 */
export function letterFooter(sheet: Sheet, { labels, language, write }: Wording): readonly (readonly string[])[] {
  const { seller, payment } = sheet.invoice
  const numbers = numbersOf({ ...seller, identifiers: [] }, labels, language)
  const isPaid = !isCredit(sheet) && !hasFailed(sheet)
  const banks = (isPaid ? (payment?.transfers ?? []) : []).flatMap(({ account, serviceProvider }) => [
    account === undefined ? '' : inGroups(account),
    serviceProvider === undefined ? '' : `${labels.terms.bic} ${serviceProvider}`,
  ])
  const columns = [
    [seller.name, ...addressLines(seller.address, write)],
    [...numbers.map(({ label, value }) => `${label} ${value}`), seller.legalInformation ?? ''],
    banks,
  ]
  return columns.map((lines) => lines.filter((line) => line.trim() !== '').slice(0, MOST_LINES))
}
