import { MAX_DECIMALS, MAX_MAGNITUDE } from './schemas/fields.js'
import { shortened } from './messages.js'

/** A double holds every decimal of so many significant digits, and not every one of more. */
const EXACT_DIGITS = 15
/** No double needs more to be told from its neighbours, so programs print no more. */
const PRINTED_DIGITS = 17

/**
 * How far a sum of two decimals of the same sign, or their product, computed in doubles can lie
 * from the exact one, in relation to it: each of the two is rounded, then the result, then the
 * decimal that is meant, each time by half of `Number.EPSILON` at most.
 */
const NOISE = 2 * Number.EPSILON

/** What a number in JSON stands for where it is not what it says. */
export type NumberReading =
  /** The decimal that was meant, as JSON. */
  | { readonly meant: string }
  /** What is wrong with it and what to do; follows the field's path. */
  | { readonly fault: string }

/**
 * Reads a number as the caller wrote it. One of at most 15 significant digits is taken as it
 * stands. 16 or 17 are what programs print of a double that was computed: 3 × 1.01 is
 * 3.0300000000000002. Where it lies so near to a decimal of 15 digits that one computation
 * explains the difference, that decimal is meant. Anything else is refused: what was meant can't
 * be told.
 * @param token a JSON value that is no string, object or array
 * @returns null: taken as it stands, or no number
 */
export function readNumber(token: string): NumberReading | null {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/.exec(token)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const value = Number(token)
  const digits = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '').length
  if (!Number.isFinite(value)) return { fault: `is too large a number (${shortened(token)})` }
  if (value === 0 && digits > 0) return { fault: `is too small a number (${shortened(token)})` }
  if (digits <= EXACT_DIGITS) return null
  const rounded = Number(value.toPrecision(EXACT_DIGITS))
  if (digits <= PRINTED_DIGITS && Math.abs(value - rounded) <= NOISE * Math.abs(value))
    return { meant: String(rounded) }
  return {
    fault: `has ${digits} significant digits (${shortened(token)}), and ${EXACT_DIGITS} can be kept exactly; ${remedy(rounded)}`,
  }
}

/** The nearest number that a field takes; beyond all amounts it is an identifier, if anything. */
function remedy(rounded: number): string {
  if (Math.abs(rounded) > MAX_MAGNITUDE) return 'an identifier goes between quotation marks'
  const short = Number(rounded.toFixed(MAX_DECIMALS))
  return `send ${short === 0 ? rounded : short}`
}
