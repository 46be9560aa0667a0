import { numbersIn, shown } from './svg-shape.js'
import { UnusableImage } from './unusable-image.js'

/** `a b c d e f` of SVG's `matrix()`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Changes nothing. */
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Longer lists of transformations are no drawing. */
const LONGEST = 1_000

/** Applies `inner` first, then `outer`. */
export function combined(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [ia, ib, ic, id, ie, where] = inner
  return [
    a * ia + c * ib,
    b * ia + d * ib,
    a * ic + c * id,
    b * ic + d * id,
    a * ie + c * where + e,
    b * ie + d * where + f,
  ]
}

/** The value of the attribute `transform` (SVG 1.1, 7.6). @throws UnusableImage */
export function matrixOf(text: string | undefined): Matrix {
  if (text === undefined || text.trim() === '') return IDENTITY
  if (text.length > LONGEST) throw unknownTransform(text)
  let matrix = IDENTITY
  let at = 0
  for (const match of text.matchAll(/([A-Za-z]{1,20})\s{0,9}\(([^()]{0,500})\)/g)) {
    if (!/^[\s,]*$/.test(text.slice(at, match.index))) throw unknownTransform(text)
    at = match.index + match[0].length
    const single = singleMatrix(match[1] ?? '', numbersIn(match[2] ?? ''))
    if (single === null) throw unknownTransform(text)
    matrix = combined(matrix, single)
  }
  if (!/^[\s,]*$/.test(text.slice(at))) throw unknownTransform(text)
  return matrix
}

function singleMatrix(name: string, given: readonly number[]): Matrix | null {
  const [first = 0, second, third = 0] = given
  const angle = (first * Math.PI) / 180
  switch (`${name} ${given.length}`) {
    case 'matrix 6':
      return given as unknown as Matrix
    case 'translate 1':
    case 'translate 2':
      return [1, 0, 0, 1, first, second ?? 0]
    case 'scale 1':
    case 'scale 2':
      return [first, 0, 0, second ?? first, 0, 0]
    case 'rotate 1':
      return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
    case 'rotate 3':
      return combined(
        combined(
          [1, 0, 0, 1, second ?? 0, third],
          [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0],
        ),
        [1, 0, 0, 1, -(second ?? 0), -third],
      )
    case 'skewX 1':
      return [1, 0, Math.tan(angle), 1, 0, 0]
    case 'skewY 1':
      return [1, Math.tan(angle), 0, 1, 0, 0]
    default:
      return null
  }
}

/** How much lengths grow; null: not equally in all directions. */
export function scaleOf([a, b, c, d]: Matrix): number | null {
  const [one, other] = [Math.hypot(a, b), Math.hypot(c, d)]
  const isEven = Math.abs(one - other) <= 1e-3 * Math.max(one, other) && Math.abs(a * c + b * d) <= 1e-3 * one * other
  return isEven ? one : null
}

function unknownTransform(text: string): UnusableImage {
  return new UnusableImage(`is an SVG with a transformation that is not supported: ${shown(text)}`)
}
