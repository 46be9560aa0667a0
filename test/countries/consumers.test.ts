import t from 'tap'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { COUNTRIES, COUNTRY_CODES, countryOf } from '../../src/countries/registry.js'
import { isPersonalNumber } from '../../src/countries/ro/consumer.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function consumer(country: CountryCode, nationalId?: string) {
  const samples = acceptedSamples(country, TODAY)
  const sample = samples.find(({ name }) => name.includes('consumer')) ?? samples[0]
  const invoicing = COUNTRIES[country].invoicing
  if (sample === undefined || invoicing === null) throw new Error(`no consumer in ${country}`)
  const { name, address, email } = sample.invoice.customer
  const customer = {
    name,
    vatNumber: '',
    consumer: true,
    address,
    email,
    ...(nationalId !== undefined && { nationalId }),
  }
  const invoice = { ...sample.invoice, customer } as InvoiceRequest
  return { ...invoicing.validate(invoice, { today: TODAY }), xml: invoicing.convert(invoice, []).xml }
}

t.test('a consumer in Romania has a personal number, or thirteen zeros', async (t) => {
  const [named, unnamed] = [consumer('RO', '2850115123451'), consumer('RO')]
  t.match([named, unnamed], [{ valid: true }, { valid: true }])
  t.match(named.xml, /<cbc:CompanyID>2850115123451</)
  t.match(unnamed.xml, /<cbc:CompanyID>0000000000000</)
  t.match(consumer('RO', '2850115123454'), {
    valid: false,
    findings: [{ rule: 'CW-RO-CNP', path: 'customer.nationalId' }],
  })
  for (const wrong of ['12', 'ABC', '28501151234511'])
    t.match(consumer('RO', wrong), { valid: false, findings: [{ rule: 'CW-RO-CNP', path: 'customer.nationalId' }] })
})

t.test('the check digit of a personal number', async (t) => {
  for (const number of ['2850115123451', '1800101221144', '0000000000000']) t.ok(isPersonalNumber(number), number)
  for (const number of ['2850115123450', '1800101221145', '0000000000001', '28501151234', ''])
    t.notOk(isPersonalNumber(number), number)
})

t.test('a consumer in Germany or France has no number at all', async (t) => {
  for (const country of ['DE', 'FR'] as const) t.match(consumer(country), { valid: true })
  t.match(consumer('FR').xml, /#BAR#B2C/)
})

t.test('a consumer in Italy has a codice fiscale, and in Poland a number or none', async (t) => {
  t.match(consumer('IT', 'RSSMRA85T10A562S'), { valid: true, xml: /<CodiceFiscale>RSSMRA85T10A562S</ })
  t.match(consumer('IT'), { valid: false, findings: [{ rule: '00417', fix: /^Give the codice fiscale/ }] })
  t.match(consumer('PL'), { valid: true, xml: /<BrakID>1</ })
  t.match(consumer('PL', '85011512345'), { valid: true, xml: /<NrID>85011512345</ })
})

t.test('Peppol has no consumers, and the first finding says so', async (t) => {
  const { valid, findings } = consumer('BE')
  t.equal(valid, false)
  t.match(findings, [
    { rule: 'CW-BE-CONSUMER', path: 'customer', fix: /in another way/ },
    { rule: 'PEPPOL-EN16931-R010', fix: /^First correct `customer` \(CW-BE-CONSUMER\)/ },
  ])
})

t.test('a consumer with a VAT number is a warning in every country', async (t) => {
  for (const code of COUNTRY_CODES) {
    const { invoicing } = countryOf(code)
    const [sample] = acceptedSamples(code, TODAY)
    if (sample === undefined || invoicing === null) throw new Error(`no sample in ${code}`)
    const { valid, findings } = invoicing.validate(
      { ...sample.invoice, customer: { ...sample.invoice.customer, consumer: true } },
      { today: TODAY },
    )
    t.equal(valid, true, code)
    t.match(
      findings.find(({ rule }) => rule === 'CW-CONSUMER-VAT'),
      { severity: 'warning', path: 'customer.vatNumber' },
    )
  }
})

t.test('the currency of an invoice is no fault where the country of the consumer is unknown', async (t) => {
  const sample = acceptedSamples('RO', TODAY).find(({ name }) => name.includes('consumer'))
  if (sample === undefined) throw new Error('no consumer')
  const { name, vatNumber } = sample.invoice.customer
  const customer = { name, vatNumber, consumer: true as const }
  const rules = countryOf('RO')
    .invoicing?.validate({ ...sample.invoice, customer }, { today: TODAY })
    .findings.map(({ rule }) => rule)
  t.equal(rules?.[0], 'BR-10')
  t.notOk(rules?.includes('CW-RO-CURRENCY'))
})

t.test('no finding asks to leave a VAT number out without the field that makes it optional', async (t) => {
  for (const [code, rawText] of [
    ['IT', '00305: 1.4.1.1.2 <IdCodice> non valido'],
    ['PL', 'Nieprawidłowy numer NIP (suma kontrolna)'],
  ] as const)
    t.match(countryOf(code).invoicing?.explain(rawText, 'rejected').errorFix, /set customer\.consumer to true/, code)
})
