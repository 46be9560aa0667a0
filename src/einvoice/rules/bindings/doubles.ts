import { Decimal } from '../../decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { doubleOf } from './xpath.js'

/**
 * Whether an amount differs from the expected one by less than one unit of the currency, in the arithmetic of BR-S-08 (and of IGIC and IPSI):
 * the artefact adds and subtracts the one in binary floating point and compares the results with an exact decimal.
 */
export function isWithinOneInDoubles(amount: XmlElement, expected: Decimal): boolean {
  return isWithinOneAsDouble(doubleOf(amount), expected)
}

/** The same for a number. */
export function isWithinOneAsDouble(amount: number, expected: Decimal): boolean {
  if (!Number.isFinite(amount)) return false
  const difference = Math.abs(amount - Number(expected.toString()))
  // Only near the limit does it matter how numbers are represented, and where they are so large that one is near their precision.
  if (Math.abs(amount) < 2 ** 40 && (difference < 0.99 || difference > 1.01)) return difference < 1
  return exactly(amount - 1).compare(expected) < 0 && exactly(amount + 1).compare(expected) > 0
}

/** The decimal number that a double stands for, to its last digit: 0.1 is 0.1000000000000000055511151231257827021181583404541015625. */
export function exactly(double: number): Decimal {
  if (Number.isInteger(double)) return Decimal.fromCoefficient(BigInt(double), 0)
  let scale = 0
  let whole = double
  // Doubling is exact in binary floating point, so the loop ends at the double's own last binary digit.
  while (!Number.isInteger(whole)) {
    whole *= 2
    scale += 1
  }
  // whole / 2^scale = whole * 5^scale / 10^scale
  return Decimal.fromCoefficient(BigInt(whole) * 5n ** BigInt(scale), scale)
}

/** `a = b` as the judge that the official artefacts run on compares doubles: negative zero is not zero, and NaN equals nothing. */
export function sameDouble(one: number, other: number): boolean {
  return one === other && Object.is(one, other)
}

/** `a >= 0` in the same way: negative zero is below zero. */
export function isAtLeastZero(number: number): boolean {
  return number >= 0 && !Object.is(number, -0)
}

/** `a < 0` in the same way. */
export function isBelowZero(number: number): boolean {
  return number < 0 || Object.is(number, -0)
}
