import type { Pdf } from './pdfkit.js'
import { type Block, faceFor, heightOf, type Line, PAGE, type Piece, type Tone } from './style.js'
import type { QrCode } from './qr.js'

/** An element of the document's logical structure; null while pages are only counted. */
export type Element = PDFKit.PDFStructureElement | null

const COLOURS: Readonly<Record<Tone, string>> = { ink: '#16202c', soft: '#5c6975' }
const RULE = '#cfd6dc'
const SHADE = '#f2f5f7'

/** The size of a QR code's module in points: 0.4 mm at the least, as scanners ask. */
const MODULE = 1.7
/** Points that are left white at each side of a QR code. */
export const quietZone = 4 * MODULE

/** A paragraph of at most so many points is not broken over pages. */
const TOGETHER = 64

/** What stands at the foot of every page. */
export interface Footer {
  readonly left: string
  readonly right: (page: number) => string
}

/**
 * Pages that are filled from top to bottom. Everything that is drawn is either an element of the
 * structure or an artifact. Without a PDF it draws nothing and only counts pages: to know how many
 * there are before the first is written.
 */
export class Paper {
  /** Where the next line begins, in points from the top of the page. */
  y = PAGE.top
  /** Number of the page, from 1. */
  page = 0
  readonly #pdf: Pdf | null
  readonly #footer: Footer
  /** The element whose content is being drawn, and its contents on pages so far. */
  #open: { readonly tag: string; readonly contents: PDFKit.PDFStructureContent[] } | null = null
  #atTop: (() => void) | null = null

  constructor(pdf: Pdf | null, footer: Footer) {
    this.#pdf = pdf
    this.#footer = footer
    this.newPage()
  }

  /** Whether so many points are left on the page. */
  fits(height: number): boolean {
    return this.y + height <= PAGE.bottom
  }

  /** Goes on on a new page where less than so many points are left on this one. */
  keep(height: number): void {
    const isAtTop = this.y === PAGE.top
    if (!this.fits(height) && !isAtTop) this.newPage()
  }

  /** What is drawn at the top of each new page while `draw` runs. */
  repeating(atTop: () => void, draw: () => void): void {
    this.#atTop = atTop
    draw()
    this.#atTop = null
  }

  newPage(): void {
    this.#closeContent()
    this.#pdf?.addPage()
    this.page += 1
    this.artifact(() => {
      this.#text({ text: this.#footer.left, x: 0, style: FOOTER }, PAGE.left, PAGE.footer)
      const right = { text: this.#footer.right(this.page), x: 0, style: FOOTER, align: 'right' } as const
      this.#text(right, PAGE.right, PAGE.footer)
    }, 'Pagination')
    this.y = PAGE.top
    this.#atTop?.()
    this.#openContent()
  }

  /** An element that has elements of its own; `end` it when it has them all. */
  branch(parent: Element, tag: string, options: PDFKit.Mixins.StructureElementOptions = {}): Element {
    if (this.#pdf === null) return null
    const element = this.#pdf.struct(tag, options)
    if (parent === null) this.#pdf.addStructure(element)
    else parent.add(element)
    return element
  }

  /** Nothing more will be added to the element. */
  end(element: Element): void {
    element?.end()
  }

  /** An element with what `draw` draws, which may go over several pages. */
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

  /** What has no meaning of its own: rules, shades, what repeats. */
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
    for (const { tag, lines, gap } of blocks) {
      if (lines.length === 0) continue
      this.keep(Math.min(heightOf([{ tag, lines, gap: 0 }]), TOGETHER))
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
    const height = Math.max(0, ...columns.map(({ blocks }) => heightOf(blocks)))
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

  /** A light ground for what is drawn on it next, from `y` on. */
  shade(left: number, right: number, height: number): void {
    this.artifact(() => {
      this.#pdf?.rect(left, this.y, right - left, height).fill(SHADE)
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
    if (this.#pdf === null || text === '') return
    // The font was parsed once for all documents; the types of the package know files alone.
    const font = faceFor(style).font as unknown as string
    this.#pdf.font(font, style.weight, style.size).fillColor(COLOURS[style.tone])
    const at = align === 'right' ? left + x - this.#pdf.widthOfString(text) : left + x
    // Told what it would measure for underlining alone, it measures nothing.
    this.#pdf.text(text, at, y, { lineBreak: false, textWidth: 0, wordCount: 1 })
  }

  #openContent(): void {
    if (this.#open === null || this.#pdf === null) return
    this.#open.contents.push(this.#pdf.markStructureContent(this.#open.tag))
  }

  #closeContent(): void {
    if (this.#open !== null) this.#pdf?.endMarkedContent()
  }
}

const FOOTER = { weight: 'regular', size: 7.5, tone: 'soft' } as const

/** Points of a side of the code with its quiet zone. */
export function sideOf({ size }: QrCode): number {
  return (size + 8) * MODULE
}
