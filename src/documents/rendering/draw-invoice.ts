import { noteIn } from '../../einvoice/codes/notes.js'
import type { Invoice, SupportingDocument } from '../../einvoice/model/invoice-model.js'
import { addressBlocks, factBlocks, heading, paragraph, partyBlocks } from './blocks.js'
import { creditTransferCode } from './credit-transfer-code.js'
import { drawLogo } from './draw-logo.js'
import { codesBesideTotals, drawSettlement } from './draw-settlement.js'
import { headFacts, prepaymentFacts, joined, paymentFacts, referenceFacts, titleOnPage, type Wording } from './facts.js'
import { FURTHER_PARTIES, PARTY_ORDER } from './labels/further-parties.js'
import { STATEMENTS } from './labels/statements.js'
import { arePricesWithVat, lineRows } from './line-rows.js'
import { type Element, type Paper, quietZone, sideOf } from './paper.js'
import { qrCodeOf } from './qr.js'
import type { Fact } from '../../countries/printed.js'
import type { Sheet } from './sheet.js'
import { identifierOf } from './party-numbers.js'
import { hasFailed, statementsOf } from './standing.js'
import { type Block, heightOf, leading, PAGE, STYLES, textLines, WIDTH } from './style.js'
import { type Column, drawTable } from './table.js'

/** Space above each part of the page. */
const SPACE = 17
/** Width of one of two columns. */
const HALF = 236
/** Where the second of two columns begins. */
const SECOND = PAGE.left + WIDTH - HALF

/** Maximum width in points of the text under a QR code; both end at the same right edge. */
const CAPTION = 138

/**
 * Draws the whole invoice. The calls are the same whether pages are drawn or only counted.
 * @param columns those of the table of lines
 */
export function drawInvoice(paper: Paper, sheet: Sheet, wording: Wording, columns: readonly Column[]): void {
  const { invoice } = sheet
  const { labels } = wording
  const root = paper.branch(null, 'Document')
  drawStatements(paper, root, sheet)
  drawLogo(paper, root, sheet)
  drawHead(paper, root, sheet, wording)
  drawParties(paper, root, invoice, wording)
  drawFacts(paper, root, referenceFacts(sheet, wording))
  paper.y += SPACE
  drawTable(paper, root, columns, lineRows(invoice, columns, wording), {
    carried: {
      atEnd: STATEMENTS[wording.language].carried,
      atTop: STATEMENTS[wording.language].brought,
      write: (sum) => wording.write.money(sum, invoice.currency),
    },
  })
  if (arePricesWithVat(invoice)) {
    paper.y += 4
    paper.blocks(root, [paragraph(labels.pricesIncludeVat, WIDTH, STYLES.small)], PAGE.left)
  }
  drawSettlement(paper, root, sheet, wording)
  drawPayment(paper, root, sheet, wording)
  drawTexts(paper, root, labels.headings.notes, noteTexts(invoice))
  const attached = invoice.supportingDocuments.map((each) => attachmentText(each, sheet, wording))
  drawTexts(paper, root, labels.headings.attachments, attached)
  drawFurther(paper, root, sheet, wording)
  paper.end(root)
}

/** What must be read before the invoice, in a box. */
function drawStatements(paper: Paper, root: Element, sheet: Sheet): void {
  const isWarning = sheet.environment === 'test' || hasFailed(sheet)
  const style = isWarning ? STYLES.alert : STYLES.name
  const blocks = statementsOf(sheet).map((text) => ({ ...paragraph(text, WIDTH - 20, style), gap: 0 }))
  if (blocks.length === 0) return
  const height = heightOf(blocks) + 12
  paper.shade(PAGE.left, PAGE.right, height, isWarning)
  const bottom = paper.y + height
  paper.y += 6
  paper.blocks(root, blocks, PAGE.left + 10)
  paper.y = bottom + SPACE
}

function drawHead(paper: Paper, root: Element, sheet: Sheet, wording: Wording): void {
  const { invoice } = sheet
  const titleWidth = WIDTH - HALF - SPACE
  const title: readonly Block[] = [
    {
      tag: 'H1',
      lines: textLines(titleOnPage(sheet), STYLES.title, titleWidth),
      gap: 4,
    },
    paragraph(invoice.number, titleWidth, STYLES.name),
  ]
  paper.columns(root, [
    { left: PAGE.left, blocks: title },
    { left: SECOND, blocks: factBlocks(headFacts(sheet, wording), HALF, 92) },
  ])
  paper.y += SPACE / 2
  paper.accentRule()
  paper.y += SPACE / 2
}

function drawParties(paper: Paper, root: Element, invoice: Invoice, wording: Wording): void {
  const { headings } = wording.labels
  const { seller, buyer, payee, taxRepresentative, delivery, frenchParties = {} } = invoice
  const titles = FURTHER_PARTIES[wording.language]
  const party = (title: string, each: Parameters<typeof partyBlocks>[1]) => partyBlocks(title, each, wording, HALF)
  const others = [
    ...(payee === undefined
      ? []
      : [party(headings.payee, { ...payee, identifiers: payee.identifier ? [payee.identifier] : [] })]),
    ...(taxRepresentative === undefined ? [] : [party(headings.taxRepresentative, taxRepresentative)]),
    ...PARTY_ORDER.flatMap((kind) => {
      const each = frenchParties[kind]
      return each === undefined ? [] : [party(titles[kind], each)]
    }),
    ...(delivery === undefined ? [] : [deliveryBlocks(delivery, wording)]),
  ].filter((blocks) => blocks.length > 0)
  const all = [party(headings.seller, seller), party(headings.buyer, buyer), ...others]
  for (let first = 0; first < all.length; first += 2) {
    if (first > 0) paper.y += SPACE / 2
    paper.columns(root, [
      { left: PAGE.left, blocks: all[first] ?? [] },
      { left: SECOND, blocks: all[first + 1] ?? [] },
    ])
  }
}

/** The delivery place; the date is at the top of the page. */
function deliveryBlocks(
  { partyName, location, address }: NonNullable<Invoice['delivery']>,
  wording: Wording,
): readonly Block[] {
  if (partyName === undefined && location === undefined && address === undefined) return []
  const { headings, terms } = wording.labels
  const place = identifierOf(location)
  return [
    { tag: 'H2', lines: textLines(headings.delivery, STYLES.column, HALF), gap: 3 },
    paragraph(partyName ?? '', HALF, STYLES.strong),
    ...addressBlocks(address, wording, HALF),
    ...factBlocks(place === undefined ? [] : [{ label: terms.identifier, value: place }], HALF, 92),
  ]
}

/** Labels and values in two columns, the first column before the second. */
function drawFacts(paper: Paper, root: Element, facts: readonly Fact[]): void {
  if (facts.length === 0) return
  const half = Math.ceil(facts.length / 2)
  const [first, second] = [factBlocks(facts.slice(0, half), HALF, 92), factBlocks(facts.slice(half), HALF, 92)]
  paper.y += SPACE / 2
  paper.keep(SPACE / 2 + heightOf(first))
  paper.rule()
  paper.y += SPACE / 2
  paper.columns(root, [
    { left: PAGE.left, blocks: first },
    { left: SECOND, blocks: second },
  ])
}

function drawPayment(paper: Paper, root: Element, sheet: Sheet, wording: Wording): void {
  const { labels } = wording
  const facts = paymentFacts(sheet, wording)
  const transfer = hasFailed(sheet) ? null : creditTransferCode(sheet.invoice)
  const width = transfer === null ? WIDTH : WIDTH - 150
  const blocks = factBlocks(facts, width, 120)
  if (blocks.length === 0) return
  drawCoded(paper, root, [heading(labels.headings.payment, width), ...blocks], transfer, labels.scanToPay)
}

/** The country's own information, with codes that have no room beside the totals. */
function drawFurther(paper: Paper, root: Element, sheet: Sheet, wording: Wording): void {
  const { further } = sheet
  const verification = codesBesideTotals(sheet) === null ? sheet.verification : []
  const [first, ...others] = verification
  const width = first === undefined ? WIDTH : WIDTH - 150
  const own = factBlocks([...prepaymentFacts(sheet, wording), ...further], width, 120)
  const blocks = own.length === 0 ? [] : [heading(wording.labels.headings.further, width), ...own]
  drawCoded(paper, root, blocks, first?.url ?? null, first?.caption ?? '')
  for (const { url, caption } of others) drawCoded(paper, root, [], url, caption)
}

/** Blocks with a QR code at the right and its caption below. */
function drawCoded(paper: Paper, root: Element, blocks: readonly Block[], text: string | null, caption: string): void {
  if (text === null && blocks.length === 0) return
  paper.y += SPACE
  if (text === null) {
    paper.keep(Math.min(heightOf(blocks), 80))
    paper.blocks(root, blocks, PAGE.left)
    return
  }
  const code = qrCodeOf(text)
  const side = sideOf(code)
  const below = textLines(caption, STYLES.small, CAPTION, { x: side - quietZone - CAPTION, align: 'right' })
  const height = side + below.length * leading(STYLES.small)
  paper.keep(Math.max(height, Math.min(heightOf(blocks), PAGE.bottom - PAGE.top)))
  const [page, top] = [paper.page, paper.y]
  const left = PAGE.right - side
  paper.qrCode(root, code, left, caption)
  paper.blocks(root, [{ tag: 'P', lines: below, gap: 0 }], left)
  const bottom = paper.y
  paper.y = top
  paper.blocks(root, blocks, PAGE.left)
  if (paper.page === page) paper.y = Math.max(paper.y, bottom)
}

/** Paragraphs under a heading; without paragraphs, nothing. */
function drawTexts(paper: Paper, root: Element, title: string, texts: readonly string[]): void {
  const blocks = texts.map((text) => ({ ...paragraph(text, WIDTH), gap: 4 })).filter(({ lines }) => lines.length > 0)
  if (blocks.length === 0) return
  paper.y += SPACE
  paper.blocks(root, [heading(title, WIDTH), ...blocks], PAGE.left)
}

/** The subject of a note with the kind of a French process, such as `B2B`. */
const PROCESS = 'BAR'

function noteTexts({ notes }: Invoice): readonly string[] {
  return (
    notes
      .map((note) => (note.subjectCode === undefined ? noteIn(note.text) : note))
      // The code of a process is of no use for people.
      .filter(({ subjectCode }) => subjectCode !== PROCESS)
      .map(({ text }) => text)
  )
}

function attachmentText(
  { reference, description, location, attachment }: SupportingDocument,
  { attachmentSizes }: Sheet,
  { write }: Wording,
): string {
  const filename = attachment?.filename === reference ? undefined : attachment?.filename
  const size = attachmentSizes.get(attachment?.filename ?? '')
  const parts = [
    reference,
    description,
    filename,
    attachment?.mimeType,
    size === undefined ? undefined : write.size(size),
    location,
  ] as const
  return joined(' · ', ...parts) ?? ''
}
