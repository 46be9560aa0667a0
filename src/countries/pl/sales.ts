import type { Line } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { categoryOf } from '../../einvoice/model/vat-category.js'
import type { Identity } from './identity.js'
import { marginScheme } from './margin.js'

/**
 * The kinds of sales in FA(3): the rate of a line (P_12), and the sums of its net amount and VAT.
 * Two rates that were never in force together share their sums.
 */
interface SalesKind {
  readonly net: string
  /** Absent if no VAT is charged. */
  readonly vat?: string
  /** Percent; 0 if no VAT is charged. */
  readonly percent: Decimal
}

const taxed = (sum: number, percent: number): SalesKind => ({
  net: `P_13_${sum}`,
  vat: `P_14_${sum}`,
  percent: Decimal.of(percent),
})
const untaxed = (sum: string): SalesKind => ({ net: `P_13_${sum}`, percent: Decimal.zero })

/**
 * Stands for the rate of a line in a margin scheme, which has none: the price contains the VAT.
 */
export const MARGIN = 'marża'

/** By the values of TStawkaPodatku, in the order of the sums. */
export const SALES: ReadonlyMap<string, SalesKind> = new Map([
  ['23', taxed(1, 23)],
  ['22', taxed(1, 22)],
  ['8', taxed(2, 8)],
  ['7', taxed(2, 7)],
  ['5', taxed(3, 5)],
  // The lump sum of taxi drivers.
  ['4', taxed(4, 4)],
  ['3', taxed(4, 3)],
  ['0 KR', untaxed('6_1')],
  ['0 WDT', untaxed('6_2')],
  ['0 EX', untaxed('6_3')],
  ['zw', untaxed('7')],
  ['np I', untaxed('8')],
  ['np II', untaxed('9')],
  ['oo', untaxed('10')],
  [MARGIN, untaxed('11')],
])

/** Rates that `exemptionReasonCode` may name where the category leaves a choice. */
const CHOSEN = new Set(['np I', 'np II', 'oo'])

/**
 * P_12 of a line. Category AE is reverse charge within Poland for a buyer there, and otherwise a
 * sale outside of Poland: a service of art. 100 (1) no. 4 for a taxpayer of the EU. For other
 * sales `exemptionReasonCode` names the rate.
 */
export function rateOfSale(line: Line, buyer: Identity): string {
  const code = line.exemptionReasonCode ?? ''
  switch (categoryOf(line)) {
    case 'S':
      return Decimal.of(line.vatRate).toString()
    case 'Z':
      return '0 KR'
    case 'K':
      return '0 WDT'
    case 'G':
      return '0 EX'
    case 'E':
      return marginScheme(line) === undefined ? 'zw' : MARGIN
    case 'O':
      return CHOSEN.has(code) ? code : 'np I'
    case 'AE':
      if (CHOSEN.has(code)) return code
      return buyer.kind === 'nip' ? 'oo' : buyer.kind === 'eu' ? 'np II' : 'np I'
  }
}
