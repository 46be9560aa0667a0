import fc from 'fast-check'
import type { AcceptedInvoice, Address, Line, Party, VatCategory } from '../../../src/domain/accepted-invoice.js'
import { COUNTIES } from '../../../src/countries/ro/counties.js'

/** The day on which the random invoices are judged, in Bucharest. */
export const TODAY = '2026-11-21'

/** Text of any script, of length 1 to `max` in code points, without what XML or a rule of the standard forbids. */
function text(max: number): fc.Arbitrary<string> {
  const scripts = fc.constantFrom(...'abc ABC 019 ăâîșț ĂÂÎȘȚ éüß ąęż Ωλ Жя 漢字 ﷺ 😀🧾 &<>"\'/.,;:-+()%€')
  return fc
    .array(scripts, { minLength: 1, maxLength: max })
    .map((characters) => `x${characters.join('')}`.slice(0, max))
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
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

const romanianAddress: fc.Arbitrary<Address> = fc
  .tuple(fc.constantFrom(...COUNTIES), text(60), text(40), digits(4, 4), fc.integer({ min: 0, max: 4 }))
  .map(([county, street, city, postal, spelling]) => {
    const postalCode = (county.postalPrefixes[0] ?? '') + postal
    const base = { street: `Str. ${street}`, city: `Loc. ${city}`, postalCode, country: 'RO' }
    if (county.code === 'B')
      return (
        [
          { ...base, city: 'București' },
          { ...base, city: 'Sector 4', stateOrProvince: 'B' },
        ][spelling % 2] ?? base
      )
    const spellings = [county.name, county.code, `RO-${county.code}`, `Județul ${county.name}`, undefined]
    const stateOrProvince = spellings[spelling]
    return stateOrProvince === undefined ? base : { ...base, stateOrProvince }
  })

function foreignAddress(country: string): fc.Arbitrary<Address> {
  return fc
    .tuple(text(60), text(40), digits(3, 8), text(20))
    .map(([street, city, postalCode, stateOrProvince]) => ({ street, city, postalCode, country, stateOrProvince }))
}

function party(vatNumber: fc.Arbitrary<string>, address: fc.Arbitrary<Address>): fc.Arbitrary<Party> {
  return fc.record(
    { vatNumber, name: text(80), address, email: fc.constant('facturi@exemplu.example'), phone: digits(5, 15) },
    { requiredKeys: ['vatNumber', 'name', 'address'] },
  )
}

const romanian = party(
  digits(2, 10).map((number) => `RO${number}`),
  romanianAddress,
)
const FOREIGN = [
  ['DE', 'DE136695976'],
  ['FR', 'FR40303265045'],
  ['GR', 'EL094259216'],
  ['HU', 'HU10773381'],
  ['US', 'US123456789'],
  ['MD', 'MD1003600012345'],
] as const

type Case = 'domestic' | 'reverseCharge' | 'intraCommunity' | 'export' | 'outsideScope' | 'foreignTaxed'

/** The category and rate of each line that suit a case. */
function taxes(
  kind: Case,
): fc.Arbitrary<Pick<Line, 'vatRate' | 'vatCategory' | 'exemptionReason' | 'exemptionReasonCode'>> {
  const rated = fc.constantFrom(21, 11, 19, 9, 5)
  const zero = (vatCategory: VatCategory): fc.Arbitrary<Line> =>
    fc.constant({ vatRate: 0, vatCategory }) as fc.Arbitrary<Line>
  const standard = fc.oneof(
    rated.map((vatRate) => ({ vatRate })),
    rated.map((vatRate) => ({ vatRate, vatCategory: 'S' as const })),
    fc.constant({ vatRate: 0 }),
    fc.constant({ vatRate: 0, vatCategory: 'E' as const, exemptionReasonCode: 'VATEX-EU-132-1I' }),
    text(50).map((exemptionReason) => ({ vatRate: 0, vatCategory: 'E' as const, exemptionReason })),
  )
  switch (kind) {
    case 'domestic':
    case 'foreignTaxed':
      return standard
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

function line(kind: Case): fc.Arbitrary<Line> {
  const price = fc.oneof(
    { weight: 8, arbitrary: decimal(4, 4) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1e-7, 0.005, 0.00000000000001, 9999999999.99, 1234567890.12345) },
  )
  const quantity = fc.oneof(
    { weight: 8, arbitrary: decimal(3, 3) },
    { weight: 1, arbitrary: decimal(3, 3).map((each) => -each) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1e-6, 1000, 999.999999999999) },
  )
  const unitCode = fc.constantFrom('C62', 'HUR', 'KGM', 'XBX', 'MTK', 'H87', 'E48')
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
    .tuple(text(80), quantity, price, unitCode, taxes(kind), rest)
    .map(([description, count, unitPrice, unit, tax, { share, ...more }]) => ({
      ...{ description, quantity: count, unitPrice, unitCode: unit, ...tax, ...more },
      // A discount up to the whole price, in decimals that a caller can write.
      ...(share === undefined || unitPrice > 1e9
        ? {}
        : { discount: Number(((Math.floor(unitPrice * 100) / 100) * (share / 100)).toFixed(4)) }),
    }))
    .filter(({ unitPrice, discount = 0 }) => discount <= unitPrice)
}

function lines(kind: Case, maxLength: number): fc.Arbitrary<Line[]> {
  return fc.array(line(kind), { minLength: 1, maxLength, size: 'max' })
}

const content = fc.uint8Array({ maxLength: 64 })

/** A lawful Romanian invoice and the contents of its attachments. */
export interface RandomInvoice {
  readonly invoice: AcceptedInvoice
  readonly attachments: readonly Uint8Array[]
}

/** Invoices that obey every rule: 1 to `maxLines` lines, all categories, domestic and foreign, with whatever may be absent sometimes absent. */
export function lawfulInvoice(maxLines: number): fc.Arbitrary<RandomInvoice> {
  const kinds: Case[] = [
    'domestic',
    'domestic',
    'domestic',
    'reverseCharge',
    'intraCommunity',
    'export',
    'outsideScope',
    'foreignTaxed',
  ]
  return fc.constantFrom(...kinds).chain((kind) => {
    const isForeign = kind === 'intraCommunity' || kind === 'export' || kind === 'foreignTaxed'
    const customer = isForeign
      ? fc.constantFrom(...FOREIGN).chain(([country, vat]) => party(fc.constant(vat), foreignAddress(country)))
      : romanian
    const optional = fc.record(
      {
        dueDate: fc.constantFrom('2026-11-21', '2026-12-21'),
        note: text(300),
        paymentMeans: fc.record(
          {
            bankAccount: fc.constant('RO49 AAAA 1B31 0075 9384 0000'),
            bic: fc.constant('AAAAROBU'),
            paymentTerms: text(300),
          },
          { requiredKeys: ['bankAccount'] },
        ),
        buyerReference: text(50),
        orderReference: text(50),
        contractReference: text(50),
      },
      { requiredKeys: [] },
    )
    const files = fc.array(fc.tuple(text(40), fc.constantFrom('application/pdf', 'image/png', 'text/csv'), content), {
      maxLength: 2,
    })
    return fc
      .record({
        number: fc.tuple(text(20), digits(1, 8)).map(([prefix, number]) => `${prefix}-${number}`),
        supplier: romanian,
        customer,
        lines: fc.oneof(
          { weight: 4, arbitrary: lines(kind, Math.min(8, maxLines)) },
          { weight: 1, arbitrary: lines(kind, maxLines) },
        ),
        currency: isForeign ? fc.constantFrom('EUR', 'USD') : fc.constant('RON'),
        issueDate: fc.constantFrom('2026-11-16', '2026-11-20', TODAY),
        invoiceType: fc.constantFrom(
          'invoice' as const,
          'invoice' as const,
          'credit_note' as const,
          'debit_note' as const,
        ),
        optional,
        files,
      })
      .map(({ optional: more, files: attached, ...base }) => ({
        invoice: {
          ...{ country: 'RO', ...base, ...more },
          ...(base.invoiceType === 'invoice' ? {} : { precedingInvoice: { number: 'F-17', issueDate: '2026-10-01' } }),
          ...(kind === 'intraCommunity' ? { deliveryDate: '2026-11-19' } : {}),
          ...(isForeign ? { exchangeRate: 4.9763 } : {}),
          ...(attached.length === 0
            ? {}
            : {
                attachments: attached.map(([filename, mimeType, bytes]) => ({
                  ...{ filename, mimeType, sha256: '0'.repeat(64), size: bytes.length },
                })),
              }),
        } satisfies AcceptedInvoice,
        attachments: attached.map(([, , bytes]) => bytes),
      }))
  })
}
