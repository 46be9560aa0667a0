import type { JudgedDocument, Test } from '../../../../../einvoice/rules/bindings/binding.js'
import { decimal, has } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { isWithinCents, type Mixed, minus, plus } from '../mixed.js'

/** A sum as an artefact computes it, with the number of items that may be a cent off each. */
interface Sum {
  /** undefined: an amount is no number. */
  readonly amount: Mixed | undefined
  readonly items: number
}

/** A sum of items that a document may have. */
export interface OptionalSum extends Sum {
  readonly isThere: boolean
}

/** Where a syntax writes the totals of a document, and what its artefact sums. */
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
  /** What the total without VAT is made of, and the items of all three. */
  readonly parts: (
    totals: XmlElement,
    document: JudgedDocument,
  ) => {
    readonly lines: Mixed | undefined
    readonly allowances: Mixed | undefined
    readonly charges: Mixed | undefined
    readonly items: number
  }
  /** A difference as the rules for lines and for the total without VAT compare it. */
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
