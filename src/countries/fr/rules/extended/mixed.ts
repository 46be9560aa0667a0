import { Decimal } from '../../../../einvoice/model/decimal.js'
import { exactly } from '../../../../einvoice/rules/bindings/doubles.js'
import { cents, doubleOf } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'

/**
 * A number in the arithmetic of the artefact for UBL: a sum without conversion to decimals is in
 * binary floating point, and so is the rest of its expression; an empty sum is a whole number, and
 * the rest exact.
 */
export type Mixed = Decimal | number

/** `round(sum(a) * 100) div 100` of texts. */
export function roundedSum(amounts: readonly XmlElement[]): Mixed {
  if (amounts.length === 0) return Decimal.zero
  return Math.round(amounts.reduce((sum, amount) => sum + doubleOf(amount), 0) * 100) / 100
}

/** `xs:decimal(…)`, to the last digit of a double; undefined: not a number. */
export function asDecimal(value: Mixed): Decimal | undefined {
  if (typeof value !== 'number') return value
  return Number.isFinite(value) ? exactly(value) : undefined
}

/** `a - b`: exact only if both are. undefined if one is missing. */
export function minus(one: Mixed | undefined, other: Mixed | undefined): Mixed | undefined {
  if (one === undefined || other === undefined) return undefined
  if (typeof one === 'number' || typeof other === 'number') return double(one) - double(other)
  return one.minus(other)
}

/** `a + b`: exact only if both are. undefined if one is missing. */
export function plus(one: Mixed | undefined, other: Mixed | undefined): Mixed | undefined {
  if (one === undefined || other === undefined) return undefined
  if (typeof one === 'number' || typeof other === 'number') return double(one) + double(other)
  return one.plus(other)
}

/** `round(abs(a) * 100) div 100`. */
export function roundedSize(value: Mixed | undefined): Mixed | undefined {
  if (typeof value !== 'number') return value && cents(value.abs())
  return Math.round(Math.abs(value) * 100) / 100
}

/** `abs(a) le 0.01 * items`: a cent for each item. False if a number is missing. */
export function isWithinCents(value: Mixed | undefined, items: number): boolean {
  if (value === undefined) return false
  if (typeof value === 'number') return Math.abs(value) <= items / 100
  return value.abs().compare(Decimal.fromCoefficient(BigInt(items), 2)) <= 0
}

function double(value: Mixed): number {
  return typeof value === 'number' ? value : Number(value.toString())
}
