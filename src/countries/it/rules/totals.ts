import { blaming, inContext, type Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { first, has } from '../../../einvoice/rules/bindings/xpath.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { BODIES, fundsOf, LINES, linesOf, numberAt, SUMMARIES, summariesOf, textAt } from './facts.js'

const CENT = Decimal.of('0.01')
const EURO = Decimal.of(1)

/**
 * Amounts that SdI recomputes: the price of a line, the VAT of a summary, the sum of a summary.
 */
export const TOTAL_CONTROLS: readonly Assertions[] = [
  inContext(LINES, {
    '00423': blaming(
      (line) => first(line, 'PrezzoTotale'),
      (line) => {
        const quantity = has(line, 'Quantita') ? numberAt(line, 'Quantita') : EURO
        const expected = netPrice(line).times(quantity).round(2)
        return !isFurther(numberAt(line, 'PrezzoTotale').round(2), expected, CENT)
      },
    ),
  }),
  inContext(SUMMARIES, {
    '00421': blaming(
      (summary) => first(summary, 'Imposta'),
      (summary) => {
        const expected = numberAt(summary, 'AliquotaIVA').percentOf(numberAt(summary, 'ImponibileImporto')).round(2)
        return !isFurther(numberAt(summary, 'Imposta'), expected, CENT)
      },
    ),
  }),
  inContext(BODIES, {
    '00419': blaming(unsummedRate, (body) => unsummedRate(body) === undefined),
    '00443': blaming(unsummedRate, (body) => unsummedRate(body) === undefined),
    '00422': blaming(wrongSummary, (body) => wrongSummary(body) === undefined),
    '00444': blaming(unsummedNatura, (body) => unsummedNatura(body) === undefined),
  }),
]

function isFurther(one: Decimal, other: Decimal, distance: Decimal): boolean {
  return one.minus(other).abs().compare(distance) > 0
}

/**
 * The price of one unit after its discounts and surcharges, each applied to the result of the one
 * before.
 */
function netPrice(line: XmlElement): Decimal {
  let price = numberAt(line, 'PrezzoUnitario')
  for (const change of line.all('ScontoMaggiorazione')) {
    const isAmount = has(change, 'Importo')
    if (!isAmount && !has(change, 'Percentuale')) continue
    const by = isAmount ? numberAt(change, 'Importo').abs() : numberAt(change, 'Percentuale').percentOf(price)
    price = textAt(change, 'Tipo') === 'MG' ? price.plus(by) : price.minus(by)
  }
  return price
}

function rateOf(element: XmlElement): string {
  return numberAt(element, 'AliquotaIVA').toString()
}

/** The rate of the first line or contribution without a summary. */
function unsummedRate(body: XmlElement): XmlElement | undefined {
  const summed = new Set(summariesOf(body).map(rateOf))
  const found = [...linesOf(body), ...fundsOf(body)].find((each) => !summed.has(rateOf(each)))
  return found && (first(found, 'AliquotaIVA') ?? found)
}

/** The first Natura of a line or contribution without a summary. */
function unsummedNatura(body: XmlElement): XmlElement | undefined {
  const summed = new Set(summariesOf(body).flatMap((each) => each.all('Natura').map(({ stringValue }) => stringValue)))
  const naturas = [...linesOf(body), ...fundsOf(body)].flatMap((each) => first(each, 'Natura') ?? [])
  return naturas.find(({ stringValue }) => stringValue !== '' && !summed.has(stringValue))
}

/**
 * The taxable amount of the first rate whose summaries differ by a euro or more from the sum of
 * lines, contributions and roundings.
 */
function wrongSummary(body: XmlElement): XmlElement | undefined {
  const sums = new Map<string, Decimal>()
  const add = (element: XmlElement, amount: Decimal): void => {
    const rate = rateOf(element)
    sums.set(rate, (sums.get(rate) ?? Decimal.zero).plus(amount))
  }
  for (const line of linesOf(body)) add(line, numberAt(line, 'PrezzoTotale'))
  for (const fund of fundsOf(body)) add(fund, numberAt(fund, 'ImportoContributoCassa'))
  const found = new Map<string, XmlElement>()
  for (const summary of summariesOf(body)) {
    const rate = rateOf(summary)
    // A summary of an unused rate is ignored.
    if (!sums.has(rate)) continue
    add(summary, numberAt(summary, 'Arrotondamento').minus(numberAt(summary, 'ImponibileImporto')))
    if (!found.has(rate)) found.set(rate, summary)
  }
  for (const [rate, summary] of found)
    if ((sums.get(rate) ?? Decimal.zero).abs().compare(EURO) >= 0) return first(summary, 'ImponibileImporto') ?? summary
  return undefined
}
