import { defined } from '../../../domain/defined.js'
import type { SchemedId } from '../../../domain/request/terms.js'
import { Decimal } from '../../model/decimal.js'
import type { Identifier } from '../../model/basics.js'

/** What a number in JSON has at most, so that it is the decimal that was written. */
const SIGNIFICANT_DIGITS = 15

/** Groups of the semantic model of which the JSON does not say everything. */
export class Unsaid {
  readonly groups = new Set<object>()

  /** Notes a group. */
  add(group: object): void {
    this.groups.add(group)
  }

  /**
   * A number as JSON has it; what has too many digits is rounded, and its group noted. 0
   * where there is none.
   */
  number(decimal: Decimal | undefined, group: object): number {
    if (decimal === undefined) return 0
    const exact = Number(decimal.toString())
    const number = Number.isFinite(exact) ? Number(exact.toPrecision(SIGNIFICANT_DIGITS)) : 0
    if (!Decimal.of(number).equals(decimal)) this.add(group)
    return number
  }

  /** The same of one that may be absent. */
  perhaps(decimal: Decimal | undefined, group: object): number | undefined {
    return decimal === undefined ? undefined : this.number(decimal, group)
  }
}

/** An identifier as the JSON has it. */
export function schemedId({ value, scheme }: Identifier): SchemedId {
  return defined({ id: value, scheme })
}

/** The same of one that may be absent. */
export function schemedIdOf(identifier: Identifier | undefined): SchemedId | undefined {
  return identifier === undefined ? undefined : schemedId(identifier)
}

/** A list, if there is something in it. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

/** An object, if there is something in it. */
export function unlessEmpty<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}
