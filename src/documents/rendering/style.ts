import { faceOf, type Face, type Weight } from './fonts.js'
import { wrap } from './wrap.js'

/** A4 in points, and what is left free at its edges. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 50, bottom: 778, footer: 800 }
/** Points between the edges of text. */
export const WIDTH = PAGE.right - PAGE.left

/** Dark for what is said, grey for what it is called. */
export type Tone = 'ink' | 'soft'

/** How a text is set. */
export interface Style {
  readonly weight: Weight
  /** Points. */
  readonly size: number
  readonly tone: Tone
}

/** The few ways in which texts are set. */
export const STYLES = {
  title: { weight: 'semibold', size: 22, tone: 'ink' },
  name: { weight: 'semibold', size: 11, tone: 'ink' },
  heading: { weight: 'semibold', size: 10.5, tone: 'ink' },
  strong: { weight: 'semibold', size: 9, tone: 'ink' },
  text: { weight: 'regular', size: 9, tone: 'ink' },
  label: { weight: 'regular', size: 8, tone: 'soft' },
  small: { weight: 'regular', size: 8, tone: 'soft' },
  column: { weight: 'semibold', size: 8, tone: 'soft' },
  due: { weight: 'semibold', size: 12, tone: 'ink' },
} as const satisfies Readonly<Record<string, Style>>

/** A text on the page. `x` is its left edge, or its right one, from the left of its block. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly style: Style
  readonly align?: 'right'
}

/** What stands on one line, and how high the line is. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly height: number
}

/** Lines that belong together, under the tag of a structure element (ISO 32000-1, 14.8.4). */
export interface Block {
  readonly tag: 'H1' | 'H2' | 'H3' | 'P'
  readonly lines: readonly Line[]
  /** Points left free below. */
  readonly gap: number
}

/** The font of a style. */
export function faceFor({ weight }: Style): Face {
  return faceOf(weight)
}

/** From one line of a style to the next, in points. */
export function leading({ size }: Style): number {
  return Math.round(size * 1.36 * 100) / 100
}

/** A text as lines of at most so many points, at the left or the right edge of its block. */
export function textLines(
  text: string,
  style: Style,
  width: number,
  place: { readonly x?: number; readonly align?: 'right' } = {},
): readonly Line[] {
  const { x = 0, align } = place
  return wrap(text, faceFor(style), style.size, width).map((line) => ({
    height: leading(style),
    pieces: [{ text: line, style, ...(align === 'right' ? { x: x + width, align } : { x }) }],
  }))
}

/** Points from the top of the first line to the bottom of the last gap. */
export function heightOf(blocks: readonly Block[]): number {
  let height = 0
  for (const { lines, gap } of blocks) {
    for (const line of lines) height += line.height
    height += gap
  }
  return height
}
