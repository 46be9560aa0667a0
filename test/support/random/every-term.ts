import fc from 'fast-check'
import type { Address, InvoiceRequest, Line, Party, PaymentMeans } from '../../../src/domain/request/invoice-request.js'
import type { RequestAllowance, RequestLineAllowance, SchemedId } from '../../../src/domain/request/terms.js'
import { digits, type RandomInvoice, text } from './invoice.js'

/**
 * Random invoices with any terms of EN 16931 that may stand beside the fields of the interface
 * specification; no country's rules are asked.
 */
export function withEveryTerm(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  return fc
    .tuple(
      random,
      ofDocument,
      ofParty(true),
      ofParty(false),
      fc.infiniteStream(ofLine),
      ofPayment,
      fc.infiniteStream(ofFile),
    )
    .map(([{ invoice, attachments }, document, supplier, customer, lines, payment, files]) => ({
      attachments,
      invoice: {
        ...invoice,
        ...document,
        supplier: { ...invoice.supplier, ...supplier },
        customer: { ...invoice.customer, ...customer },
        lines: invoice.lines.map((line) => ({ ...withPrice(line), ...next(lines) })),
        ...(Object.keys(payment).length > 0 && { paymentMeans: { ...invoice.paymentMeans, ...payment } }),
        ...(invoice.attachments !== undefined && {
          attachments: invoice.attachments.map((each) => ({ ...each, ...next(files) })),
        }),
      } satisfies InvoiceRequest,
    }))
}

/** Percentages of astronomic prices have more digits than a number in JSON. */
function withPrice(line: Line): Line {
  return line.unitPrice < 1e6
    ? line
    : { ...line, unitPrice: 12.5, ...(line.discount !== undefined && { discount: 0.5 }) }
}

function next<T>(stream: Iterator<T>): T {
  return (stream.next() as IteratorYieldResult<T>).value
}

/** Any of these fields, or none. */
function some<T extends object>(fields: { [Name in keyof T]?: fc.Arbitrary<NonNullable<T[Name]>> }): fc.Arbitrary<T> {
  const named = fields as Readonly<Record<string, fc.Arbitrary<unknown>>>
  return fc.record(named, { requiredKeys: [] }) as unknown as fc.Arbitrary<T>
}

/** A text whose ends are no white space, which readers of numbers and codes would not keep. */
const term = text(30).filter((each) => each.trim() === each)
const amount = fc.integer({ min: -999_999, max: 999_999 }).map((cents) => cents / 100)
const positive = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100)
const day = fc.constantFrom('2026-10-01', '2026-11-05', '2026-12-31')
const period = fc.oneof(fc.record({ start: day, end: day }), fc.record({ start: day }), fc.record({ end: day }))

function id(...schemes: readonly [string, ...string[]]): fc.Arbitrary<SchemedId> {
  return fc.record({ id: term, scheme: fc.constantFrom(...schemes) })
}

/** An identifier with or without a scheme. */
function anyId(...schemes: readonly [string, ...string[]]): fc.Arbitrary<SchemedId> {
  return fc.oneof(id(...schemes), fc.record({ id: term }))
}

const address: fc.Arbitrary<Address> = fc.record(
  {
    street: term,
    line2: term,
    line3: term,
    city: term,
    postalCode: digits(5),
    country: fc.constantFrom('RO', 'BE', 'DE', 'FR', 'AT'),
    stateOrProvince: term,
  },
  { requiredKeys: ['country'] },
)

const reduction: fc.Arbitrary<RequestLineAllowance> = fc.oneof(
  fc.record({ amount: positive, reason: term }),
  fc.record({ amount: positive, percentage: positive, baseAmount: amount, reasonCode: fc.constant('95') }),
  fc.record({ percentage: positive, baseAmount: amount, reason: term }),
  fc.record({ percentage: positive, reasonCode: fc.constant('100') }),
)

const documentReduction: fc.Arbitrary<RequestAllowance> = fc
  .tuple(
    reduction,
    fc.constantFrom(
      { vatRate: 19 },
      { vatRate: 0, vatCategory: 'E' as const, exemptionReason: 'none is due' },
      { vatRate: 0, vatCategory: 'E' as const, exemptionReasonCode: 'VATEX-EU-132' },
      { vatRate: 0 },
      { vatRate: 0, vatCategory: 'O' as const },
    ),
  )
  .map(([one, tax]) => ({ ...one, ...tax }))

const item = some<NonNullable<Line['item']>>({
  description: term,
  sellersIdentifier: term,
  buyersIdentifier: term,
  standardIdentifier: id('0160', '0088'),
  classifications: fc.array(
    fc.record(
      { code: term, scheme: fc.constantFrom('STI', 'HS', 'ZZZ', 'CV'), schemeVersion: term },
      { requiredKeys: ['code'] },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  originCountry: fc.constantFrom('RO', 'CN'),
  attributes: fc.array(fc.record({ name: term, value: term }), { minLength: 1, maxLength: 3 }),
})

const ofLine = some<Partial<Line>>({
  id: term,
  note: term,
  object: id('AAB', 'ABZ'),
  orderLineReference: term,
  buyerAccountingReference: term,
  allowances: fc.array(reduction, { minLength: 1, maxLength: 2 }),
  charges: fc.array(reduction, { minLength: 1, maxLength: 2 }),
  priceBaseQuantity: positive,
  item: item.filter((each) => Object.keys(each).length > 0),
  period,
})

const ofPayment = some<PaymentMeans>({
  code: fc.constantFrom('30', '58', '59', '48', '1', 'ZZZ'),
  text: term,
  remittance: term,
  accountName: term,
  furtherAccounts: fc.array(
    fc.record(
      { bankAccount: fc.constantFrom('DE89370400440532013000', '12345'), accountName: term, bic: digits(8) },
      { requiredKeys: ['bankAccount'] },
    ),
    { minLength: 1, maxLength: 2 },
  ),
  card: fc.record({ accountNumber: digits(4, 6), holderName: term }, { requiredKeys: ['accountNumber'] }),
  directDebit: fc.record(
    { mandate: term, creditorId: term, debitedAccount: fc.constant('DE89370400440532013000') },
    { requiredKeys: ['mandate'] },
  ),
})

const ofFile = some<{ readonly reference: string; readonly description: string }>({
  reference: term,
  description: term,
})

function ofParty(isSupplier: boolean): fc.Arbitrary<Partial<Party>> {
  const common = {
    tradingName: term,
    // A Cross Industry Invoice has those without a scheme before the others.
    identifiers: fc
      .array(anyId('0088', '0060', '0009'), { minLength: 1, maxLength: isSupplier ? 3 : 1 })
      .map((ids) =>
        [...ids].sort((one, other) => Number(one.scheme !== undefined) - Number(other.scheme !== undefined)),
      ),
    legalRegistration: anyId('0002', '0198'),
    electronicAddress: id('0088', 'EM', '9930'),
    contactName: term,
    siret: digits(14),
  }
  const supplier = { taxRegistration: term, legalInformation: term }
  return fc.record({ ...common, ...(isSupplier && supplier) }, { requiredKeys: [] })
}

const ofDocument = some<Partial<InvoiceRequest>>({
  typeCode: fc.constantFrom('380', '384', '386', '389', '393'),
  vatAccountingCurrency: fc.constantFrom('CZK', 'SEK'),
  taxPointDate: day,
  projectReference: term,
  tenderReference: term,
  businessProcess: term,
  references: some<NonNullable<InvoiceRequest['references']>>({
    salesOrder: term,
    receivingAdvice: term,
    despatchAdvice: term,
    invoicedObject: id('AAB', 'ABZ'),
    buyerAccounting: term,
  }).filter((each) => Object.keys(each).length > 0),
  notes: fc.array(fc.record({ text: term, subjectCode: fc.constantFrom('AAI', 'SUR') }, { requiredKeys: ['text'] }), {
    minLength: 1,
    maxLength: 3,
  }),
  precedingInvoices: fc.array(fc.record({ number: term, issueDate: day }, { requiredKeys: ['number'] }), {
    minLength: 1,
    maxLength: 2,
  }),
  payee: fc.record(
    { name: term, identifier: anyId('0088'), legalRegistration: anyId('0002') },
    { requiredKeys: ['name'] },
  ),
  taxRepresentative: fc.record(
    { name: term, vatNumber: fc.constant('RO12345674'), address },
    { requiredKeys: ['name', 'vatNumber'] },
  ),
  delivery: some<NonNullable<InvoiceRequest['delivery']>>({ name: term, location: anyId('0088'), address }),
  period,
  allowances: fc.array(documentReduction, { minLength: 1, maxLength: 3 }),
  charges: fc.array(documentReduction, { minLength: 1, maxLength: 3 }),
  prepaidAmount: amount,
  roundingAmount: amount,
  supportingDocuments: fc.array(
    fc.record(
      { reference: term, description: term, location: fc.constant('https://example.com/a') },
      { requiredKeys: ['reference'] },
    ),
    { minLength: 1, maxLength: 2 },
  ),
})
