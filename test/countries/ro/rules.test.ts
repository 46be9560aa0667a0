import t from 'tap'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import type { Finding, Invoicing } from '../../../src/countries/country.js'
import { romania } from '../../../src/countries/ro/index.js'
import { CIUS_RO_DOCUMENTS } from '../../../src/countries/ro/documents.js'
import { BUSINESS_RULES } from '../../../src/countries/ro/rules/business.js'
import { PAYMENT_PLAN_RULES } from '../../../src/einvoice/rules/payment-plan.js'
import { GENERAL_RULES } from '../../../src/countries/judging/general-rules.js'

/** `CW-TOTALS`, `CW-TOTAL-SIGN` and those on terms of payment, which judge the request. */
const OVER_TOTALS = 2 + PAYMENT_PLAN_RULES.filter(({ country }) => country === undefined).length

const TODAY = '2026-11-21'
const { validate } = romania.invoicing as Invoicing
const address = {
  street: 'Str. Morii 3',
  city: 'Cluj-Napoca',
  postalCode: '400114',
  country: 'RO',
  stateOrProvince: 'Cluj',
}
const line: Line = { description: 'Work', quantity: 1, unitPrice: 100, vatRate: 21, unitCode: 'C62' }

const sound: InvoiceRequest = {
  country: 'RO',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'RO18547290', name: 'Seller', address },
  customer: { vatNumber: 'RO9010105', name: 'Buyer', address },
  lines: [line],
  currency: 'RON',
  issueDate: TODAY,
  dueDate: '2026-12-21',
}

const abroad = { street: 'Straße 1', city: 'Kempten', postalCode: '87437', country: 'DE', stateOrProvince: 'Bayern' }
const german = { vatNumber: 'DE136695976', name: 'Kunde', address: abroad }
const exported: InvoiceRequest = {
  ...sound,
  currency: 'EUR',
  customer: german,
  lines: [{ ...line, vatRate: 0, vatCategory: 'G' }],
}

function found(change: Partial<InvoiceRequest>, base = sound): string[] {
  return validate({ ...base, ...change }, { today: TODAY }).findings.map(
    (finding: Finding) => `${finding.rule} ${finding.path}`,
  )
}

function withLine(change: Partial<Line>): Partial<InvoiceRequest> {
  return { lines: [line, { ...line, ...change }] }
}

t.test('sound invoices break nothing', async (t) => {
  t.same(found({}), [])
  t.same(found({}, exported), [])
  t.equal(validate(sound, { today: TODAY }).valid, true)
  t.equal(
    validate(sound, { today: TODAY }).rulesChecked,
    (CIUS_RO_DOCUMENTS.rules('ubl', '')?.size ?? 0) + GENERAL_RULES.length + BUSINESS_RULES.length + OVER_TOTALS,
  )
})

t.test('what the interface asks of an address is enough: the county comes from the postal code', async (t) => {
  const plain = { street: 'Str. Morii 3', city: 'București', postalCode: '010071', country: 'RO' }
  t.same(found({ supplier: { ...sound.supplier, address: plain } }), [])
})

/** What is changed, and the findings with their paths in the caller's body. */
const CASES: readonly (readonly [what: string, found: readonly string[], expected: readonly string[]])[] = [
  ['issued 5 days ago', found({ issueDate: '2026-11-16' }), []],
  ['issued 6 days ago', found({ issueDate: '2026-11-15' }), ['CW-RO-ISSUE-DATE issueDate']],
  ['issued tomorrow: a warning', found({ issueDate: '2026-11-22' }), ['CW-RO-FUTURE-DATE issueDate']],
  ['an impossible date', found({ issueDate: '2026-02-30' }), ['BR-RO-DT001 issueDate']],
  ['no due date nor terms: a warning', found({}, without(sound, 'dueDate')), ['CW-RO-PAYMENT-TERMS dueDate']],
  [
    'a foreign supplier',
    found({ supplier: { ...sound.supplier, vatNumber: 'DE136695976' } }),
    ['CW-RO-SUPPLIER-VAT supplier.vatNumber'],
  ],
  [
    'a Romanian customer with a foreign number',
    found({ customer: { ...sound.customer, vatNumber: 'DE136695976' } }),
    ['CW-RO-CUSTOMER-VAT customer.vatNumber'],
  ],
  [
    'a foreign customer without country code',
    found({ customer: { ...german, vatNumber: '12' } }, exported),
    ['BR-CO-09 customer.vatNumber', 'CW-RO-CUSTOMER-VAT customer.vatNumber'],
  ],
  ['a domestic invoice in EUR', found({ currency: 'EUR', exchangeRate: 5 }), ['CW-RO-CURRENCY currency']],
  ['and without exchange rate', found({ currency: 'EUR' }), ['CW-RO-CURRENCY currency', 'BR-53 exchangeRate']],
  ['an international invoice in RON', found({ currency: 'RON' }, exported), ['CW-RO-CURRENCY currency']],
  ['an international invoice in USD', found({ currency: 'USD' }, exported), []],
  ['an international invoice in GBP', found({ currency: 'GBP' }, exported), ['CW-RO-CURRENCY currency']],
  [
    'a currency that ANAF does not know yet',
    found({ currency: 'XCG' }, exported),
    ['BR-CL-04 currency', 'BR-CL-03 currency', 'CW-RO-CURRENCY currency'],
  ],
  ['a credit note without its invoice', found({ invoiceType: 'credit_note' }), ['CW-RO-CREDIT-NOTE precedingInvoice']],
  ['a credit note with its invoice', found({ invoiceType: 'credit_note', precedingInvoice: { number: 'F-0' } }), []],
  ['a debit note', found({ invoiceType: 'debit_note' }), []],
  ['a rate that Romania does not have', found(withLine({ vatRate: 20 })), ['CW-RO-VAT-RATE lines[1].vatRate']],
  ['a rate of the past: a warning', found(withLine({ vatRate: 19 })), ['CW-RO-VAT-RATE-DATE lines[1].vatRate']],
  [
    'a rate of the past for a supply of then',
    found(withLine({ vatRate: 19, period: { start: '2025-07-01', end: '2025-07-31' } })),
    [],
  ],
  ['a standard rate of 0', found(withLine({ vatRate: 0, vatCategory: 'S' })), ['BR-S-05 lines[1].vatRate']],
  ['exempt without reason', found(withLine({ vatRate: 0, vatCategory: 'E' })), ['BR-E-10 lines[1].exemptionReason']],
  [
    'zero rated with a reason',
    found(withLine({ vatRate: 0, exemptionReason: 'x' })),
    ['BR-Z-10 lines[1].exemptionReason'],
  ],
  [
    'intra-community without date of delivery',
    found({ lines: [{ ...line, vatRate: 0, vatCategory: 'K' }] }, exported),
    ['BR-IC-11 deliveryDate'],
  ],
  ['a negative price', found(withLine({ unitPrice: 5, discount: 6 })), ['BR-27 lines[1].unitPrice']],
  ['an unknown unit', found(withLine({ unitCode: 'buc' })), ['BR-CL-23 lines[1].unitCode']],
  [
    'a description of 101 characters',
    found(withLine({ description: 'ă'.repeat(101) })),
    ['BR-RO-L1024 lines[1].description'],
  ],
  ['a description of 100 emoji', found(withLine({ description: '😀'.repeat(100) })), []],
  ['a note of 301 characters, which becomes two', found({ note: 'x'.repeat(301) }), []],
  ['a note with a subject, of 600 characters', found({ notes: [{ text: 'ab '.repeat(200), subjectCode: 'AAI' }] }), []],
  [
    'payment terms of 301 characters',
    found({ paymentMeans: { paymentTerms: 'x'.repeat(301) } }),
    ['BR-RO-L301 paymentMeans.paymentTerms', 'BR-RO-L302 paymentMeans.paymentTerms'],
  ],
  ['a number without digit', found({ number: 'ABC' }), ['BR-RO-010 number']],
  [
    'no address',
    found({ customer: { vatNumber: 'RO19', name: 'x' } }),
    ['BR-10 customer.address', 'BR-RO-082 customer.address.street', 'BR-RO-092 customer.address.city'],
  ],
  [
    'no street',
    found({ supplier: { ...sound.supplier, address: { ...address, street: ' ' } } }),
    ['BR-RO-081 supplier.address.street'],
  ],
  [
    'no postal code',
    found({ supplier: { ...sound.supplier, address: without(address, 'postalCode') } }),
    ['CW-RO-POSTAL-CODE supplier.address.postalCode'],
  ],
  [
    'no such county',
    found({ customer: { ...sound.customer, address: { ...address, stateOrProvince: 'Atlantis' } } }),
    ['BR-RO-111 customer.address.stateOrProvince'],
  ],
  [
    'Bucharest without sector',
    found({ supplier: { ...sound.supplier, address: { ...address, stateOrProvince: 'B' } } }),
    ['BR-RO-100 supplier.address.city'],
  ],
  [
    'a BIC alone',
    found({ paymentMeans: { bic: 'AAAAROBU' } }),
    ['BR-50 paymentMeans.bankAccount', 'BR-61 paymentMeans.bankAccount'],
  ],
  [
    'a Peppol id without scheme',
    found({ customer: { ...sound.customer, peppolId: 'x' } }),
    ['BR-63 customer.peppolId'],
  ],
  [
    'an attachment of another kind',
    found({ attachments: [{ filename: 'a.doc', mimeType: 'application/msword', sha256: '0', size: 1 }] }),
    ['BR-CL-24 attachments[0].mimeType'],
  ],
]

for (const [what, actual, expected] of CASES) t.same(actual, expected, what)

t.test('a finding says what is wrong and what to do', async (t) => {
  const [finding] = validate({ ...sound, issueDate: '2026-11-01' }, { today: TODAY }).findings
  t.match(finding, {
    severity: 'fatal',
    term: 'BT-2',
    rule: 'CW-RO-ISSUE-DATE',
    message: /"2026-11-01"/,
    fix: /Bucharest/,
  })
})

function without<T extends object>(value: T, key: keyof T): T {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)) as T
}
