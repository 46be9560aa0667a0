import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import type { ConvertOptions } from '../../../src/documents/conversion/conversion.js'
import { countryOf } from '../../../src/countries/registry.js'
import { italianMeans, meansCodeOf } from '../../../src/countries/it/payment-means.js'
import type { Loss } from '../../../src/documents/conversion/loss.js'
import { daysAfter, daysBetween } from '../../../src/domain/calendar.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import type { CountryCode, DocumentFormat } from '../../../src/domain/request/invoice-request.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { acceptedSample } from '../../countries/accepted-sample.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { converted, NOW, xml } from './converted.js'
import { CII_PAYMENT, ITALIAN_PAYMENT, POLISH_PAYMENT, UBL_PAYMENT } from './random-payment.js'

const ISSUED = '2026-11-21'

function document(country: CountryCode, sample: string, format: DocumentFormat): string {
  const { invoice, attachments } = acceptedSample(country, sample, ISSUED)
  return countryOf(country).invoicing?.convert({ ...invoice, format }, attachments).xml ?? ''
}

/** The document with new elements of payment, where the first of its own stood. */
function withPayment(source: string, names: readonly string[], inserted: string): string {
  const elements = new RegExp(`<(${names.join('|')})>.*?</\\1>\\s*`, 'gs')
  const [first] = source.match(elements) ?? []
  if (first === undefined) throw new Error(`there is no ${names.join()}`)
  const place = source.indexOf(first)
  return source.slice(0, place) + inserted + source.slice(place).replaceAll(elements, '')
}

const TERMS = 'ram:SpecifiedTradePaymentTerms'
const MEANS = 'ram:SpecifiedTradeSettlementPaymentMeans'

const cii = (base: string): fc.Arbitrary<string> =>
  CII_PAYMENT.map(({ means, terms }) => withPayment(withPayment(base, [MEANS], means), [TERMS], terms))
const ubl = (base: string): fc.Arbitrary<string> =>
  UBL_PAYMENT.map(({ means, terms }) => withPayment(base, ['cac:PaymentMeans', 'cac:PaymentTerms'], means + terms))

interface Source {
  readonly country: CountryCode
  readonly documents: fc.Arbitrary<string>
  /** Elements of payment, below which every value is looked for. */
  readonly isOfPayment: RegExp
}

const SOURCES: Readonly<Record<string, Source>> = {
  'a Cross Industry Invoice of EXTENDED-CTC-FR': {
    country: 'FR',
    documents: cii(document('FR', '14-extended', 'cii')),
    isOfPayment: /PaymentTerms|PaymentMeans/,
  },
  'a Cross Industry Invoice of ZUGFeRD EXTENDED': {
    country: 'DE',
    documents: cii(document('DE', '16-zugferd-extended', 'cii')),
    isOfPayment: /PaymentTerms|PaymentMeans/,
  },
  UBL: {
    country: 'BE',
    documents: ubl(document('BE', '01-domestic', 'ubl')),
    isOfPayment: /PaymentTerms|PaymentMeans/,
  },
  FatturaPA: {
    country: 'IT',
    documents: ITALIAN_PAYMENT.map((made) =>
      withPayment(document('IT', '30-cash-discounts', 'fatturapa'), ['DatiPagamento'], made),
    ),
    isOfPayment: /DatiPagamento/,
  },
  'FA(3)': {
    country: 'PL',
    documents: POLISH_PAYMENT.map((made) =>
      withPayment(document('PL', '30-cash-discounts', 'fa3'), ['Platnosc'], made),
    ),
    isOfPayment: /Platnosc/,
  },
}

/** Values that other elements say: what follows from them, or how they are written. */
const IS_DERIVED = /\/(?:ram:ActualDiscountAmount|CondizioniPagamento|fa:Zaplacono|fa:ZnacznikZaplatyCzesciowej)$/

/** The texts of a value in another format: numbers and days as the languages write them. */
function formsOf(element: XmlElement): readonly string[] {
  const text = element.stringValue.trim()
  const day = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text)
  if (day !== null) {
    const [, y = '', m = '', d = ''] = day
    const month = new Date(Date.UTC(2020, Number(m) - 1)).toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' })
    const own = [
      `TAGE=${daysBetween(ISSUED, `${y}-${m}-${d}`)}`,
      `${y}-${m}-${d}`,
      `${y}${m}${d}`,
      `${d} ${month} ${y}`,
    ]
    return [...own, ...['.', '/', '-'].map((between) => [d, m, y].join(between))]
  }
  if (/ModalitaPagamento|TypeCode|PaymentMeansCode/.test(element.name))
    return [text, meansCodeOf(text), italianMeans(text)]
  if (!/^-?[\d.]+$/.test(text)) return [text]
  const number = Number(text)
  const languages = ['en-GB', 'de-DE', 'fr-FR', 'pl-PL']
  const inLanguages = languages.flatMap((language) => [
    number.toLocaleString(language, { minimumFractionDigits: 2 }).replaceAll(/[\u00a0\u202f]/g, ' '),
    number.toLocaleString(language),
  ])
  return [String(number), number.toFixed(2), ...inLanguages]
}

function dashed(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}

/** The last days that days after the start of a discount come to, and the other way round. */
function endsOf(element: XmlElement): readonly string[] {
  const { parent, name } = element
  const terms = name === 'udt:DateTimeString' ? parent?.parent : parent
  if (terms?.child('ram:ApplicableTradePaymentDiscountTerms') !== undefined && parent?.name === 'ram:DueDateDateTime')
    return [String(daysBetween(ISSUED, dashed(element.stringValue)))]
  if (terms?.name !== 'ram:ApplicableTradePaymentDiscountTerms') return []
  const from = terms.child('ram:BasisDateTime')?.stringValue.trim() ?? ISSUED.replaceAll('-', '')
  const start = dashed(from)
  const period = terms.child('ram:BasisPeriodMeasure')
  const end = daysAfter(start, period?.attribute('unitCode') === 'DAY' ? Number(period.stringValue) : 0)
  return [
    String(daysBetween(ISSUED, end)),
    end,
    end.replaceAll('-', ''),
    ...['.', '/', '-'].map((between) => end.split('-').reverse().join(between)),
  ]
}

/** The elements of a group of the standard that is lost as a whole. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  'BG-17': /FinancialInstitution/,
  'BG-16': /PaymentMeans(?!.*PaymentDueDate)|DirectDebitMandateID/,
  'BG-19': /PaymentMandate|PayerPartyDebtor|DirectDebitMandateID/,
}

/** The elements of a field of the JSON that is lost as a whole. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  'paymentMeans.furtherAccounts': /RachunekBankowy\[/,
  // Periods, and days beside the first.
  pl: /TerminOpis|TerminPlatnosci\[/,
}

/** The values of payment that the result does not have, and that no loss is about. */
function unaccounted(source: string, isOfPayment: RegExp, result: string, losses: readonly Loss[]): readonly string[] {
  const isLost = (path: string): boolean =>
    losses.some(
      (each) =>
        path === each.path ||
        path.startsWith(`${each.path}/`) ||
        [GROUPS[each.term], FIELDS[each.path]].some((within) => within?.test(path) === true),
    )
  const isNamed = (value: string): boolean => losses.some(({ message }) => message.includes(value))
  const has = (form: string): boolean =>
    new RegExp(`(?<![\\d])${form.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\d])`).test(result)
  const missing: string[] = []
  const visit = (element: XmlElement): void => {
    element.children.forEach(visit)
    const { path, children } = element
    const bare = path.replaceAll(/\[\d+\]/g, '')
    // FatturaPA requires a means of payment: a transfer without an account says nothing.
    if (
      element.name === 'ModalitaPagamento' &&
      element.stringValue === 'MP05' &&
      element.parent?.child('IBAN') === undefined
    )
      return
    if (children.length > 0 || element.isEmpty || !isOfPayment.test(path) || IS_DERIVED.test(bare)) return
    if (isLost(path) || formsOf(element).some(isNamed)) return
    if (![...formsOf(element), ...endsOf(element)].some(has)) missing.push(`${path} ${element.stringValue}`)
  }
  visit(parseInvoice(Buffer.from(source)).root)
  return missing
}

/** The document that the JSON becomes, which says what the JSON leaves to its defaults. */
function again(json: string): string {
  const body = JSON.parse(json) as InvoiceBody
  const [first = 'ubl'] = countryOf(body.country).invoicing?.formats ?? []
  const asked = body.format ?? first
  const format = asked === 'factur-x' ? 'cii' : asked
  return converted({ kind: 'json', body }, { to: format, country: body.country }).document
}

const TARGETS: readonly (readonly [to: ConvertOptions['to'], country?: CountryCode])[] = [
  ['json'],
  ['json', 'FR'],
  ['json', 'IT'],
  ['ubl'],
  ['cii'],
  ['ubl', 'DE'],
  ['cii', 'DE'],
  ['ubl', 'FR'],
  ['fa3'],
  ['fatturapa'],
]

for (const [name, { country, documents, isOfPayment }] of Object.entries(SOURCES))
  t.test(`every value of payment in ${name} is in the result of a conversion, or a loss`, (t) => {
    let made = 0
    fc.assert(
      fc.property(documents, fc.constantFrom(...TARGETS), (source, [to, asked]) => {
        const options: ConvertOptions = {
          to,
          country: asked ?? (to === 'json' ? country : undefined),
          now: NOW,
        }
        const result = convertDocument(xml(source), options)
        // A refusal names the losses.
        if ('refused' in result) {
          const paths = result.refused.map(({ path }) => path)
          if (paths.includes('')) return
          assert.ok(paths.length > 0)
          return
        }
        made += 1
        const lost = result.losses
        const text = to === 'json' ? result.document + again(result.document) : result.document
        const missing = unaccounted(source, isOfPayment, text, lost)
        assert.deepStrictEqual(missing, [])
      }),
      { seed: SEED, numRuns: triesOf(800) },
    )
    t.ok(made > 20, `${made} documents`)
    t.end()
  })

t.test('discounts and parts that only their elements say are a loss with their words', async (t) => {
  const day = (name: string, date: string) =>
    `<ram:${name}><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:${name}>`
  const discount = `<ram:ApplicableTradePaymentDiscountTerms><ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure><ram:CalculationPercent>2</ram:CalculationPercent><ram:ActualDiscountAmount>1.00</ram:ActualDiscountAmount></ram:ApplicableTradePaymentDiscountTerms>`
  const part = (date: string, amount: string) =>
    `<${TERMS}>${day('DueDateDateTime', date)}<ram:PartialPaymentAmount>${amount}</ram:PartialPaymentAmount></${TERMS}>`
  const base = document('DE', '16-zugferd-extended', 'cii')
  const source = withPayment(
    base,
    [TERMS],
    `<${TERMS}><ram:Description>Netto</ram:Description>${discount}</${TERMS}>${part('20261210', '1000.00')}${part('20270110', '2030.38')}`,
  )
  const lost = converted(xml(source), { to: 'ubl' }).losses.filter(({ term }) => term === 'BT-20')
  t.same(
    lost.map(({ path, message }) => `${path.replace(/.*Settlement\//, '')}: ${message}`),
    [
      'ram:SpecifiedTradePaymentTerms[1]/ram:ApplicableTradePaymentDiscountTerms/ram:ActualDiscountAmount: `ram:ActualDiscountAmount` "1.00" is not read: no term or field can hold its content here.',
      'ram:SpecifiedTradePaymentTerms[1]/ram:ApplicableTradePaymentDiscountTerms: Payment terms (BT-20) "2% cash discount (103.97 EUR) for payment by 01 Dec 2026" are not available in UBL.',
      'ram:SpecifiedTradePaymentTerms[2]: Payment terms (BT-20) "Instalment 1: 1,000.00 EUR, due on 10 Dec 2026" are not available in UBL.',
      'ram:SpecifiedTradePaymentTerms[3]: Payment terms (BT-20) "Instalment 2: 2,030.38 EUR, due on 10 Jan 2027" are not available in UBL.',
    ],
  )
  const german = JSON.parse(converted(xml(source), { to: 'json', country: 'DE' }).document) as InvoiceBody
  t.same(german.cashDiscounts, [{ days: 10, percentage: 2 }])
  t.same(german.paymentSchedule?.length, 2)
  const { losses } = converted(xml(source), { to: 'cii' })
  t.same(
    losses.map(({ path }) => path.replace(/.*\//, '')),
    ['ram:ActualDiscountAmount'],
    'the profile has them',
  )
})

t.test('a further due date is a loss with its day', async (t) => {
  const due = (date: string) =>
    `<${TERMS}><ram:DueDateDateTime><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:DueDateDateTime></${TERMS}>`
  const source = withPayment(document('DE', '16-zugferd-extended', 'cii'), [TERMS], due('20261210') + due('20270110'))
  const { losses } = converted(xml(source), { to: 'ubl' })
  t.same(
    losses.filter(({ path }) => path.includes('Due')).map(({ message }) => message),
    ['`ram:DueDateDateTime` "20270110" is not read: no term or field can hold its content here.'],
  )
})

t.test('a payer stays in UBL where no means of payment are said', async (t) => {
  const source = withPayment(document('FR', '14-extended', 'cii'), [MEANS], '')
  const made = converted(xml(source), { to: 'ubl' })
  t.match(made.document, 'Rhône Trésorerie SAS')
  t.same(made.losses, [])
})

t.test('payments of FatturaPA with different discounts are no discount of the whole', async (t) => {
  const payment = (importo: string, sconto: string, until: string) =>
    `<DettaglioPagamento><ModalitaPagamento>MP12</ModalitaPagamento><DataScadenzaPagamento>2027-02-14</DataScadenzaPagamento><ImportoPagamento>${importo}</ImportoPagamento><ScontoPagamentoAnticipato>${sconto}</ScontoPagamentoAnticipato><DataLimitePagamentoAnticipato>${until}</DataLimitePagamentoAnticipato></DettaglioPagamento>`
  const made = (...payments: readonly string[]) =>
    converted(
      xml(
        withPayment(
          document('IT', '30-cash-discounts', 'fatturapa'),
          ['DatiPagamento'],
          `<DatiPagamento><CondizioniPagamento>TP01</CondizioniPagamento>${payments.join('')}</DatiPagamento>`,
        ),
      ),
      { to: 'json' },
    )
  const discountsOf = (json: string) => (JSON.parse(json) as InvoiceBody).cashDiscounts
  t.same(
    discountsOf(made(payment('1000.00', '20.00', '2026-12-01'), payment('3109.37', '62.19', '2026-12-01')).document),
    [{ until: '2026-12-01', percentage: 2 }],
  )
  const others = made(payment('1000.00', '20.00', '2026-12-01'), payment('3109.37', '62.19', '2026-12-02'))
  t.equal(discountsOf(others.document), undefined)
  t.equal(others.losses.filter(({ path }) => /ScontoPagamentoAnticipato|DataLimite/.test(path)).length, 4)
})
