import type { Face } from './fonts.js'
import { printable } from './printable.js'
import { addAll } from '../../domain/lists.js'

/** Some pairs of letters are drawn slightly wider than they were measured. */
const SLACK = 0.99

/**
 * A text as lines of at most `width` points: broken between words, and inside a word only if the
 * word alone is wider. Only the spaces at the breaks are dropped; an empty text has no lines.
 * Linear in the length of the text.
 */
export function wrap(text: string, face: Face, size: number, width: number): readonly string[] {
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
  for (const character of word) {
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
