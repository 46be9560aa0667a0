import fc from 'fast-check'
import type { Address, InvoiceRequest, Line, Party, PaymentMeans } from '../../../src/domain/request/invoice-request.js'
import type { Intermediary, ItalianInvoicePart, RelatedDocument, Transport } from '../../../src/domain/request/italy.js'
import type { RequestLineAllowance, RequestPriceAllowance } from '../../../src/domain/request/terms.js'

/** What a line may say beside the fields of the interface specification. */
type LineTerms = Partial<
  Pick<Line, 'id' | 'note' | 'orderLineReference' | 'buyerAccountingReference' | 'allowances' | 'charges' | 'item'>
>

/** What an Italian invoice may say beside the fields of the interface specification. */
export interface FurtherTerms {
  readonly invoice: Partial<InvoiceRequest>
  readonly allowances: readonly RequestLineAllowance[]
  readonly charges: readonly RequestLineAllowance[]
  readonly paymentMeans: Pick<PaymentMeans, 'code' | 'remittance'> | undefined
  /** Of the lines in turn. */
  readonly lines: readonly LineTerms[]
  readonly establishment: Address | undefined
  /** A person as supplier or customer; undefined: companies. */
  readonly person: Pick<Party, 'name' | 'person'> | undefined
  /** Whether lines have identifiers of their own. */
  readonly numbered: boolean
}

/** Of each optional field some are there. */
const some = <T>(model: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(model, { requiredKeys: [] }) as unknown as fc.Arbitrary<Partial<T>>

const cents = fc.integer({ min: 0, max: 9_999 }).map((value) => value / 100)

const lineAllowance: fc.Arbitrary<RequestLineAllowance> = fc.oneof(
  cents.map((amount) => ({ amount })),
  fc.constantFrom(5, 10, 33.33, 100).map((percentage) => ({ percentage })),
)

/** Some of a cascade. */
const priceAllowance: fc.Arbitrary<RequestPriceAllowance> = fc.oneof(
  lineAllowance,
  fc.constantFrom(5, 10, 2.5).map((percentage) => ({ percentage, of: 'rest' as const })),
)

const allowance = fc.record(
  {
    amount: cents,
    percentage: fc.constantFrom(5, 12.5),
    baseAmount: cents,
    reason: fc.constantFrom('Sconto quantità', 'Spese di trasporto'),
    reasonCode: fc.constantFrom('95', 'FC'),
  },
  { requiredKeys: ['amount'] },
)

const line: fc.Arbitrary<LineTerms> = some<LineTerms>({
  note: fc.constantFrom('Breve', `Nota ${'lunga '.repeat(30)}\nsu due righe`),
  orderLineReference: fc.constantFrom('1', 'POS-7'),
  buyerAccountingReference: fc.constantFrom('CDC-118', '4711-03'),
  allowances: fc.array(priceAllowance, { minLength: 1, maxLength: 3 }),
  charges: fc.array(lineAllowance, { minLength: 1, maxLength: 2 }),
  item: some<NonNullable<Line['item']>>({
    description: fc.constantFrom('Con due cassetti', 'parola '.repeat(40)),
    sellersIdentifier: fc.constant('D-100'),
    buyersIdentifier: fc.constant('9981'),
    standardIdentifier: fc.constantFrom({ id: '4035811991069', scheme: '0160' }, { id: '88', scheme: '0088' }),
    classifications: fc.constantFrom(
      [{ code: '72000000-5' }],
      [
        { code: '84713000', scheme: 'HS' },
        { code: 'X1', scheme: 'SRV' },
      ],
      [{ code: '22113000-5', scheme: 'ZZZ' }],
    ),
    originCountry: fc.constantFrom('IT', 'CN'),
    attributes: fc.constantFrom(
      [{ name: 'Colore', value: 'Nero' }],
      [
        { name: 'PESO', value: 'kg 12.50' },
        { name: 'SCADENZA', value: '2027-01-31' },
        { name: 'LOTTO', value: 'A 1.00 2026-02-30' },
      ],
    ),
  }).filter((item) => Object.keys(item).length > 0),
})

/** A person's fields of a party. */
const ofPerson = fc
  .constantFrom(
    { firstName: 'Elena', lastName: 'Marchetti' },
    { firstName: 'Gian Marco', lastName: "D'Amico", title: 'Dott.' },
  )
  .map((person) => ({ name: `${person.firstName} ${person.lastName}`, person }))

const number = fc.constantFrom('ORD-1', 'ORD-2', 'CONV/7', '2026-118')
const relatedDocument = fc
  .tuple(
    fc.constantFrom('order', 'contract', 'agreement', 'receipt'),
    some<Omit<RelatedDocument, 'kind' | 'number'>>({
      issueDate: fc.constant('2026-01-15'),
      item: fc.constantFrom('3', 'POS 4'),
      jobCode: fc.constant('Lotto 2, città'),
      projectReference: fc.constant('J51B21001230007'),
      tenderReference: fc.constant('8712345679'),
      lines: fc.constant([0]),
    }),
    number,
  )
  .map(([kind, { lines, ...details }, id]): RelatedDocument => ({
    kind,
    number: id,
    ...details,
    // An order with both says which of its items a line is for.
    ...(lines !== undefined && !(kind === 'order' && details.item !== undefined) && { lines }),
  }))

/** The first order and the first contract have project and tender of the invoice. */
function withoutFirstCodes(documents: readonly RelatedDocument[]): readonly RelatedDocument[] {
  return documents.map((document, index) => {
    const isLater = documents.slice(0, index).some(({ kind }) => kind === document.kind)
    if (isLater || document.kind === 'agreement' || document.kind === 'receipt') return document
    return Object.fromEntries(
      Object.entries(document).filter(([name]) => name !== 'projectReference' && name !== 'tenderReference'),
    ) as unknown as RelatedDocument
  })
}

const company = { name: 'Trasporti Città S.r.l.', vatNumber: 'IT00743110157' }
const transport = some<Transport>({
  carrier: fc.oneof(
    fc.constant(company),
    ofPerson.map((party) => ({ ...party, vatNumber: 'DE136695976', nationalId: 'MRCLNE80A41A390E' })),
    fc.constant({ ...company, drivingLicence: 'AR5012345X' }),
  ),
  means: fc.constant('Autocarro'),
  reason: fc.constantFrom('Vendita', 'Conto lavorazione – città'),
  packages: fc.integer({ min: 1, max: 9_999 }),
  goods: fc.constant('Bancali à terra'),
  weightUnit: fc.constant('KG'),
  grossWeight: cents,
  netWeight: cents,
  collectedAt: fc.constantFrom('2026-11-20T08:30:00', '2026-11-20T08:30:00+01:00'),
  startDate: fc.constant('2026-11-20'),
  incoterm: fc.constantFrom('DAP', 'EXW'),
}).filter((fields) => Object.keys(fields).length > 0)

const intermediary = fc
  .tuple(
    fc.oneof(fc.constant<Partial<Intermediary> & { name: string }>({ name: 'Studio Città' }), ofPerson),
    fc.constantFrom({ vatNumber: 'IT12345678903' }, { nationalId: 'MRCLNE80A41A390E' }, { vatNumber: 'FR40303265045' }),
    fc.boolean(),
  )
  .map(([named, ids, issues]): Intermediary => ({ ...named, ...ids, ...(!issues && { issues }) }))

const italianPart = some<ItalianInvoicePart>({
  art73: fc.constant(true),
  relatedDocuments: fc
    .uniqueArray(relatedDocument, {
      minLength: 1,
      maxLength: 4,
      selector: (each) => `${each.kind} ${each.number}`,
    })
    .map(withoutFirstCodes),
  progressStages: fc.constantFrom([1], [2, 999]),
  transport,
  intermediary,
}).filter((part) => Object.keys(part).length > 0)

/** What FatturaPA has a place for; `address`: one in Italy. */
export function furtherTerms(address: fc.Arbitrary<Address>): fc.Arbitrary<FurtherTerms> {
  const plain = address.map((each) => ({ ...each, street: 'Via Roma, 7', city: 'Forlì' }))
  return fc.record({
    invoice: some<Partial<InvoiceRequest>>({
      notes: fc.constant([{ text: 'Seconda nota' }, { text: 'Terza\nnota' }]),
      payee: fc.constant({ name: 'Banca Città SpA' }),
      taxRepresentative: fc.constant({ name: 'Rappresentante Srl', vatNumber: 'IT00743110157' }),
      delivery: plain.map((each) => ({ address: each })),
      references: fc.constant({ receivingAdvice: 'RIC-9' }),
      precedingInvoices: fc.constant([{ number: 'F-18', issueDate: '2026-10-02' }, { number: 'F-19' }]),
      roundingAmount: fc.constantFrom(0.02, -0.4),
      it: italianPart,
    }),
    allowances: fc.array(allowance, { maxLength: 2 }),
    charges: fc.array(allowance, { maxLength: 2 }),
    paymentMeans: fc.constantFrom(
      undefined,
      undefined,
      { code: '58' },
      { code: '10' },
      { code: 'MP13' },
      { code: '70', remittance: 'RE-2026-002' },
    ),
    lines: fc.array(line, { maxLength: 3 }),
    establishment: fc.option(plain, { nil: undefined, freq: 3 }),
    person: fc.option(ofPerson, { nil: undefined, freq: 3 }),
    numbered: fc.boolean(),
  })
}

/** What a line says. Nothing can be taken off a quantity of zero. */
export function ofLine(
  { lines, numbered }: FurtherTerms,
  index: number,
  { quantity }: Line,
  hasOrder: boolean,
): LineTerms {
  const { allowances, charges, orderLineReference, ...rest } = lines[index % Math.max(lines.length, 1)] ?? {}
  return {
    ...rest,
    ...(numbered && { id: String((index + 1) * 10) }),
    ...(hasOrder && orderLineReference !== undefined && { orderLineReference }),
    ...(quantity !== 0 && allowances !== undefined && { allowances }),
    ...(quantity !== 0 && charges !== undefined && { charges }),
  }
}
