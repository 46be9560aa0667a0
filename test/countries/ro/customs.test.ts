import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { issuerOf } from '../../../src/countries/issuer.js'
import { romania } from '../../../src/countries/ro/index.js'
import { acceptedSamples } from '../accepted-sample.js'

const TODAY = '2026-11-21'
const SAMPLES = new Map(acceptedSamples('RO', TODAY).map(({ name, invoice }) => [name, invoice]))
const { convert, validate } = romania.invoicing as Invoicing

function sampleOf(name: string) {
  const invoice = SAMPLES.get(name)
  if (invoice === undefined) throw new Error(`there is no sample ${name}`)
  return invoice
}

t.test('a storno is a negative invoice or a positive credit note', async (t) => {
  t.match(convert(sampleOf('33-storno-invoice'), []).xml, '<cbc:InvoiceTypeCode>380<')
  t.match(convert(sampleOf('33-storno-invoice'), []).xml, /<cbc:PayableAmount currencyID="RON">-/)
  t.match(convert(sampleOf('02-credit-note'), []).xml, '<cbc:CreditNoteTypeCode>381<')
})

t.test('a consumer without a number has thirteen zeros', async (t) => {
  t.match(convert(sampleOf('34-consumer-without-number'), []).xml, '<cbc:CompanyID>0000000000000<')
})

t.test('an invoice of the type 389 belongs to the company of the customer', async (t) => {
  const invoice = sampleOf('01-domestic-services')
  t.equal(issuerOf(romania, invoice), 'supplier')
  t.equal(issuerOf(romania, { ...invoice, typeCode: '389' }), 'customer')
  t.ok(validate({ ...invoice, typeCode: '389' }, { today: TODAY }).valid)
})
