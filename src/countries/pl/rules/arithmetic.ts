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
 * In an ordinary invoice every sum is that of its lines. A correction may show its lines after the
 * change, and an advance payment has none.
 */
function isSumOfLines(sum: XmlElement, document: JudgedDocument): boolean {
  return factsOf(document).kind !== 'VAT' || isSummed(sum, document)
}

/** A correction with lines before and after it: the sums are those after it less those before. */
function isDifference(sum: XmlElement, document: JudgedDocument): boolean {
  const { kind, hasStates } = factsOf(document)
  return kind !== 'KOR' || !hasStates || isSummed(sum, document)
}

function isSummed(sum: XmlElement, document: JudgedDocument): boolean {
  const { fa, byRate, linesShowSums, linesShowGross } = factsOf(document)
  const stated = decimalOf(sum)
  if (stated === undefined) return true
  const rates = ratesIn(localName(sum))
  const counted = rates.flatMap((rate) => byRate.get(rate) ?? [])
  if (linesShowGross && fa !== undefined) {
    const vatName = SALES.get(rates[0] ?? '')?.vat
    const vat = vatName === undefined ? Decimal.zero : amountOf(fa, vatName)
    return isAbout(stated.plus(vat), Decimal.sum(counted.map(({ gross }) => gross)), linesOf(counted))
  }
  if (!linesShowSums) return true
  return isAbout(stated, Decimal.sum(counted.map(({ net }) => net)), linesOf(counted))
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

/** P_15 is all sums with their VAT. Other kinds of invoices state what remains to be paid. */
function isTotal(total: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind, ratesExist } = factsOf(document)
  const stated = decimalOf(total)
  if (fa === undefined || stated === undefined || (kind !== 'VAT' && kind !== 'KOR')) return true
  // A rate that does not exist is in no sum; the schema reports it.
  if (!ratesExist) return true
  return isAbout(stated, Decimal.sum(ADDENDS.map((name) => amountOf(fa, name))))
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
  const rows = total.parent?.all('fa:ZamowienieWiersz') ?? []
  // A row before a correction is subtracted.
  const isStated = rows.every((row) => first(row, 'fa:StanPrzedZ') === undefined)
  const [nets, taxes] = ['fa:P_11NettoZ', 'fa:P_11VatZ'].map((name) =>
    rows.flatMap((row) => decimalOf(first(row, name)) ?? []),
  )
  const stated = decimalOf(total)
  if (stated === undefined || !isStated || nets?.length !== rows.length || taxes?.length !== rows.length) return true
  return isAbout(stated, Decimal.sum([...nets, ...taxes]), 2 * rows.length)
}

const VAT_SUMS = ['1', '2', '3', '4'].map((each) => `fa:P_14_${each}`)

/** Sums, VAT and total. */
export const ARITHMETIC: readonly Assertions[] = [
  inContext(SUMS, { 'CW-PL-NET': isSumOfLines, 'CW-PL-DIFFERENCE': isDifference, 'CW-PL-VAT': isVatOfSum }),
  inContext(everywhere('fa:FaWiersz'), { 'CW-PL-SUM-MISSING': isCounted, 'CW-PL-LINE': isLineAmount }),
  inContext(everywhere('fa:P_15'), { 'CW-PL-TOTAL': isTotal }),
  inContext(everywhere('fa:WartoscZamowienia'), { 'CW-PL-ORDER-TOTAL': isOrderTotal }),
  inContext(everywhere(...VAT_SUMS), {
    'CW-PL-VAT-IN-PLN': blaming((vat) => vat.parent?.child('fa:KodWaluty'), isInPln),
  }),
  inContext(everywhere(...VAT_SUMS.map((name) => `${name}W`)), { 'CW-PL-CONVERSION': isConverted }),
]
