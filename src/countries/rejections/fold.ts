import { cut } from '../../domain/text.js'

/**
 * The most characters of a text that are read: events hold no more of it, and a list of errors is
 * far shorter.
 */
const LOOKED_AT = 40_000

const UNDECOMPOSED: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ß: 'ss', œ: 'oe', Œ: 'OE' }

/**
 * A text in the form that patterns match: without diacritics, with plain quotes and dashes and
 * single spaces. Governments print the same message with and without diacritics, and Romanian in
 * two encodings.
 */
export function fold(text: string): string {
  return cut(text, LOOKED_AT)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łŁđĐßœŒ]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
}

/** A value or a text within a sentence: on one line, at most so many characters. */
export function excerpt(text: string, most = 80): string {
  return cut(
    cut(text, most * 4)
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )
}
