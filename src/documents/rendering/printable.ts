import type { Face } from './fonts.js'

/** Replaces a character that the font lacks or that is invalid: U+FFFD. */
const REPLACEMENT = '\uFFFD'

/** Invisible characters: direction marks, joiners, soft hyphens, byte order marks. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text in a form that the font can show, on one or several lines (`\n`): composed, with tabs
 * as spaces, and a visible replacement for control characters, halves of surrogate pairs and
 * letters that the font lacks.
 */
export function printable(text: string, face: Face): string {
  const composed = text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')
  const visible = composed.replaceAll(IGNORABLE, '')
  let printed = ''
  for (const character of visible) {
    const codePoint = character.codePointAt(0) ?? 0
    const isShown = character === '\n' || (codePoint >= 0x20 && !isControl(codePoint) && face.has(codePoint))
    printed += isShown ? character : REPLACEMENT
  }
  return printed
}

function isControl(codePoint: number): boolean {
  return codePoint >= 0x7f && codePoint < 0xa0
}
