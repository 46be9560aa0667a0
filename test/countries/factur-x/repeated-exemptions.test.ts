import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { CountryCode, DocumentFormat, InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { countryOf } from '../../../src/countries/registry.js'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import { acceptedSample } from '../accepted-sample.js'
import { SEED, triesOf } from '../../support/random/sample.js'

const ISSUED = '2026-11-21'
const now = new Date(`${ISSUED}T12:00:00Z`)

type Vat = Pick<Line, 'vatRate' | 'vatCategory' | 'exemptionReason' | 'exemptionReasonCode'>

/** Goods and services with VAT, or without for a reason. */
const EXEMPT: Vat = { vatRate: 0, vatCategory: 'E', exemptionReason: 'Exempt' }

const kind = fc.constantFrom<Vat[]>(
  { vatRate: 20 },
  { ...EXEMPT, exemptionReasonCode: 'VATEX-EU-132' },
  EXEMPT,
  { vatRate: 0, vatCategory: 'Z' },
  { vatRate: 0, vatCategory: 'AE' },
)

const cents = fc.integer({ min: 1, max: 99_999 }).map((each) => each / 100)

const content = fc
  .tuple(fc.array(fc.tuple(kind, cents), { minLength: 1, maxLength: 4 }), fc.option(cents), fc.option(cents), kind)
  .map(([items, allowance, charge, of]): Pick<InvoiceRequest, 'lines' | 'allowances' | 'charges'> => {
    const { vatRate, vatCategory = 'S' } = of
    const lines = [...items, [of, 100_000] as const].map(([each, unitPrice]): Line => ({
      description: 'x',
      quantity: 1,
      unitCode: 'C62',
      unitPrice,
      ...each,
    }))
    return {
      lines,
      ...(allowance !== null && { allowances: [{ amount: allowance, vatRate, vatCategory, reason: 'x' }] }),
      ...(charge !== null && { charges: [{ amount: charge, vatRate, vatCategory, reason: 'x' }] }),
    }
  })

const FORMS: readonly (readonly [CountryCode, string, DocumentFormat])[] = [
  ['DE', '16-zugferd-extended', 'cii'],
  ['FR', '14-extended', 'cii'],
  ['FR', '14-extended', 'ubl'],
]

for (const [country, sample, format] of FORMS)
  t.test(`in EXTENDED of ${country} in ${format}, each item repeats the reason of its exemption`, async (t) => {
    const { invoice, attachments } = acceptedSample(country, sample, ISSUED)
    const exempt = new Set<string>()
    fc.assert(
      fc.property(content, (items) => {
        const asked: InvoiceRequest = { ...invoice, ...items, format }
        const { xml } = countryOf(country).invoicing?.convert(asked, attachments) ?? { xml: '' }
        const { findings } = judgeXml(Buffer.from(xml), { now, country })
        assert.deepStrictEqual(
          findings.map(({ rule, message }) => `${rule} ${message}`).filter((each) => /^\S+-08/.test(each)),
          [],
        )
        for (const [category] of xml.matchAll(/VATEX-[A-Z0-9-]+|>Exempt</g)) exempt.add(category)
        const back = convertDocument({ kind: 'xml', xml: Buffer.from(xml) }, { to: 'json', country, now })
        assert.deepStrictEqual('losses' in back && back.losses.filter(({ path }) => path.includes('Exemption')), [])
      }),
      { seed: SEED, numRuns: triesOf(400) },
    )
    t.ok(exempt.size > 1, [...exempt].join())
  })

t.test('a reason that only the item says is a loss where its category has several', async (t) => {
  const { invoice, attachments } = acceptedSample('DE', '16-zugferd-extended', ISSUED)
  const lines: readonly Line[] = [{ description: 'x', quantity: 1, unitCode: 'C62', unitPrice: 100, ...EXEMPT }]
  const { xml = '' } = countryOf('DE').invoicing?.convert({ ...invoice, lines, format: 'cii' }, attachments) ?? {}
  const tax =
    /<ram:ApplicableTradeTax>(?:(?!<\/ram:ApplicableTradeTax>).)*<ram:CalculatedAmount>.*?<\/ram:ApplicableTradeTax>/s
  const [entry = ''] = tax.exec(xml) ?? []
  t.match(entry, 'Exempt')
  const lossesIn = (document: string) => {
    const made = convertDocument({ kind: 'xml', xml: Buffer.from(document) }, { to: 'ubl', now })
    return 'losses' in made ? made.losses.filter(({ path }) => path.includes('Exemption')) : [made.refused]
  }
  t.same(lossesIn(xml), [])
  const second = entry.replace('>Exempt<', '>Another reason<')
  t.equal(lossesIn(xml.replace(entry, entry + second)).length, 1)
})
