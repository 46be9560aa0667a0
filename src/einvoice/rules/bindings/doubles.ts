import { Decimal } from '../../model/decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { trimmed } from '../../xml/white-space.js'
import { all, doubleOf, NotOfType } from './xpath.js'

/**
 * Whether an amount differs from the expected one by less than one unit of the currency, in the
 * arithmetic of BR-S-08 (and of IGIC and IPSI): the artefact adds and subtracts the one in binary
 * floating point and compares the results with an exact decimal.
 */
export function isWithinOneInDoubles(amount: XmlElement, expected: Decimal): boolean {
  return isWithinOneAsDouble(doubleOf(amount), expected)
}

/** The same for a number. */
function isWithinOneAsDouble(amount: number, expected: Decimal): boolean {
  if (!Number.isFinite(amount)) return false
  const difference = Math.abs(amount - Number(expected.toString()))
  // The representation of numbers matters only near the limit, and for numbers so large that one
  // is near their precision.
  if (Math.abs(amount) < 2 ** 40 && (difference < 0.99 || difference > 1.01)) return difference < 1
  return exactly(amount - 1).compare(expected) < 0 && exactly(amount + 1).compare(expected) > 0
}

/**
 * The exact decimal value of a double: 0.1 is
 * 0.1000000000000000055511151231257827021181583404541015625.
 */
export function exactly(double: number): Decimal {
  if (Number.isInteger(double)) return Decimal.fromCoefficient(BigInt(double), 0)
  let scale = 0
  let whole = double
  // Doubling is exact in binary floating point, so the loop ends at the double's own last binary
  // digit.
  while (!Number.isInteger(whole)) {
    whole *= 2
    scale += 1
  }
  // whole / 2^scale = whole * 5^scale / 10^scale
  return Decimal.fromCoefficient(BigInt(whole) * 5n ** BigInt(scale), scale)
}

/**
 * `a = b` for doubles in the processor of the official artefacts: negative zero is not zero, and
 * NaN equals nothing.
 */
export function sameDouble(one: number, other: number): boolean {
  return one === other && Object.is(one, other)
}

/**
 * Compares an untyped amount with the literal 0 like the processor of the official artefacts:
 * whole numbers as integers, so that `-0` is zero; all others as doubles in their total order, so
 * that `-0.0` is below zero and NaN above all. Negative: below, 0: equal, positive: above.
 * @throws NotOfType if it is not a number
 */
export function compareToZero(amount: XmlElement): number {
  // The notation matters only for zero and for values close to it.
  if (amount.decimal?.isPositive() === true && amount.decimal.fits(20)) return 1
  const written = trimmed(amount.stringValue)
  if (/^-?[0-9]{1,15}$/.test(written)) return Math.sign(Number(written))
  const number = doubleOf(amount)
  if (Number.isNaN(number)) {
    if (written !== 'NaN') throw new NotOfType(amount, 'number')
    return 1
  }
  return Object.is(number, -0) ? -1 : Math.sign(number)
}

/** `a/b >= 0`: whether any of them is. @throws NotOfType */
export function isAtLeastZero(from: XmlElement, path: string): boolean {
  return all(from, path).some((amount) => compareToZero(amount) >= 0)
}

/** `a/b > 0`: whether any of them is. @throws NotOfType */
export function isAboveZero(from: XmlElement, path: string): boolean {
  return all(from, path).some((amount) => compareToZero(amount) > 0)
}

/** `a/b = 0`: whether any of them is. @throws NotOfType */
export function isZero(from: XmlElement, path: string): boolean {
  return all(from, path).some((amount) => compareToZero(amount) === 0)
}

/**
 * `a/b = number`, as that processor compares untyped amounts with a computed number: whether any
 * of them is.
 */
export function isNumber(from: XmlElement, path: string, number: number): boolean {
  return all(from, path).some((amount) => sameDouble(doubleOf(amount), number))
}
