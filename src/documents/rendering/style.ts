import { type Typeface, typefaceOf, type Weight } from './fonts.js'
import { printable } from './printable.js'
import { wrap } from './wrap.js'

/** A4 in points, and its margins. */
export const PAGE = {
  width: 595.28,
  height: 841.89,
  left: 50,
  right: 545.28,
  top: 50,
  bottom: 766,
  letter: 776,
  footer: 816,
  mark: 26,
}
/** Width between the margins, in points. */
export const WIDTH = PAGE.right - PAGE.left

/**
 * Dark for values, grey for labels, the company's own colour for titles and headings, red for
 * warnings, pale red for the mark under the texts of a test.
 */
export type Tone = 'ink' | 'soft' | 'accent' | 'alert' | 'mark'

/** The style of a text. */
interface Style {
  readonly weight: Weight
  /** Points. */
  readonly size: number
  readonly tone: Tone
}

/** All text styles. */
export const STYLES = {
  title: { weight: 'semibold', size: 22, tone: 'accent' },
  name: { weight: 'semibold', size: 11, tone: 'ink' },
  heading: { weight: 'semibold', size: 10.5, tone: 'accent' },
  strong: { weight: 'semibold', size: 9, tone: 'ink' },
  text: { weight: 'regular', size: 9, tone: 'ink' },
  label: { weight: 'regular', size: 8, tone: 'soft' },
  small: { weight: 'regular', size: 8, tone: 'soft' },
  column: { weight: 'semibold', size: 8, tone: 'soft' },
  alert: { weight: 'semibold', size: 10.5, tone: 'alert' },
  mark: { weight: 'semibold', size: 150, tone: 'mark' },
  due: { weight: 'semibold', size: 12, tone: 'ink' },
} as const satisfies Readonly<Record<string, Style>>

/** A text on the page. `x` is its left edge, or its right one, from the left of its block. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly style: Style
  readonly align?: 'right'
}

/** The texts of one line, and its height. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly height: number
}

/** Lines that belong together, under the tag of a structure element (ISO 32000-1, 14.8.4). */
export interface Block {
  readonly tag: 'H1' | 'H2' | 'H3' | 'P'
  readonly lines: readonly Line[]
  /** Space below, in points. */
  readonly gap: number
}

/** The fonts of a style. */
export function faceFor({ weight }: Style): Typeface {
  return typefaceOf(weight)
}

/** Line height of a style, in points. */
export function leading({ size }: Style): number {
  return Math.round(size * 1.36 * 100) / 100
}

/**
 * Breaks a text into lines of at most this width, aligned at the left or right edge of its block.
 */
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

/**
 * A number on one line, in smaller type if necessary, down to half the size; a longer one is
 * broken. Aligned at the right edge.
 */
export function numberLines(text: string, style: Style, width: number, x = 0): readonly Line[] {
  const smallest = style.size / 2
  const size = Math.max(smallest, Math.min(style.size, (style.size * width * 0.99) / widthOf(text, style)))
  return textLines(text, size === style.size ? style : { ...style, size }, width, { x, align: 'right' })
}

/** A text cut to one line, with an ellipsis for what is left out. */
export function onOneLine(text: string, style: Style, width: number): string {
  const [first = '', ...others] = wrap(text, faceFor(style), style.size, width - style.size)
  return others.length === 0 ? first : `${first}…`
}

/** Width of a text on one line, in points; at least 1. */
export function widthOf(text: string, style: Style): number {
  const face = faceFor(style)
  return Math.max(1, face.widthOf(printable(text, face), style.size))
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
