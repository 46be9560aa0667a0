import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** A weight of the one typeface of the pages. */
export type Weight = 'regular' | 'semibold'

/**
 * A font with the data for layout. IBM Plex Sans (SIL Open Font License) has Latin with all its
 * European letters, Greek and Cyrillic, and figures of one width. A face lives as long as its
 * thread: it measures texts, and only widths are read from its font. Documents embed a font of
 * their own.
 */
export class Face {
  readonly #bytes: Buffer
  readonly #font: Font
  /** By code point; bounded by the number of the font's characters. */
  readonly #advances = new Map<number, number>()

  constructor(
    readonly weight: Weight,
    bytes: Uint8Array,
  ) {
    this.#bytes = Buffer.from(bytes)
    this.#font = this.fontOfDocument()
  }

  /**
   * A font for one document. The package keeps each glyph with the characters that were first
   * drawn with it, and these become the text of the PDF: with a shared font, an earlier document
   * would change the text of a later one.
   */
  fontOfDocument(): Font {
    const font = create(this.#bytes)
    if (!('layout' in font)) throw new Error(`the file of the font ${this.weight} contains several fonts`)
    return font
  }

  /** Whether the font has a glyph of its own for the character. */
  has(codePoint: number): boolean {
    return this.#advances.has(codePoint) || this.#font.hasGlyphForCodePoint(codePoint)
  }

  /** Width of a text in points, without kerning. The text must be a result of `printable`. */
  widthOf(text: string, size: number): number {
    let width = 0
    for (const character of text) width += this.#advanceOf(character.codePointAt(0) ?? 0)
    return (width * size) / this.#font.unitsPerEm
  }

  #advanceOf(codePoint: number): number {
    const known = this.#advances.get(codePoint)
    if (known !== undefined) return known
    const advance = this.#font.glyphForCodePoint(codePoint).advanceWidth
    if (this.#font.hasGlyphForCodePoint(codePoint)) this.#advances.set(codePoint, advance)
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
