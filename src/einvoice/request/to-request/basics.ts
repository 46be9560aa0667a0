import { defined } from '../../../domain/defined.js'
import type { SchemedId } from '../../../domain/request/terms.js'
import { Decimal } from '../../model/decimal.js'
import type { Identifier } from '../../model/basics.js'

/** The most significant digits of a number in JSON that parses to the exact decimal. */
const SIGNIFICANT_DIGITS = 15

/** Groups of the semantic model that the JSON does not contain completely. */
export class Unsaid {
  readonly groups = new Set<object>()

  /** Adds a group. */
  add(group: object): void {
    this.groups.add(group)
  }

  /** A number for JSON; one with too many digits is rounded and its group added. 0 if absent. */
  number(decimal: Decimal | undefined, group: object): number {
    if (decimal === undefined) return 0
    const exact = Number(decimal.toString())
    const number = Number.isFinite(exact) ? Number(exact.toPrecision(SIGNIFICANT_DIGITS)) : 0
    if (!Decimal.of(number).equals(decimal)) this.add(group)
    return number
  }

  /** The same for an optional one. */
  perhaps(decimal: Decimal | undefined, group: object): number | undefined {
    return decimal === undefined ? undefined : this.number(decimal, group)
  }
}

/** An identifier for the JSON. */
export function schemedId({ value, scheme }: Identifier): SchemedId {
  return defined({ id: value, scheme })
}

/** The same for an optional one. */
export function schemedIdOf(identifier: Identifier | undefined): SchemedId | undefined {
  return identifier === undefined ? undefined : schemedId(identifier)
}

/** A list, if it is not empty. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

/** An object, if it is not empty. */
export function unlessEmpty<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}
