import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../../src/countries/registry.js'
import { LANGUAGES } from '../../../src/domain/language.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { writerOf } from '../../../src/documents/rendering/amounts.js'
import { LABELS } from '../../../src/documents/rendering/labels/by-language.js'
import { titleOf } from '../../../src/documents/rendering/labels/titles.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { NEVER_SHOWN, NEVER_SHOWN_OF_CREDIT } from './never-shown.js'
import { sheet } from './sheet.js'

/** Codes that the page works with. */
const CODES = new Set([...Object.keys(NEVER_SHOWN), 'currency'])

/** The invoice with a mark at each of its texts, so that none stands for another. */
function marked<T>(value: T, name = '', next = { mark: 0 }): T {
  if (value instanceof Uint8Array || value instanceof Decimal) return value
  if (Array.isArray(value)) return value.map((each) => marked<unknown>(each, name, next)) as T
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner, key, next)])) as T
  }
  if (typeof value !== 'string' || CODES.has(name) || /^\d{4}-\d\d-\d\d$/.test(value)) return value
  return `${value}~${next.mark++}~` as T
}

/** Every term that is set, as it must be found on the page. */
function* terms(
  value: unknown,
  except: ReadonlySet<string>,
  path = '',
  language: 'en' | 'de' = 'en',
): Generator<readonly [string, string]> {
  const write = writerOf(language)
  if (value instanceof Uint8Array || value === undefined) return
  if (value instanceof Decimal) yield [path, write.number(value.abs())]
  else if (typeof value === 'string') yield [path, write.date(value)]
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!except.has(name)) yield* terms(inner, except, `${path}.${name}`, language)
    }
  }
}

t.test('every term that is set stands on the page, in each language its own way', async (t) => {
  for (const kind of ['invoice', 'creditNote'] as const) {
    const ofCredit = kind === 'creditNote' ? NEVER_SHOWN_OF_CREDIT : {}
    const except = new Set([...Object.keys(NEVER_SHOWN), ...Object.keys(ofCredit)])
    for (const language of ['en', 'de'] as const) {
      const invoice = marked(fullInvoice(kind))
      const text = textOf(readPdf(await renderPdf(sheet({ language }, invoice))))
      for (const [path, term] of terms(invoice, except, '', language))
        t.ok(text.includes(squeezed(term)), `${path}: ${term}`)
    }
  }
})

t.test('what it is, how far it is and who decided is said in the language asked for', async (t) => {
  for (const language of LANGUAGES) {
    const labels = LABELS[language]
    const pages = readPdf(await renderPdf(sheet({ language, further: [{ label: 'Ritenuta', value: '12,00' }] })))
    const text = textOf(pages)
    for (const said of [
      ...[
        titleOf(fullInvoice('invoice'), language),
        labels.statuses.accepted,
        labels.headings.seller,
        labels.totals.due,
      ],
      ...['kg', labels.page(1, pages.pages.length), '5014-7', 'Ritenuta', '12,00'],
    ]) {
      t.ok(text.includes(squeezed(said)), `${language}: ${said}`)
    }
    t.ok(pages.objects.some((object) => object.includes(`/Lang (${language})`)))
  }
})

t.test('prices with VAT stand on the page as the customer was shown them, and words say so', async (t) => {
  for (const country of COUNTRY_CODES) {
    const { invoicing, language } = countryOf(country)
    const sample = acceptedSamples(country, '2026-11-21').find(({ invoice }) => invoice.pricesIncludeVat === true)
    if (invoicing === null || sample === undefined) throw new Error(`no sample of ${country}`)
    const { write, labels } = { write: writerOf(language), labels: LABELS[language] }
    const model = invoicing.model(sample.invoice)
    const text = textOf(readPdf(await renderPdf(sheet({ language }, model))))
    for (const said of [labels.pricesIncludeVat, labels.columns.gross, write.money(...total(model))])
      t.ok(text.includes(squeezed(said)), `${country}: ${said}`)
    for (const { unitPrice } of sample.invoice.lines)
      t.ok(text.includes(squeezed(write.amount(Decimal.of(unitPrice), model.currency))), `${country}: ${unitPrice}`)
    for (const { price } of model.lines)
      if (price.net !== undefined && !price.net.fits(2))
        t.notOk(text.includes(squeezed(write.amount(price.net, model.currency))), `${country}: a price without VAT`)
    for (const label of [labels.totals.lineNet, labels.columns.net, labels.terms.netPrice])
      t.notOk(label !== labels.terms.priceAfterDiscount && text.includes(squeezed(label)), `${country}: ${label}`)
  }
})

function total({ totals, currency }: Invoice): readonly [Decimal, string] {
  return [totals.withVat ?? Decimal.zero, currency]
}

t.test('the same invoice gives the same bytes, whenever they are made', async (t) => {
  const first = await renderPdf(sheet())
  t.ok(Buffer.from(first).equals(await renderPdf(sheet())))
  t.notOk(Buffer.from(first).equals(await renderPdf(sheet({ status: 'submitted' }))), 'the status is shown')
})

t.test('the XML inside is the same XML, and its part is named', async (t) => {
  const bytes = Buffer.from('<Invoice>ș</Invoice>')
  const file = { name: 'invoice.xml', mediaType: 'text/xml', bytes, relationship: 'Source' } as const
  const { files } = readPdf(await renderPdf(sheet({ file })))
  t.strictSame(files, [{ name: 'invoice.xml', relationship: 'Source', bytes }])
  t.strictSame(readPdf(await renderPdf(sheet())).files, [])
})

t.test('it is a PDF/A: fonts and colours inside, nothing transparent, metadata in XML', async (t) => {
  const invoice = { number: 'R&D <1>', seller: { ...fullInvoice('invoice').seller, name: 'Müller & Söhne' } }
  const bytes = await renderPdf(sheet({}, invoice))
  t.equal(Buffer.from(bytes).toString('latin1', 0, 8), '%PDF-1.7')
  const { objects, metadata } = readPdf(bytes)
  const all = objects.join('\n')
  const fonts = objects.filter((object) => object.includes('/Type /FontDescriptor'))
  t.ok(fonts.length > 0 && fonts.every((font) => font.includes('/FontFile2')), 'fonts are embedded')
  t.match(all, /\/Type \/OutputIntent[^]*\/DestOutputProfile/)
  t.match(all, /\/MarkInfo/)
  t.match(all, /\/DisplayDocTitle true/)
  t.notMatch(all, /\/SMask|\/ca |\/CA |\/JavaScript|\/Encrypt/)
  const xml = parseXml(Buffer.from(metadata))
  t.notOk('problem' in xml, 'the metadata is well-formed')
  t.match(metadata, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
  t.match(metadata, '<pdfuaid:part>1</pdfuaid:part>')
  t.match(metadata, '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>')
  t.equal(metadata.split('<pdfaExtension:schemas>').length, 2, 'one list describes all foreign schemas')
  t.match(metadata, 'Invoice R&amp;D &lt;1&gt;')
  t.match(metadata, 'Müller &amp; Söhne')
})

t.test('tables have headings, figures a text, and every page its number', async (t) => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    ...fullInvoice('invoice').lines[0],
    id: String(index + 1),
  }))
  const { objects, pages } = readPdf(
    await renderPdf(sheet({}, { lines: lines as ReturnType<typeof fullInvoice>['lines'] })),
  )
  const count = (tag: string): number => objects.filter((object) => new RegExp(`/S /${tag}\\b`).test(object)).length
  t.equal(count('H1'), 1)
  t.ok(count('TH') >= 6 && count('TR') > 60 && count('H2') > 3)
  t.ok(pages.length > 5)
  pages.forEach((page, index) => {
    t.ok(page.includes(`Page ${index + 1} of ${pages.length}`))
  })
  const again = pages.slice(1, 5).every((page) => page.includes('Description') && page.includes('Quantity'))
  t.ok(again, 'the headings of the table stand on each of its pages')
})
