import t from 'tap'
import type { Invoicing } from '../../src/countries/country.js'
import { countryOf } from '../../src/countries/registry.js'
import type { InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { acceptedSample } from './accepted-sample.js'

const today = '2026-11-21'
type Line = InvoiceRequest['lines'][number]
type Exemption = Pick<Line, 'vatCategory' | 'exemptionReason' | 'exemptionReasonCode'>

/** The words of the law for the reverse charge, and a text that lacks them. */
const CASES = [
  ['DE', '04-reverse-charge', 'Steuerschuldnerschaft des Leistungsempfängers', '§ 13b UStG'],
  ['FR', '05-reverse-charge', 'Autoliquidation', 'Art. 283-2 nonies du CGI'],
  ['BE', '03-reverse-charge', 'Btw verlegd / Autoliquidation', 'Article 20'],
  ['RO', '05-reverse-charge', 'Taxare inversă', 'Art. 331 din Codul fiscal'],
] as const

for (const [country, name, words, other] of CASES)
  t.test(`${country}: an exemption has the words that the law requires`, async (t) => {
    const { invoice } = acceptedSample(country, name, today)
    const invoicing = countryOf(country).invoicing as Invoicing
    const exempt = (exemption: Exemption): InvoiceRequest => ({
      ...invoice,
      lines: [{ description: 'Work', quantity: 1, unitPrice: 100, vatRate: 0, unitCode: 'DAY', ...exemption }],
    })
    const found = (exemption: Exemption): readonly string[] =>
      invoicing
        .validate(exempt(exemption), { today })
        .findings.map(({ rule, severity, path }) => `${rule} ${severity} ${path}`)
    const warnings = (...ids: string[]): RegExp => new RegExp(`^CW-${country}-(${ids.join('|')}) `)
    const ours = warnings('REVERSE-CHARGE-WORDING', 'MARGIN-SCHEME-WORDING')
    const written = (exemption: Exemption): string => {
      const document = invoicing.convert(exempt(exemption), [])
      return 'xml' in document ? document.xml : ''
    }

    // Without reason and code the words of the law are written, and nothing is missing.
    t.strictSame(found({ vatCategory: 'AE' }), [])
    t.match(written({ vatCategory: 'AE' }), `>${words}<`)
    // A code was read from a document: nothing is added to it.
    t.notMatch(written({ vatCategory: 'AE', exemptionReasonCode: 'VATEX-EU-AE' }), `>${words}<`)
    // Words of the caller are kept, and judged.
    t.match(written({ vatCategory: 'AE', exemptionReason: other }), `>${other}<`)
    t.strictSame(
      found({ vatCategory: 'AE', exemptionReason: other }).filter((each) => ours.test(each)),
      [`CW-${country}-REVERSE-CHARGE-WORDING warning lines[0].exemptionReason`],
    )
    for (const reason of [`${words}, ${other}`, 'REVERSE CHARGE'])
      t.strictSame(found({ vatCategory: 'AE', exemptionReason: reason }), [])

    const margin = { vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-F' } as const
    t.strictSame(
      found(margin).filter((each) => ours.test(each)),
      [`CW-${country}-MARGIN-SCHEME-WORDING warning lines[0].exemptionReasonCode`],
    )
    t.strictSame(
      found({ ...margin, exemptionReason: 'Second-hand' }).filter((each) => ours.test(each)),
      [],
    )
  })
