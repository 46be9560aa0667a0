import fc from 'fast-check'
import type { Address, InvoiceRequest, Line, PaymentMeans } from '../../../src/domain/request/invoice-request.js'
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
