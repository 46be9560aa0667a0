import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dateTime } from '../../../src/countries/date-time.js'
import { readFattura } from '../../../src/countries/it/fatturapa/read/document.js'
import { italianFacts } from '../../../src/countries/it/printed.js'
import { countryOf } from '../../../src/countries/registry.js'
import { LANGUAGES } from '../../../src/domain/language.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { ROOT } from '../accepted-sample.js'
import { documentOf, german, ITALIAN, line, sound, textsOf, TODAY } from './sound-invoice.js'

const check = compileCheck(InvoiceBody)

function faults(body: unknown): readonly Detail[] {
  const details: Detail[] = []
  check(body, '', details)
  return details
}

const sample = (name: string): InvoiceBody =>
  JSON.parse(readFileSync(join(ROOT, 'samples', 'it', `${name}.json`), 'utf8')) as InvoiceBody

const accepted = (body: InvoiceBody): InvoiceRequest =>
  acceptInvoice(body, { countryOf, now: new Date(), invoiceId: 'inv_1', environment: null, preceding: undefined })
    .accepted

const read = (xml: string) => readFattura(parseXml(Buffer.from(xml)))

function refusal(body: InvoiceBody): unknown {
  try {
    accepted(body)
  } catch (error) {
    return error
  }
  return undefined
}

t.test('a commercial agent: the contribution to ENASARCO is withheld, and no part of the total', async (t) => {
  const invoice: Partial<InvoiceRequest> = {
    lines: [{ ...line, unitPrice: 1000, withholding: true }],
    socialFunds: [{ type: 'TC07', rate: 8.5, vatRate: 0 }],
    withholdings: [
      { type: 'RT01', rate: 11.5, reason: 'R' },
      { type: 'RT04', rate: 8.5, reason: 'ZO' },
    ],
    dueDate: '2026-12-31',
  }
  const xml = documentOf(invoice)
  t.same(textsOf(xml, 'ImportoTotaleDocumento'), ['1220.00'], 'not 1305.00')
  t.same(textsOf(xml, 'TipoCassa'), [])
  t.same(textsOf(xml, 'ImportoRitenuta'), ['115.00', '85.00'])
  t.same(textsOf(xml, 'ImportoPagamento'), ['1020.00'])
  t.same(textsOf(xml, 'TipoDato'), ['CASSA-PREV'])
  t.same(textsOf(xml, 'RiferimentoNumero'), ['85.00'])
  t.equal(ITALIAN.totals({ ...sound, ...invoice }).grossAmount, '1220.00')
  t.same(read(xml).request.socialFunds, [{ type: 'TC07', rate: 8.5, vatRate: 0, base: 1000 }])
  const rules = (change: Partial<InvoiceRequest>) =>
    ITALIAN.validate({ ...sound, ...invoice, ...change }, { today: TODAY }).findings.map(({ rule }) => rule)
  t.same(rules({}), [])
  t.same(rules({ withholdings: [{ type: 'RT01', rate: 11.5, reason: 'R' }] }), ['CW-IT-ENASARCO'])
  const base = { type: 'TC07', rate: 8.5, base: 800, vatRate: 0 }
  const ofBase = documentOf({ ...invoice, socialFunds: [base] })
  t.same(textsOf(ofBase, 'ImportoRitenuta'), ['115.00', '68.00'], 'both are of the same base')
  const body = sample('42-commercial-agent')
  t.match(refusal({ ...body, socialFunds: [{ type: 'TC07', rate: 8.5, vatRate: 22 }] }), {
    details: [{ path: 'socialFunds[0].vatRate', message: /RT04/ }],
  })
  t.match(refusal({ ...body, socialFunds: [{ type: 'TC07', rate: 8.5, vatRate: 0, withholding: true }] }), {
    details: [{ path: 'socialFunds[0].withholding' }],
  })
})

t.test('orders, contracts, agreements and receipts, each with its details', async (t) => {
  const kinds = {
    order: 'DatiOrdineAcquisto',
    contract: 'DatiContratto',
    agreement: 'DatiConvenzione',
    receipt: 'DatiRicezione',
  }
  for (const [kind, element] of Object.entries(kinds)) {
    const entry = { kind: kind as 'order', number: 'X-1', issueDate: '2026-01-15', jobCode: 'Lotto 2', lines: [0] }
    const xml = documentOf({ it: { relatedDocuments: [entry, { ...entry, number: 'X-2' }] } })
    t.equal(xml.split(`<${element}>`).length, 3, element)
    t.same(textsOf(xml, 'CodiceCommessaConvenzione'), ['Lotto 2', 'Lotto 2'])
    t.same(read(xml).request.it, { relatedDocuments: [entry, { ...entry, number: 'X-2' }] })
    t.same(read(xml).unread, [])
  }
  const order = { kind: 'order', number: 'PO-7', issueDate: '2026-01-15' } as const
  const both = documentOf({ orderReference: 'PO-7', tenderReference: '8712345678', it: { relatedDocuments: [order] } })
  t.equal(both.split('<DatiOrdineAcquisto>').length, 2, 'details belong to the order with their number')
  t.same(textsOf(both, 'CodiceCIG'), ['8712345678'])
  t.match(read(both).request, {
    orderReference: 'PO-7',
    tenderReference: '8712345678',
    it: { relatedDocuments: [order] },
  })
})

t.test('a self-billed invoice, and one that a third party issues, say who issues them', async (t) => {
  t.same(textsOf(documentOf({ selfBilled: true }), 'SoggettoEmittente'), ['CC'])
  t.equal(read(documentOf({ selfBilled: true })).request.selfBilled, true)
  t.equal(ITALIAN.model({ ...sound, selfBilled: true }).typeCode, '389')
  const td17 = { documentType: 'TD17', supplier: german, customer: sound.supplier }
  t.equal(read(documentOf(td17)).request.selfBilled, undefined, 'the type says it already')
  const intermediary = { name: 'Studio Bianchi', vatNumber: 'IT12345678903' }
  const byThird = documentOf({ it: { intermediary } })
  t.same(textsOf(byThird, 'SoggettoEmittente'), ['TZ'])
  t.same(read(byThird).request.it, { intermediary })
  const sent = documentOf({ it: { intermediary: { ...intermediary, issues: false } } })
  t.same(textsOf(sent, 'SoggettoEmittente'), [])
  const body = sample('44-issued-by-intermediary')
  t.match(refusal({ ...body, selfBilled: true }), { details: [{ path: 'it.intermediary.issues' }] })
  t.match(refusal({ ...body, it: { intermediary: { name: 'Studio Bianchi' } } }), {
    details: [{ path: 'it.intermediary.vatNumber' }],
  })
})

t.test('a person has two names, which are its name', async (t) => {
  const person = { firstName: 'Elena', lastName: 'Marchetti', title: 'Dott.ssa' }
  const supplier = { ...sound.supplier, name: 'Elena Marchetti', person }
  const xml = documentOf({ supplier })
  t.same(
    [textsOf(xml, 'Nome'), textsOf(xml, 'Cognome'), textsOf(xml, 'Titolo')],
    [['Elena'], ['Marchetti'], ['Dott.ssa']],
  )
  t.match(read(xml).request.supplier, { name: 'Elena Marchetti', person })
  const body = sample('42-commercial-agent')
  t.match(refusal({ ...body, supplier: { ...body.supplier, name: 'Studio Marchetti' } }), {
    details: [{ path: 'supplier.name', message: /first and the last name of `person`/ }],
  })
  t.equal(refusal({ ...body, supplier: { ...body.supplier, name: 'MARCHETTI Elena' } }), undefined, 'in any order')
})

t.test('the rules on types, establishments and weights', async (t) => {
  const found = (change: Partial<InvoiceRequest>) =>
    ITALIAN.validate({ ...sound, ...change }, { today: TODAY }).findings.map(({ rule, path }) => `${rule} ${path}`)
  const received = { documentType: 'TD17', supplier: german, customer: sound.supplier }
  t.ok(found(received).some((each) => each.startsWith('CW-IT-RECEIVED-INVOICE')))
  t.same(found({ ...received, precedingInvoice: { number: 'R-1', issueDate: '2026-11-02' } }), [])
  const sanMarino = {
    documentType: 'TD28',
    supplier: { ...german, vatNumber: 'SM12345', address: { ...german.address, country: 'SM' } },
    customer: sound.supplier,
    precedingInvoice: { number: 'R-1', issueDate: '2026-11-02' },
  } as InvoiceRequest
  t.same(found(sanMarino), [])
  t.same(found({ ...sanMarino, lines: [{ ...line, vatRate: 0, exemptionReasonCode: 'N3.3' }] }), [
    'CW-IT-TD28 documentType',
  ])
  t.same(found({ documentType: 'TD27' }), ['00472 customer'])
  t.same(found({ documentType: 'TD27', customer: { ...sound.supplier, sdiCode: 'M5UXCR1' } }), [])
  t.same(found({ documentType: 'TD26' }), [])
  const place = { street: 'Via Roma 1', city: 'Milano', postalCode: '20121', country: 'IT' }
  t.same(found({ customer: { ...sound.customer, permanentEstablishment: place } }), [
    'CW-IT-ESTABLISHMENT customer.permanentEstablishment',
  ])
  t.same(found({ customer: { ...german, permanentEstablishment: place } }), [])
  t.same(found({ it: { transport: { grossWeight: 12 } } }), ['CW-IT-WEIGHT it.transport.grossWeight'])
  t.same(found({ it: { transport: { weightUnit: 'KG', grossWeight: 12, netWeight: 13 } } }), [
    'CW-IT-WEIGHT it.transport.netWeight',
  ])
  t.same(found({ it: { transport: { weightUnit: 'KG', grossWeight: 12345 } } }), ['XSD it.transport.grossWeight'])
  t.same(found({ it: { transport: { incoterm: 'dap' } } }), ['XSD it.transport.incoterm'])
})

t.test('a time has seconds in the document', async (t) => {
  for (const [given, written] of [
    ['2026-11-20', '2026-11-20T00:00:00'],
    ['2026-11-20T08:30', '2026-11-20T08:30:00'],
    ['2026-11-20t08:30:15,25z', '2026-11-20T08:30:15.25Z'],
    ['2026-11-20T08:30+0100', '2026-11-20T08:30:00+01:00'],
  ] as const)
    t.equal(dateTime(given), written, given)
})

t.test('a document with impossible dates still has a page', async (t) => {
  const it = { transport: { startDate: 'tomorrow', collectedAt: '2026-13-45T99:99' } }
  t.same(
    italianFacts({ ...sound, it }, { language: 'it' }).facts.map(({ value }) => value),
    ['M5UXCR1', '2026-13-45T99:99, 99:99', 'tomorrow'],
  )
})

t.test('other countries refuse the part, and say what to do', async (t) => {
  const body = sample('40-transport')
  t.same(faults(body), [])
  t.match(
    faults({ ...body, country: 'RO' }).find(({ path }) => path === 'it'),
    { message: 'is only for IT: the format for RO has no such field; leave it out' },
  )
  const { supplier } = sample('42-commercial-agent')
  t.ok(faults({ ...body, supplier, country: 'DE' }).some(({ path }) => path === 'supplier.person'))
})

t.test('the page says all of it, in every language', async (t) => {
  const facts = (name: string, language: (typeof LANGUAGES)[number]) =>
    italianFacts(accepted(sample(name)), { language }).facts
  t.match(
    facts('40-transport', 'en').map(({ label, value }) => `${label}: ${value}`),
    [
      /^Kind of document: Fattura differita .* \(TD24\)$/,
      'Recipient code (SdI): M5UXCR1',
      /^Transport document: DDT-118, /,
      /^Carrier: Trasporti Valdarno S\.r\.l\., IT12345678903/,
      'Means of transport: Autocarro',
      'Reason for transport: Vendita',
      'Packages: 4',
      'Goods: Bancali avvolti in film',
      'Gross weight: 812.5 KG',
      'Net weight: 780 KG',
      'Collected: 20\u00a0Nov\u00a02026, 08:30',
      'Start of transport: 20\u00a0Nov\u00a02026',
      'Terms of delivery: DAP',
    ],
  )
  for (const name of [
    '40-transport',
    '41-public-works',
    '42-commercial-agent',
    '43-permanent-establishment',
    '44-issued-by-intermediary',
  ]) {
    const labels = LANGUAGES.map((language) => facts(name, language).map(({ label }) => label))
    t.equal(new Set(labels.map((each) => each.length)).size, 1, name)
    t.ok((labels[0]?.length ?? 0) > 0)
  }
})
