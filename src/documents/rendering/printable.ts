import type { Typeface } from './fonts.js'

/** Replaces a character that no font has or that is invalid: U+FFFD. */
const REPLACEMENT = '\uFFFD'

/**
 * Invisible characters: direction marks, soft hyphens, byte order marks; and joiners, except in
 * scripts whose letters they shape.
 */
const IGNORABLE =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}])[\u200c\u200d]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** The characters without a glyph since `takeMissing` was last called in this thread. */
const missing = new Set<number>()

/** How many of them are kept. */
const MOST_MISSING = 100

/** The characters that `printable` had no glyph for since this was last called in this thread. */
export function takeMissing(): readonly string[] {
  const taken = Array.from(missing, (codePoint) => String.fromCodePoint(codePoint))
  missing.clear()
  return taken
}

/**
 * The text in a form that the font can show, on one or several lines (`\n`): composed, with tabs
 * as spaces, and a visible replacement for control characters, halves of surrogate pairs and
 * letters that no font has.
 */
export function printable(text: string, face: Typeface): string {
  const composed = text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')
  const visible = composed.replaceAll(IGNORABLE, '')
  let printed = ''
  for (const character of visible) {
    const codePoint = character.codePointAt(0) ?? 0
    const isText = codePoint >= 0x20 && !isControl(codePoint)
    const isShown = character === '\n' || (isText && face.has(codePoint))
    if (isText && !isShown && missing.size < MOST_MISSING) missing.add(codePoint)
    printed += isShown ? character : REPLACEMENT
  }
  return printed
}

function isControl(codePoint: number): boolean {
  return codePoint >= 0x7f && codePoint < 0xa0
}
