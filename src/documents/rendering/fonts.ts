import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

/** A weight of the pages' typeface. */
export type Weight = 'regular' | 'semibold'

/**
 * A font with the data for layout. It lives as long as its thread: it measures texts, and only
 * widths are read from its font. Documents embed a font of their own.
 */
export class Face {
  readonly #bytes: Buffer
  readonly #font: Font
  /** By code point; bounded by the number of the font's characters. */
  readonly #advances = new Map<number, number>()

  constructor(
    readonly name: string,
    bytes: Uint8Array,
    /**
     * For letters that change shape beside others: in which direction the font sets them; absent:
     * each letter stands for itself.
     */
    readonly shaping?: 'ltr' | 'rtl',
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
    if (!('layout' in font)) throw new Error(`the file of the font ${this.name} contains several fonts`)
    return font
  }

  /** Height of the line above its base line, as a part of the size. */
  get ascent(): number {
    return this.#font.ascent / this.#font.unitsPerEm
  }

  /** Whether the font has a glyph of its own for the character. */
  has(codePoint: number): boolean {
    return this.#advances.has(codePoint) || this.#font.hasGlyphForCodePoint(codePoint)
  }

  /**
   * Width of a text in this font in points, without kerning; undefined: it lacks one of the
   * characters.
   */
  widthOf(text: string, size: number): number | undefined {
    let width = 0
    if (this.shaping !== undefined) width = this.#font.layout(text).advanceWidth
    else
      for (const character of text) {
        const advance = this.#advanceOf(character.codePointAt(0) ?? 0)
        if (advance === undefined) return undefined
        width += advance
      }
    return (width * size) / this.#font.unitsPerEm
  }

  #advanceOf(codePoint: number): number | undefined {
    const known = this.#advances.get(codePoint)
    if (known !== undefined) return known
    if (!this.#font.hasGlyphForCodePoint(codePoint)) return undefined
    const advance = this.#font.glyphForCodePoint(codePoint).advanceWidth
    this.#advances.set(codePoint, advance)
    return advance
  }
}

/** A part of a text that one font draws. */
export interface FacedText {
  readonly text: string
  readonly face: Face
}

/** A file of a font. */
interface FontFile {
  readonly package: string
  /** In the folder of the package. */
  readonly file: string
  readonly shaping?: 'ltr' | 'rtl'
}

/**
 * IBM Plex Sans (SIL Open Font License) has Latin with all its European letters, Greek and
 * Cyrillic, and figures of one width.
 */
const FILES: Readonly<Record<Weight, FontFile>> = {
  regular: { package: '@expo-google-fonts/ibm-plex-sans', file: '400Regular/IBMPlexSans_400Regular.ttf' },
  semibold: { package: '@expo-google-fonts/ibm-plex-sans', file: '600SemiBold/IBMPlexSans_600SemiBold.ttf' },
}

/** Fonts of Noto (SIL Open Font License) for other scripts, in one weight; the first that fits. */
const OTHER_SCRIPTS: readonly (readonly [script: RegExp, FontFile])[] = [
  [/\p{scx=Arabic}/u, { package: '@embedpdf/fonts-arabic', file: 'fonts/NotoNaskhArabic-Regular.ttf', shaping: 'rtl' }],
  [/\p{scx=Hebrew}/u, { package: '@embedpdf/fonts-hebrew', file: 'fonts/NotoSansHebrew-Regular.ttf', shaping: 'rtl' }],
  [
    /\p{scx=Devanagari}/u,
    {
      package: '@expo-google-fonts/noto-sans-devanagari',
      file: '400Regular/NotoSansDevanagari_400Regular.ttf',
      shaping: 'ltr',
    },
  ],
  [
    /\p{scx=Thai}/u,
    { package: '@expo-google-fonts/noto-sans-thai', file: '400Regular/NotoSansThai_400Regular.ttf', shaping: 'ltr' },
  ],
  [/\p{scx=Hangul}/u, { package: '@embedpdf/fonts-kr', file: 'fonts/NotoSansKR-Regular.otf' }],
  // Han, kana and their punctuation, which has no script of its own.
  [
    /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}|[\u3000-\u303f\uff00-\uffef]/u,
    { package: '@embedpdf/fonts-sc', file: 'fonts/NotoSansHans-Regular.otf' },
  ],
  [
    /\p{Extended_Pictographic}|\p{Emoji}/u,
    { package: '@expo-google-fonts/noto-emoji', file: '400Regular/NotoEmoji_400Regular.ttf' },
  ],
]

/** The fonts of a weight: its own, and those for characters that this lacks. */
export class Typeface {
  readonly #own: Face
  /** By code point, of those that its own font lacks; bounded by `MOST_KNOWN`. */
  readonly #others = new Map<number, Face | null>()

  constructor(own: Face) {
    this.#own = own
  }

  /** Whether a font has the character. */
  has(codePoint: number): boolean {
    return this.#own.has(codePoint) || this.#other(codePoint) !== null
  }

  /** Whether its own font has the whole text. */
  isPlain(text: string): boolean {
    for (const character of text) if (!this.#own.has(character.codePointAt(0) ?? 0)) return false
    return true
  }

  /** Width of a text in points. The text must be a result of `printable`. */
  widthOf(text: string, size: number): number {
    const plain = this.#own.widthOf(text, size)
    if (plain !== undefined) return plain
    let width = 0
    for (const { text: part, face } of this.parts(text)) width += face.widthOf(part, size) ?? 0
    return width
  }

  /**
   * How far a line of that font begins below one of its own, on one base line, as a part of the
   * size.
   */
  descentTo(face: Face): number {
    return this.#own.ascent - face.ascent
  }

  /** The parts of a text by their fonts, in the order in which they are read. */
  parts(text: string): readonly FacedText[] {
    if (this.isPlain(text)) return [{ text, face: this.#own }]
    const parts: { text: string; readonly face: Face }[] = []
    for (const character of text) {
      const last = parts.at(-1)
      const face = this.#faceOf(character.codePointAt(0) ?? 0, last?.face)
      if (last?.face === face) last.text += character
      else parts.push({ text: character, face })
    }
    return parts
  }

  /** Marks and joiners are of the font of the letter before them, if it has them. */
  #faceOf(codePoint: number, before: Face | undefined): Face {
    if (before?.shaping !== undefined && isJoined(codePoint) && before.has(codePoint)) return before
    return this.#own.has(codePoint) ? this.#own : (this.#other(codePoint) ?? this.#own)
  }

  #other(codePoint: number): Face | null {
    const known = this.#others.get(codePoint)
    if (known !== undefined) return known
    const character = String.fromCodePoint(codePoint)
    const file = OTHER_SCRIPTS.find(([script]) => script.test(character))?.[1]
    const face = file === undefined ? null : opened(file)
    const found = face?.has(codePoint) === true ? face : null
    if (this.#others.size < MOST_KNOWN) this.#others.set(codePoint, found)
    return found
  }
}

const MOST_KNOWN = 50_000

function isJoined(codePoint: number): boolean {
  return /[\p{M}\u200c\u200d]/u.test(String.fromCodePoint(codePoint))
}

const faces = new Map<string, Face>()

/** A font, read from its package once in each thread, when a text first needs it. */
function opened(font: FontFile): Face {
  const known = faces.get(font.file)
  if (known !== undefined) return known
  const face = new Face(font.file, readFileSync(pathOf(font)), font.shaping)
  faces.set(font.file, face)
  return face
}

function pathOf({ package: name, file }: FontFile): string {
  // Packages that list what they export don't list their fonts: the way leads by the main file.
  const main = createRequire(import.meta.url).resolve(name)
  return join(main.slice(0, main.lastIndexOf(join(name))), name, file)
}

const typefaces = new Map<Weight, Typeface>()

/** The fonts of a weight. */
export function typefaceOf(weight: Weight): Typeface {
  const known = typefaces.get(weight)
  if (known !== undefined) return known
  const typeface = new Typeface(opened(FILES[weight]))
  typefaces.set(weight, typeface)
  return typeface
}
