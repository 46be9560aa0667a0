import type { Typeface } from './fonts.js'
import { printable } from './printable.js'
import { lazily } from '../../domain/lazily.js'
import { addAll } from '../../domain/lists.js'

/** Some pairs of letters are drawn slightly wider than they were measured. */
const SLACK = 0.99

/**
 * A text as lines of at most `width` points: broken between words, and inside a word only if the
 * word alone is wider. Only the spaces at the breaks are dropped; an empty text has no lines.
 * Linear in the length of the text.
 */
export function wrap(text: string, face: Typeface, size: number, width: number): readonly string[] {
  const lines: string[] = []
  for (const paragraph of printable(text, face).split('\n')) {
    addAll(
      lines,
      wrapParagraph(paragraph, (part) => face.widthOf(part, size), width * SLACK),
    )
  }
  // White space at the beginning and end is dropped.
  while (lines.at(-1) === '') lines.pop()
  while (lines[0] === '') lines.shift()
  return lines
}

function wrapParagraph(paragraph: string, widthOf: (part: string) => number, width: number): readonly string[] {
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  const space = widthOf(' ')
  const end = (): void => {
    lines.push(line.join(' '))
    line = []
    used = 0
  }
  for (const word of paragraph.split(' ')) {
    if (word === '') continue
    for (const piece of pieces(word, widthOf, width)) {
      const wide = widthOf(piece)
      if (line.length > 0 && used + space + wide > width) end()
      used += line.length === 0 ? wide : space + wide
      line.push(piece)
    }
  }
  end()
  return lines
}

/** Scripts without spaces between words, or whose letters are several characters. */
const OTHER_BREAKS =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/u

const words = lazily(() => new Intl.Segmenter('th', { granularity: 'word' }))
const letters = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))
/** A line begins with none of these, and ends with none of those. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}、。，．：；！？ー々〻]$/u
const NOT_LAST = /^[\p{Ps}\p{Pi}]$/u

/** The parts of a word that stay together on a line: letters, in Thai words. */
function unbroken(word: string): Iterable<string> {
  if (!OTHER_BREAKS.test(word)) return word
  const segmenter = /\p{Script=Thai}/u.test(word) ? words() : letters()
  const parts: string[] = []
  for (const { segment } of segmenter.segment(word)) {
    const last = parts.at(-1)
    const isBound = last !== undefined && (NOT_FIRST.test(segment) || NOT_LAST.test(last))
    if (isBound && last.length < MOST_BOUND) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

/** Characters that are bound at most, so that a row of brackets can be broken. */
const MOST_BOUND = 8

/** A word is preferably broken after these characters, as is usual for addresses. */
const BREAKS = new Set('-–/@._:?&=#,;|')

/**
 * Splits a word into parts that fit a line: after the last such character in the second half of
 * the part, or else where the line is full. A part has at least one character.
 */
function pieces(word: string, widthOf: (part: string) => number, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part: string[] = []
  let used = 0
  for (const character of unbroken(word)) {
    const wide = widthOf(character)
    if (part.length > 0 && used + wide > width) {
      const sign = part.findLastIndex((each) => BREAKS.has(each)) + 1
      const at = sign > part.length / 2 ? sign : part.length
      parts.push(part.slice(0, at).join(''))
      part = part.slice(at)
      used = widthOf(part.join(''))
    }
    part.push(character)
    used += wide
  }
  parts.push(part.join(''))
  return parts
}
