import { Decimal } from '../../../einvoice/model/decimal.js'
import type { JudgedDocument } from '../../../einvoice/rules/bindings/binding.js'
import { decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { MARGIN, SALES } from '../sales.js'

/** The data of a line of FA(3) that sums need. */
interface FaLine {
  readonly element: XmlElement
  /** P_12; empty: none. */
  readonly rate: string
  /** P_11; negated for a line before its correction, which is subtracted. */
  readonly net: Decimal | undefined
  /** P_11A, likewise. */
  readonly gross: Decimal | undefined
  /** KursWaluty. */
  readonly exchangeRate: Decimal | undefined
  /** Whether it is the line before the correction (StanPrzed). */
  readonly isBefore: boolean
}

/** The lines of one rate. */
export interface FaRate {
  readonly lines: number
  readonly net: Decimal
  readonly gross: Decimal
  /** KursWaluty, if it is the same in all of them. */
  readonly exchangeRate: Decimal | undefined
}

/** Facts of a document that many rules use. */
interface FaFacts {
  /** Fa; undefined: the document has none, which the schema reports. */
  readonly fa: XmlElement | undefined
  /** RodzajFaktury. */
  readonly kind: string
  readonly lines: readonly FaLine[]
  /** By P_12. Computed once: a hostile document may repeat its sums. */
  readonly byRate: ReadonlyMap<string, FaRate>
  /** Whether every rate of a line exists. */
  readonly ratesExist: boolean
  /** Rola of all Podmiot3. */
  readonly roles: ReadonlySet<string>
  /** Whether the lines determine all sums: each has a net amount and a rate. */
  readonly linesShowSums: boolean
  /** The same with VAT, where they show no net amounts. */
  readonly linesShowGross: boolean
  /** Whether lines before a correction are there beside those after it. */
  readonly hasStates: boolean
}

/** Computed once for each document. */
export function factsOf(document: JudgedDocument): FaFacts {
  return document.once(readFacts)
}

function readFacts({ root }: JudgedDocument): FaFacts {
  const fa = first(root, 'fa:Fa')
  const hasMargin = fa !== undefined && textOf(fa, 'fa:Adnotacje/fa:PMarzy/fa:P_PMarzy') === '1'
  const lines = (fa?.all('fa:FaWiersz') ?? []).map((element): FaLine => {
    // In a margin scheme lines have prices with VAT, and no rate.
    const isMargin = hasMargin && first(element, 'fa:P_12') === undefined && first(element, 'fa:P_12_XII') === undefined
    const gross = decimalOf(first(element, 'fa:P_11A'))
    const net = isMargin ? gross : decimalOf(first(element, 'fa:P_11'))
    const isBefore = first(element, 'fa:StanPrzed') !== undefined
    return {
      element,
      rate: isMargin ? MARGIN : textOf(element, 'fa:P_12'),
      net: isBefore ? net?.negated() : net,
      gross: isBefore ? gross?.negated() : gross,
      isBefore,
      exchangeRate: decimalOf(first(element, 'fa:KursWaluty')),
    }
  })
  return {
    fa,
    kind: fa === undefined ? '' : textOf(fa, 'fa:RodzajFaktury'),
    lines,
    byRate: ratesOf(lines),
    ratesExist: lines.every(({ rate }) => rate === '' || SALES.has(rate)),
    roles: new Set(root.all('fa:Podmiot3').map((party) => textOf(party, 'fa:Rola'))),
    linesShowSums: lines.length > 0 && lines.every(({ net, rate }) => net !== undefined && rate !== ''),
    linesShowGross:
      lines.length > 0 &&
      lines.every(
        ({ net, gross, rate }) => (net === undefined || rate === MARGIN) && gross !== undefined && rate !== '',
      ),
    hasStates: lines.some(({ isBefore }) => isBefore),
  }
}

function ratesOf(lines: readonly FaLine[]): ReadonlyMap<string, FaRate> {
  const found = new Map<string, FaRate>()
  for (const { rate, net = Decimal.zero, gross = Decimal.zero, exchangeRate } of lines) {
    const before = found.get(rate) ?? { lines: 0, net: Decimal.zero, gross: Decimal.zero, exchangeRate }
    const isSame = exchangeRate !== undefined && before.exchangeRate?.compare(exchangeRate) === 0
    found.set(rate, {
      lines: before.lines + 1,
      net: before.net.plus(net),
      gross: before.gross.plus(gross),
      exchangeRate: isSame ? exchangeRate : undefined,
    })
  }
  return found
}

/** The first text of that path, without white space around it; empty: there is none. */
export function textOf(from: XmlElement, path: string): string {
  return trimmed(first(from, path)?.stringValue ?? '')
}

/** An amount of Fa; 0 if it is absent. */
export function amountOf(fa: XmlElement, name: string): Decimal {
  return decimalOf(first(fa, `fa:${name}`)) ?? Decimal.zero
}

const CENT = Decimal.of(0.01)
const HALF_CENT = Decimal.of(0.005)

/**
 * Whether two amounts are equal except for rounding: a cent, and half a cent for each value that
 * may have been rounded before it was added.
 */
export function isAbout(one: Decimal, other: Decimal, rounded = 0): boolean {
  const difference = one.minus(other).abs()
  return difference.compare(CENT.plus(HALF_CENT.times(Decimal.of(rounded)))) <= 0
}
