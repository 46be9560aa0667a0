import fc from 'fast-check'
import type { InvoiceRequest, Line, Party, PaymentMeans } from '../../../src/domain/request/invoice-request.js'
import { address, digits, type RandomInvoice, text } from '../../support/random/invoice.js'

/** Terms of EN 16931 beyond the first fields, as far as FA(3) carries them. */

const id = (schemes: readonly string[]) =>
  fc.record({ id: text(30), scheme: fc.constantFrom(...schemes) }, { requiredKeys: ['id'] })
const cents = fc.integer({ min: 0, max: 100_000 }).map((each) => each / 100)

/** Of a list those that are drawn, in their order. */
const some = <T>(...all: readonly T[]): fc.Arbitrary<T[]> =>
  fc
    .array(fc.boolean(), { minLength: all.length, maxLength: all.length })
    .map((drawn) => all.filter((_, at) => drawn[at]))

const contact = { tradingName: text(40), contactName: text(40) }

const supplierTerms: fc.Arbitrary<Partial<Party>> = fc.record(
  {
    ...contact,
    legalRegistration: fc.constantFrom({ id: '0000099999' }, { id: 'HRB 7', scheme: '0002' }),
    identifiers: some(
      { id: '5901234123457', scheme: '0088' },
      { id: 'PL521389124400000', scheme: 'EORI' },
      { id: '999999999', scheme: 'REGON' },
      { id: '000099999', scheme: 'BDO' },
      { id: 'A-1' },
      { id: 'A-2', scheme: '0060' },
      { id: '5901234123458', scheme: '0088' },
    ).filter((all) => all.length > 0),
    taxRegistration: text(30),
    legalInformation: text(600),
  },
  { requiredKeys: [] },
)

const customerTerms: fc.Arbitrary<Partial<Party>> = fc.record(
  {
    ...contact,
    legalRegistration: id(['0002']),
    identifiers: some({ id: 'K-17' }, { id: '5901234123457', scheme: '0088' }, { id: 'A-2', scheme: '0060' }).filter(
      (all) => all.length > 0,
    ),
    siret: digits(14),
    peppolId: fc.constant('0208:0123456789'),
  },
  { requiredKeys: [] },
)

const paymentTerms: fc.Arbitrary<Partial<PaymentMeans>> = fc.record(
  {
    code: fc.constantFrom('10', '20', '30', '48', '49', '58', '59', '68', '97', '93', 'ZZZ'),
    text: text(60),
    remittance: text(60),
    accountName: text(60),
    furtherAccounts: fc.array(
      fc.record(
        { bankAccount: digits(26), bic: fc.constant('BREXPLPW'), accountName: text(40) },
        { requiredKeys: ['bankAccount'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    card: fc.record({ accountNumber: digits(4), holderName: text(30) }, { requiredKeys: ['accountNumber'] }),
    directDebit: fc.record({ mandate: text(20), creditorId: text(20), debitedAccount: digits(26) }),
  },
  { requiredKeys: [] },
)

const lineTerms: fc.Arbitrary<Partial<Line>> = fc.record(
  {
    id: text(20),
    note: text(300),
    object: id(['AVE']),
    orderLineReference: text(20),
    buyerAccountingReference: text(20),
    allowances: fc.array(
      fc.record({ amount: cents, reason: text(30), reasonCode: fc.constant('95') }, { requiredKeys: ['amount'] }),
      { minLength: 1, maxLength: 2 },
    ),
    item: fc.record(
      {
        description: text(300),
        sellersIdentifier: text(30),
        buyersIdentifier: text(30),
        standardIdentifier: fc.constantFrom({ id: '5901234123457', scheme: '0160' }, { id: 'X', scheme: '0088' }),
        classifications: some<{ code: string; scheme?: string; schemeVersion?: string }>(
          { code: '1110', scheme: 'PKOB' },
          { code: '72000000-5', scheme: 'STI' },
          { code: '0101', scheme: 'HS', schemeVersion: '2022 a' },
        ).filter((all) => all.length > 0),
        originCountry: fc.constantFrom('PL', 'CN'),
        attributes: fc.uniqueArray(
          fc.record({ name: fc.oneof(text(20), fc.constantFrom('Okres', 'Opis', 'Kolor')), value: text(300) }),
          { minLength: 1, maxLength: 2, selector: ({ name }) => name.replaceAll(/\s+/g, ' ').trim() },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

const note = fc.oneof(
  fc.record({ text: text(80) }),
  fc.record({ text: fc.tuple(fc.constantFrom('Odbiór', 'Okres', 'Uwaga'), text(30)).map((each) => each.join(': ')) }),
  fc.record({ text: text(80), subjectCode: fc.constantFrom('AAI', 'SUR') }),
)

const allowance = fc.record(
  {
    amount: cents,
    reason: text(40),
    reasonCode: fc.constant('95'),
    percentage: fc.constantFrom(10, 2.5),
    baseAmount: cents,
  },
  { requiredKeys: ['amount'] },
)

/** Allowances and charges have no VAT of their own: it is that of the first line. */
const documentTerms = fc.record(
  {
    notes: fc.array(note, { minLength: 1, maxLength: 3 }),
    period: fc.constantFrom<NonNullable<InvoiceRequest['period']>>(
      { start: '2026-11-01', end: '2026-11-30' },
      { start: '2026-10-01', end: '2026-10-31' },
      { start: '2026-11-07', end: '2026-11-07' },
      { end: '2026-11-30' },
    ),
    prepaidAmount: cents,
    paidAt: fc.constant('2026-11-20'),
    roundingAmount: fc.constantFrom(0.01, -0.02),
    projectReference: text(40),
    tenderReference: text(40),
    references: fc.record(
      {
        salesOrder: text(30),
        receivingAdvice: text(30),
        despatchAdvice: text(30),
        invoicedObject: id(['AVE']),
        buyerAccounting: text(30),
      },
      { requiredKeys: ['salesOrder'] },
    ),
    precedingInvoices: fc.constant([
      { number: 'F-18', issueDate: '2026-10-02' },
      { number: 'F-19', issueDate: '2026-10-03', ksefNumber: '5265877635-20250626-010080DD2B5E-26' },
    ]),
    taxRepresentative: fc.record({
      name: text(40),
      vatNumber: fc.constant('PL5252441189'),
      address: address('PL', ['street']),
    }),
    allowed: fc.array(allowance, { minLength: 1, maxLength: 2 }),
    charged: fc.array(allowance, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

/** Invoices with such terms, on a few of their lines too. */
export function withTerms(plain: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  return fc
    .record({
      random: plain,
      document: documentTerms,
      supplier: supplierTerms,
      customer: customerTerms,
      payment: fc.option(paymentTerms),
      lines: fc.array(lineTerms, { minLength: 1, maxLength: 3 }),
      isIn: fc.boolean(),
    })
    .map(({ random: { invoice }, document, supplier, customer, payment, lines, isIn }) => {
      const { allowed, charged, precedingInvoices, paidAt, ...terms } = document
      const [first] = invoice.lines
      const vat = first && taxOf(first)
      const accepted: InvoiceRequest = {
        ...invoice,
        ...terms,
        ...(terms.prepaidAmount !== undefined && paidAt !== undefined && { paidAt }),
        ...(invoice.invoiceType !== 'invoice' && precedingInvoices && { precedingInvoices }),
        ...(vat && allowed && { allowances: allowed.map((each) => ({ ...each, ...vat })) }),
        ...(vat && charged && { charges: charged.map((each) => ({ ...each, ...vat })) }),
        supplier: { ...invoice.supplier, ...supplier, address: moreOf(invoice.supplier.address, isIn) },
        customer: { ...invoice.customer, ...customer },
        lines: invoice.lines.map((line, index) => ({ ...line, ...lines[index] })),
        ...(payment && {
          paymentMeans: { bankAccount: '27114020040000300201355387', ...invoice.paymentMeans, ...payment },
        }),
      }
      return { invoice: accepted, attachments: [] }
    })
}

function taxOf({ vatRate, vatCategory, exemptionReason, exemptionReasonCode }: Line) {
  return {
    vatRate,
    ...(vatCategory !== undefined && { vatCategory }),
    ...(exemptionReason !== undefined && { exemptionReason }),
    ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
  }
}

function moreOf(at: Party['address'], isIn: boolean): NonNullable<Party['address']> {
  return { country: 'PL', street: 'ul. Długa 1', ...at, ...(isIn && { line2: 'lok. 3', line3: 'klatka B' }) }
}
