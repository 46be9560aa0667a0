import t from 'tap'
import type { InvoiceRequest, Party } from '../../../src/domain/request/invoice-request.js'
import { belgium } from '../../../src/countries/be/index.js'
import { belgianInvoice } from '../../../src/countries/be/profile.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { electronicAddress } from '../../../src/countries/peppol/participant.js'
import {
  hasSwedishCheckDigit,
  isAustralian,
  isBelgianEnterprise,
  isGln,
  isGreekTaxNumber,
  isIban,
  isItalianTaxCode,
  isItalianVatNumber,
  isNorwegian,
} from '../../../src/einvoice/rules/peppol/check-digits.js'
import { type BrokenInvoices, findsEachFault } from '../broken-invoices.js'

const invoicing = belgium.invoicing as Invoicing
const today = '2026-11-21'
const address = { street: 'Straat 1', city: 'Gent', postalCode: '9000', country: 'BE' }
const supplier: Party = { vatNumber: 'BE0403170701', name: 'Seller', address }
const customer: Party = { vatNumber: 'BE0882341791', name: 'Buyer', address }
const sound: InvoiceRequest = {
  country: 'BE',
  invoiceType: 'invoice',
  number: 'F-1',
  currency: 'EUR',
  issueDate: today,
  dueDate: '2026-12-21',
  supplier,
  customer,
  lines: [{ description: 'Work', quantity: 1, unitPrice: 100, vatRate: 21, unitCode: 'C62' }],
  buyerReference: 'REF-1',
}
const line = sound.lines[0] as InvoiceRequest['lines'][number]

const BROKEN: BrokenInvoices = [
  [{ customer: { ...customer, vatNumber: 'BE0882341792' } }, 'PEPPOL-COMMON-R043', 'customer.vatNumber'],
  [{ customer: { ...customer, peppolId: '0088:7300010000002' } }, 'PEPPOL-COMMON-R040', 'customer.peppolId'],
  [{ customer: { ...customer, peppolId: 'EM:a@b.example' } }, 'PEPPOL-EN16931-CL008', 'customer.peppolId'],
  [{ customer: { ...customer, peppolId: '0882341791' } }, 'BR-63', 'customer.peppolId'],
  [
    { customer: { ...customer, vatNumber: 'US1', address: { ...address, country: 'US' } } },
    ...(['PEPPOL-EN16931-R010', 'customer.peppolId'] as const),
  ],
  [{ customer: { ...customer, name: ' ' } }, 'PEPPOL-EN16931-R008', 'customer.name'],
  [
    { lines: [{ ...line, vatRate: 0, vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-G' }] },
    ...(['PEPPOL-EN16931-P0104', 'lines[0].vatCategory'] as const),
  ],
  [{ invoiceType: 'credit_note' }, 'CW-BE-CREDIT-NOTE', 'precedingInvoice'],
  [{ dueDate: '' }, 'CW-BE-PAYMENT-TERMS', 'dueDate'],
  [{ supplier: { ...supplier, vatNumber: 'BE12' } }, 'CW-BE-SUPPLIER-VAT', 'supplier.vatNumber'],
  [{ customer: { ...customer, vatNumber: 'NL123456789B12' } }, 'CW-BE-CUSTOMER-VAT', 'customer.vatNumber'],
  [{ lines: [{ ...line, vatRate: 20 }] }, 'CW-BE-VAT-RATE', 'lines[0].vatRate'],
  [{ currency: 'USD' }, 'CW-BE-VAT-CURRENCY', 'exchangeRate'],
  [
    { supplier: { ...supplier, vatNumber: 'NL123456789B12', address: { city: 'Breda', country: 'NL' } } },
    ...(['NL-R-002', 'supplier.address'] as const),
  ],
]

t.test('a sound invoice has no finding, and each broken one the finding on its own field', async (t) => {
  findsEachFault(t, invoicing, sound, BROKEN, today)
})

t.test('a text that XML can not hold is reported at its field', async (t) => {
  const lines = [line, { ...line, description: 'a\u0001b' }]
  t.match(invoicing.validate({ ...sound, lines }, { today }), {
    valid: false,
    findings: [{ rule: 'XML', path: 'lines[1].description', fix: /control characters/ }],
  })
})

t.test('a wrong currency is reported once, however many amounts are in it, and hides nothing', async (t) => {
  const lines = Array.from({ length: 2_000 }, () => line)
  const wrong = { ...sound, currency: 'ABC', customer: { ...customer, vatNumber: 'BE0882341792' }, lines }
  const { findings, findingsTotal } = invoicing.validate(wrong, { today })
  t.equal(findingsTotal, findings.length)
  t.equal(findings.filter(({ rule }) => rule === 'BR-CL-03').length, 1)
  t.ok(findings.some(({ rule }) => rule === 'PEPPOL-COMMON-R043'))
})

t.test('without a reference the invoice refers to the buyer by name, and a warning says so', async (t) => {
  const bare = { ...sound }
  delete (bare as { buyerReference?: string }).buyerReference
  const { valid, findings } = invoicing.validate(bare, { today })
  t.equal(valid, true)
  t.match(findings, [{ rule: 'CW-BE-BUYER-REFERENCE', severity: 'warning', path: 'buyerReference' }])
  t.equal(belgianInvoice(bare).buyerReference, 'Buyer')
  t.equal(belgianInvoice({ ...bare, orderReference: 'PO-1' }).buyerReference, undefined)
})

t.test('the address in the network follows from the numbers of the party', async (t) => {
  const cases: readonly (readonly [Partial<Party>, string | undefined])[] = [
    [{}, '0208:0403170701'],
    [{ vatNumber: 'DE136695976' }, '9930:DE136695976'],
    [{ vatNumber: 'FR40303265045' }, '0225:303265045'],
    [{ vatNumber: 'DK12345678' }, '0184:12345678'],
    [{ vatNumber: 'SE212000078701' }, '0007:2120000787'],
    [{ vatNumber: 'EL094259216' }, '9933:094259216'],
    [{ vatNumber: 'US1' }, undefined],
    [{ leitwegId: '992-90009-96' }, '0204:992-90009-96'],
    [{ siret: '30326504500053' }, '0225:303265045'],
  ]
  for (const [change, expected] of cases) {
    const found = electronicAddress({ ...supplier, ...change }, undefined)
    t.equal(found && `${found.scheme ?? ''}:${found.value}`, expected)
  }
})

t.test('check digits', async (t) => {
  const cases: readonly (readonly [check: (id: string) => boolean, right: string, wrong: string])[] = [
    [isBelgianEnterprise, '0403170701', '0403170702'],
    [isGln, '7300010000001', '7300010000002'],
    [isNorwegian, '974760673', '974760674'],
    [hasSwedishCheckDigit, '2120000787', '2120000788'],
    [isAustralian, '51824753556', '51824753557'],
    [isItalianTaxCode, 'RSSMRA85T10A562S', 'RSSMRA85T10A5629'],
    [isItalianTaxCode, '12345678901', '1234567890A'],
    [isItalianVatNumber, 'IT12345678903', 'IT12345678900'],
    [isGreekTaxNumber, '094259216', '094259217'],
    [isIban, 'BE68 5390 0754 7034', 'BE69 5390 0754 7034'],
  ]
  for (const [check, right, wrong] of cases) {
    t.ok(check(right), right)
    t.notOk(check(wrong), wrong)
  }
})
