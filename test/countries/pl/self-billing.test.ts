import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { issuerOf } from '../../../src/countries/issuer.js'
import { poland } from '../../../src/countries/pl/index.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { selfSignedAround } from '../../support/certificate.js'
import { acceptedSamples } from '../accepted-sample.js'
import { simulated, textOf } from '../simulated.js'
import { fa, NIP, worldOf } from './ksef/world.js'

const invoicing = poland.invoicing as Invoicing
const samples = new Map(acceptedSamples('PL', '2026-11-24').map(({ name, invoice }) => [name, invoice]))
const invoice = samples.get('26-self-billed') as InvoiceRequest

/** Of the customer, who issues the invoices of these tests. */
const BUYER = '5265877635'

/** A document of the seller that its customer issues. */
function selfBilled(number: string): string {
  return fa(number)
    .replace('<Fa>', `<Podmiot2><DaneIdentyfikacyjne><NIP>${BUYER}</NIP></DaneIdentyfikacyjne></Podmiot2><Fa>`)
    .replace('<RodzajFaktury>', '<Adnotacje><P_17>1</P_17></Adnotacje><RodzajFaktury>')
}

t.test('the customer issues it: P_17, its own kind of document, and the company of the customer', (t) => {
  t.match(invoicing.convert(invoice, []).xml, '<P_17>1</P_17>')
  const own = { ...invoice }
  Reflect.deleteProperty(own, 'selfBilled')
  t.match(invoicing.convert(own, []).xml, '<P_17>2</P_17>')
  t.equal(issuerOf(poland, invoice), 'customer')
  t.equal(issuerOf(poland, own), 'supplier')
  for (const [invoiceType, typeCode] of [
    ['invoice', '389'],
    ['credit_note', '261'],
    ['debit_note', '527'],
  ] as const) {
    const model = invoicing.model({ ...invoice, invoiceType }, [])
    t.equal(model.typeCode, typeCode)
    t.match(invoicing.asRequest(model).request, { selfBilled: true, invoiceType }, 'a UBL invoice of that type')
  }
  t.notOk('selfBilled' in invoicing.asRequest(invoicing.model(own, [])).request)
  t.end()
})

t.test('a customer without a NIP issues no invoice', (t) => {
  const rulesOf = (customer: Partial<InvoiceRequest['customer']>) =>
    invoicing
      .validate({ ...invoice, customer: { ...invoice.customer, ...customer } }, { today: '2026-11-24' })
      .findings.flatMap(({ rule, path, severity }) => (rule === 'CW-PL-SELF-BILLED' ? [`${severity} ${path}`] : []))
  t.same(rulesOf({}), [])
  t.same(rulesOf({ vatNumber: 'DE136695976' }), ['fatal customer.vatNumber'])
  t.same(rulesOf({ vatNumber: '' }), ['fatal customer.vatNumber'])
  const outside = invoice.lines.map((line) => ({ ...line, vatRate: 0, vatCategory: 'O' as const }))
  t.notOk(
    invoicing
      .validate({ ...invoice, lines: outside }, { today: '2026-11-24' })
      .findings.some(({ rule }) => rule === 'CW-PL-SELF-BILLED'),
    'lines outside the scope of VAT change nothing',
  )
  const plain = { ...invoice, customer: { ...invoice.customer, vatNumber: 'DE136695976' } }
  Reflect.deleteProperty(plain, 'selfBilled')
  t.notOk(invoicing.validate(plain, { today: '2026-11-24' }).findings.some(({ rule }) => rule === 'CW-PL-SELF-BILLED'))
  t.end()
})

t.test('it is sent with the connection of the customer, whom the supplier has authorised', async (t) => {
  const world = await worldOf(t)
  world.pass(86_400)
  const { cert, key } = selfSignedAround(world.now())
  const credentials = { ...world.ksef.credentials, offlineCertificate: cert, offlineKey: key }
  const vatNumber = `PL${BUYER}`
  const change = { vatNumber, credentials, invoice: { selfBilled: true } as const }
  const decision = await world.decided(world.submission({ ...change, xml: selfBilled('SF/1') }))
  t.match(decision, {
    kind: 'accepted',
    govId: new RegExp(`^${NIP}-`),
    // Who signed in, and who sells.
    certificateUrl: new RegExp(`/certificate/Nip/${BUYER}/${NIP}/`),
  })
  t.match(textOf(decision), `<Nip>${BUYER}</Nip>`)
  t.match(textOf(decision), `<NipSprzedawcy>${NIP}</NipSprzedawcy>`)

  // Without the mark it is an invoice of another seller.
  const other = await world.decided(
    world.submission({ ...change, xml: selfBilled('SF/2').replace('<P_17>1', '<P_17>2') }),
  )
  t.match(other, { kind: 'rejected', errorMessage: /^410/ })
  const explained = invoicing.explain(other.kind === 'rejected' ? other.errorMessage : '', 'rejected')
  t.match(JSON.stringify(explained), /SelfInvoicing/)
})

t.test('the simulated KSeF knows who signed in', async (t) => {
  const late = { ...invoice, issueDate: '2026-11-20' }
  const decision = await simulated(poland, { sample: late, now: '2026-11-24T10:00:00.000Z', xml: 'x' }).decided()
  t.match(decision, { kind: 'accepted', certificateUrl: /\/certificate\/Nip\/7831643201\/5213891244\// })
  t.match(textOf(decision), '<Nip>7831643201</Nip>')
})
