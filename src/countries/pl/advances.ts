import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { Prepayment } from '../../domain/request/prepayment.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { vatGroup } from '../../einvoice/model/totals.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { prepaymentFromWords, prepaymentInWords, type PrepaymentWords } from '../prepayments/words.js'
import type { Identity } from './identity.js'
import type { SaleLine } from './sale-lines.js'
import { rateOfSale, SALES } from './sales.js'

type Settling = Pick<InvoiceRequest, 'invoiceType' | 'prepayments'>

/**
 * The advances that an invoice deducts. A correction of a final invoice only names them: its
 * amounts are differences.
 */
export function deductedAdvances({ invoiceType, prepayments = [] }: Settling): readonly Prepayment[] {
  return invoiceType === 'invoice' ? prepayments : []
}

/** The sum of the deducted advances with VAT. */
export function sumOfAdvances(request: Settling): Decimal {
  return Decimal.sum(deductedAdvances(request).map(({ amount }) => Decimal.of(amount)))
}

/**
 * What the advances take from each sum (P_13_1, P_14_1 …): a final invoice states what is left
 * (art. 106f (3) of the VAT act).
 */
export function settledSums(
  request: InvoiceRequest,
  sales: readonly SaleLine[],
  buyer: Identity,
): ReadonlyMap<string, Decimal> {
  const settled = new Map<string, Decimal>()
  const rates = new Map<string, string>()
  for (const { line } of sales) {
    const group = groupOf(line)
    if (!rates.has(group)) rates.set(group, rateOfSale(line, buyer))
  }
  const add = (element: string | undefined, amount: number): void => {
    if (element !== undefined) settled.set(element, (settled.get(element) ?? Decimal.zero).plus(Decimal.of(amount)))
  }
  for (const vat of deductedAdvances(request).flatMap((each) => each.vat)) {
    const alone: Line = { description: '', quantity: 1, unitPrice: 0, unitCode: 'C62', ...vat }
    const kind = SALES.get(rates.get(groupOf(vat)) ?? rateOfSale(alone, buyer))
    add(kind?.net, vat.taxableAmount)
    add(kind?.vat, vat.taxAmount)
  }
  return settled
}

function groupOf(taxed: Pick<Line, 'vatCategory' | 'vatRate'>): string {
  return vatGroup(categoryOf(taxed), rateOf(taxed))
}

const POLISH_WORDS: PrepaymentWords = {
  invoice: 'Faktura zaliczkowa ',
  of: ' z ',
  paid: ', opłacona ',
  colon: ': ',
  semicolon: '; ',
  vat: ['VAT ', '', ' od '],
  date: '.',
}

/**
 * What FakturaZaliczkowa has no place for, one sentence for each rate of each advance: `Faktura
 * zaliczkowa ZAL/7 z 05.10.2026: 1230,00 PLN; VAT 23 % od 1000,00 PLN: 230,00 PLN`.
 */
export function advanceInWords(advance: Prepayment, currency: string): readonly string[] {
  return advance.vat.map((vat) => {
    const amount = Decimal.of(vat.taxableAmount).plus(Decimal.of(vat.taxAmount))
    // A single rate has the amount as it is sent.
    const own = advance.vat.length === 1 ? advance.amount : Number(amount.toString())
    return prepaymentInWords({ ...advance, amount: own, vat: [vat] }, currency, POLISH_WORDS)
  })
}

/**
 * The advances from their sentences: the inverse of `advanceInWords`.
 * @param named the number, or the number in KSeF, of each FakturaZaliczkowa
 * @returns undefined: the sentences do not describe these invoices
 */
export function readAdvancesInWords(
  sentences: readonly string[],
  currency: string,
  named: readonly (Pick<Prepayment, 'ksefNumber'> & { readonly number?: string })[],
): readonly Prepayment[] | undefined {
  const found: Prepayment[] = []
  for (const sentence of sentences) {
    const read = prepaymentFromWords(sentence, currency, POLISH_WORDS)
    if (read === undefined) return undefined
    const last = found.at(-1)
    if (last?.number !== read.number || last.issueDate !== read.issueDate) {
      found.push(read)
      continue
    }
    const amount = Decimal.of(last.amount).plus(Decimal.of(read.amount))
    found[found.length - 1] = { ...last, amount: Number(amount.toString()), vat: [...last.vat, ...read.vat] }
  }
  const isOfThese =
    found.length === named.length &&
    found.every(({ number }, index) => named[index]?.number === undefined || named[index].number === number)
  if (!isOfThese || found.length === 0) return undefined
  return found.map((each, index) => {
    const ksefNumber = named[index]?.ksefNumber
    return ksefNumber === undefined ? each : { ...each, ksefNumber }
  })
}
