import t from 'tap'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { InvoiceLine } from '../../../src/einvoice/model/lines.js'
import { writerOf } from '../../../src/documents/rendering/amounts.js'
import { LABELS } from '../../../src/documents/rendering/labels/by-language.js'
import { lineColumns } from '../../../src/documents/rendering/line-columns.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { WIDTH } from '../../../src/documents/rendering/style.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const d = (value: string): Decimal => Decimal.of(value)

function plain(id: number, changes: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    id: String(id),
    quantity: d('1'),
    unitCode: 'C62',
    netAmount: d('10'),
    price: { net: d('10') },
    vatCategory: 'S',
    vatRate: d('21'),
    allowances: [],
    charges: [],
    item: { name: `Item ${id}`, classifications: [], attributes: [] },
    ...changes,
  }
}

t.test('a long invoice carries its sum from page to page', async (t) => {
  const lines = Array.from({ length: 90 }, (_, index) => plain(index + 1))
  const { pages } = readPdf(await renderPdf(sheet({ language: 'de' }, { lines })))
  let shown = 0
  for (const [index, page] of pages.entries()) {
    const before = page.indexOf('Übertrag')
    if (shown > 0 && shown < lines.length) t.equal(page[before + 1], writerOf('de').money(d(String(shown * 10)), 'EUR'))
    shown += page.filter((text) => text.startsWith('Item ')).length
    const isLast = shown === lines.length
    const carried = page.filter((text) => text === 'Übertrag').length
    if (shown > 0 && !isLast)
      t.equal(page[page.lastIndexOf('Übertrag') + 1], writerOf('de').money(d(String(shown * 10)), 'EUR'))
    if (isLast) t.ok(carried <= 1, `page ${index + 1}`)
  }
  t.equal(shown, lines.length)
  const short = readPdf(await renderPdf(sheet({ language: 'de' }, { lines: [plain(1)] })))
  t.notOk(short.pages.flat().includes('Übertrag'))
})

t.test('descriptions have the width that the figures leave', (t) => {
  const wording = { labels: LABELS.de, language: 'de', write: writerOf('de') } as const
  const widthOf = (lines: readonly InvoiceLine[]) =>
    lineColumns({ ...fullInvoice('invoice'), lines }, wording)[0]?.width ?? 0
  t.ok(widthOf([plain(1)]) > 280)
  const wide = plain(1, { quantity: d('123456789.123'), unitCode: 'E48', netAmount: d('123456789012.34') })
  const narrow = widthOf([wide])
  t.ok(narrow >= 170 && narrow < widthOf([plain(1)]))
  for (const { x, width } of lineColumns({ ...fullInvoice('invoice'), lines: [wide] }, wording))
    t.ok(x >= 0 && x + width <= WIDTH + 0.01)
  t.end()
})

t.test('no page is empty, wherever the last one ends', async (t) => {
  for (let count = 1; count <= 40; count++) {
    const changes = { lines: Array.from({ length: count }, (_, index) => plain(index + 1)), supportingDocuments: [] }
    const { pages } = readPdf(await renderPdf(sheet({}, changes)))
    const first = new Set(pages[0])
    const isOwn = (text: string): boolean => !first.has(text) && !text.startsWith('Page ')
    t.ok(
      pages.slice(1).every((page) => page.some(isOwn)),
      `${count} lines`,
    )
  }
})

t.test('a high row continues on the next page, and no heading stands alone', async (t) => {
  const description = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ')
  const high = plain(1, { item: { ...plain(1).item, description } })
  const { pages } = readPdf(await renderPdf(sheet({ environment: 'test' }, { lines: [high, high] })))
  const pageWith = (word: string): number =>
    pages.findIndex((page) => page.some((text) => text.split(' ').includes(word)))
  t.ok(pageWith('word0') < pageWith('word499'), 'it begins where the table does')
  t.ok((pages[pageWith('word0')] ?? []).includes('Description'))
  for (const page of pages) {
    const heading = page.indexOf('Description')
    if (heading >= 0) t.ok(page.slice(heading).some((text) => /word|Item/.test(text)))
  }
})

t.test('every page has the footer of a letter, without a bank where nothing is to be paid', async (t) => {
  const invoice = fullInvoice('invoice')
  const iban = squeezed('BE71 0961 2345 6769')
  const ends = async (kind: 'invoice' | 'creditNote') => {
    const { pages } = readPdf(await renderPdf(sheet({}, fullInvoice(kind))))
    return pages.map((page) => squeezed(page.slice(0, 14).join('|')))
  }
  for (const page of await ends('invoice'))
    t.ok(page.includes(squeezed(invoice.seller.name)) && page.includes('BE0403170701') && page.includes(iban))
  for (const page of await ends('creditNote')) t.ok(page.includes('BE0403170701') && !page.includes(iban))
})
