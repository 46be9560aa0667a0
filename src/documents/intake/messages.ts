import { editDistance } from '../../domain/edit-distance.js'
import { fieldCalled, valueCalled } from './other-names.js'
import { codePointName, cut, holdable } from '../../domain/text.js'

/**
 * Error messages for wrong values. Each follows the field's path and states the remedy; the
 * caller's own value is quoted only if it is short.
 */

const LONGEST_QUOTE = 40

/** For a missing required field. `expected`: what it accepts, with its article ("a string"). */
export function missing(expected: string): string {
  return `is required; send ${expected}`
}

/** If one of two fields is required and both are missing. */
export function missingBoth(name: string, other: string): string {
  return `is required; send ${name}, or ${other}`
}

/**
 * For a value of another JSON type. `expected`: what the field accepts, with its article ("a
 * string").
 */
export function wrongType(expected: string, value: unknown): string {
  if (value === null) return `must be ${expected}, not null; leave the field out to send none`
  if (value === undefined) return `is required; send ${expected}`
  const meant = typeof value === 'string' && expected.includes('number') ? numberIn(value) : null
  if (meant !== null) return `must be ${expected}, not a string; send ${meant} without quotation marks`
  return `must be ${expected}, not ${kind(value)}`
}

/** The number that a short text means, also with a decimal comma or a percent sign; null: none. */
function numberIn(text: string): string | null {
  const [, digits] = text.length < 16 ? (/^(-?\d+(?:[.,]\d+)?) ?%?$/.exec(text) ?? []) : []
  return digits === undefined ? null : digits.replace(',', '.')
}

/** For null in a field that is required. */
export function requiredNotNull(expected: string): string {
  return `is required, so it can't be null; send ${expected}`
}

/**
 * @param known the names from which to suggest one; null: suggest none
 * @param elsewhere the places of the body that have a field of this name
 */
export function unknownField(name: string, known: readonly string[] | null, elsewhere: readonly string[] = []): string {
  if (known === null) return 'is not a known field; remove it'
  const called = fieldCalled(name)
  const near = called !== undefined && known.includes(called) ? called : nearest(name, known)
  if (near !== null) return `is not a known field; did you mean ${near}?`
  if (elsewhere.length > 0)
    return `is not a known field here, but ${elsewhere.join(' and ')} ${elsewhere.length > 1 ? 'are' : 'is'}; move it there, or remove it`
  return known.length > 0 && known.length <= 12
    ? `is not a known field; known here: ${known.join(', ')}`
    : 'is not a known field; remove it'
}

/** For a list with fewer items than `minimum`. */
export function tooFew(minimum: number): string {
  return `must have at least ${minimum} ${minimum === 1 ? 'item' : 'items'}`
}

/** For a list with `count` items where `maximum` are allowed. */
export function tooMany(count: number, maximum: number): string {
  return `has ${count} items; at most ${maximum} are allowed`
}

/** For a text with `count` characters (code points) where `maximum` are allowed. */
export function tooLong(count: number, maximum: number): string {
  return `has ${count} characters; at most ${maximum} are allowed`
}

/** For a text that is empty or only white space. */
export function blank(): string {
  return 'must not be empty'
}

/** For a text with a character that XML 1.0 forbids, or half of a surrogate pair. */
export function unspeakable(character: string): string {
  return `contains the character ${codePointName(character)}, which is not allowed in an invoice; remove it`
}

/** For a text that is not an allowed value. */
export function notOneOf(values: readonly string[], value: string): string {
  const called = valueCalled(value)
  const meant = called !== undefined && values.includes(called) ? called : nearest(value, values)
  const list = `must be one of ${values.join(', ')}; ${quoted(value)} is not`
  return meant === null ? list : `${list}: did you mean ${meant}?`
}

/** For a number that is out of range or not finite. */
export function outOfRange(range: { minimum?: number; maximum?: number; exclusiveMinimum?: number }): string {
  const { minimum, maximum, exclusiveMinimum } = range
  const lower = exclusiveMinimum !== undefined ? `greater than ${exclusiveMinimum}` : `at least ${String(minimum)}`
  const bounds = [
    ...(minimum !== undefined || exclusiveMinimum !== undefined ? [lower] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
  ]
  return bounds.length > 0 ? `must be a number, ${bounds.join(' and ')}` : 'must be a finite number'
}

/** For a number with decimals where a whole number is required. */
export function notWhole(): string {
  return 'must be a whole number'
}

/** For a number with more than `maximum` decimal places. */
export function tooManyDecimals(maximum: number): string {
  return `must have at most ${maximum} decimal places`
}

/** The caller's value in quotation marks, shortened. */
export function quoted(value: string): string {
  return JSON.stringify(shortened(value))
}

/**
 * A value of the caller, shortened to at most 40 characters, with U+FFFD for characters that an
 * event does not allow.
 */
export function shortened(text: string): string {
  return cut(holdable(text), LONGEST_QUOTE)
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'string':
      return 'a string'
    case 'number':
      return 'a number'
    case 'boolean':
      return String(value)
    default:
      return 'an object'
  }
}

/** The known name that differs only in case and punctuation, or in one or two letters. */
function nearest(name: string, known: readonly string[]): string | null {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  if (name.length > LONGEST_QUOTE) return null
  const same = known.find((candidate) => plain(candidate) === plain(name))
  if (same !== undefined) return same
  const close = known.find((candidate) => candidate.length > 4 && editDistance(plain(candidate), plain(name), 2) <= 2)
  return close ?? null
}
