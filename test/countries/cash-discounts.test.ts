import t from 'tap'
import type { Invoicing } from '../../src/countries/country.js'
import { countryOf } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import type { RequestCashDiscount } from '../../src/domain/request/payment.js'
import { LANGUAGES } from '../../src/domain/language.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import { discountInWords, partInWords } from '../../src/einvoice/payment/payment-words.js'
import { parseInvoice } from '../../src/einvoice/syntax/invoice-document.js'
import { inSentences, writerOf } from '../../src/documents/rendering/amounts.js'
import { renderPdf } from '../../src/documents/rendering/pdf.js'
import { sheet } from '../documents/rendering/sheet.js'
import { readPdf, squeezed, textOf } from '../support/pdf.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function invoicingOf(country: CountryCode): Invoicing {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error(`${country} has no format`)
  return invoicing
}

/** The sample of a country, with other discounts. */
function discounted(country: CountryCode, cashDiscounts: readonly RequestCashDiscount[], more: object = {}) {
  const sample = acceptedSamples(country, TODAY).find(({ name }) => name === '30-cash-discounts')
  if (sample === undefined) throw new Error(`${country} has no sample with cash discounts`)
  return { ...sample.invoice, ...more, cashDiscounts } satisfies InvoiceRequest
}

function findingsOf(invoice: InvoiceRequest) {
  const { findings } = invoicingOf(invoice.country).validate(invoice, { today: TODAY })
  return findings.filter(({ rule }) => rule.includes('CASH-DISCOUNT')).map(({ rule, path }) => `${rule} ${path}`)
}

function readBack(invoice: InvoiceRequest): InvoiceRequest {
  const { xml } = invoicingOf(invoice.country).convert(invoice, [])
  return invoicingOf(invoice.country).read(parseInvoice(Buffer.from(xml))).request
}

t.test('a discount has one end, a base within the amount due, and the form of its country', async (t) => {
  const cases: readonly (readonly [CountryCode, RequestCashDiscount, readonly string[]])[] = [
    ['DE', { days: 10, percentage: 2 }, []],
    ['DE', { percentage: 2 }, ['CW-CASH-DISCOUNT cashDiscounts[0]']],
    ['BE', { days: 1, until: '2026-12-01', percentage: 2 }, ['CW-CASH-DISCOUNT cashDiscounts[0]']],
    ['RO', { until: '2026-11-20', percentage: 2 }, ['CW-CASH-DISCOUNT cashDiscounts[0].until']],
    ['FR', { days: 1, percentage: 2, baseAmount: 1e6 }, ['CW-CASH-DISCOUNT-BASE cashDiscounts[0].baseAmount']],
    ['PL', { days: 1, percentage: 2, baseAmount: 1.005 }, ['CW-CASH-DISCOUNT-BASE cashDiscounts[0].baseAmount']],
    ['DE', { days: 10, percentage: 2.125 }, ['CW-DE-CASH-DISCOUNT cashDiscounts[0].percentage']],
    ['BE', { days: 10, percentage: 2.125 }, []],
    ['IT', { until: '2027-12-31', percentage: 2 }, ['CW-CASH-DISCOUNT-LATE cashDiscounts[0]']],
  ]
  for (const [country, discount, expected] of cases) t.same(findingsOf(discounted(country, [discount])), expected)
  t.same(
    findingsOf(
      discounted('IT', [
        { days: 5, percentage: 2 },
        { days: 9, percentage: 1 },
      ]),
    ),
    ['CW-IT-CASH-DISCOUNT cashDiscounts[1]'],
  )
  t.same(findingsOf(discounted('DE', [{ days: 5, percentage: 2 }], { prepaidAmount: 1e6 })), [
    'CW-CASH-DISCOUNT-BASE cashDiscounts[0]',
  ])
})

t.test('a German discount is judged by the format that was asked for', async (t) => {
  const judged = (more: Partial<InvoiceRequest>) =>
    invoicingOf('DE')
      .validate(discounted('DE', [{ days: 10, percentage: 2.125 }], more), { today: TODAY })
      .findings.flatMap(({ rule, message }) => (rule === 'CW-DE-CASH-DISCOUNT' ? [message] : []))
  const message = (format: string) => [`\`cashDiscounts[0].percentage\` is 2.125, but ${format} has two decimals.`]
  t.same(judged({}), message('XRechnung'))
  t.same(judged({ format: 'cii', profile: 'en16931' }), message('ZUGFeRD (profile en16931)'))
  t.same(judged({ format: 'cii', profile: 'extended' }), [])
})

t.test('every country writes discounts in its own form, and reads them back', async (t) => {
  const both = [
    { days: 10, percentage: 2 },
    { until: '2026-12-21', percentage: 1, baseAmount: 100 },
  ]
  const german = discounted('DE', both)
  const terms =
    'Zahlbar innerhalb von 30 Tagen\n#SKONTO#TAGE=10#PROZENT=2.00#\n#SKONTO#TAGE=30#PROZENT=1.00#BASISBETRAG=100.00#\n'
  for (const format of ['ubl', 'cii'] as const) {
    const invoice = { ...german, format }
    t.equal(invoicingOf('DE').model(invoice).paymentTerms, terms, format)
    const { cashDiscounts, paymentMeans } = readBack(invoice)
    t.same(cashDiscounts, [both[0], { days: 30, percentage: 1, baseAmount: 100 }], format)
    t.equal(paymentMeans?.paymentTerms, 'Zahlbar innerhalb von 30 Tagen', format)
  }
  for (const country of ['BE', 'RO', 'FR'] as const) {
    const invoice = discounted(country, both)
    const { cashDiscounts, paymentMeans } = readBack(invoice)
    t.same(cashDiscounts, [{ until: '2026-12-01', percentage: 2 }, both[1]], country)
    t.equal(paymentMeans?.paymentTerms, undefined, country)
  }
  t.same(readBack(discounted('PL', both)).cashDiscounts, both)
  const [first] = readBack(discounted('IT', both.slice(0, 1))).cashDiscounts ?? []
  t.same(first, { until: '2026-12-01', percentage: 2 })
})

t.test('France says the discount in the note that its law requires', async (t) => {
  const { notes } = invoicingOf('FR').model(discounted('FR', [{ days: 10, percentage: 2 }]))
  t.match(notes.find(({ subjectCode }) => subjectCode === 'AAB')?.text, /^Escompte de 2 % \(.* EUR\) pour paiement/)
})

t.test('discounts and parts of ZUGFeRD EXTENDED are read, and what is not understood is reported', async (t) => {
  const { xml } = invoicingOf('DE').convert({ ...discounted('DE', []), format: 'cii' }, [])
  const terms = /<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/s
  const discount = (content: string) =>
    `<ram:ApplicableTradePaymentDiscountTerms>${content}<ram:CalculationPercent>2</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms>`
  const day = (name: string, date: string) =>
    `<ram:${name}><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:${name}>`
  const read = (...all: readonly string[]) => {
    const groups = all.map((each) => `<ram:SpecifiedTradePaymentTerms>${each}</ram:SpecifiedTradePaymentTerms>`)
    return invoicingOf('DE').read(parseInvoice(Buffer.from(xml.replace(terms, groups.join('')))))
  }
  const period = (unit: string) => `<ram:BasisPeriodMeasure unitCode="${unit}">10</ram:BasisPeriodMeasure>`
  const inDays = read(
    `<ram:Description>Netto</ram:Description>${discount(period('DAY'))}`,
    `<ram:Description>30 Tage</ram:Description>`,
  )
  t.same(inDays.request.cashDiscounts, [{ days: 10, percentage: 2 }])
  t.equal(inDays.request.paymentMeans?.paymentTerms, 'Netto\n30 Tage')
  t.same(inDays.unread, [])
  const base = '<ram:BasisAmount>100.00</ram:BasisAmount>'
  const later = read(discount(day('BasisDateTime', '20261201') + period('DAY') + base))
  t.same(later.request.cashDiscounts, [{ until: '2026-12-11', percentage: 2, baseAmount: 100 }])
  const byDay = read(day('DueDateDateTime', '20261205') + discount(''))
  t.same(byDay.request.cashDiscounts, [{ until: '2026-12-05', percentage: 2 }])
  const inMonths = read(discount(period('MON')))
  t.equal(inMonths.request.cashDiscounts, undefined)
  t.not(inMonths.unread.length, 0)
  const part = (date: string, amount: string) =>
    `${day('DueDateDateTime', date)}<ram:PartialPaymentAmount>${amount}</ram:PartialPaymentAmount>`
  const parts = read(part('20261210', '1000.00'), part('20270110', '2030.38'))
  t.same(parts.request.paymentSchedule, [
    { dueDate: '2026-12-10', amount: 1000 },
    { dueDate: '2027-01-10', amount: 2030.38 },
  ])
  t.equal(parts.request.dueDate, '2027-01-10')
})

t.test('the discount of a German invoice is said in words in every language', async (t) => {
  const invoice = { currency: 'EUR', totals: { due: Decimal.of('1190') } } as Parameters<typeof discountInWords>[1]
  const discount = { until: '2026-12-10', percentage: Decimal.of(2) }
  const words = LANGUAGES.map((language) => discountInWords(discount, invoice, language))
  t.same(words, [
    '2% cash discount (23.80 EUR) for payment by 10 Dec 2026',
    'Scont 2 % (23,80 EUR) la plata până la 10.12.2026',
    'Sconto del 2 % (23,80 EUR) per pagamento entro il 10/12/2026',
    'Escompte de 2 % (23,80 EUR) pour paiement au plus tard le 10/12/2026',
    '2 % korting (23,80 EUR) bij betaling uiterlijk op 10-12-2026',
    '2 % Skonto (23,80 EUR) bei Zahlung bis 10.12.2026',
    'Skonto 2 % (23,80 EUR) przy zapłacie do 10.12.2026',
  ])
})

t.test('the PDF says discounts and parts in its language, not in the form of the document', async (t) => {
  const invoice = invoicingOf('DE').model({
    ...discounted('DE', [{ days: 10, percentage: 2 }]),
    paymentSchedule: [
      { dueDate: '2026-12-10', percentage: 40 },
      { dueDate: '2026-12-21', percentage: 60 },
    ],
  })
  for (const language of LANGUAGES) {
    const page = squeezed(textOf(readPdf(await renderPdf(sheet({ language }, invoice)))))
    const [discount] = invoice.paymentPlan?.discounts ?? []
    const write = inSentences(writerOf(language))
    const parts = invoice.paymentPlan?.parts ?? []
    const words = [
      ...(discount === undefined ? [] : [discountInWords(discount, invoice, language, write)]),
      ...parts.map((part, index) => partInWords(part, index, invoice.currency, language, write)),
    ]
    t.equal(words.length, 3)
    for (const sentence of words) t.ok(page.includes(squeezed(sentence)), `${language}: ${sentence}`)
    t.notOk(page.includes('SKONTO#'), language)
  }
})
