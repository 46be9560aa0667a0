import t from 'tap'
import type { InvoiceRequest } from '../../src/domain/invoice-request.js'
import { COUNTRIES } from '../../src/countries/registry.js'
import { isPersonalNumber } from '../../src/countries/ro/consumer.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'

function consumer(country: 'RO' | 'DE' | 'FR', nationalId?: string) {
  const sample = acceptedSamples(country, TODAY).find(({ name }) => name.includes('consumer'))
  const invoicing = COUNTRIES[country].invoicing
  if (sample === undefined || invoicing === null) throw new Error(`no consumer in ${country}`)
  const { name, vatNumber, consumer, address, email } = sample.invoice.customer
  const customer = { name, vatNumber, consumer, address, email, ...(nationalId !== undefined && { nationalId }) }
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
  t.match(consumer('RO', '12'), { valid: false, findings: [{ path: 'customer.nationalId' }] })
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
