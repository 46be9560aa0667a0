import { Decimal } from '../../../einvoice/model/decimal.js'
import {
  type Assertions,
  blaming,
  type Context,
  everywhere,
  inContext,
  type JudgedDocument,
  once,
} from '../../../einvoice/rules/bindings/binding.js'
import { decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { SALES } from '../sales.js'
import { amountOf, factsOf, type FaRate, isAbout, textOf } from './facts.js'

/**
 * KSeF verifies no sums: an invoice with wrong sums counts as issued and has to be corrected. So
 * the service verifies them first.
 */

/** The elements of all sums: P_13_1 and so on. */
const NET_SUMS = [...new Set(Array.from(SALES.values(), ({ net }) => net))]
/** The addends of P_15, including those of procedures that the service does not write. */
const ADDENDS = [...NET_SUMS, 'P_14_1', 'P_14_2', 'P_14_3', 'P_14_4', 'P_13_5', 'P_14_5']

/** Sums of Fa, the context of the rules. */
const SUMS: Context = once((document) =>
  NET_SUMS.flatMap((name) => document.named(`fa:${name}`)).filter(({ parent }) => parent?.name === 'fa:Fa'),
)

/** The rates whose sales are counted in a sum. */
function ratesIn(sum: string): readonly string[] {
  return Array.from(SALES).flatMap(([rate, { net }]) => (net === sum ? [rate] : []))
}

/** How many lines these rates have. */
function linesOf(rates: readonly FaRate[]): number {
  return rates.reduce((total, { lines }) => total + lines, 0)
}

const localName = ({ name }: XmlElement): string => name.replace(/^fa:/, '')

/**
 * In an ordinary invoice, and in an advance with lines, every sum is that of its lines. In a final
 * invoice the lines are the whole sale, of which the advances are subtracted. A correction may
 * show its lines after the change.
 */
function isSumOfLines(sum: XmlElement, document: JudgedDocument): boolean {
  const { kind } = factsOf(document)
  if (kind === 'ROZ') return isSummed(sum, document, true)
  return (kind !== 'VAT' && kind !== 'ZAL') || isSummed(sum, document)
}

/** A correction with lines before and after it: the sums are those after it less those before. */
function isDifference(sum: XmlElement, document: JudgedDocument): boolean {
  const { kind, hasStates } = factsOf(document)
  return kind !== 'KOR' || !hasStates || isSummed(sum, document)
}

/** @param orLess whether the sum may also be less than that of its lines */
function isSummed(sum: XmlElement, document: JudgedDocument, orLess = false): boolean {
  const { fa, byRate, linesShowSums, linesShowGross } = factsOf(document)
  const stated = decimalOf(sum)
  if (stated === undefined) return true
  const rates = ratesIn(localName(sum))
  const counted = rates.flatMap((rate) => byRate.get(rate) ?? [])
  const isThat = (one: Decimal, other: Decimal): boolean =>
    (orLess && one.compare(other) < 0) || isAbout(one, other, linesOf(counted))
  if (linesShowGross && fa !== undefined) {
    const vatName = SALES.get(rates[0] ?? '')?.vat
    const vat = vatName === undefined ? Decimal.zero : amountOf(fa, vatName)
    return isThat(stated.plus(vat), Decimal.sum(counted.map(({ gross }) => gross)))
  }
  if (!linesShowSums) return true
  return isThat(stated, Decimal.sum(counted.map(({ net }) => net)))
}

/** The sum for P_12 of each line is present. */
function isCounted(line: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind, linesShowSums, linesShowGross } = factsOf(document)
  const sale = SALES.get(textOf(line, 'fa:P_12'))
  const net = decimalOf(first(line, linesShowGross ? 'fa:P_11A' : 'fa:P_11'))
  if (fa === undefined || kind !== 'VAT' || !(linesShowSums || linesShowGross)) return true
  if (sale === undefined || net === undefined) return true
  return net.isZero() || first(fa, `fa:${sale.net}`) !== undefined
}

/** P_14 is its percentage of P_13: of two rates that share the sum, anything between them. */
function isVatOfSum(sum: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind, lines, byRate } = factsOf(document)
  const rates = ratesIn(localName(sum))
  const vatName = SALES.get(rates[0] ?? '')?.vat
  const net = decimalOf(sum)
  const vat = fa && vatName && decimalOf(first(fa, `fa:${vatName}`))
  // A final invoice deducts earlier payments with their own rounding.
  if (!vat || net === undefined || kind.includes('ROZ')) return true
  const used = rates.filter((rate) => byRate.has(rate))
  const possible = (used.length === 0 ? rates : used).map((rate) => SALES.get(rate)?.percent.percentOf(net) ?? vat)
  const ordered = [...possible, vat].sort((one, other) => one.compare(other))
  const isBetween = ordered[0] !== vat && ordered.at(-1) !== vat
  return isBetween || possible.some((each) => isAbout(vat, each, lines.length))
}

/** P_15 is all sums with their VAT; of a final invoice all are what is left after the advances. */
function isTotal(total: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind, ratesExist } = factsOf(document)
  const stated = decimalOf(total)
  if (fa === undefined || stated === undefined || !SUMMED.has(kind)) return true
  // A rate that does not exist is in no sum; the schema reports it.
  if (!ratesExist) return true
  return isAbout(stated, Decimal.sum(ADDENDS.map((name) => amountOf(fa, name))))
}

/** A simplified invoice (UPR) may have its total alone. */
const SUMMED: ReadonlySet<string> = new Set(['VAT', 'ZAL', 'ROZ', 'KOR', 'KOR_ZAL', 'KOR_ROZ'])

/** The sum of all ZaliczkaCzesciowa. */
function partPaymentsIn(fa: XmlElement): Decimal {
  return Decimal.sum(fa.all('fa:ZaliczkaCzesciowa').flatMap((part) => decimalOf(first(part, 'fa:P_15Z')) ?? []))
}

/**
 * An advance consists of its payments, and so does the correction of one; a final invoice may have
 * more to pay. Corrections of final invoices have differences of both.
 */
function arePartsOfTotal(_: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind } = factsOf(document)
  const total = fa && decimalOf(first(fa, 'fa:P_15'))
  if (fa === undefined || total === undefined || kind === 'KOR_ROZ') return true
  if (kind === 'ROZ') return partPaymentsIn(fa).compare(total) <= 0
  return (kind === 'ZAL' || kind === 'KOR_ZAL') && isAbout(partPaymentsIn(fa), total)
}

/** P_11 is quantity times price less discount, and so is P_11A with VAT. */
function isLineAmount(line: XmlElement, document: JudgedDocument): boolean {
  const isWithVat = first(line, 'fa:P_11') === undefined
  const [quantity, price, net] = ['P_8B', ...(isWithVat ? ['P_9B', 'P_11A'] : ['P_9A', 'P_11'])].map((name) =>
    decimalOf(first(line, `fa:${name}`)),
  )
  if (quantity === undefined || price === undefined || net === undefined) return true
  if (factsOf(document).kind !== 'VAT') return true
  const full = quantity.times(price)
  const discount = amountOf(line, 'P_10')
  // A price computed from a price with VAT is rounded, once for each piece.
  const rounding = quantity.abs().times(Decimal.fromCoefficient(5n, Math.max(2, price.decimals()) + 1))
  return [full.minus(discount), full.minus(quantity.times(discount)), full].some(
    (expected) => isAbout(net, expected) || net.minus(expected).abs().compare(rounding) <= 0,
  )
}

/** In a foreign currency the VAT is stated in PLN as well (art. 106e (11)). */
function isInPln(vat: XmlElement, document: JudgedDocument): boolean {
  const { fa } = factsOf(document)
  if (fa === undefined || vat.parent !== fa || textOf(fa, 'fa:KodWaluty') === 'PLN') return true
  return decimalOf(vat)?.isZero() !== false || first(fa, `${vat.name}W`) !== undefined
}

/** If all lines of a sum have the same exchange rate, P_14W is P_14 times that rate. */
function isConverted(inPln: XmlElement, document: JudgedDocument): boolean {
  const { fa, byRate } = factsOf(document)
  const name = localName(inPln).replace(/W$/, '')
  const vat = fa && decimalOf(first(fa, `fa:${name}`))
  const stated = decimalOf(inPln)
  if (vat === undefined || stated === undefined) return true
  const counted = Array.from(SALES).flatMap(([rate, sale]) => (sale.vat === name ? (byRate.get(rate) ?? []) : []))
  const [rate] = counted.map(({ exchangeRate }) => exchangeRate)
  if (rate === undefined || counted.some(({ exchangeRate }) => exchangeRate?.compare(rate) !== 0)) return true
  return isAbout(stated, vat.times(rate), 2 * linesOf(counted))
}

/** The total of an order is that of its rows, where each of them has its amounts. */
function isOrderTotal(total: XmlElement): boolean {
  // Of a correction with both states it is that after it.
  const rows = (total.parent?.all('fa:ZamowienieWiersz') ?? []).filter(
    (row) => first(row, 'fa:StanPrzedZ') === undefined,
  )
  const [nets, taxes] = ['fa:P_11NettoZ', 'fa:P_11VatZ'].map((name) =>
    rows.flatMap((row) => decimalOf(first(row, name)) ?? []),
  )
  const stated = decimalOf(total)
  if (stated === undefined || rows.length === 0 || nets?.length !== rows.length || taxes?.length !== rows.length)
    return true
  return isAbout(stated, Decimal.sum([...nets, ...taxes]), 2 * rows.length)
}

const VAT_SUMS = ['1', '2', '3', '4'].map((each) => `fa:P_14_${each}`)

/** Sums, VAT and total. */
export const ARITHMETIC: readonly Assertions[] = [
  inContext(SUMS, { 'CW-PL-NET': isSumOfLines, 'CW-PL-DIFFERENCE': isDifference, 'CW-PL-VAT': isVatOfSum }),
  inContext(everywhere('fa:FaWiersz'), { 'CW-PL-SUM-MISSING': isCounted, 'CW-PL-LINE': isLineAmount }),
  inContext(everywhere('fa:P_15'), { 'CW-PL-TOTAL': isTotal }),
  inContext(
    once((document) => document.named('fa:ZaliczkaCzesciowa').slice(0, 1)),
    { 'CW-PL-PART-PAYMENTS': arePartsOfTotal },
  ),
  inContext(everywhere('fa:WartoscZamowienia'), { 'CW-PL-ORDER-TOTAL': isOrderTotal }),
  inContext(everywhere(...VAT_SUMS), {
    'CW-PL-VAT-IN-PLN': blaming((vat) => vat.parent?.child('fa:KodWaluty'), isInPln),
  }),
  inContext(everywhere(...VAT_SUMS.map((name) => `${name}W`)), { 'CW-PL-CONVERSION': isConverted }),
]
