import * as bidiModule from 'bidi-js'
import { lazily } from '../../domain/lazily.js'
import { addAll, largest } from '../../domain/lists.js'
import type { Face, FacedText, Typeface } from './fonts.js'

/** A line as it is drawn. */
interface DrawnLine {
  /** From left to right. */
  readonly parts: readonly FacedText[]
  /** What it says, where the glyphs alone would be read otherwise; absent: what the parts say. */
  readonly actual?: string
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A part with its level: odd ones run from right to left (Unicode Standard Annex 9). */
interface Levelled extends FacedText {
  readonly level: number
}

/**
 * The parts of a line from left to right, as the bidirectional algorithm of Unicode orders them.
 * Linear in the length of the text. The text must be a result of `printable`.
 */
export function drawnLine(text: string, typeface: Typeface): DrawnLine {
  const parts = typeface.parts(text)
  if (parts.every(({ face }) => face.shaping === undefined)) return { parts }
  if (!RIGHT_TO_LEFT.test(text)) return { parts, actual: text }
  return { parts: reordered(levelled(text, parts)).map(turnedPart), actual: text }
}

// The package is a CommonJS module, whose types describe its other form.
const bidiFactory = bidiModule.default as unknown as typeof bidiModule.default.default
const bidi = lazily(() => bidiFactory())

/** The parts, cut where the direction changes. */
function levelled(text: string, parts: readonly FacedText[]): readonly Levelled[] {
  const { levels } = bidi().getEmbeddingLevels(text)
  const cut: { text: string; readonly face: Face; readonly level: number }[] = []
  let at = 0
  for (const { text: part, face } of parts) {
    let isFirst = true
    for (const character of part) {
      const level = levels[at] ?? 0
      at += character.length
      const last = isFirst ? undefined : cut.at(-1)
      if (last?.level === level) last.text += character
      else cut.push({ text: character, face, level })
      isFirst = false
    }
  }
  return cut
}

/** Rule L2: from the highest level down to 1, each run of that level or more is reversed. */
function reordered(parts: readonly Levelled[]): readonly Levelled[] {
  const highest = largest(
    parts.map((part) => part.level),
    0,
  )
  let order = parts
  for (let level = highest; level > 0; level -= 1) {
    const next: Levelled[] = []
    let run: Levelled[] = []
    for (const part of order) {
      if (part.level >= level) run.push(part)
      else {
        addAll(next, run.reverse())
        run = []
        next.push(part)
      }
    }
    addAll(next, run.reverse())
    order = next
  }
  return order
}

/**
 * A font that sets its letters from right to left does so with figures too: these are turned
 * before. Signs of other fonts among such letters are turned and mirrored.
 */
function turnedPart({ text, face, level }: Levelled): FacedText {
  const isRightToLeft = level % 2 === 1
  if (isRightToLeft === (face.shaping === 'rtl')) return { text, face }
  const mirrored = (character: string): string => bidi().getMirroredCharacter(character) ?? character
  return {
    face,
    text: Array.from(text, (character) => (isRightToLeft ? mirrored(character) : character))
      .reverse()
      .join(''),
  }
}
