import type { Face } from './fonts.js'
import { printable } from './printable.js'

/** Letters that lie close together are drawn a little wider than they were measured. */
const SLACK = 0.99

/**
 * A text as lines of at most `width` points: broken between words, inside a word only where the
 * word alone is wider. Nothing is left out but the spaces at the breaks; an empty text has no
 * lines. Linear in the text.
 */
export function wrap(text: string, face: Face, size: number, width: number): readonly string[] {
  const lines: string[] = []
  for (const paragraph of printable(text, face).split('\n')) {
    lines.push(...wrapParagraph(paragraph, (part) => face.widthOf(part, size), width * SLACK))
  }
  // What is empty at the beginning and the end of a text says nothing.
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

/** After these a word is broken rather than anywhere else, as addresses are read. */
const BREAKS = new Set('-–/@._:?&=#,;|')

/**
 * The word, or its parts that are no wider than a line: broken after the last sign in the part's
 * second half at which that is usual, else where the line is full. A part has at least one
 * character.
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
