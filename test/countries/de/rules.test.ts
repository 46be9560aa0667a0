import t from 'tap'
import type { InvoiceRequest, Party } from '../../../src/domain/request/invoice-request.js'
import { germany } from '../../../src/countries/de/index.js'
import { isLeitwegId } from '../../../src/countries/de/leitweg-id.js'
import { germanInvoice } from '../../../src/countries/de/profile.js'
import { XRECHNUNG_DOCUMENTS } from '../../../src/countries/de/documents.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import {
  XRECHNUNG_CVD_ID,
  XRECHNUNG_EXTENSION_ID,
  XRECHNUNG_ID,
} from '../../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { brokenRules } from '../../support/judged-model.js'
import { oracleFor } from '../../support/oracle.js'
import { acceptedSamples, takesFormat } from '../accepted-sample.js'
import { type BrokenInvoices, findsEachFault } from '../broken-invoices.js'

const invoicing = germany.invoicing as Invoicing
const today = '2026-11-21'
const address = { street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' }
const supplier: Party = { vatNumber: 'DE136695976', name: 'Seller', address, email: 'a@b.example', phone: '030 123' }
const customer: Party = { vatNumber: 'DE811128135', name: 'Behörde', address, leitwegId: '04011000-12345-03' }
const sound: InvoiceRequest = {
  country: 'DE',
  invoiceType: 'invoice',
  number: 'F-1',
  currency: 'EUR',
  issueDate: today,
  dueDate: '2026-12-21',
  supplier,
  customer,
  lines: [{ description: 'Work', quantity: 1, unitPrice: 100, vatRate: 19, unitCode: 'C62' }],
  paymentMeans: { bankAccount: 'DE89 3704 0044 0532 0130 00' },
  deliveryDate: '2026-11-20',
}

function without<T extends object>(object: T, ...names: readonly (keyof T)[]): T {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name as keyof T))) as T
}

const unaddressed = (party: Party, ...names: (keyof typeof address)[]): Party => ({
  ...party,
  address: without(address, ...names),
})

const BROKEN: BrokenInvoices = [
  [{ paymentMeans: { paymentTerms: '30 days' } }, 'BR-DE-1', 'paymentMeans'],
  [{ supplier: without(supplier, 'phone') }, 'BR-DE-6', 'supplier.phone'],
  [{ supplier: without(supplier, 'email') }, 'BR-DE-7', 'supplier.email'],
  [{ supplier: { ...supplier, phone: '12' } }, 'BR-DE-27', 'supplier.phone'],
  [{ supplier: { ...supplier, email: 'noone' } }, 'BR-DE-28', 'supplier.email'],
  [{ supplier: unaddressed(supplier, 'city') }, 'BR-DE-3', 'supplier.address.city'],
  [{ supplier: unaddressed(supplier, 'postalCode') }, 'BR-DE-4', 'supplier.address.postalCode'],
  [{ customer: unaddressed(customer, 'city') }, 'BR-DE-8', 'customer.address.city'],
  [{ customer: unaddressed(customer, 'postalCode') }, 'BR-DE-9', 'customer.address.postalCode'],
  [
    { paymentMeans: { bankAccount: 'DE89370400440532013000', paymentTerms: '#SKONTO#TAGE=14#PROZENT=2#' } },
    ...(['BR-DE-18', 'paymentMeans.paymentTerms'] as const),
  ],
  [{ paymentMeans: { bic: 'COBADEFF' } }, 'BR-50', 'paymentMeans.bankAccount'],
  [{ invoiceType: 'credit_note' }, 'CW-DE-CREDIT-NOTE', 'precedingInvoice'],
  [{ customer: { ...customer, leitwegId: '04011000-12345-04' } }, 'CW-DE-LEITWEG-ID', 'customer.leitwegId'],
  [{ buyerReference: 'X' }, 'CW-DE-LEITWEG-REFERENCE', 'buyerReference'],
  [{ supplier: { ...supplier, vatNumber: 'DE12' } }, 'CW-DE-SUPPLIER-VAT', 'supplier.vatNumber'],
  [{ paymentMeans: { bankAccount: 'DE00370400440532013000' } }, 'CW-DE-IBAN', 'paymentMeans.bankAccount'],
  [{ currency: 'USD' }, 'CW-DE-VAT-CURRENCY', 'exchangeRate'],
  [
    { customer: { ...customer, vatNumber: 'US1', leitwegId: '', address: { ...address, country: 'US' } } },
    ...(['PEPPOL-EN16931-R008', 'customer.leitwegId'] as const),
  ],
]

t.test('a sound invoice has no finding, and each broken one the finding on its own field', async (t) => {
  findsEachFault(t, invoicing, sound, BROKEN, today)
})

t.test('a sum that the official rules add up otherwise is a finding on the lines', async (t) => {
  const priced = (unitPrice: number, quantity = 1) => ({
    description: 'Work',
    quantity,
    unitPrice,
    vatRate: 19,
    unitCode: 'C62',
  })
  const lines = [
    priced(1234567890.13, 99_999),
    ...[53276.72, 21895.91, 4704.46, 67886.47].map((price) => priced(price)),
  ]
  const { findings } = invoicing.validate({ ...sound, format: 'cii', lines }, { today })
  t.match(
    findings.filter(({ severity }) => severity === 'fatal'),
    [{ rule: 'BR-CO-10', path: 'lines', fix: /^Correct the lines/ }],
  )
})

t.test('what the caller does not say is derived', async (t) => {
  t.match(germanInvoice(sound), {
    buyerReference: '04011000-12345-03',
    seller: { contact: { name: 'Seller' }, electronicAddress: { scheme: '9930', value: 'DE136695976' } },
    buyer: { electronicAddress: { scheme: '0204', value: '04011000-12345-03' } },
  })
  const business = { ...sound, customer: without(customer, 'leitwegId') }
  t.equal(germanInvoice({ ...business, orderReference: 'PO-1' }).buyerReference, 'PO-1')
  t.equal(germanInvoice(business).buyerReference, 'Behörde')
  const abroad = { ...customer, vatNumber: 'US1', email: 'x@y.example' }
  t.match(germanInvoice({ ...sound, customer: without(abroad, 'leitwegId') }).buyer.electronicAddress, { scheme: 'EM' })
  const skonto = { bankAccount: 'DE89370400440532013000', paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#' }
  t.ok(invoicing.validate({ ...sound, paymentMeans: skonto }, { today }).valid, 'the line break is added')
})

t.test('a Leitweg-ID has check digits', async (t) => {
  for (const id of ['04011000-12345-03', '992-90009-96', '08-A9300-89']) t.ok(isLeitwegId(id), id)
  for (const id of ['04011000-12345-30', '992-90009', 'x', '', '08-a9300-89']) t.notOk(isLeitwegId(id), id)
})

const model = germanInvoice(sound)
const debit = { mandate: 'M', creditor: { value: 'DE98ZZZ09999999999' }, debitedAccount: 'DE89370400440532013000' }
const line = model.lines[0] as Invoice['lines'][number]
const vehicle = {
  ...line,
  item: {
    ...line.item,
    classifications: [{ code: 'M1', scheme: 'CVD' }],
    attributes: [{ name: 'cva', value: 'clean' }],
  },
}
const cvd = { specification: XRECHNUNG_CVD_ID, contractReference: 'C', tenderReference: 'T', lines: [vehicle] }
const extended = { specification: XRECHNUNG_EXTENSION_ID }
const part = (net: string) => ({ ...line, netAmount: Decimal.of(net) })

/**
 * Documents of every scenario that break nothing, and what breaks each rule that no JSON can
 * break.
 */
const DOCUMENTS: readonly (readonly [change: Partial<Invoice>, rules: readonly string[]])[] = [
  [{}, []],
  [{ payment: { meansCode: '59', transfers: [], directDebit: debit } }, []],
  [{ payment: { meansCode: '59', transfers: [] } }, ['PEPPOL-EN16931-R061', 'BR-DE-20', 'BR-DE-25-a']],
  [
    { payment: { meansCode: '59', transfers: [], directDebit: { mandate: 'M' } } },
    ['BR-DE-20', 'BR-DE-30', 'BR-DE-31'],
  ],
  [{ payment: { meansCode: '58', transfers: [{ account: 'X' }], directDebit: debit } }, ['BR-DE-19', 'BR-DE-23-b']],
  [{ payment: { meansCode: '48', transfers: [{ account: 'X' }] } }, ['BR-DE-24-a', 'BR-DE-24-b']],
  [{ typeCode: '383' }, ['BR-DE-17']],
  [{ typeCode: '384' }, ['BR-DE-26']],
  [{ specification: `${XRECHNUNG_ID}.1` }, ['BR-DE-21']],
  [{ supportingDocuments: [{ reference: '1', location: 'www.x.example' }] }, ['BR-TMP-2']],
  [{ buyerReference: undefined }, ['BR-DE-15']],
  [{ seller: { ...model.seller, contact: undefined } }, ['BR-DE-2']],
  [extended, []],
  [{ ...extended, lines: [{ ...line, subLines: [part('60'), part('40')] }] }, []],
  [{ ...extended, lines: [{ ...line, subLines: [part('60'), part('41')] }] }, ['BR-DEX-02']],
  [
    { ...extended, thirdPartyPayments: [{ type: '', amount: Decimal.of('1.005'), description: ' ' }] },
    ['BR-DEX-09', 'BR-DEX-10', 'BR-DEX-12', 'BR-DEX-13', 'PEPPOL-EN16931-R008'],
  ],
  [cvd, []],
  [{ ...cvd, lines: [line] }, ['BR-DE-CVD-03']],
  [
    { ...cvd, contractReference: '', tenderReference: undefined },
    ['BR-DE-CVD-02', 'BR-DE-CVD-01', 'PEPPOL-EN16931-R008'],
  ],
]

t.test('documents that no JSON makes are judged by the rules of their scenario', async (t) => {
  for (const [change, expected] of DOCUMENTS) {
    const document = { ...model, ...change }
    const broken = brokenRules(document, XRECHNUNG_DOCUMENTS)
    const national = broken.filter((rule) => /^(?:BR-DE|BR-TMP|PEPPOL)/.test(rule))
    t.same(national, [...expected].sort(), expected.join(' ') || 'sound')
  }
})

t.test('the samples as Cross Industry Invoice pass the official artefacts too', async (t) => {
  const oracle = oracleFor(t, 'the German samples as CII against the official artefacts')
  if (oracle === null) return
  for (const { name, invoice, attachments } of acceptedSamples('DE', today)) {
    if (!takesFormat('DE', name, 'cii')) continue
    // A profile of ZUGFeRD has rules of its own.
    const model = germanInvoice({ ...invoice, format: 'cii' }, attachments)
    const official = await oracle.judge(model.specification.includes('xrechnung') ? 'de' : 'fx', writeCii(model))
    t.same(
      official.filter(({ flag }) => flag === 'fatal'),
      [],
      name,
    )
  }
})
