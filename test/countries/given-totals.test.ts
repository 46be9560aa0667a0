import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function sampleOf(country: CountryCode): InvoiceRequest {
  const [sample] = acceptedSamples(country, TODAY)
  if (sample === undefined) throw new Error('no sample')
  return sample.invoice
}

function judged(invoice: InvoiceRequest) {
  const { invoicing } = countryOf(invoice.country)
  if (invoicing === null) throw new Error('no format')
  return invoicing.validate(invoice, { today: TODAY })
}

for (const country of COUNTRY_CODES) {
  t.test(`${country}: totals that agree are no finding, and one that differs shows both figures`, async (t) => {
    const invoice = sampleOf(country)
    const { netAmount, vatAmount, grossAmount } = countryOf(country).invoicing?.totals(invoice) ?? {}
    const totals = { netAmount: Number(netAmount), vatAmount: Number(vatAmount), grossAmount: Number(grossAmount) }
    const before = judged(invoice)
    t.strictSame(judged({ ...invoice, totals }), before)

    const wrong = { ...totals, vatAmount: 1234.5 }
    const { valid, findings, findingsTotal } = judged({ ...invoice, totals: wrong })
    t.equal(valid, false)
    t.equal(findingsTotal, before.findingsTotal + 1)
    t.match(
      findings.filter(({ rule }) => rule === 'CW-TOTALS'),
      [
        {
          severity: 'fatal',
          path: 'totals.vatAmount',
          term: 'BT-110',
          message: `\`totals.vatAmount\` is 1234.50, but the service computes ${vatAmount ?? ''}.`,
        },
      ],
    )
  })
}

t.test('lines and the VAT breakdown are compared, too', async (t) => {
  const invoice = sampleOf('DE')
  const [first, ...others] = invoice.lines
  if (first === undefined) throw new Error('no line')
  const totals = { vatBreakdown: [{ vatRate: 19, taxableAmount: 1 }, { vatRate: 5 }] }
  const { findings } = judged({ ...invoice, lines: [{ ...first, netAmount: 0.1 }, ...others], totals })
  t.strictSame(
    findings.filter(({ rule }) => rule === 'CW-TOTALS').map(({ path, term }) => [path, term]),
    [
      ['lines[0].netAmount', 'BT-131'],
      ['totals.vatBreakdown[0].taxableAmount', 'BT-116'],
      ['totals.vatBreakdown[1]', 'BG-23'],
    ],
  )
})

for (const country of COUNTRY_CODES)
  t.test(`${country}: the VAT may differ by one cent for each rate, and is written as given`, async (t) => {
    const { invoicing } = countryOf(country)
    if (invoicing === null) throw new Error('no format')
    const invoice = sampleOf(country)
    const computed = invoicing.totals(invoice)
    const rates = new Set(invoice.lines.flatMap(({ vatRate }) => (vatRate === 0 ? [] : [vatRate])))
    const before = judged(invoice)
    for (const sign of [-1, 1]) {
      const vatAmount = Math.round(Number(computed.vatAmount) * 100 + sign * rates.size) / 100
      const own = { ...invoice, totals: { vatAmount } }
      t.same(judged(own).findings, before.findings)
      const totals = invoicing.totals(own)
      t.equal(Number(totals.vatAmount), vatAmount)
      t.equal(Number(totals.grossAmount), Math.round((Number(totals.netAmount) + vatAmount) * 100) / 100)
      const further = { ...invoice, totals: { vatAmount: Math.round(vatAmount * 100 + sign) / 100 } }
      t.match(
        judged(further).findings.filter(({ rule }) => rule === 'CW-TOTALS'),
        [{ path: 'totals.vatAmount', fix: /roundingAmount/ }],
      )
    }
    const [line] = invoice.lines
    const vatRate = line?.vatRate ?? 0
    const { model } = invoicing
    const tax = model(invoice).vatBreakdown.find(({ rate }) => Number(rate?.toString()) === vatRate)?.tax
    const taxAmount = Math.round(Number(tax?.toString()) * 100 + 1) / 100
    const own = { ...invoice, totals: { vatBreakdown: [{ vatRate, taxAmount }] } }
    t.same(judged(own).findings, before.findings)
    t.equal(Number(invoicing.totals(own).vatAmount), Math.round(Number(computed.vatAmount) * 100 + 1) / 100)
  })
