import { MAX_DECIMALS, MAX_MAGNITUDE } from './schemas/fields.js'
import { shortened } from './messages.js'
import { withoutEnd } from '../../domain/text.js'

/** A double represents every decimal with at most so many significant digits exactly. */
const EXACT_DIGITS = 15
/** So many digits distinguish any double from its neighbours, so programs print no more. */
const PRINTED_DIGITS = 17

/**
 * Largest relative error of a sum of two decimals of the same sign, or of their product, in
 * doubles: both operands, the result and the intended decimal are each rounded by at most half of
 * `Number.EPSILON`.
 */
const NOISE = 2 * Number.EPSILON

/** How a number in JSON differs from what was intended. */
type NumberReading =
  /** The intended decimal, as JSON. */
  | { readonly meant: string }
  /** What is wrong with it and what to do; follows the field's path. */
  | { readonly fault: string }

/**
 * Reads a number as the caller wrote it. One of at most 15 significant digits is used unchanged.
 * Programs print 16 or 17 digits for a computed double: 3 × 1.01 is 3.0300000000000002. If a
 * decimal of 15 digits is so near that one computation explains the difference, that decimal is
 * used. Any other number is refused as ambiguous.
 * @param token a JSON value other than a string, object or array
 * @returns null: used unchanged, or not a number
 */
export function readNumber(token: string): NumberReading | null {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/.exec(token)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const value = Number(token)
  const digits = withoutEnd((whole + fraction).replace(/^0+/, ''), '0').length
  if (!Number.isFinite(value)) return { fault: `is too large a number (${shortened(token)})` }
  if (value === 0 && digits > 0) return { fault: `is too small a number (${shortened(token)})` }
  if (digits <= EXACT_DIGITS) return null
  const rounded = Number(value.toPrecision(EXACT_DIGITS))
  if (digits <= PRINTED_DIGITS && Math.abs(value - rounded) <= NOISE * Math.abs(value))
    return { meant: String(rounded) }
  return {
    fault: `has ${digits} significant digits (${shortened(token)}), but only ${EXACT_DIGITS} can be stored exactly; ${remedy(rounded)}`,
  }
}

/**
 * The nearest number that a field accepts; a number larger than all amounts is probably an
 * identifier.
 */
function remedy(rounded: number): string {
  if (Math.abs(rounded) > MAX_MAGNITUDE) return 'send an identifier in quotation marks'
  const short = Number(rounded.toFixed(MAX_DECIMALS))
  return `send ${short === 0 ? rounded : short}`
}
