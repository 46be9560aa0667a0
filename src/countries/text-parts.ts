import { trimmed } from '../einvoice/xml/white-space.js'
import { lengthOf } from '../domain/text.js'

/** A text in parts of at most so many characters, split at spaces if there are any. */
export function parts(text: string, longest: number): readonly string[] {
  const found: string[] = []
  let part = ''
  let length = 0
  for (const [, word = '', gap = ''] of text.matchAll(/([^ \t\r\n]+)([ \t\r\n]*)/g)) {
    for (const piece of pieces(word, longest)) {
      const more = lengthOf(piece)
      if (length + more > longest && part !== '') {
        found.push(trimmed(part))
        part = ''
        length = 0
      }
      part += piece
      length += more
    }
    part += gap
    length += gap.length
  }
  return part === '' ? found : [...found, trimmed(part)]
}

/** A text that was written in parts. */
export interface JoinedText {
  readonly text: string
  /** Which of the parts is its first, from 0. */
  readonly first: number
}

/**
 * The texts that were written in these parts, with single spaces as white space: a part continues
 * in the next one if the first word of that did not fit into it.
 */
export function joinedParts(written: readonly string[], longest: number): readonly JoinedText[] {
  const texts: { text: string; readonly first: number }[] = []
  let room = 0
  written.forEach((part, first) => {
    const [word = ''] = part.split(' ', 1)
    const before = texts.at(-1)
    if (before !== undefined && lengthOf(word) + 1 > room) before.text += ` ${part}`
    else texts.push({ text: part, first })
    room = longest - lengthOf(part)
  })
  return texts
}

/** A word that is longer than a part, in pieces. */
function pieces(word: string, longest: number): readonly string[] {
  if (word.length <= longest) return [word]
  const characters = Array.from(word)
  const count = Math.ceil(characters.length / longest)
  return Array.from({ length: count }, (_, index) => characters.slice(index * longest, (index + 1) * longest).join(''))
}
