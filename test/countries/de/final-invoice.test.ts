import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { countryOf } from '../../../src/countries/registry.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { CII_D22B_SCHEMA } from '../../../src/einvoice/schema/schemas.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { acceptedSamples } from '../accepted-sample.js'
import { readPdf } from '../../support/pdf.js'

const { invoicing } = countryOf('DE')
if (invoicing === null) throw new Error('Germany has no format')
const TODAY = { today: '2026-03-31' }
const sample = acceptedSamples('DE', '2026-03-31').find(({ name }) => name === '01-authority')
if (sample === undefined) throw new Error('no sample')
const authority = sample.invoice
const business = { ...authority.customer }
Reflect.deleteProperty(business, 'leitwegId')

/** A final invoice to a business that settles two advances. */
const FINAL: InvoiceRequest = {
  ...authority,
  format: 'cii',
  typeCode: '877',
  customer: business,
  precedingInvoice: { number: 'AR-1', issueDate: '2025-12-01' },
  precedingInvoices: [{ number: 'AR-2', issueDate: '2026-01-15' }],
}

const rulesOf = (invoice: InvoiceRequest): readonly string[] =>
  invoicing.validate(invoice, TODAY).findings.map(({ rule, severity, path }) => `${rule} ${severity} ${path}`)

t.test('a final invoice in CII names all its advances at the level EN 16931, with a warning', async (t) => {
  t.match(invoicing.validate(FINAL, TODAY), { valid: true })
  t.ok(rulesOf(FINAL).includes('CW-DE-LEVEL warning precedingInvoices[0].number'))
  const { xml, format } = invoicing.convert(FINAL, [])
  t.match(xml, /<ram:IssuerAssignedID>AR-1<[^]*<ram:IssuerAssignedID>AR-2</)
  t.match(xml, '<ram:ID>urn:cen.eu:en16931:2017</ram:ID>')
  t.equal(format, 'CII D22B ZUGFeRD 2.5')
  t.same([...CII_D22B_SCHEMA.faults(parseInvoice(Buffer.from(xml)).root)], [])
})

t.test('its Factur-X has the level of its XML', async (t) => {
  const bytes = Buffer.from(invoicing.convert(FINAL, []).xml)
  const state = { environment: 'test', status: 'accepted', governmentNumber: null, at: '2026-03-31T09:30:00Z' } as const
  const request = { country: 'DE', invoice: FINAL, language: 'de', state, xml: { bytes, sha256: '' } } as const
  const pdf = await renderInProcess.pdf({ account: 'acc_1', whenBusy: 'refuse' }, { ...request, isHybrid: true })
  const { metadata, files } = readPdf(pdf)
  t.match(metadata, '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  t.match(files, [{ name: 'factur-x.xml' }])
})

t.test('with one advance, in UBL, or to an authority it is an XRechnung', async (t) => {
  const one = { ...FINAL, precedingInvoices: [] }
  for (const invoice of [one, { ...FINAL, format: 'ubl' as const }]) {
    t.match(invoicing.convert(invoice, []).xml, 'xrechnung_3.0')
    t.notOk(rulesOf(invoice).some((each) => each.startsWith('CW-DE-LEVEL')))
    t.match(invoicing.validate(invoice, TODAY), { valid: true })
  }
  const toAuthority = { ...FINAL, customer: authority.customer }
  t.match(invoicing.convert(toAuthority, []).xml, 'xrechnung_3.0')
  t.ok(rulesOf(toAuthority).includes('XSD fatal precedingInvoices[0]'))
})
