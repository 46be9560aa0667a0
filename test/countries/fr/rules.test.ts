import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { france } from '../../../src/countries/fr/index.js'
import { FLOW_2_DOCUMENTS } from '../../../src/countries/fr/documents.js'
import { BUSINESS_RULES } from '../../../src/countries/fr/rules/business.js'
import { PAYMENT_PLAN_RULES } from '../../../src/einvoice/rules/payment-plan.js'
import { GENERAL_RULES } from '../../../src/countries/judging/general-rules.js'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'

/** `CW-TOTALS`, `CW-TOTAL-SIGN` and those on terms of payment, which judge the request. */
const OVER_TOTALS = 2 + PAYMENT_PLAN_RULES.filter(({ country }) => country === undefined).length

const TODAY = '2026-11-21'
const { model, validate } = france.invoicing as Invoicing
const address = { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' }
const line: Line = { description: 'Conseil', quantity: 2, unitPrice: 100, vatRate: 20, unitCode: 'HUR' }

const sound: InvoiceRequest = {
  country: 'FR',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'FR82812473155', name: 'Vendeur', address },
  customer: { vatNumber: 'FR51394728612', name: 'Acheteur', address },
  lines: [line],
  currency: 'EUR',
  issueDate: TODAY,
  dueDate: '2026-12-21',
}

const abroad = { street: 'Rheinallee 41', city: 'Bonn', postalCode: '53173', country: 'DE' }
const german = { vatNumber: 'DE136695976', name: 'Kunde', address: abroad }
const preceding = { number: 'F-0', issueDate: '2026-10-01' }

function found(change: Partial<InvoiceRequest>): string[] {
  return validate({ ...sound, ...change }, { today: TODAY }).findings.map(({ rule, path }) => `${rule} ${path}`)
}

function withLine(change: Partial<Line>): Partial<InvoiceRequest> {
  return { lines: [line, { ...line, ...change }] }
}

t.test('sound invoices break nothing', async (t) => {
  t.same(found({}), [])
  t.same(found({ customer: german }), [], 'sold abroad with French VAT')
  t.same(found({ customer: german, deliveryDate: TODAY, ...withLine({ vatRate: 0, vatCategory: 'K' }) }), [])
  t.same(found({ invoiceType: 'credit_note', precedingInvoice: preceding }), [])
  t.same(found({ invoiceType: 'debit_note', precedingInvoice: preceding }), [])
  t.same(found({ supplier: { ...sound.supplier, siret: '81247315500024' } }), [])
  t.same(found({ customer: { ...sound.customer, peppolId: '0225:394728612_COMPTA' } }), [])
  t.same(found({ customer: { ...german, vatNumber: 'DE136695976', peppolId: '9930:DE136695976' } }), [])
  t.same(found({ currency: 'USD', exchangeRate: 0.86 }), [])
  t.equal(
    validate(sound, { today: TODAY }).rulesChecked,
    (FLOW_2_DOCUMENTS.rules('ubl', '')?.size ?? 0) + GENERAL_RULES.length + BUSINESS_RULES.length + OVER_TOTALS,
  )
})

t.test('a business process that was sent is no guess', async (t) => {
  const undetermined = { lines: [{ ...line, unitCode: 'C62' }] }
  t.same(found(undetermined), ['CW-FR-NATURE businessProcess'])
  t.same(found({ ...undetermined, businessProcess: 'M1' }), [])
})

t.test('the clauses on late payment are those of the law for this customer', async (t) => {
  const clauses = (change: Partial<InvoiceRequest>) =>
    (model({ ...sound, ...change }).notes ?? [])
      .filter(({ subjectCode = '' }) => ['PMT', 'PMD'].includes(subjectCode))
      .map(({ text }) => text)
      .join(' ')
  t.match(clauses({}), /40 € \(art. D441-5.*10 points/)
  t.match(clauses({ customer: { ...sound.customer, publicSector: true } }), /40 € \(art. D2192-35.*8 points/)
  t.match(clauses({ customer: { vatNumber: '', name: 'Jeanne', address, consumer: true } }), /sans objet.*taux légal/)
  t.match(
    clauses({ invoiceType: 'credit_note', precedingInvoice: preceding }),
    /sans objet \(avoir\).*sans objet \(avoir\)/,
  )
  t.match(clauses({ notes: [{ subjectCode: 'PMT', text: 'Convenu' }] }), /^Convenu/, 'what the caller says wins')
})

/** What a caller does wrong, the findings with their paths, in the order of the rule tables. */
const FAULTS: readonly (readonly [what: string, change: Partial<InvoiceRequest>, findings: readonly string[]])[] = [
  ['a number of 36 characters', { number: 'F'.repeat(36) }, ['BR-FR-01_BT-1-1 number']],
  ['a number with a space', { number: 'F 1' }, ['BR-FR-01_BT-1-2 number', 'BR-FR-02_BT-1 number']],
  [
    'an external id with an accent',
    { number: 'É1', externalId: 'É1' },
    ['BR-FR-01_BT-1-2 externalId', 'BR-FR-02_BT-1 externalId'],
  ],
  ['a year of another century', { issueDate: '1999-12-31', dueDate: '2000-01-01' }, ['BR-FR-03_BT-2 issueDate']],
  ['due before it was issued', { dueDate: '2026-11-20' }, ['BR-FR-CO-07_BT-9 dueDate']],
  ['a credit note for nothing', { invoiceType: 'credit_note' }, ['BR-FR-CO-05_BT-3 precedingInvoice']],
  [
    ...([
      'a credit note for an invoice without date',
      { invoiceType: 'credit_note', precedingInvoice: { number: 'F-0' } },
    ] as const),
    ['BR-FR-CO-05_BT-3 precedingInvoice'],
  ],
  ['dollars without a rate', { currency: 'USD' }, ['BR-53 exchangeRate', 'BR-FR-CO-12_BT-5 exchangeRate']],
  ['two notes on penalties', { note: '#PMD#12 %#PMD#15 %' }, ['BR-FR-06_BT-21-2 note']],
  ['an unknown treatment', { note: '#BAR#B3B' }, ['BR-FR-20_BT-21 note']],
  ['two treatments', { note: '#BAR#B2B#BAR#B2C' }, ['BR-FR-30_BT-21 note']],
  [
    'a SIRET of another company',
    { supplier: { ...sound.supplier, siret: '30326504500053' } },
    ['BR-FR-09_BT-29 supplier.siret'],
  ],
  [
    'a customer in France without SIREN',
    { customer: { ...german, address } },
    ['BR-FR-11_BT-47 customer.vatNumber', 'BR-FR-21_BT-49 customer.vatNumber'],
  ],
  [
    'a French customer outside the directory',
    { customer: { ...sound.customer, peppolId: '0009:39472861200018' } },
    ['BR-FR-21_BT-49 customer.peppolId'],
  ],
  [
    'an address that the directory cannot have',
    { customer: { ...sound.customer, peppolId: '0225:394728612/A' } },
    ['BR-FR-23_BT-49 customer.peppolId'],
  ],
  [
    'a customer that nothing leads to',
    { customer: { ...german, vatNumber: 'US362167060', address: { ...abroad, country: 'US' } } },
    ['BR-FR-12_BT-49 customer.peppolId'],
  ],
  [
    'a foreign supplier',
    { supplier: german },
    ['BR-FR-10_BT-30 supplier.vatNumber', 'CW-FR-SUPPLIER-VAT supplier.vatNumber'],
  ],
  [
    'a rate that France does not have',
    withLine({ vatRate: 19 }),
    ['BR-FR-16_BT-152 lines[1].vatRate', 'BR-FR-16_BT-119 lines[1].vatRate'],
  ],
  ['a quantity of five decimals', withLine({ quantity: 1.00001 }), ['BR-FR-DEC-02_BT-129 lines[1].quantity']],
  ['a price of seven decimals', withLine({ unitPrice: 1.0000001 }), ['BR-FR-DEC-03_BT-146 lines[1].unitPrice']],
  [
    'a customer with a French number that is none',
    { customer: { ...sound.customer, vatNumber: 'FR1', siret: '39472861200018' } },
    ['CW-FR-CUSTOMER-VAT customer.vatNumber'],
  ],
  // Warnings.
  ['a date to come', { issueDate: '2026-11-22' }, ['CW-FR-FUTURE-DATE issueDate']],
  ['no day of payment', { dueDate: undefined }, ['CW-FR-DUE-DATE dueDate']],
  [
    'an address without street',
    { customer: { ...sound.customer, address: { city: 'Lyon', postalCode: '69005', country: 'FR' } } },
    ['CW-FR-ADDRESS customer.address'],
  ],
  ['an advance whose invoice is not named', { prepaidAmount: 40 }, ['CW-FR-ADVANCE prepaidAmount']],
  [
    'a paid invoice without the day of payment',
    { prepaidAmount: 240, dueDate: undefined },
    ['BR-FR-CO-09_BT-23-3 dueDate'],
  ],
  ['neither goods nor services', { lines: [{ ...line, unitCode: 'C62' }] }, ['CW-FR-NATURE businessProcess']],
] as readonly (readonly [string, Partial<InvoiceRequest>, readonly string[]])[]

for (const [what, change, findings] of FAULTS)
  t.test(`found: ${what}`, async (t) => {
    t.same(found(change), findings)
    const { valid } = validate({ ...sound, ...change }, { today: TODAY })
    const warns = findings.every((finding) => /^CW-FR-(?:FUTURE|DUE|ADDRESS|NATURE|ADVANCE)/.test(finding))
    t.equal(valid, warns)
  })

t.test('every finding says what is wrong and what to do', async (t) => {
  for (const [what, change] of FAULTS)
    for (const { message, fix } of validate({ ...sound, ...change }, { today: TODAY }).findings)
      t.ok(message.length > 20 && fix.length > 8 && !message.includes('{}'), `${what}: ${message}. ${fix}.`)
})

t.test('the business process follows from what is paid, and what the invoice refers to', async (t) => {
  const goods: Line = { ...line, unitCode: 'KGM' }
  const processOf = (change: Partial<InvoiceRequest>) => model({ ...sound, ...change }).businessProcess
  const paid = { prepaidAmount: 240 }
  const advance = { prepaidAmount: 100, precedingInvoice: preceding }
  for (const [change, stage] of [
    [{}, 1],
    [{ prepaidAmount: 0 }, 1],
    [{ prepaidAmount: 239.99 }, 1],
    [{ precedingInvoice: preceding }, 1],
    [paid, 2],
    [{ prepaidAmount: 240.01, roundingAmount: 0.01 }, 1],
    [{ ...paid, typeCode: '386' }, 2],
    [advance, 4],
    [{ ...paid, precedingInvoice: preceding }, 4],
    // Neither a correction, nor a credit note, nor the advance itself.
    [{ ...advance, typeCode: '384' }, 1],
    [{ ...advance, typeCode: '386' }, 1],
    [{ ...advance, invoiceType: 'credit_note' }, 1],
  ] as const) {
    const what = JSON.stringify(change)
    t.equal(processOf(change), `S${stage}`, what)
    t.equal(processOf({ ...change, lines: [goods] }), `B${stage}`, what)
    t.equal(
      processOf({
        ...change,
        lines: [
          { ...goods, quantity: 1 },
          { ...line, quantity: 1 },
        ],
      }),
      `M${stage}`,
      what,
    )
    t.equal(processOf({ ...change, businessProcess: 'S5' }), 'S5', 'an explicit one stays')
    if (stage !== 1) t.same(found(change), [], what)
  }
  t.same(found({ ...paid, dueDate: '2026-11-20' }), [], 'it may be paid before it is issued')
})
