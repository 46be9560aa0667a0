import t from 'tap'
import type { Invoicing } from '../../src/countries/country.js'
import { countryOf } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import type { RequestPaymentPart } from '../../src/domain/request/payment.js'
import { LANGUAGES } from '../../src/domain/language.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import { partsOf } from '../../src/einvoice/model/payment-plan.js'
import { partInWords, readPartWords } from '../../src/einvoice/payment/payment-words.js'
import { parseInvoice } from '../../src/einvoice/syntax/invoice-document.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function invoicingOf(country: CountryCode): Invoicing {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error(`${country} has no format`)
  return invoicing
}

function inParts(country: CountryCode, paymentSchedule: readonly RequestPaymentPart[], more: object = {}) {
  const sample = acceptedSamples(country, TODAY).find(({ name }) => name === '31-instalments')
  if (sample === undefined) throw new Error(`${country} has no sample in parts`)
  return { ...sample.invoice, ...more, paymentSchedule } satisfies InvoiceRequest
}

function findingsOf(invoice: InvoiceRequest) {
  const { findings } = invoicingOf(invoice.country).validate(invoice, { today: TODAY })
  return findings.filter(({ rule }) => rule.includes('PAYMENT-SCHEDULE')).map(({ rule, path }) => `${rule} ${path}`)
}

function written(invoice: InvoiceRequest): string {
  return invoicingOf(invoice.country).convert(invoice, []).xml
}

function readBack(invoice: InvoiceRequest): InvoiceRequest {
  return invoicingOf(invoice.country).read(parseInvoice(Buffer.from(written(invoice)))).request
}

const [first, last] = ['2026-12-10', '2027-01-10']

t.test('the parts come to the amount due, each in one way', async (t) => {
  const half = { dueDate: first, percentage: 50 }
  const cases: readonly (readonly [readonly RequestPaymentPart[], string[]])[] = [
    [[half, { dueDate: last, percentage: 50 }], []],
    [[half, { dueDate: last, percentage: 49 }], ['CW-PAYMENT-SCHEDULE paymentSchedule']],
    [[half, { dueDate: last }], ['CW-PAYMENT-SCHEDULE paymentSchedule[1]']],
    [[half, { dueDate: last, percentage: 50, amount: 1 }], ['CW-PAYMENT-SCHEDULE paymentSchedule[1]']],
    [[half, { dueDate: last, amount: 1.005 }], ['CW-PAYMENT-SCHEDULE paymentSchedule[1].amount']],
    [[half, { dueDate: '2026-11-20', percentage: 50 }], ['CW-PAYMENT-SCHEDULE-DATE paymentSchedule[1].dueDate']],
  ]
  for (const country of ['RO', 'BE', 'DE', 'FR', 'IT', 'PL'] as const)
    for (const [schedule, expected] of cases) t.same(findingsOf(inParts(country, schedule)), expected, country)
  t.same(findingsOf(inParts('DE', [{ dueDate: last, percentage: 100 }], { dueDate: first })), [
    'CW-PAYMENT-SCHEDULE-DATE dueDate',
  ])
  t.same(findingsOf(inParts('DE', [{ dueDate: last, percentage: 100 }], { prepaidAmount: 1e6 })), [
    'CW-PAYMENT-SCHEDULE paymentSchedule',
  ])
})

t.test('percentages share the cents, so that the parts are the whole', async (t) => {
  const due = Decimal.of('100.01')
  const amounts = (agreed: Parameters<typeof partsOf>[0]) => partsOf(agreed, due).map(({ amount }) => amount.toFixed(2))
  const third = (percentage: number) => ({ dueDate: first, percentage })
  t.same(amounts([third(33.33), third(33.33), third(33.34)]), ['33.33', '33.34', '33.34'])
  t.same(amounts([{ dueDate: first, amount: 50 }, third(50)]), ['50.00', '50.01'])
})

t.test('every country has each part in its document, and reads it back', async (t) => {
  const schedule = [
    { dueDate: first, percentage: 40 },
    { dueDate: last, percentage: 60 },
  ]
  for (const country of ['RO', 'BE', 'DE', 'FR', 'IT', 'PL'] as const) {
    const invoice = inParts(country, schedule)
    const { totals, paymentPlan, paymentDueDate } = invoicingOf(country).model(invoice)
    t.equal(paymentDueDate, last, country)
    const parts = paymentPlan?.parts.map(({ dueDate, amount }) => ({ dueDate, amount: Number(amount.toString()) }))
    t.same(readBack(invoice).paymentSchedule, parts, country)
    const sum = Decimal.sum((parts ?? []).map(({ amount }) => Decimal.of(amount)))
    t.equal(sum.toFixed(2), totals.due?.toFixed(2), country)
  }
  const italian = written(inParts('IT', schedule))
  t.equal(italian.split('<DettaglioPagamento>').length, 3)
  t.equal(italian.split('<IBAN>').length, 3)
  t.match(italian, '<CondizioniPagamento>TP01')
  t.match(written(inParts('IT', [{ dueDate: last, percentage: 100 }])), '<CondizioniPagamento>TP02')
  t.match(
    written(inParts('IT', [{ dueDate: last, percentage: 100 }], { documentType: 'TD02' })),
    '<CondizioniPagamento>TP03',
  )
  t.equal(written(inParts('PL', schedule)).split('<TerminPlatnosci>').length, 3)
})

t.test('France has groups of its extension in a Cross Industry Invoice', async (t) => {
  const { extended } = { extended: acceptedSamples('FR', TODAY).find(({ name }) => name === '14-extended') }
  if (extended === undefined) throw new Error('there is no sample of the extension')
  const schedule = [
    { dueDate: first, percentage: 40 },
    { dueDate: last, percentage: 60 },
  ]
  const { dueDate, ...others } = extended.invoice
  t.ok(dueDate === undefined || dueDate !== last)
  const invoice: InvoiceRequest = { ...others, format: 'cii', paymentSchedule: schedule }
  const xml = written(invoice)
  t.equal(xml.split('<ram:PartialPaymentAmount>').length, 3)
  const { paymentSchedule = [] } = readBack(invoice)
  t.same(
    paymentSchedule.map((each) => each.dueDate),
    [first, last],
  )
})

t.test('a part is said in words, which are read again where days are figures', async (t) => {
  const part = { dueDate: '2026-12-10', amount: Decimal.of('1234.5'), note: 'x – y' }
  const words = LANGUAGES.map((language) => partInWords(part, 0, 'EUR', language))
  t.same(words, [
    'Instalment 1: 1,234.50 EUR, due on 10 Dec 2026 – x – y',
    'Rata 1: 1.234,50 EUR, scadentă la 10.12.2026 – x – y',
    'Rata 1: 1234,50 EUR, scadenza 10/12/2026 – x – y',
    'Échéance 1 : 1 234,50 EUR, à payer le 10/12/2026 – x – y',
    'Termijn 1: 1.234,50 EUR, te betalen op 10-12-2026 – x – y',
    'Rate 1: 1.234,50 EUR, fällig am 10.12.2026 – x – y',
    'Rata 1: 1234,50 EUR, termin płatności 10.12.2026 – x – y',
  ])
  for (const line of words.slice(1)) t.match(readPartWords(line, 0, 'EUR'), { dueDate: part.dueDate, note: part.note })
  t.equal(readPartWords(words[1] ?? '', 1, 'EUR'), undefined, 'another place')
})
