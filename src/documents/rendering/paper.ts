import type { Pdf } from './pdfkit.js'
import { drawnLine } from './direction.js'
import type { Face, FacedText } from './fonts.js'
import { type Block, faceFor, heightOf, leading, type Line, PAGE, type Piece, STYLES, type Tone } from './style.js'
import type { QrCode } from './qr.js'
import { largest } from '../../domain/lists.js'

/** An element of the document's logical structure; null while pages are only counted. */
export type Element = PDFKit.PDFStructureElement | null

const COLOURS: Readonly<Record<Tone, string>> = {
  ink: '#16202c',
  soft: '#5c6975',
  accent: '#16202c',
  alert: '#a4161a',
  mark: '#fbeeee',
}
const RULE = '#cfd6dc'
const SHADE = '#f2f5f7'
const ALERT = '#fdf1f1'

/** The size of a QR code's module in points: at least 0.4 mm, as scanners require. */
const MODULE = 1.7
/** White space at each side of a QR code, in points. */
export const quietZone = 4 * MODULE

/** A paragraph up to this height in points is not broken over pages. */
const TOGETHER = 64

/** Content at the end of a page, with its height in points. */
interface PageEnd {
  readonly height: number
  readonly draw: () => void
}

/** The footer of every page. */
export interface Footer {
  readonly left: string
  readonly right: (page: number) => string
  /** Columns of small texts above it. */
  readonly letter: readonly (readonly string[])[]
  /** At the top of every page, and its first word across the page; null: nothing. */
  readonly mark: string | null
}

/**
 * Pages that are filled from top to bottom. All content is either an element of the structure or
 * an artifact. Without a PDF it draws nothing and only counts pages, because the number is printed
 * on the first page already.
 */
export class Paper {
  /** Start of the next line, in points from the top of the page. */
  y = PAGE.top
  /** Number of the page, from 1. */
  page = 0
  readonly #pdf: Pdf | null
  readonly #footer: Footer
  /** The element whose content is being drawn, and its contents on pages so far. */
  #open: { readonly tag: string; readonly contents: PDFKit.PDFStructureContent[] } | null = null
  #atTop: (() => void) | null = null
  #atBottom: PageEnd | null = null
  readonly #fonts = new Map<Face, string>()
  readonly #colours: Readonly<Record<Tone, string>>

  /** @param accent colour of titles, headings and their rule, `#rrggbb`; absent: that of texts */
  constructor(pdf: Pdf | null, footer: Footer, accent: string = COLOURS.ink) {
    this.#pdf = pdf
    this.#footer = footer
    this.#colours = { ...COLOURS, accent }
    this.newPage()
  }

  /** Whether this height in points is left on the page. */
  fits(height: number): boolean {
    return this.y + height <= PAGE.bottom - (this.#atBottom?.height ?? 0)
  }

  /** Starts a new page if less than this height in points is left. */
  keep(height: number): void {
    const isAtTop = this.y === PAGE.top
    if (!this.fits(height) && !isAtTop) this.newPage()
  }

  /**
   * Sets the content at the top of each new page, and at the end of the one before, while `draw`
   * runs.
   */
  repeating(atTop: () => void, atBottom: PageEnd, draw: () => void): void {
    this.#atTop = atTop
    this.#atBottom = atBottom
    draw()
    this.#atTop = null
    this.#atBottom = null
  }

  newPage(): void {
    this.#closeContent()
    // The end of the page has the height that is left for it.
    const end = this.#atBottom
    this.#atBottom = null
    end?.draw()
    this.#atBottom = end
    this.#pdf?.addPage()
    this.page += 1
    this.#drawMark()
    this.artifact(() => {
      this.#text({ text: this.#footer.left, x: 0, style: FOOTER }, PAGE.left, PAGE.footer)
      const right = { text: this.#footer.right(this.page), x: 0, style: FOOTER, align: 'right' } as const
      this.#text(right, PAGE.right, PAGE.footer)
      this.#footer.letter.forEach((lines, column) => {
        lines.forEach((text, line) => {
          this.#text({ text, x: 0, style: LETTER }, PAGE.left + column * COLUMN, PAGE.letter + line * leading(LETTER))
        })
      })
    }, 'Pagination')
    this.y = PAGE.top
    this.#atTop?.()
    this.#openContent()
  }

  #drawMark(): void {
    const { mark } = this.#footer
    if (mark === null) return
    this.artifact(() => {
      const style = STYLES.mark
      const [text = ''] = mark.split(' ')
      const [x, y] = [PAGE.width / 2, PAGE.height / 2]
      this.#pdf?.save()
      this.#pdf?.rotate(-52, { origin: [x, y] })
      this.#text(
        { text, x: faceFor(style).widthOf(text, style.size) / 2, style, align: 'right' },
        x,
        y - style.size / 2,
      )
      this.#pdf?.restore()
      this.#text({ text: mark, x: 0, style: TOP }, PAGE.left, PAGE.mark)
    }, 'Pagination')
  }

  /** Opens an element that contains other elements; close it with `end`. */
  branch(parent: Element, tag: string, options: PDFKit.Mixins.StructureElementOptions = {}): Element {
    if (this.#pdf === null) return null
    const element = this.#pdf.struct(tag, options)
    if (parent === null) this.#pdf.addStructure(element)
    else parent.add(element)
    return element
  }

  /** Closes the element. */
  end(element: Element): void {
    element?.end()
  }

  /** An element with the content that `draw` draws, possibly over several pages. */
  leaf(parent: Element, tag: string, draw: () => void, options: PDFKit.Mixins.StructureElementOptions = {}): void {
    this.#open = { tag, contents: [] }
    this.#openContent()
    draw()
    this.#closeContent()
    const { contents } = this.#open
    this.#open = null
    const element = this.branch(parent, tag, options)
    for (const content of contents) element?.add(content)
    element?.end()
  }

  /** Draws content without meaning for readers: rules, shades, repeated headers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf?.markContent('Artifact', { type })
    draw()
    this.#pdf?.endMarkedContent()
  }

  /** Draws lines one below the other, on as many pages as they need. */
  lines(lines: readonly Line[], left: number): void {
    for (const line of lines) {
      this.keep(line.height)
      for (const piece of line.pieces) this.#text(piece, left, this.y)
      this.y += line.height
    }
  }

  /** Draws blocks one below the other, each an element of `parent`. */
  blocks(parent: Element, blocks: readonly Block[], left: number): void {
    for (const [index, { tag, lines, gap }] of blocks.entries()) {
      if (lines.length === 0) continue
      // A heading stays with the beginning of its text.
      const next = tag === 'P' ? undefined : blocks[index + 1]
      const beginning = next === undefined ? 0 : gap + Math.min(heightOf([{ ...next, gap: 0 }]), TOGETHER)
      this.keep(Math.min(heightOf([{ tag, lines, gap: 0 }]), TOGETHER) + beginning)
      this.leaf(parent, tag, () => {
        this.lines(lines, left)
      })
      this.y += gap
    }
  }

  /**
   * Draws columns side by side, kept together on a page; one below the other where they are higher
   * than a page. Ends below the highest.
   */
  columns(parent: Element, columns: readonly { readonly left: number; readonly blocks: readonly Block[] }[]): void {
    const height = largest(
      columns.map(({ blocks }) => heightOf(blocks)),
      0,
    )
    this.keep(height)
    const isTooHigh = !this.fits(height)
    const top = this.y
    let bottom = top
    for (const { left, blocks } of columns) {
      if (!isTooHigh) this.y = top
      this.blocks(parent, blocks, left)
      bottom = Math.max(bottom, this.y)
    }
    if (!isTooHigh) this.y = bottom
  }

  /** A thin line over the given part of the page's width, at `y`. */
  rule(left: number = PAGE.left, right: number = PAGE.right): void {
    this.artifact(() => {
      this.#pdf?.moveTo(left, this.y).lineTo(right, this.y).lineWidth(0.6).strokeColor(RULE).stroke()
    })
  }

  /** The rule under the title, in the accent colour. */
  accentRule(): void {
    this.artifact(() => {
      const [colour, width] = this.#colours.accent === COLOURS.accent ? [RULE, 0.6] : [this.#colours.accent, 1.2]
      this.#pdf?.moveTo(PAGE.left, this.y).lineTo(PAGE.right, this.y).lineWidth(width).strokeColor(colour).stroke()
    })
  }

  /** A figure that `draw` draws with its left top corner at `left` and `y`; ends below it. */
  figure(
    parent: Element,
    { width, height, alt }: { readonly width: number; readonly height: number; readonly alt: string },
    left: number,
    draw: (pdf: Pdf, x: number, y: number) => void,
  ): void {
    const drawn = (): void => {
      if (this.#pdf !== null) draw(this.#pdf, left, this.y)
    }
    this.leaf(parent, 'Figure', drawn, { alt, bbox: [left, this.y, left + width, this.y + height] })
    this.y += height
  }

  /** A light background for the content drawn next, from `y` on. */
  shade(left: number, right: number, height: number, isAlert = false): void {
    this.artifact(() => {
      this.#pdf?.rect(left, this.y, right - left, height).fill(isAlert ? ALERT : SHADE)
    })
  }

  /** A QR code, with its quiet zone around it; ends below it. */
  qrCode(parent: Element, code: QrCode, left: number, alt: string): void {
    const side = sideOf(code)
    const draw = (): void => {
      if (this.#pdf === null) return
      for (let row = 0; row < code.size; row++) {
        for (let column = 0; column < code.size; column++) {
          if (!code.isDark(row, column)) continue
          const start = column
          while (column + 1 < code.size && code.isDark(row, column + 1)) column++
          const [x, y] = [left + quietZone + start * MODULE, this.y + quietZone + row * MODULE]
          this.#pdf.rect(x, y, (column - start + 1) * MODULE, MODULE)
        }
      }
      this.#pdf.fill('#000000')
    }
    this.leaf(parent, 'Figure', draw, { alt, bbox: [left, this.y, left + side, this.y + side] })
    this.y += side
  }

  #text({ text, x, style, align }: Piece, left: number, y: number): void {
    const pdf = this.#pdf
    if (pdf === null || text === '') return
    const typeface = faceFor(style)
    const { parts, actual } = drawnLine(text, typeface)
    pdf.fillColor(this.#colours[style.tone])
    const widthOf = (part: FacedText): number => this.#withFont(pdf, part, style).widthOfString(part.text)
    let at = left + x
    if (align === 'right') for (const part of parts) at -= widthOf(part)
    if (actual !== undefined) pdf.markContent('Span', { actual })
    for (const part of parts) {
      const top = y + typeface.descentTo(part.face) * style.size
      // With these values the package skips a measurement that only underlining needs.
      this.#withFont(pdf, part, style).text(part.text, at, top, { lineBreak: false, textWidth: 0, wordCount: 1 })
      if (parts.length > 1) at += widthOf(part)
    }
    if (actual !== undefined) pdf.endMarkedContent()
  }

  /** Selects the document's font of a face, which is opened when it is first drawn. */
  #withFont(pdf: Pdf, { face }: FacedText, { size }: Piece['style']): Pdf {
    // The package's types only allow files.
    const font = this.#fonts.get(face) ?? (face.fontOfDocument() as unknown as string)
    this.#fonts.set(face, font)
    return pdf.font(font, face.name, size)
  }

  #openContent(): void {
    if (this.#open === null || this.#pdf === null) return
    this.#open.contents.push(this.#pdf.markStructureContent(this.#open.tag))
  }

  #closeContent(): void {
    if (this.#open !== null) this.#pdf?.endMarkedContent()
  }
}

/** Style of the texts of the footer. */
export const LETTER = { weight: 'regular', size: 6.5, tone: 'soft' } as const
/** Width of a column of the footer, in points. */
export const COLUMN = (PAGE.right - PAGE.left) / 3
const TOP = { weight: 'semibold', size: 8, tone: 'alert' } as const
const FOOTER = { weight: 'regular', size: 7.5, tone: 'soft' } as const

/** Side of the code with its quiet zone, in points. */
export function sideOf({ size }: QrCode): number {
  return (size + 8) * MODULE
}
