import t from 'tap'
import { LANGUAGES } from '../../../src/domain/language.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { Address } from '../../../src/einvoice/model/parties.js'
import { addressLines } from '../../../src/documents/rendering/address-lines.js'
import { writerOf } from '../../../src/documents/rendering/amounts.js'
import { LABELS } from '../../../src/documents/rendering/labels/by-language.js'
import { exemptionInWords, taxPointInWords } from '../../../src/documents/rendering/labels/tax-words.js'
import { numbersOf } from '../../../src/documents/rendering/party-numbers.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import type { Sheet } from '../../../src/documents/rendering/sheet.js'
import { byRate } from '../../../src/documents/rendering/vat-cells.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const d = (value: string): Decimal => Decimal.of(value)
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ')

async function page(changes: Partial<Omit<Sheet, 'invoice'>>, invoice: Partial<Invoice>) {
  const text = textOf(readPdf(await renderPdf(sheet(changes, invoice))))
  return (words: string): boolean => text.includes(squeezed(words))
}

t.test('a rate is said by its number, and rates are in their order', async (t) => {
  const vatBreakdown = ['0', '7', '19'].map((rate) => ({
    taxable: d('1'),
    tax: d('0'),
    category: rate === '0' ? 'E' : 'S',
    rate: d(rate),
  }))
  t.strictSame(
    byRate([{ taxable: d('1'), tax: d('0'), category: 'O' }, ...vatBreakdown]).map(({ rate }) => rate?.toString()),
    ['19', '7', '0', undefined],
  )
  const says = await page({ language: 'de' }, { vatBreakdown })
  t.ok(says('USt. 19 %') && says('USt. 7 %') && says('Steuerfrei'))
  t.notOk(says('Regelsatz') || says('(S)') || says('(E)'))
  const two = await page(
    { language: 'de' },
    { vatBreakdown: [...vatBreakdown, { taxable: d('1'), tax: d('0'), category: 'O' }] },
  )
  t.ok(two('Steuerfrei (E)') && two('Nicht steuerbar (O)'), 'two of them are distinguished')
})

t.test('an exemption has its text, and a code alone is put into words', async (t) => {
  t.equal(exemptionInWords('VATEX-EU-132-1I', 'de'), 'Steuerfrei nach Art. 132 (1) (i) der Richtlinie 2006/112/EG')
  t.equal(exemptionInWords('VATEX-EU-79-C', 'en'), 'Exempt under article 79 (c) of Directive 2006/112/EC')
  t.equal(exemptionInWords('VATEX-EU-143-1FA', 'fr'), 'Exonération, article 143 (1) (fa) de la directive 2006/112/CE')
  t.equal(exemptionInWords('VATEX-EU-F', 'de'), 'Gebrauchtgegenstände/Sonderregelung')
  t.equal(exemptionInWords('VATEX-FR-FRANCHISE', 'de'), 'TVA non applicable, art. 293 B du CGI')
  t.equal(exemptionInWords('VATEX-FR-CGI261-4', 'fr'), 'Exonération de TVA, art. 261-4 du CGI')
  t.equal(exemptionInWords('VATEX-EU-AE', 'en'), '', 'the category says it')
  t.equal(exemptionInWords('OWN-1', 'en'), 'OWN-1', 'nothing is lost')
  const entry = { taxable: d('1'), tax: d('0'), category: 'E', rate: d('0'), exemptionReasonCode: 'VATEX-EU-132-1I' }
  const says = await page({}, { vatBreakdown: [{ ...entry, exemptionReason: 'Training' }] })
  t.ok(says('Exempt from VATTraining') && !says('VATEX'))
  const italian = await page(
    { language: 'it' },
    { vatBreakdown: [{ ...entry, category: 'Z', exemptionReasonCode: 'N1' }] },
  )
  t.ok(italian('Escluse ex art. 15 DPR 633/72 (N1)') && !italian('Aliquota zero'))
})

t.test('notes have no codes, and processes are not shown', async (t) => {
  const notes = [
    { subjectCode: 'BAR', text: 'B2BINT' },
    { subjectCode: 'PMT', text: 'Indemnité : 40 €' },
    { text: '#ABL#RCS Nantes' },
  ]
  const says = await page({}, { notes, businessProcess: 'M1-process' })
  t.ok(says('Indemnité : 40 €') && says('RCS Nantes'))
  for (const code of ['BAR', 'B2BINT', 'PMT', '#ABL', 'M1-process', 'urn:']) t.notOk(says(code), code)
})

t.test('a number has the name of the country of its party', (t) => {
  const named = (party: Parameters<typeof numbersOf>[0], language: 'pl' | 'it' | 'fr' | 'ro' | 'nl') =>
    numbersOf(party, LABELS[language], language).map(({ label, value }) => `${label} ${value}`)
  t.strictSame(named({ vatIdentifier: 'PL5213891244' }, 'pl'), ['NIP PL5213891244'])
  t.strictSame(named({ vatIdentifier: 'NL123456789B01' }, 'pl'), ['Numer VAT NL123456789B01'])
  t.strictSame(named({ vatIdentifier: 'DE136695976' }, 'it'), ['Numero IVA DE136695976'])
  const of = (value: string, country: string, scheme?: string) => ({
    legalRegistration: { value, scheme },
    address: { country },
  })
  t.strictSame(named(of('812473155', 'FR', '0002'), 'fr'), ['SIREN 812473155'])
  t.strictSame(named(of('0403170701', 'BE', '0208'), 'nl'), ['KBO/BCE 0403170701'])
  t.strictSame(named(of('BNCLRA79D55F205K', 'IT'), 'it'), ['Codice fiscale BNCLRA79D55F205K'])
  t.strictSame(named(of('1960101123456', 'RO'), 'ro'), ['CNP 1960101123456'])
  t.strictSame(named(of('0000000000000', 'RO'), 'ro'), [], 'no number of a person')
  t.end()
})

t.test('an address has its county and its country, as letters do', (t) => {
  const lines = (address: Address) => addressLines(address, writerOf('ro'))
  t.strictSame(
    lines({ line1: 'Str. A 1', postCode: '400114', city: 'Cluj-Napoca', subdivision: 'RO-CJ', country: 'RO' }),
    [...['Str. A 1', '400114 Cluj-Napoca, jud. Cluj', 'România']],
  )
  t.strictSame(lines({ postCode: '020072', city: 'SECTOR2', subdivision: 'RO-B', country: 'RO' }), [
    ...['020072 București, sector 2', 'România'],
  ])
  t.strictSame(lines({ postCode: '52100', city: 'Arezzo', subdivision: 'AR', country: 'IT' }), [
    '52100 Arezzo (AR)',
    'Italia',
  ])
  t.equal(lines({ postCode: '21224', city: 'Baltimore', subdivision: 'MD', country: 'US' })[0], 'Baltimore, MD 21224')
  t.equal(lines({ postCode: '80337', city: 'München', subdivision: 'DE-BY', country: 'DE' })[0], '80337 München, BY')
  t.end()
})

t.test('numbers have one separator, a currency its decimals, a unit its plural, a date its order', (t) => {
  const money = (language: 'it' | 'fr' | 'pl' | 'en', value: string, currency: string): string =>
    spaced(writerOf(language).money(d(value), currency))
  t.strictSame([money('it', '4405.08', 'EUR'), money('it', '14033.15', 'EUR')], ['4.405,08 €', '14.033,15 €'])
  t.equal(money('pl', '2500', 'PLN'), '2 500,00 zł')
  t.strictSame([money('en', '1000', 'JPY'), money('en', '1.5', 'KWD')], ['JP¥1,000', 'KWD 1.500'])
  const unit = (language: 'de' | 'pl' | 'ro', code: string, value: string) => writerOf(language).unit(code, d(value))
  t.strictSame(
    ['1', '2', '5', '1.5', '22'].map((value) => unit('pl', 'MON', value)),
    ['miesiąc', 'miesiące', 'miesięcy', 'miesiąca', 'miesiące'],
  )
  t.strictSame(
    ['1', '3', '20'].map((value) => unit('ro', 'DAY', value)),
    ['zi', 'zile', 'de zile'],
  )
  t.strictSame(
    [unit('de', 'C62', '1'), unit('de', 'C62', '-2'), unit('de', 'XYZ', '2')],
    ['Einheit', 'Einheiten', 'XYZ'],
  )
  t.strictSame(
    LANGUAGES.map((language) => spaced(writerOf(language).date('2026-03-31'))),
    LANGUAGES.map((language) =>
      language === 'en' ? '31 Mar 2026' : ['ro', 'de', 'pl'].includes(language) ? '31.03.2026' : '31/03/2026',
    ),
  )
  t.strictSame([taxPointInWords('3', 'de'), taxPointInWords('432', 'en')], ['Rechnungsdatum', 'payment date'])
  t.end()
})

t.test('no number is broken, however wide', async (t) => {
  const [line] = fullInvoice('invoice').lines
  if (line === undefined) throw new Error('no line')
  const lines = [{ ...line, quantity: d('99999999.999'), unitCode: 'E48', netAmount: d('999999999.99') }]
  const totals = { ...fullInvoice('invoice').totals, due: d('119506172.84') }
  const { pages } = readPdf(await renderPdf(sheet({ language: 'de' }, { lines, totals, currency: 'RON' })))
  const drawn = pages.flat()
  for (const whole of ['119.506.172,84\u00a0RON', '99.999.999,999', '999.999.999,99'])
    t.ok(drawn.includes(whole), whole)
})

t.test('the day of payment is that of each part', async (t) => {
  const parts = (...days: readonly string[]) => ({
    paymentDueDate: days.at(-1),
    paymentPlan: { discounts: [], parts: days.map((dueDate) => ({ dueDate, amount: d('1') })) },
  })
  const three = await page({ language: 'fr' }, parts('2030-01-31', '2030-02-28', '2030-03-31'))
  t.ok(three('Échéance31/01/2030,28/02/2030,31/03/2030'))
  const four = await page({ language: 'fr' }, parts('2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30'))
  t.ok(four('Échéance31/01/2030–30/04/2030'))
})
