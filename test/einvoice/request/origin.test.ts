import fc from 'fast-check'
import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { faulty, RANDOM_COUNTRIES, type RandomCountry } from '../../support/random/countries.js'
import { TODAY } from '../../support/random/invoice.js'
import { inSyntax, invoicingOf } from '../../support/random/official-judge.js'

const isComputed = (term: string): boolean => /^(?:BG-2[23]|BT-10[6-9]|BT-11[025-9]|BT-131)$/.test(term)

t.test('no fix asks for a change of computed values, and causes come before their consequences', async (t) => {
  const random = fc
    .constantFrom(...(Object.keys(RANDOM_COUNTRIES) as RandomCountry[]))
    .chain((country) => fc.tuple(faulty(country, 4), fc.constantFrom(...invoicingOf(country).formats)))
  let computed = 0
  fc.assert(
    fc.property(random, ([drawn, syntax]) => {
      const { invoice } = inSyntax(drawn, syntax)
      const { findings } = invoicingOf(invoice.country as RandomCountry).validate(invoice, { today: TODAY })
      const kinds = findings.map(({ term }) => isComputed(term))
      if (kinds.includes(true) && kinds.lastIndexOf(false) > kinds.indexOf(true)) throw new Error('a cause stands last')
      for (const { rule, term, fix } of findings) {
        if (!isComputed(term)) continue
        computed += 1
        if (!fix.includes('the service computes')) throw new Error(`${rule} on ${term}: ${fix}`)
      }
    }),
    { numRuns: 300 },
  )
  t.ok(computed > 0)
})

t.test('a rate beside the wrong category is what is to be corrected', async (t) => {
  const [sample] = acceptedSamples('RO', '2026-11-21')
  if (sample === undefined) throw new Error('no sample')
  const [first, ...others] = sample.invoice.lines
  if (first === undefined) throw new Error('no line')
  const lines = [{ ...first, vatRate: 19, vatCategory: 'E' as const }, ...others]
  const found =
    countryOf('RO').invoicing?.validate({ ...sample.invoice, lines }, { today: '2026-11-21' }).findings ?? []
  t.equal(found[0]?.rule, 'BR-E-05')
  t.match(
    found.find(({ rule }) => rule === 'BR-E-09'),
    {
      path: 'lines[0].vatRate',
      fix: 'First correct `lines[0].vatRate` (BR-E-05), which causes this finding: the service computes it.',
    },
  )
})

t.test('the rate that makes the VAT wrong is fatal itself, where else it is a warning', async (t) => {
  for (const code of ['DE', 'BE'] as const) {
    const [sample] = acceptedSamples(code, '2026-11-21')
    if (sample === undefined) throw new Error('no sample')
    const [first, ...others] = sample.invoice.lines
    if (first === undefined) throw new Error('no line')
    const found = (vatRate: number) =>
      countryOf(code)
        .invoicing?.validate({ ...sample.invoice, lines: [{ ...first, vatRate }, ...others] }, { today: '2026-11-21' })
        .findings.map(({ rule, severity }) => [severity, rule])
    t.strictSame(found(0.19), [
      ['fatal', `CW-${code}-VAT-RATE`],
      ['fatal', 'BR-CO-17'],
    ])
    t.strictSame(found(18), [['warning', `CW-${code}-VAT-RATE`]])
  }
})
