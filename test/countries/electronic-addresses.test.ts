import t from 'tap'
import { COUNTRIES } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest, Party } from '../../src/domain/request/invoice-request.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function judged(country: CountryCode, customer: (sample: InvoiceRequest) => Party) {
  const [sample] = acceptedSamples(country, TODAY)
  const { invoicing } = COUNTRIES[country]
  if (sample === undefined || invoicing === null) throw new Error(`no sample in ${country}`)
  const { invoice } = sample
  return invoicing.validate({ ...invoice, customer: customer(invoice) }, { today: TODAY })
}

/** A firm that no number brings into a network. */
const UNKNOWN = { vatNumber: '', name: 'Nowhere Ltd' }

t.test('a finding that asks for an address names the email where the country accepts it', async (t) => {
  const german = judged('DE', () => ({ ...UNKNOWN, address: { country: 'US', city: 'X', postalCode: '1' } }))
  t.match(
    german.findings.find(({ rule }) => rule === 'PEPPOL-EN16931-R010'),
    { path: /^customer/, fix: /customer\.email.*customer\.peppolId/ },
  )
  const belgian = judged('BE', () => ({ ...UNKNOWN, address: { country: 'US', city: 'X', postalCode: '1' } }))
  const { fix } = belgian.findings.find(({ rule }) => rule === 'PEPPOL-EN16931-R010') ?? {}
  t.match(fix, /customer\.peppolId/)
  t.notMatch(fix, /email/)
})

for (const country of ['BE', 'DE', 'FR'] as const)
  t.test(`${country}: a buyer with the seller's address is a warning`, async (t) => {
    const { valid, findings } = judged(country, ({ supplier, customer }) => ({
      ...customer,
      peppolId: country === 'FR' ? `0225:${supplier.vatNumber.slice(4)}` : peppolIdOf(supplier),
    }))
    const found = findings.find(({ rule }) => rule === 'CW-SAME-ADDRESS')
    t.match(found, { severity: 'warning', path: /^customer/, fix: /customer\.peppolId/ }, JSON.stringify(findings))
    t.equal(typeof valid, 'boolean')
    t.notOk(judged(country, ({ customer }) => customer).findings.some(({ rule }) => rule === 'CW-SAME-ADDRESS'))
  })

function peppolIdOf({ peppolId, vatNumber }: Party): string {
  return peppolId ?? (vatNumber.startsWith('BE') ? `0208:${vatNumber.slice(2)}` : `9930:${vatNumber}`)
}

t.test('a consumer with a Peppol address in Belgium is a warning', async (t) => {
  const { findings } = judged('BE', () => ({ ...UNKNOWN, consumer: true, peppolId: '0208:0000000097' }))
  t.match(
    findings.filter(({ rule }) => rule.startsWith('CW-BE-CONSUMER')),
    [{ rule: 'CW-BE-CONSUMER-ADDRESS', severity: 'warning', path: 'customer.peppolId' }],
  )
})
