import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** A weight of the one typeface of the pages. */
export type Weight = 'regular' | 'semibold'

/**
 * A font with the data for layout. IBM Plex Sans (SIL Open Font License) has Latin with all its
 * European letters, Greek and Cyrillic, and figures of one width.
 */
export class Face {
  readonly font: Font
  /** By code point; bounded by the number of the font's characters. */
  readonly #advances = new Map<number, number>()

  constructor(
    readonly weight: Weight,
    bytes: Uint8Array,
  ) {
    const font = create(Buffer.from(bytes))
    if (!('layout' in font)) throw new Error(`the file of the font ${weight} contains several fonts`)
    this.font = font
  }

  /** Whether the font has a glyph of its own for the character. */
  has(codePoint: number): boolean {
    return this.#advances.has(codePoint) || this.font.hasGlyphForCodePoint(codePoint)
  }

  /** Width of a text in points, without kerning. The text must be a result of `printable`. */
  widthOf(text: string, size: number): number {
    let width = 0
    for (const character of text) width += this.#advanceOf(character.codePointAt(0) ?? 0)
    return (width * size) / this.font.unitsPerEm
  }

  #advanceOf(codePoint: number): number {
    const known = this.#advances.get(codePoint)
    if (known !== undefined) return known
    const advance = this.font.glyphForCodePoint(codePoint).advanceWidth
    if (this.font.hasGlyphForCodePoint(codePoint)) this.#advances.set(codePoint, advance)
    return advance
  }
}

const FILES: Readonly<Record<Weight, string>> = {
  regular: '400Regular/IBMPlexSans_400Regular.ttf',
  semibold: '600SemiBold/IBMPlexSans_600SemiBold.ttf',
}

const opened = new Map<Weight, Face>()

/** The font of a weight; read from its package once in each thread. */
export function faceOf(weight: Weight): Face {
  const known = opened.get(weight)
  if (known !== undefined) return known
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/ibm-plex-sans/${FILES[weight]}`)
  const face = new Face(weight, readFileSync(file))
  opened.set(weight, face)
  return face
}
