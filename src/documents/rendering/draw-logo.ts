import { readSvg, type Shape } from '../logos/svg.js'
import type { Element, Paper } from './paper.js'
import type { Pdf } from './pdfkit.js'
import type { Sheet } from './sheet.js'
import { PAGE } from './style.js'

/** Room for a logo at the top of the first page, in points: 63 by 18 mm. */
const MOST = { width: 180, height: 51 }
/** Space below it. */
const SPACE = 17

/** Draws the logo of the invoice's company at the top of the page, named after the seller. */
export function drawLogo(paper: Paper, root: Element, { letterhead, invoice }: Sheet): void {
  const logo = letterhead?.logo
  if (logo === undefined) return
  const bytes = Buffer.from(logo.bytes.buffer, logo.bytes.byteOffset, logo.bytes.byteLength)
  const { width, height, draw } = logo.mediaType === 'image/png' ? picture(bytes) : drawing(bytes)
  const scale = Math.min(MOST.width / width, MOST.height / height)
  const size = { width: width * scale, height: height * scale, alt: invoice.seller.name }
  paper.figure(root, size, PAGE.left, (pdf, x, y) => {
    draw(pdf, x, y, scale)
  })
  paper.y += SPACE
}

/** Something to draw at a point, `scale` points for each of its units. */
interface Drawn {
  readonly width: number
  readonly height: number
  readonly draw: (pdf: Pdf, x: number, y: number, scale: number) => void
}

/** The size is in the header (PNG 11.2.1). */
function picture(bytes: Buffer): Drawn {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return {
    width,
    height,
    draw: (pdf, x, y, scale) => {
      pdf.image(bytes, x, y, { width: width * scale, height: height * scale })
    },
  }
}

function drawing(bytes: Buffer): Drawn {
  const { width, height, shapes } = readSvg(bytes)
  return {
    width,
    height,
    draw: (pdf, x, y, scale) => {
      pdf.save()
      pdf.translate(x, y).scale(scale)
      pdf.rect(0, 0, width, height).clip()
      for (const shape of shapes) drawShape(pdf, shape)
      pdf.restore()
    },
  }
}

function drawShape(pdf: Pdf, { path, fill, isEvenOdd, stroke }: Shape): void {
  const rule = isEvenOdd ? 'even-odd' : 'non-zero'
  pdf.path(path)
  if (stroke !== null) pdf.lineWidth(stroke.width).lineCap(stroke.cap).lineJoin(stroke.join).strokeColor(stroke.colour)
  if (fill === null) pdf.stroke()
  else if (stroke === null) pdf.fill(fill, rule)
  else pdf.fillAndStroke(fill, stroke.colour, rule)
}
