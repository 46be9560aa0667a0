import t from 'tap'
import { drawnLine } from '../../../src/documents/rendering/direction.js'
import { typefaceOf } from '../../../src/documents/rendering/fonts.js'
import { renderPages } from '../../../src/documents/rendering/pdf.js'
import { wrap } from '../../../src/documents/rendering/wrap.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const FACE = typefaceOf('regular')

const TEXTS = [
  '日本語の請求書、かなカナ（税込）',
  '中文發票 2026年11月',
  '한국어 청구서 12개',
  'فاتورة ضريبية رقم 12 (نسخة) ٠١٢٣',
  'Bestellung 12 فاتورة ضريبية Rest',
  'חשבונית מס 305 (העתק)',
  'می\u200cخواهم',
  'ใบแจ้งหนี้ค่าบริการ',
  'बीजक क्षत्रिय संख्या १२',
  '😀🧾✅ done',
]

t.test('the text of the PDF is that of the invoice, in every script', async (t) => {
  const { lines: given, ...invoice } = fullInvoice('invoice')
  const lines = TEXTS.flatMap((name) => given.slice(0, 1).map((line) => ({ ...line, item: { ...line.item, name } })))
  const { pdf, missing } = await renderPages(sheet({}, { ...invoice, lines }))
  t.strictSame(missing, [])
  const text = textOf(readPdf(pdf))
  for (const each of TEXTS) t.ok(text.includes(squeezed(each)), each)
})

t.test('a line is drawn from left to right as it is read in its direction', async (t) => {
  const drawn = (text: string): readonly string[] => drawnLine(text, FACE).parts.map((part) => part.text)
  t.strictSame(drawn('plain 12'), ['plain 12'])
  t.equal(drawnLine('日本 12', FACE).actual, undefined, 'each letter stands for itself')
  t.strictSame(drawn('a אב גד b'), ['a ', 'גד', ' ', 'אב', ' b'])
  t.strictSame(drawn('אב (12)'), ['(', '12', ') ', 'אב'])
  t.strictSame(drawn('رقم ١٢'), ['٢١', ' ', 'رقم'], 'its font turns figures, too')
  t.equal(drawnLine('a אב גד b', FACE).actual, 'a אב גד b')
})

t.test('lines without spaces are broken between letters, and not before their punctuation', async (t) => {
  for (const text of ['請求書、'.repeat(30), 'ใบแจ้งหนี้ค่าบริการ'.repeat(8), 'क्षत्रिय'.repeat(20), '(（'.repeat(200)]) {
    const lines = wrap(text, FACE, 9, 60)
    t.equal(lines.join(''), text)
    t.ok(lines.length > 3)
    t.strictSame(
      lines.filter((line) => FACE.widthOf(line, 9) > 60 || /^[、\p{M}]/u.test(line)),
      [],
    )
  }
})
