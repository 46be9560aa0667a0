/**
 * Texts from outside. A character is a code point of Unicode: a letter beyond U+FFFF is one,
 * though JavaScript counts it as two, and a cut between the two leaves a half that neither XML nor
 * PostgreSQL can hold.
 */

/** Replaces a character that can't be held: U+FFFD, the replacement character. */
const REPLACEMENT = '\uFFFD'

/**
 * The text, or, if it has more than `most` characters, its beginning and the mark, together `most`
 * characters.
 */
export function cut(text: string, most: number, mark = '…'): string {
  if (endOf(text, most) === text.length) return text
  return text.slice(0, endOf(text, most - mark.length)) + mark
}

/**
 * The text with every invisible character as its code point, for example `\u{85}`: controls,
 * formats such as the zero-width space, line ends, and blanks other than the usual one.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}

/** The first character of the text as Unicode names it: `U+0007`, `U+1F600`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** How many characters the text has. */
export function lengthOf(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; characters++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return characters
}

/** The text without these characters at its end; `/[ :]+$/` would be quadratic. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The index after this number of characters of the text. */
function endOf(text: string, characters: number): number {
  if (text.length <= characters) return text.length
  let end = 0
  for (let count = 0; count < characters && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end
}

/**
 * Whether every store and read model can hold the text: no half of a surrogate pair, no U+0000.
 */
export function isHoldable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The text with U+FFFD in place of what can't be held. */
export function holdable(text: string): string {
  return isHoldable(text) ? text : text.toWellFormed().replaceAll('\0', REPLACEMENT)
}

/**
 * A JSON value with all its texts holdable, including names of fields; the same value if they are
 * already.
 */
export function withHoldableTexts<T>(value: T): T {
  // Nearly all are: to find that out takes a fraction of the time that a copy takes.
  return areHoldable(value) ? value : (repaired(value) as T)
}

function areHoldable(value: unknown): boolean {
  if (typeof value === 'string') return isHoldable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(areHoldable)
  const fields = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fields)) if (!isHoldable(name) || !areHoldable(fields[name])) return false
  return true
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return holdable(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(repaired)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [holdable(name), repaired(inner)]))
}
