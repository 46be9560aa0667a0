import type { Prepayment, PrepaymentVat } from '../../domain/request/prepayment.js'
import { VAT_CATEGORIES } from '../../domain/request/invoice-request.js'
import { cutAtLast, dateFromWords, dateInWords, isDate, isNumber, numberInWords, numberOf } from './text.js'

/** The words of a sentence on an advance, in one language. */
export interface PrepaymentWords {
  /** Before the number. */
  readonly invoice: string
  /** Between the number and the date. */
  readonly of: string
  /** Before the day of payment. */
  readonly paid: string
  /** Between the parts. */
  readonly colon: string
  readonly semicolon: string
  /** Before and after a rate, and before the taxable amount. */
  readonly vat: readonly [before: string, after: string, on: string]
  /** `YYYY-MM-DD` in the form of the language, and back. */
  readonly date: '.' | '/'
}

/** German. */
export const GERMAN_WORDS: PrepaymentWords = {
  invoice: 'Anzahlung, Rechnung ',
  of: ' vom ',
  paid: ', bezahlt am ',
  colon: ': ',
  semicolon: '; ',
  vat: ['', ' USt', ' auf '],
  date: '.',
}

/** French. */
export const FRENCH_WORDS: PrepaymentWords = {
  invoice: 'Acompte, facture ',
  of: ' du ',
  paid: ', payé le ',
  colon: ' : ',
  semicolon: ' ; ',
  vat: ['TVA ', '', ' sur '],
  date: '/',
}

/** Dutch. */
export const DUTCH_WORDS: PrepaymentWords = {
  invoice: 'Voorschot, factuur ',
  of: ' van ',
  paid: ', betaald op ',
  colon: ': ',
  semicolon: '; ',
  vat: ['', ' btw', ' op '],
  date: '/',
}

/**
 * An advance with its VAT in one line, for example
 * `Anzahlung, Rechnung AR-1 vom 15.03.2026: 1190,00 EUR; 19 % USt auf 1000,00 EUR: 190,00 EUR`.
 */
export function prepaymentInWords(
  { number, issueDate, amount, paidAt, vat }: Prepayment,
  currency: string,
  words: PrepaymentWords,
): string {
  const money = (value: number): string => `${numberInWords(value)} ${currency}`
  const [before, after, on] = words.vat
  const rate = ({ vatRate, vatCategory = 'S' }: PrepaymentVat): string => {
    const category = vatCategory === 'S' ? '' : ` (${vatCategory})`
    return `${before}${numberInWords(vatRate, 0)} %${after}${category}`
  }
  const head = `${words.invoice}${number}${words.of}${dateInWords(issueDate, words.date)}`
  const paid = paidAt === undefined ? '' : `${words.paid}${dateInWords(paidAt, words.date)}`
  const parts = vat.map(
    (each) => `${rate(each)}${on}${money(each.taxableAmount)}${words.colon}${money(each.taxAmount)}`,
  )
  return [`${head}${paid}${words.colon}${money(amount)}`, ...parts].join(words.semicolon)
}

/** The inverse of `prepaymentInWords`; undefined: the line is another one. */
export function prepaymentFromWords(line: string, currency: string, words: PrepaymentWords): Prepayment | undefined {
  if (!line.startsWith(words.invoice)) return undefined
  const money = ` ${currency}`
  const parts = line.split(words.semicolon)
  const vat: PrepaymentVat[] = []
  while (parts.length > 1) {
    const read = vatFromWords(parts.at(-1) ?? '', money, words)
    if (read === undefined) break
    vat.unshift(read)
    parts.pop()
  }
  const [head, amount] = cutAtLast(parts.join(words.semicolon), words.colon)
  if (amount === undefined || vat.length === 0 || !amount.endsWith(money)) return undefined
  const [unpaid, paid] = cutAtLast(head, words.paid)
  const isPaid = paid !== undefined && isDate(paid, words.date)
  const [named, issued] = cutAtLast(isPaid ? unpaid : head, words.of)
  const sum = withoutEnd(amount, money)
  if (issued === undefined || !isDate(issued, words.date) || !isNumber(sum)) return undefined
  return {
    number: named.slice(words.invoice.length),
    issueDate: dateFromWords(issued, words.date),
    amount: numberOf(sum),
    ...(isPaid && { paidAt: dateFromWords(paid, words.date) }),
    vat,
  }
}

/** The VAT of one rate: `19 % USt auf 1000,00 EUR: 190,00 EUR`. */
function vatFromWords(text: string, money: string, { vat, colon }: PrepaymentWords): PrepaymentVat | undefined {
  const [before, after, on] = vat
  const [sale, tax] = cutAtLast(text, colon)
  const [taxed, taxable] = cutAtLast(sale, on)
  const [rate, kind] = cutAtLast(taxed, ` %${after}`)
  if (tax === undefined || taxable === undefined || kind === undefined) return undefined
  if (!rate.startsWith(before) || !taxable.endsWith(money) || !tax.endsWith(money)) return undefined
  const vatCategory = VAT_CATEGORIES.find((each) => kind === ` (${each})`)
  const [percent, net, amount] = [rate.slice(before.length), withoutEnd(taxable, money), withoutEnd(tax, money)]
  if (![percent, net, amount].every(isNumber) || (kind !== '' && vatCategory === undefined)) return undefined
  return {
    vatRate: numberOf(percent),
    ...(vatCategory !== undefined && { vatCategory }),
    taxableAmount: numberOf(net),
    taxAmount: numberOf(amount),
  }
}

function withoutEnd(text: string, end: string): string {
  return text.slice(0, -end.length)
}
