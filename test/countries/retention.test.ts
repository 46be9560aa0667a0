import t from 'tap'
import type { Invoicing } from '../../src/countries/country.js'
import { countryOf } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import type { RequestRetention } from '../../src/domain/request/payment.js'
import { LANGUAGES } from '../../src/domain/language.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import { readRetentionWords, retentionInWords } from '../../src/einvoice/payment/payment-words.js'
import { parseInvoice } from '../../src/einvoice/syntax/invoice-document.js'
import { inSentences, writerOf } from '../../src/documents/rendering/amounts.js'
import { renderPdf } from '../../src/documents/rendering/pdf.js'
import { sheet } from '../documents/rendering/sheet.js'
import { readPdf, squeezed, textOf } from '../support/pdf.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'
const COUNTRIES = ['RO', 'BE', 'DE', 'FR', 'IT', 'PL'] as const

function invoicingOf(country: CountryCode): Invoicing {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error(`${country} has no format`)
  return invoicing
}

/** The sample of a country, in one payment, with another retention. */
function retained(country: CountryCode, retention: RequestRetention, more: Partial<InvoiceRequest> = {}) {
  const sample = acceptedSamples(country, TODAY).find(({ name }) => name === '32-retention')
  if (sample === undefined) throw new Error(`${country} has no sample with a retention`)
  const invoice: InvoiceRequest = { ...sample.invoice, ...more, retention }
  Reflect.deleteProperty(invoice, 'paymentSchedule')
  return invoice
}

function findingsOf(invoice: InvoiceRequest) {
  const { findings } = invoicingOf(invoice.country).validate(invoice, { today: TODAY })
  return findings.filter(({ rule }) => /RETENTION|SCHEDULE/.test(rule)).map(({ rule, path }) => `${rule} ${path}`)
}

function written(invoice: InvoiceRequest): string {
  return invoicingOf(invoice.country).convert(invoice, []).xml
}

function readBack(invoice: InvoiceRequest) {
  return invoicingOf(invoice.country).read(parseInvoice(Buffer.from(written(invoice))))
}

const reason = 'x: y'
const half = { dueDate: '2026-12-21', percentage: 50 }

t.test('a retention is a part of the amount due, and ends after the rest', async (t) => {
  const cases: readonly (readonly [RequestRetention, Partial<InvoiceRequest>, readonly string[]])[] = [
    [{ percentage: 5, reason }, {}, []],
    [{ amount: 0.01, until: '2027-12-21', reason }, {}, []],
    [{ reason }, {}, ['CW-RETENTION retention']],
    [{ amount: 1, percentage: 5, reason }, {}, ['CW-RETENTION retention']],
    [{ amount: 1.005, reason }, {}, ['CW-RETENTION retention.amount']],
    [{ amount: 1e6, reason }, {}, ['CW-RETENTION retention.amount']],
    [{ percentage: 100, reason }, {}, ['CW-RETENTION retention.percentage']],
    [{ percentage: 0.00001, reason }, {}, ['CW-RETENTION retention.percentage']],
    [{ percentage: 5, until: '2026-11-20', reason }, {}, ['CW-RETENTION-DATE retention.until']],
    [{ percentage: 5, until: '2026-12-01', reason }, { dueDate: '2026-12-02' }, ['CW-RETENTION-DATE retention.until']],
    [
      { percentage: 5, reason },
      { cashDiscounts: [{ days: 5, percentage: 2 }] },
      ['CW-RETENTION-DISCOUNT cashDiscounts[0]'],
    ],
    [{ percentage: 5, reason }, { cashDiscounts: [{ days: 5, percentage: 2, baseAmount: 100 }] }, []],
  ]
  for (const [retention, more, expected] of cases)
    t.same(findingsOf(retained('DE', retention, more)), expected, JSON.stringify(retention))
})

t.test('the parts of the payment come to the rest', async (t) => {
  for (const country of COUNTRIES) {
    const invoice = retained(country, { percentage: 5, reason })
    const inParts = { ...invoice, paymentMeans: { bankAccount: '1' }, paymentSchedule: [half, half] }
    Reflect.deleteProperty(inParts, 'dueDate')
    t.same(findingsOf(inParts), [], country)
    const { totals, paymentPlan } = invoicingOf(country).model(inParts)
    const kept = paymentPlan?.retention?.amount ?? Decimal.zero
    t.ok(kept.isPositive())
    const parts = (paymentPlan?.parts ?? []).map(({ amount }) => amount)
    t.equal(Decimal.sum([...parts, kept]).toFixed(2), totals.due?.toFixed(2), country)
    t.same(
      findingsOf({ ...inParts, paymentSchedule: [{ dueDate: half.dueDate, amount: Number(totals.due?.toFixed(2)) }] }),
      ['CW-PAYMENT-SCHEDULE paymentSchedule'],
      country,
    )
  }
})

t.test('every country says a retention, reads it back, and leaves what is due whole', async (t) => {
  const agreed: readonly RequestRetention[] = [
    { percentage: 5, until: '2028-11-30', reason },
    { percentage: 2.5, reason },
    { amount: 100.1, until: '2028-11-30', reason },
    { amount: 100, reason },
  ]
  for (const country of COUNTRIES)
    for (const retention of agreed)
      for (const format of invoicingOf(country).formats.length > 1 ? (['ubl', 'cii'] as const) : [undefined]) {
        const invoice = retained(country, retention, format === undefined ? {} : { format })
        const { request, unread } = readBack(invoice)
        const about = `${country} ${format ?? ''} ${JSON.stringify(retention)}`
        t.same(request.retention, retention, about)
        t.same(unread, [], about)
        t.equal(request.paymentSchedule, undefined, about)
        t.equal(request.dueDate, invoice.dueDate ?? invoice.paymentMeans?.dueDate, about)
        const { totals } = invoicingOf(country).model(invoice)
        const whole = { ...invoice }
        Reflect.deleteProperty(whole, 'retention')
        t.equal(totals.due?.toFixed(2), invoicingOf(country).model(whole).totals.due?.toFixed(2), about)
      }
})

t.test('Italy and Poland have a payment for it, Germany and France in their extensions', async (t) => {
  const retention = { percentage: 5, until: '2028-11-30', reason }
  const italian = written(retained('IT', retention))
  t.match(italian, '<CondizioniPagamento>TP01')
  t.equal(italian.split('<DettaglioPagamento>').length, 3)
  t.match(italian, '<DataScadenzaPagamento>2028-11-30')
  const dollars = written(retained('IT', retention, { currency: 'USD', exchangeRate: 0.5 }))
  t.match(dollars, /<Causale>Ritenuta a garanzia di 5 % \([\d.,]+ EUR\) fino al 30\/11\/2028: x: y</)
  const polish = written(retained('PL', retention))
  t.equal(polish.split('<TerminPlatnosci>').length, 3)
  t.match(polish, '<Klucz>Kaucja gwarancyjna')
  const extended = retained('DE', retention, { format: 'cii', profile: 'extended' })
  t.equal(written(extended).split('<ram:PartialPaymentAmount>').length, 3)
  const { request } = readBack(extended)
  t.same(request.retention, retention)
  t.equal(request.paymentSchedule, undefined)
  t.equal(request.dueDate, '2026-12-21')
})

t.test('a retention is said in words in every language, and read where days are figures', async (t) => {
  const invoice = { currency: 'EUR', totals: { due: Decimal.of('11900') } }
  const retention = { amount: Decimal.of('595.00'), percentage: Decimal.of(5), until: '2028-11-30', reason }
  const words = LANGUAGES.map((language) => retentionInWords(retention, 'EUR', language))
  t.same(words, [
    'Retention of 5% (595.00 EUR) until 30 Nov 2028: x: y',
    'Garanție reținută de 5 % (595,00 EUR) până la 30.11.2028: x: y',
    'Ritenuta a garanzia di 5 % (595,00 EUR) fino al 30/11/2028: x: y',
    "Retenue de garantie de 5 % (595,00 EUR) jusqu'au 30/11/2028 : x: y",
    'Ingehouden waarborg van 5 % (595,00 EUR) tot 30-11-2028: x: y',
    'Sicherheitseinbehalt 5 % (595,00 EUR) bis 30.11.2028: x: y',
    'Kaucja gwarancyjna 5 % (595,00 EUR) do 30.11.2028: x: y',
  ])
  for (const line of words.slice(1)) t.same(readRetentionWords(line, invoice), retention, line)
  t.equal(readRetentionWords(words[5]?.replace('595', '594') ?? '', invoice), undefined)
})

t.test('the PDF says the retention in its language', async (t) => {
  const invoice = invoicingOf('DE').model(retained('DE', { percentage: 5, until: '2028-11-30', reason }))
  for (const language of LANGUAGES) {
    const page = squeezed(textOf(readPdf(await renderPdf(sheet({ language }, invoice)))))
    const kept = invoice.paymentPlan?.retention
    if (kept === undefined) throw new Error('nothing is retained')
    t.ok(page.includes(squeezed(retentionInWords(kept, 'EUR', language, inSentences(writerOf(language))))), language)
  }
})
