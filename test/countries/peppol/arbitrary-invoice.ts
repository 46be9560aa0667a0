import fc from 'fast-check'
import type {
  AcceptedInvoice,
  Address,
  CountryCode,
  Line,
  Party,
  VatCategory,
} from '../../../src/domain/accepted-invoice.js'

/** The day on which the random invoices are judged. */
export const TODAY = '2026-11-21'

/** A lawful invoice and the contents of its attachments. */
export interface RandomInvoice {
  readonly invoice: AcceptedInvoice
  readonly attachments: readonly Uint8Array[]
}

/** A country that invoices over Peppol, as far as random invoices go. */
export interface PeppolCase {
  readonly country: CountryCode
  readonly rates: readonly number[]
  readonly bankAccount: string
  /** VAT numbers of the country with right check digits. */
  readonly vatNumber: fc.Arbitrary<string>
  /** Whether seller contact and bank account must always be there, as XRechnung has it. */
  readonly isStrict: boolean
}

/** Text of any script, of length 1 to `max` in code points, without what XML or a rule of the standard forbids. */
function text(max: number): fc.Arbitrary<string> {
  const scripts = fc.constantFrom(...'abc ABC 019 éèçñ ÄÖÜß łž Ωλ Жя 漢字 ﷺ 😀🧾 &<>"\'/.,;:-+()%€#')
  return fc
    .array(scripts, { minLength: 1, maxLength: max })
    .map((characters) => `x${characters.join('')}`.slice(0, max))
    .filter((each) => !/#[^#]{3}#/u.test(each))
}

export const digits = (min: number, max = min): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((each) => each.join(''))

/** A decimal of up to 15 significant digits, as the API admits. */
function decimal(whole: number, decimals: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: 0, max: 10 ** whole - 1 }), fc.integer({ min: 0, max: decimals }))
    .chain(([integer, places]) =>
      fc
        .integer({ min: 0, max: 10 ** places - 1 })
        .map((fraction) => Number(`${integer}.${String(fraction).padStart(places, '0')}`)),
    )
}

function address(country: string): fc.Arbitrary<Address> {
  return fc.record(
    {
      street: text(60),
      city: text(40),
      postalCode: digits(3, 8),
      country: fc.constant(country),
      stateOrProvince: text(20),
    },
    { requiredKeys: ['city', 'postalCode', 'country'] },
  )
}

function party(vatNumber: fc.Arbitrary<string>, country: string, isReachable: boolean): fc.Arbitrary<Party> {
  return fc.record(
    {
      vatNumber,
      name: text(80),
      address: address(country),
      email: fc.constant('facturen@voorbeeld.example'),
      phone: digits(5, 15),
    },
    { requiredKeys: ['vatNumber', 'name', 'address', ...(isReachable ? (['email', 'phone'] as const) : [])] },
  )
}

/** Customers abroad, with the participant id of those whose VAT number tells none. */
const FOREIGN = [
  ['AT', 'ATU12345675', undefined],
  ['FR', 'FR40303265045', undefined],
  ['GR', 'EL094259216', undefined],
  ['NL', 'NL123456789B12', undefined],
  ['IT', 'IT12345678903', undefined],
  ['FI', 'FI12345678', undefined],
  ['US', 'US123456789', '0060:123456789'],
  ['MD', 'MD1003600012345', '0088:7300010000001'],
] as const

type Case = 'domestic' | 'reverseCharge' | 'intraCommunity' | 'export' | 'outsideScope' | 'foreignTaxed'

/** The category and rate of each line that suit a case. */
function taxes(
  kind: Case,
  rates: readonly number[],
): fc.Arbitrary<Pick<Line, 'vatRate' | 'vatCategory' | 'exemptionReason' | 'exemptionReasonCode'>> {
  const rated = fc.constantFrom(...rates)
  const zero = (vatCategory: VatCategory): fc.Arbitrary<Pick<Line, 'vatRate' | 'vatCategory'>> =>
    fc.constant({ vatRate: 0, vatCategory })
  switch (kind) {
    case 'domestic':
    case 'foreignTaxed':
      return fc.oneof(
        rated.map((vatRate) => ({ vatRate })),
        rated.map((vatRate) => ({ vatRate, vatCategory: 'S' as const })),
        fc.constant({ vatRate: 0 }),
        fc.constant({ vatRate: 0, vatCategory: 'E' as const, exemptionReasonCode: 'VATEX-EU-132-1I' }),
        text(50).map((exemptionReason) => ({ vatRate: 0, vatCategory: 'E' as const, exemptionReason })),
      )
    case 'reverseCharge':
      return fc.oneof(
        zero('AE'),
        rated.map((vatRate) => ({ vatRate })),
      )
    case 'intraCommunity':
      return zero('K')
    case 'export':
      return zero('G')
    case 'outsideScope':
      return zero('O')
  }
}

function line(kind: Case, rates: readonly number[]): fc.Arbitrary<Line> {
  const price = fc.oneof(
    { weight: 8, arbitrary: decimal(4, 4) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1e-7, 0.005, 0.00000000000001, 9999999999.99, 1234567890.12345) },
  )
  const quantity = fc.oneof(
    { weight: 8, arbitrary: decimal(3, 3) },
    { weight: 1, arbitrary: decimal(3, 3).map((each) => -each) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1e-6, 1000, 999.999999999999) },
  )
  const period = fc.constantFrom(
    { start: '2026-11-01', end: '2026-11-30' },
    { start: '2026-11-30' },
    { end: '2026-11-01' },
  )
  const rest = fc.record(
    { itemCode: fc.constantFrom('22113000-5', '84713000', 'MY-1'), period, share: fc.integer({ min: 0, max: 100 }) },
    { requiredKeys: [] },
  )
  return fc
    .tuple(text(80), quantity, price, fc.constantFrom('C62', 'HUR', 'KGM', 'XBX', 'MTK'), taxes(kind, rates), rest)
    .map(([description, count, unitPrice, unitCode, tax, { share, ...more }]) => ({
      ...{ description, quantity: count, unitPrice, unitCode, ...tax, ...more },
      // A discount up to the whole price, in decimals that a caller can write.
      ...(share === undefined || unitPrice > 1e9
        ? {}
        : { discount: Number(((Math.floor(unitPrice * 100) / 100) * (share / 100)).toFixed(4)) }),
    }))
    .filter(({ unitPrice, discount = 0 }) => discount <= unitPrice)
}

/** Invoices that obey every rule: 1 to `maxLines` lines, all categories, domestic and foreign, with whatever may be absent sometimes absent. */
export function lawfulInvoice(of: PeppolCase, maxLines: number): fc.Arbitrary<RandomInvoice> {
  const kinds: Case[] = [
    'domestic',
    'domestic',
    'domestic',
    'reverseCharge',
    'intraCommunity',
    'export',
    'outsideScope',
  ]
  return fc.constantFrom<Case>(...kinds, 'foreignTaxed').chain((kind) => {
    const isForeign = kind === 'intraCommunity' || kind === 'export' || kind === 'foreignTaxed'
    const customer = isForeign
      ? fc
          .constantFrom(...FOREIGN)
          .chain(([country, vat, peppolId]) =>
            party(fc.constant(vat), country, false).map((each) =>
              peppolId === undefined ? each : { ...each, peppolId },
            ),
          )
      : party(of.vatNumber, of.country, false)
    const paymentMeans = fc.record(
      { bankAccount: fc.constant(of.bankAccount), bic: fc.constant('GEBABEBB'), paymentTerms: text(300) },
      { requiredKeys: ['bankAccount'] },
    )
    const optional = fc.record(
      {
        dueDate: fc.constantFrom('2026-11-21', '2026-12-21'),
        note: text(300),
        paymentMeans,
        buyerReference: text(50),
        orderReference: text(50),
        contractReference: text(50),
      },
      { requiredKeys: of.isStrict ? ['paymentMeans'] : [] },
    )
    const content = fc.uint8Array({ minLength: 1, maxLength: 64 })
    const files = fc.array(fc.tuple(text(40), fc.constantFrom('application/pdf', 'image/png', 'text/csv'), content), {
      maxLength: 2,
    })
    const some = (max: number): fc.Arbitrary<Line[]> =>
      fc.array(line(kind, of.rates), { minLength: 1, maxLength: max, size: 'max' })
    return fc
      .record({
        number: text(20),
        supplier: party(of.vatNumber, of.country, of.isStrict),
        customer,
        lines: fc.oneof(
          { weight: 4, arbitrary: some(Math.min(8, maxLines)) },
          { weight: 1, arbitrary: some(maxLines) },
        ),
        currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
        issueDate: fc.constantFrom('2026-10-16', '2026-11-20', TODAY),
        invoiceType: fc.constantFrom('invoice' as const, 'credit_note' as const, 'debit_note' as const),
        rate: fc.boolean(),
        optional,
        files,
      })
      .map(({ optional: more, files: attached, rate, ...base }) => ({
        invoice: {
          ...{ country: of.country, ...base, ...more },
          ...(base.invoiceType === 'invoice' ? {} : { precedingInvoice: { number: 'F-17', issueDate: '2026-10-01' } }),
          ...(kind === 'intraCommunity' ? { deliveryDate: '2026-11-19' } : {}),
          ...(rate && base.currency !== 'EUR' ? { exchangeRate: 0.9276 } : {}),
          ...(attached.length === 0
            ? {}
            : {
                attachments: attached.map(([filename, mimeType, bytes], index) => ({
                  ...{ filename: `${index}${filename}`, mimeType, sha256: '0'.repeat(64), size: bytes.length },
                })),
              }),
        } satisfies AcceptedInvoice,
        attachments: attached.map(([, , bytes]) => bytes),
      }))
  })
}
