import fc from 'fast-check'
import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readXml } from '../../../src/countries/judging/read-xml.js'
import { routeOf } from '../../../src/countries/peppol/access-point/route.js'
import { simulatedParticipant } from '../../../src/countries/peppol/simulated-participant.js'
import { countryOf } from '../../../src/countries/registry.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { Refusal } from '../../../src/domain/refusal.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { oracleFor } from '../../support/oracle.js'
import { lawful } from '../../support/random/countries.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { simulated } from '../simulated.js'

const TODAY = '2026-11-21'
const NOW = new Date(`${TODAY}T12:00:00Z`)
const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'

const address = (country: string) => ({ street: 'Rue Haute 1', city: 'Stad', postalCode: '10001', country })
const PARTIES = {
  BE: ['BE0403170701', 'BE0202239951'],
  DE: ['DE136695976', 'DE129273398'],
} as const

/** An invoice that the customer issues, as it is posted. */
function body(country: 'BE' | 'DE', more: object = {}): InvoiceBody {
  const [vatNumber, other] = PARTIES[country]
  return {
    country,
    number: 'SB-1',
    issueDate: TODAY,
    dueDate: '2026-12-20',
    buyerReference: 'B-1',
    supplier: { vatNumber, name: 'Fournisseur', address: address(country) },
    customer: { vatNumber: other, name: 'Acheteur', address: address(country) },
    lines: [{ description: 'Conseil', unitPrice: 100, vatRate: country === 'BE' ? 21 : 19 }],
    paymentMeans: { bankAccount: 'BE71096123456769' },
    selfBilled: true,
    ...more,
  }
}

function accepted(posted: InvoiceBody): InvoiceRequest {
  const preceding = posted.precedingInvoice as InvoiceRequest['precedingInvoice']
  return acceptInvoice(posted, { countryOf, now: NOW, invoiceId: 'inv_1', environment: null, preceding }).accepted
}

const invoicingOf = (country: 'BE' | 'DE'): Invoicing => countryOf(country).invoicing as Invoicing

for (const country of ['BE', 'DE'] as const) {
  t.test(`${country}: an invoice that the customer issues is one of BIS Self-Billing`, async (t) => {
    const oracle = oracleFor(t, 'self-billed invoices')
    const { convert, formatOf, validate } = invoicingOf(country)
    const precedingInvoice = { number: 'SB-0', issueDate: '2026-11-01' }
    for (const [more, root, typeCode] of [
      [{}, 'Invoice', '389'],
      [{ invoiceType: 'debit_note', precedingInvoice }, 'Invoice', '527'],
      [{ invoiceType: 'credit_note', precedingInvoice }, 'CreditNote', '261'],
      [{ typeCode: '261', precedingInvoice }, 'CreditNote', '261'],
    ] as const) {
      const invoice = accepted(body(country, more))
      t.equal(formatOf(invoice), 'UBL 2.1 Peppol BIS Self-Billing 3.0')
      const { valid, findings } = validate(invoice, { today: TODAY })
      t.ok(valid, typeCode, { findings })
      const { xml } = convert(invoice, [])
      t.match(xml, `<cbc:CustomizationID>${SPECIFICATION}<`)
      t.match(xml, `<cbc:ProfileID>${PROCESS}<`)
      t.match(xml, `<cbc:${root}TypeCode>${typeCode}<`)
      t.same((await oracle?.judge('be-sb', xml))?.filter(({ flag }) => flag === 'fatal') ?? [], [])
      // The document says the same as the JSON, and gives it back.
      const judged = judgeXml(Buffer.from(xml), { country, isToBeSent: true, now: NOW })
      t.match(judged, { profile: 'be-sb', valid: true })
      const read = readXml(Buffer.from(xml), undefined)
      t.match(read, { country, request: { selfBilled: true, invoiceType: invoice.invoiceType } })
      if ('refused' in read) continue
      t.notOk('typeCode' in read.request || 'businessProcess' in read.request, 'the profile has both')
      t.equal(convert(read.request, []).xml, xml)
    }
  })

  t.test(`${country}: a self-billed invoice goes from the customer to the supplier`, async (t) => {
    const government = simulated(countryOf(country), { sample: accepted(body(country)) })
    const outcome = await government.submit(government.submission())
    const [supplier, customer] = PARTIES[country].map((number) =>
      country === 'BE' ? `0208:${number.slice(2)}` : `9930:${number}`,
    )
    const endpoint = decodeURIComponent(outcome.kind === 'submitted' ? outcome.govEndpoint : '')
    const [, from, to] = /submit\/iso6523-actorid-upis::([^/]*)\/iso6523-actorid-upis::([^/]*)\//.exec(endpoint) ?? []
    t.same([from?.toUpperCase(), to?.toUpperCase()], [customer, supplier])
    t.match(endpoint, `Invoice##${SPECIFICATION}::2.1/cenbii-procid-ubl::${PROCESS}/`)
  })

  t.test(`${country}: random invoices are valid as self-billed ones, too, and come back`, (t) => {
    const { convert, validate } = invoicingOf(country)
    fc.assert(
      fc.property(lawful(country, 5), ({ attachments, invoice: given }) => {
        if (given.lines.some(({ de }) => de !== undefined)) return
        const invoice: InvoiceRequest = { ...given, selfBilled: true }
        // These contradict the profile.
        for (const field of ['typeCode', 'businessProcess', 'format', 'de']) Reflect.deleteProperty(invoice, field)
        const xml = Buffer.from(convert(invoice, attachments).xml)
        const ofJson = validate(invoice, { today: TODAY })
        const ofXml = judgeXml(xml, { country, isToBeSent: true, now: NOW })
        const rulesIn = ({ findings }: { findings: readonly { rule: string; severity: string }[] }) =>
          [...new Set(findings.filter(({ severity }) => severity === 'fatal').map(({ rule }) => rule))].sort().join()
        if (rulesIn(ofJson) !== rulesIn(ofXml)) throw new Error(`JSON: ${rulesIn(ofJson)}; XML: ${rulesIn(ofXml)}`)
        const read = readXml(xml, country)
        if ('refused' in read || read.request.selfBilled !== true) throw new Error('not read as self-billed')
      }),
      { seed: SEED, numRuns: triesOf(100) },
    )
    t.end()
  })
}

t.test('in the network a self-billed invoice has its own route, whose company sends it', async (t) => {
  const { convert, model } = invoicingOf('BE')
  const [supplier, customer] = PARTIES.BE
  const [ofSupplier, ofCustomer] = [supplier, customer].map((number) => `iso6523-actorid-upis::0208:${number.slice(2)}`)
  const routeFor = (selfBilled: boolean, vatNumber: string) => {
    const invoice = accepted(body('BE', { selfBilled }))
    const xml = Buffer.from(convert(invoice, []).xml)
    const access = { connectionId: 'conn_1', vatNumber, credentials: {} }
    const submission = simulated(countryOf('BE'), { sample: invoice }).submission()
    return routeOf({}, { ...submission, xml, access }, model)
  }
  for (const vatNumber of [customer, supplier, 'BE0417497106'])
    t.match(await routeFor(true, vatNumber), {
      sender: ofCustomer,
      receiver: ofSupplier,
      documentType: new RegExp(`Invoice##${SPECIFICATION}::2.1$`),
      process: `cenbii-procid-ubl::${PROCESS}`,
    })
  for (const vatNumber of [supplier, 'BE0417497106'])
    t.match(await routeFor(false, vatNumber), { sender: ofSupplier, receiver: ofCustomer, process: /:billing:01:1.0$/ })
  t.match(await routeFor(false, customer), { sender: ofCustomer, receiver: ofSupplier }, 'a document of the customer')
})

t.test('the finding on a type of self-billing leads to the field', (t) => {
  const { validate } = invoicingOf('BE')
  for (const [typeCode, rule] of [
    ['389', 'PEPPOL-EN16931-P0100'],
    ['261', 'PEPPOL-EN16931-P0101'],
  ] as const) {
    const precedingInvoice = { number: 'SB-0', issueDate: '2026-11-01' }
    const invoice = accepted(body('BE', { selfBilled: false, typeCode, precedingInvoice }))
    t.notOk('selfBilled' in invoice)
    const found = validate(invoice, { today: TODAY }).findings.find((each) => each.rule === rule)
    t.match(found, { severity: 'fatal', path: 'typeCode', fix: /selfBilled: true/ })
  }
  t.end()
})

t.test('BIS Self-Billing is in UBL', (t) => {
  for (const format of ['cii', 'factur-x']) t.throws(() => accepted(body('DE', { format })), Refusal, format)
  t.match(simulatedParticipant('0208:0403170701'), {
    documentTypes: [/billing/, /billing/, /selfbilling/, /selfbilling/],
  })
  t.end()
})
