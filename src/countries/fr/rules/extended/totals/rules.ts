import type { JudgedDocument, Test } from '../../../../../einvoice/rules/bindings/binding.js'
import { decimal, has } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { isWithinCents, type Mixed, minus, plus } from '../mixed.js'

/** A sum of an artefact, with the number of items that may each differ by a cent. */
interface Sum {
  /** undefined: an amount is not a number. */
  readonly amount: Mixed | undefined
  readonly items: number
}

/** A sum of items that a document may have. */
export interface OptionalSum extends Sum {
  readonly isThere: boolean
}

/** The places of the totals in a syntax, and the sums of its artefact. */
export interface Totals {
  /** Paths below the element of the totals. */
  readonly paths: {
    readonly lines: string
    readonly allowances: string
    readonly charges: string
    readonly withoutVat: string
  }
  /** The lines that count. */
  readonly lines: (totals: XmlElement, document: JudgedDocument) => Sum
  readonly allowances: (totals: XmlElement, document: JudgedDocument) => OptionalSum
  readonly charges: (totals: XmlElement, document: JudgedDocument) => OptionalSum
  /** The parts of the total without VAT, and the items of all three. */
  readonly parts: (
    totals: XmlElement,
    document: JudgedDocument,
  ) => {
    readonly lines: Mixed | undefined
    readonly allowances: Mixed | undefined
    readonly charges: Mixed | undefined
    readonly items: number
  }
  /** A difference in the form that the rules for lines and the total without VAT compare. */
  readonly compared: (difference: Mixed | undefined) => Mixed | undefined
  /** BR-FREXT-CO-15: the total with VAT. */
  readonly withVat: Test
}

/** BR-FREXT-CO-10 to -15: the totals, to a cent for each item. */
export function totalTests({ paths, compared, ...of }: Totals): Readonly<Record<string, Test>> {
  const isSum = (path: string, summed: Totals['allowances']): Test => {
    return (totals, document) => {
      const { amount, items, isThere } = summed(totals, document)
      if (!isThere && !has(totals, path)) return true
      return isWithinCents(minus(decimal(totals, path), amount), items)
    }
  }
  return {
    'BR-FREXT-CO-10': (totals, document) => {
      const { amount, items } = of.lines(totals, document)
      return isWithinCents(compared(minus(decimal(totals, paths.lines), amount)), items)
    },
    'BR-FREXT-CO-11': isSum(paths.allowances, of.allowances),
    'BR-FREXT-CO-12': isSum(paths.charges, of.charges),
    'BR-FREXT-CO-13': (totals, document) => {
      const { lines, allowances, charges, items } = of.parts(totals, document)
      const beforeCharges = plus(minus(decimal(totals, paths.withoutVat), lines), allowances)
      return isWithinCents(compared(minus(beforeCharges, charges)), items)
    },
    'BR-FREXT-CO-15': of.withVat,
  }
}
