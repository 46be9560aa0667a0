import fc from 'fast-check'
import t from 'tap'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { LANGUAGES } from '../../../src/domain/language.js'
import { writerOf } from '../../../src/documents/rendering/amounts.js'
import { typefaceOf } from '../../../src/documents/rendering/fonts.js'
import { LABELS } from '../../../src/documents/rendering/labels/by-language.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { printable, takeMissing } from '../../../src/documents/rendering/printable.js'
import { wrap } from '../../../src/documents/rendering/wrap.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const FACE = typefaceOf('regular')

t.test('the letters of all living scripts are shown, and what no font has is seen to lack', async (t) => {
  const letters = 'ăâîșțȘȚąćęłńóśźżàèùßœçñ ΑΩαω ЖжЪъ €“„–… 12,5'
  t.equal(printable(letters, FACE), letters)
  t.equal(printable('a\u0000b\u0007c', FACE), 'a\uFFFDb\uFFFDc')
  t.equal(printable('\ud83d \ude00', FACE), '\uFFFD \uFFFD')
  const others = '日本語 かなカナ 中文（發票）、 한국어 😀 שלום فاتورة ใบแจ้งหนี้ बीजक'
  t.equal(printable(others, FACE), others)
  t.equal(printable('می\u200cخواهم a\u200cb', FACE), 'می\u200cخواهم ab', 'joiners stay where they shape letters')
  takeMissing()
  t.equal(printable('ᚠ 𓀀 \u0007', FACE), '\uFFFD \uFFFD \uFFFD')
  t.strictSame(takeMissing(), ['ᚠ', '𓀀'], 'a control character is no letter')
  t.strictSame(takeMissing(), [])
  t.equal(printable('s\u0327 soft\u00adly \u202Eright\u202C', FACE), 'ş softly right')
  t.equal(printable('a\tb\r\nc\rd', FACE), 'a b\nc\nd')
})

t.test('lines are no wider than asked for, and no character is lost', async (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'W', 'i', ' ', '\n', '.', '-', 'ș', '😀', '\0'), maxLength: 300 }),
      fc.integer({ min: 12, max: 300 }),
      (text, width) => {
        const lines = wrap(text, FACE, 9, width)
        t.equal(squeezed(lines.join('')), squeezed(printable(text, FACE)))
        const tooWide = lines.filter((line) => FACE.widthOf(line, 9) > width && [...line].length > 1)
        t.strictSame(tooWide, [])
      },
    ),
  )
  t.strictSame(wrap('office@a-very-long-name.example', FACE, 9, 80), ['office@a-very-', 'long-name.', 'example'])
})

t.test('amounts are written as the language does, from their decimals', async (t) => {
  const amount = Decimal.of('-1234567.5')
  const spaced = (text: string): string => text.replaceAll(/\s/g, ' ')
  t.equal(writerOf('de').money(amount, 'EUR'), '-1.234.567,50\u00a0€')
  t.equal(writerOf('en').money(amount, 'EUR'), '-€1,234,567.50')
  t.equal(spaced(writerOf('fr').money(amount, 'EUR')), '-1 234 567,50 €')
  t.equal(spaced(writerOf('pl').money(amount, 'PLN')), '-1 234 567,50 zł')
  t.equal(spaced(writerOf('ro').money(amount, 'RON')), '-1.234.567,50 RON')
  t.equal(writerOf('en').amount(Decimal.of('12345678901234567.891'), 'EUR'), '12,345,678,901,234,567.891')
  t.equal(writerOf('en').money(Decimal.of('5'), 'nonsense'), '5.00\u00a0nonsense')
  t.equal(writerOf('de').date('2026-03-31'), '31.03.2026')
  t.equal(writerOf('de').date('2026-99-99'), '2026-99-99')
})

t.test('hostile and endless texts stop nothing, and are there to their end', async (t) => {
  const word = 'x'.repeat(1_000)
  const hostile = ['\0', '\ud83d', '\ude00', '\uFFFE', 'שלום', '\u202E', ')(\\', '<</Type', '😀', '\u0301\u0301'].join(
    ' ',
  )
  const note = `${Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')}\n\n\nend`
  const full = fullInvoice('invoice')
  const [line] = full.lines
  if (line === undefined) throw new Error('no line')
  const changes: Partial<Invoice> = {
    number: word,
    notes: [{ text: note }, { text: hostile }],
    seller: { ...full.seller, name: `${word} ${hostile}` },
    buyer: { ...full.buyer, name: Array.from({ length: 900 }, () => 'Name').join(' ') },
    lines: [
      { ...line, unitCode: word, item: { ...line.item, name: word, description: note } },
      { ...line, id: word, quantity: Decimal.of(`-${'9'.repeat(60)}.5`), netAmount: undefined },
    ],
  }
  const pdf = readPdf(await renderPdf(sheet({}, changes)))
  const text = textOf(pdf)
  t.ok(text.includes('word1499end'))
  t.ok(text.split(word).length > 4, 'no part of the long word is lost')
})

t.test('an invoice of nothing has a page too', async (t) => {
  const nothing: Invoice = {
    kind: 'invoice',
    number: '',
    issueDate: '',
    typeCode: '',
    currency: '',
    specification: '',
    notes: [],
    precedingInvoices: [],
    allowances: [],
    charges: [],
    lines: [],
    supportingDocuments: [],
    vatBreakdown: [],
    seller: { name: '', identifiers: [] },
    buyer: { name: '', identifiers: [] },
    totals: { lineNet: undefined, withoutVat: undefined, withVat: undefined, due: undefined },
  }
  const { pages } = readPdf(await renderPdf(sheet({ status: null, governmentNumber: null }, nothing)))
  t.ok(pages.length >= 1)
})

t.test('the page says each advance with its VAT, in every language', async (t) => {
  const prepayments = [
    {
      number: 'AR-7',
      issueDate: '2026-02-28',
      amount: 1190,
      paidAt: '2026-03-10',
      vat: [{ vatRate: 19, taxableAmount: 1000, taxAmount: 190 }],
    },
  ]
  for (const language of LANGUAGES) {
    const labels = LABELS[language]
    const write = writerOf(language)
    const money = (amount: number): string => write.money(Decimal.of(amount), fullInvoice('invoice').currency)
    const text = textOf(readPdf(await renderPdf(sheet({ language, prepayments }))))
    for (const said of [
      labels.terms.prepayment,
      `AR-7, ${write.date('2026-02-28')}: ${money(1190)}`,
      `${labels.totals.vat} ${write.percent(Decimal.of(19))} ${labels.of} ${money(1000)}: ${money(190)}`,
      `${labels.totals.paid}: ${write.date('2026-03-10')}`,
    ])
      t.ok(text.includes(squeezed(said)), `${language}: ${said}`)
  }
})
