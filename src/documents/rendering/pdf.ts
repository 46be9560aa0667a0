import { PDFDocument } from './pdfkit.js'

import { writerOf } from './amounts.js'
import { drawInvoice } from './draw-invoice.js'
import { titleOnPage, type Wording } from './facts.js'
import { typefaceOf } from './fonts.js'
import { LABELS } from './labels/by-language.js'
import { lineColumns } from './line-columns.js'
import { letterFooter } from './letter-footer.js'
import { COLUMN, type Footer, LETTER, Paper } from './paper.js'
import { printable, takeMissing } from './printable.js'
import type { RenderedPages } from './port.js'
import type { Sheet } from './sheet.js'
import { markOf } from './standing.js'
import { onOneLine, PAGE } from './style.js'
import { furtherMetadata, InfoText } from './xml-metadata.js'

/**
 * Makes the human-readable PDF of the invoice: A4, tagged for screen readers, with embedded fonts
 * and the invoice's XML. The same sheet always has the same bytes: nothing depends on a clock or
 * on chance.
 */
export async function renderPages(sheet: Sheet): Promise<RenderedPages> {
  // Those of an invoice that ended early.
  takeMissing()
  const labels = LABELS[sheet.language]
  const wording: Wording = { labels, language: sheet.language, write: writerOf(sheet.language) }
  const title = oneLine(`${titleOnPage(sheet)} ${sheet.invoice.number}`.trim())
  const letter = letterFooter(sheet, wording).map((lines) => lines.map((line) => onOneLine(line, LETTER, COLUMN - 12)))
  const footer = (pages: number): Footer => ({
    left: title,
    right: (page) => labels.page(page, pages),
    letter,
    mark: markOf(sheet),
  })

  // A first pass without a PDF counts the pages.
  const counted = new Paper(null, footer(0))
  const columns = lineColumns(sheet.invoice, wording)
  drawInvoice(counted, sheet, wording, columns)

  const at = new Date(sheet.at)
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Otherwise the package's default font would be embedded besides ours; its types lack null.
    font: null as unknown as string,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: sheet.language,
    displayTitle: true,
    info: {
      // The types of the package allow primitive texts only.
      Title: new InfoText(title) as unknown as string,
      Author: new InfoText(oneLine(sheet.invoice.seller.name)) as unknown as string,
      Producer: 'Clearway',
      Creator: 'Clearway',
      CreationDate: at,
    },
  })
  const chunks: Uint8Array[] = []
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  drawInvoice(new Paper(pdf, footer(counted.page), sheet.letterhead?.accentColor), sheet, wording, columns)
  if (sheet.file !== null) {
    const { name, mediaType, bytes, relationship } = sheet.file
    pdf.file(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      name,
      type: mediaType,
      description: labels.attachedXml,
      relationship,
      creationDate: at,
      modifiedDate: at,
    })
  }
  const missing = takeMissing()
  pdf.appendXML(furtherMetadata(sheet.hybrid))
  pdf.end()
  await done
  return { pdf: Buffer.concat(chunks), missing }
}

/** The PDF alone. */
export async function renderPdf(sheet: Sheet): Promise<Uint8Array> {
  return (await renderPages(sheet)).pdf
}

function oneLine(text: string): string {
  return printable(text, typefaceOf('regular')).replaceAll('\n', ' ')
}
