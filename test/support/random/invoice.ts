import fc from 'fast-check'
import type {
  InvoiceRequest,
  Address,
  CountryCode,
  Line,
  Party,
  PaymentMeans,
  VatCategory,
} from '../../../src/domain/request/invoice-request.js'

/** The day on which random invoices are judged. */
export const TODAY = '2026-11-21'

/** An invoice as accepted, and the contents of its attachments. */
export interface RandomInvoice {
  readonly invoice: InvoiceRequest
  readonly attachments: readonly Uint8Array[]
}

/** The peculiarities of a country's lawful invoices. */
export interface LawfulCountry {
  readonly country: CountryCode
  readonly supplier: fc.Arbitrary<Party>
  readonly customer: fc.Arbitrary<Party>
  readonly customerAbroad: fc.Arbitrary<Party>
  readonly number: fc.Arbitrary<string>
  readonly rates: readonly number[]
  readonly currency: (isAbroad: boolean) => fc.Arbitrary<string>
  /**
   * The country's own currency and the rate to it, and whether another currency always needs it.
   */
  readonly exchange: { readonly into: string; readonly rate: number; readonly always: boolean }
  readonly note: fc.Arbitrary<string>
  readonly paymentMeans: fc.Arbitrary<PaymentMeans>
  readonly alwaysPaymentMeans?: true
  readonly issueDates?: readonly string[]
  /**
   * Prices and quantities at the edge of what the country's rules allow; without them at the edge
   * of what the API takes.
   */
  readonly edges?: Edges
  /** Parts of the country's extension, put into invoices that are lawful without. */
  readonly extended?: (lawful: InvoiceRequest) => fc.Arbitrary<InvoiceRequest>
}

interface Edges {
  readonly prices: readonly number[]
  readonly quantities: readonly number[]
}

const EDGES: Edges = {
  prices: [0, 1e-7, 0.005, 0.0000000001, 9999999999.99, 1234567890.12345],
  quantities: [0, 1e-6, 1000, 99999.9999999999],
}

/** The official rules add in binary floating point, and miss cents of larger amounts. */
const MOST_IN_FLOATS = 1e13

const LETTERS = 'abc ABC 019 ăâîșț éèçàœ ÄÖÜß łž ąę Ωλ Жя 漢字 ﷺ 😀🧾 &<>"\'/.,;:-+()%€'

/**
 * Text of any script, of length 1 to `max`, without characters that XML or a rule of the standard
 * forbids.
 */
export function text(max: number, more = ''): fc.Arbitrary<string> {
  return (
    fc
      .array(fc.constantFrom(...LETTERS, ...more), { minLength: 1, maxLength: max })
      .map((letters) => `x${letters.join('')}`.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))
      // Would read as a coded note.
      .filter((each) => !/#[^#]{3}#/u.test(each))
  )
}

/** A text of `min` to `max` digits; exactly `min` without `max`. */
export function digits(min: number, max = min): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((each) => each.join(''))
}

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

/** An address of which the given fields are always there. */
export function address(
  country: string,
  always: readonly Exclude<keyof Address, 'line2' | 'line3'>[] = [],
): fc.Arbitrary<Address> {
  return fc.record(
    {
      street: text(60),
      city: text(40),
      postalCode: digits(4, 5),
      country: fc.constant(country),
      stateOrProvince: text(20),
    },
    { requiredKeys: ['country', ...always] },
  )
}

/** A party by name and address, with email and phone or without. */
export function party(
  vatNumber: fc.Arbitrary<string>,
  at: fc.Arbitrary<Address>,
  always: readonly ('email' | 'phone')[] = [],
): fc.Arbitrary<Party> {
  return fc.record(
    { vatNumber, name: text(80), address: at, email: fc.constant('office@example.example'), phone: digits(5, 15) },
    { requiredKeys: ['vatNumber', 'name', 'address', ...always] },
  )
}

type Case = 'domestic' | 'reverseCharge' | 'intraCommunity' | 'export' | 'outsideScope' | 'foreignTaxed'
const CASES: readonly Case[] = ['domestic', 'domestic', 'domestic', 'reverseCharge', 'intraCommunity', 'export']

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

function line(kind: Case, { rates, edges = EDGES }: LawfulCountry): fc.Arbitrary<Line> {
  const price = fc.oneof(
    { weight: 8, arbitrary: decimal(4, 6) },
    { weight: 1, arbitrary: fc.constantFrom(...edges.prices) },
  )
  const quantity = fc.oneof(
    { weight: 8, arbitrary: decimal(3, 4) },
    { weight: 1, arbitrary: decimal(3, 3).map((each) => -each) },
    { weight: 1, arbitrary: fc.constantFrom(...edges.quantities) },
  )
  const unit = fc.constantFrom('C62', 'HUR', 'KGM', 'XBX', 'MTK', 'H87', 'E48', 'DAY')
  const period = fc.constantFrom(
    { start: '2026-11-01', end: '2026-11-30' },
    { start: '2026-11-30' },
    { end: '2026-11-01' },
  )
  const rest = fc.record(
    {
      itemCode: fc.constantFrom('22113000-5', '72000000-5', '84713000', 'MY-1'),
      period,
      share: fc.integer({ min: 0, max: 100 }),
    },
    { requiredKeys: [] },
  )
  return fc
    .tuple(text(80), quantity, price, unit, taxes(kind, rates), rest)
    .map(([description, count, unitPrice, unitCode, tax, { share, ...more }]) => ({
      description,
      quantity: count,
      unitPrice,
      unitCode,
      ...tax,
      ...more,
      // A discount up to the whole price, in decimals that a caller can write.
      ...(share === undefined || unitPrice > 1e9
        ? {}
        : { discount: Number(((Math.floor(unitPrice * 100) / 100) * (share / 100)).toFixed(4)) }),
    }))
    .filter(
      ({ quantity: count, unitPrice, discount = 0 }) =>
        discount <= unitPrice && Math.abs(count * unitPrice) < MOST_IN_FLOATS,
    )
}

/**
 * Invoices that obey every rule: 1 to `maxLines` lines, all categories, domestic and foreign, with
 * optional terms sometimes absent.
 */
export function lawfulInvoice(of: LawfulCountry, maxLines: number): fc.Arbitrary<RandomInvoice> {
  return fc.constantFrom<Case>(...CASES, 'outsideScope', 'foreignTaxed').chain((kind) => {
    const isAbroad = kind === 'intraCommunity' || kind === 'export' || kind === 'foreignTaxed'
    const lines = (max: number): fc.Arbitrary<Line[]> =>
      fc.array(line(kind, of), { minLength: 1, maxLength: max, size: 'max' })
    const optional = fc.record(
      {
        dueDate: fc.constantFrom(TODAY, '2026-12-21'),
        note: of.note,
        paymentMeans: of.paymentMeans,
        buyerReference: text(50),
        orderReference: text(50),
        contractReference: text(50),
      },
      { requiredKeys: of.alwaysPaymentMeans ? ['paymentMeans'] : [] },
    )
    const mime = fc.constantFrom('application/pdf', 'image/png', 'text/csv')
    return fc
      .record({
        number: of.number,
        supplier: of.supplier,
        customer: isAbroad ? of.customerAbroad : of.customer,
        lines: fc.oneof(
          { weight: 4, arbitrary: lines(Math.min(8, maxLines)) },
          { weight: 1, arbitrary: lines(maxLines) },
        ),
        currency: of.currency(isAbroad),
        issueDate: fc.constantFrom(...(of.issueDates ?? ['2026-11-16', '2026-11-20', TODAY])),
        invoiceType: fc.constantFrom(...(['invoice', 'invoice', 'credit_note', 'debit_note'] as const)),
        hasRate: fc.boolean(),
        optional,
        files: fc.array(fc.tuple(text(40), mime, fc.uint8Array({ minLength: 1, maxLength: 64 })), { maxLength: 2 }),
      })
      .map(({ optional: more, files, hasRate, ...base }) => ({
        invoice: {
          country: of.country,
          ...base,
          ...more,
          ...(base.invoiceType === 'invoice' ? {} : { precedingInvoice: { number: 'F-17', issueDate: '2026-10-01' } }),
          ...(kind === 'intraCommunity' ? { deliveryDate: '2026-11-19' } : {}),
          ...(base.currency !== of.exchange.into && (of.exchange.always || hasRate)
            ? { exchangeRate: of.exchange.rate }
            : {}),
          ...(files.length === 0
            ? {}
            : {
                attachments: files.map(([filename, mimeType, bytes], index) => ({
                  filename: `${index}${filename.replaceAll('/', '')}.${mimeType.slice(-3)}`,
                  mimeType,
                  sha256: '0'.repeat(64),
                  size: bytes.length,
                })),
              }),
        } satisfies InvoiceRequest,
        attachments: files.map(([, , bytes]) => bytes),
      }))
  })
}
