import fc from 'fast-check'
import { VAT_RATES } from '../../../src/countries/fr/vat-rates.js'
import type { AcceptedInvoice, Address, Line, Party, VatCategory } from '../../../src/domain/accepted-invoice.js'

/** The day on which the random invoices are judged, in Paris. */
export const TODAY = '2026-11-21'

/** Text of any script, of length 1 to `max`, without what XML or a rule of the standard forbids; a number sign would begin a coded note. */
function text(max: number): fc.Arbitrary<string> {
  const scripts = fc.constantFrom(...'abc ABC 019 àâçéèêëîïôùûüÿœæ ÀÉ ąęż Ωλ Жя 漢字 😀🧾 &<>"\'/.,;:-+()%€')
  return fc
    .array(scripts, { minLength: 1, maxLength: max })
    .map((characters) => `x${characters.join('')}`.slice(0, max))
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((each) => each.join(''))

/** A decimal of up to `whole` digits before the point and `decimals` behind it. */
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
      postalCode: digits(4, 5),
      country: fc.constant(country),
      stateOrProvince: text(20),
    },
    { requiredKeys: ['country'] },
  )
}

/** A company in France: SIREN in the VAT number, perhaps with SIRET and an address in the directory. */
const french: fc.Arbitrary<Party> = fc
  .record({
    ...{
      key: fc.constantFrom('40', '0A', 'ZZ', '07'),
      siren: digits(9, 9),
      establishment: digits(5, 5),
      name: text(80),
    },
    ...{ address: address('FR'), has: fc.integer({ min: 0, max: 15 }), phone: digits(5, 15) },
    suffix: fc.constantFrom('', '_COMPTA', '_12345678900012', '_A-1.b+c'),
  })
  .map(({ key, siren, establishment, name, address: at, has, phone, suffix }) => ({
    ...{ vatNumber: `FR${key}${siren}`, name, address: at },
    ...((has & 1) === 0 ? {} : { siret: siren + establishment }),
    ...((has & 2) === 0 ? {} : { peppolId: `0225:${siren}${suffix}` }),
    ...((has & 4) === 0 ? {} : { email: 'factures@exemple.example' }),
    ...((has & 8) === 0 ? {} : { phone }),
  }))

const FOREIGN = [
  ['DE', 'DE136695976', undefined],
  ['BE', 'BE0403170701', '0208:0403170701'],
  ['GR', 'EL094259216', undefined],
  ['IT', 'IT00743110157', undefined],
  ['SE', 'SE556036079301', '0007:5560360793'],
  ['CH', 'CHE116281710', undefined],
  ['US', 'US362167060', undefined],
] as const

const foreign: fc.Arbitrary<Party> = fc.constantFrom(...FOREIGN).chain(([country, vatNumber, peppolId]) =>
  fc.tuple(text(80), address(country)).map(([name, at]) => ({
    ...{ vatNumber, name, address: at, email: 'ap@customer.example' },
    ...(peppolId === undefined ? {} : { peppolId }),
  })),
)

type Case = 'domestic' | 'reverseCharge' | 'intraCommunity' | 'export' | 'outsideScope' | 'foreignTaxed'

/** The category and rate of each line that suit a case. */
function taxes(
  kind: Case,
): fc.Arbitrary<Pick<Line, 'vatRate' | 'vatCategory' | 'exemptionReason' | 'exemptionReasonCode'>> {
  const rated = fc.constantFrom(...[...VAT_RATES].map(Number).filter((rate) => rate > 0.9))
  const zero = (vatCategory: VatCategory): fc.Arbitrary<Line> =>
    fc.constant({ vatRate: 0, vatCategory }) as fc.Arbitrary<Line>
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

function line(kind: Case): fc.Arbitrary<Line> {
  const price = fc.oneof(
    { weight: 8, arbitrary: decimal(4, 6) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.000001, 0.005, 9999999999.99) },
  )
  const quantity = fc.oneof(
    { weight: 8, arbitrary: decimal(3, 4) },
    { weight: 1, arbitrary: decimal(3, 3).map((each) => -each) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.0001, 1000) },
  )
  const unitCode = fc.constantFrom('C62', 'HUR', 'KGM', 'XBX', 'MTK', 'H87', 'E48', 'DAY')
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
    .tuple(text(80), quantity, price, unitCode, taxes(kind), rest)
    .map(([description, count, unitPrice, unit, tax, { share, ...more }]) => ({
      ...{ description, quantity: count, unitPrice, unitCode: unit, ...tax, ...more },
      // A discount up to the whole price, in decimals that a caller can write.
      ...(share === undefined
        ? {}
        : { discount: Number(((Math.floor(unitPrice * 100) / 100) * (share / 100)).toFixed(4)) }),
    }))
    .filter(({ unitPrice, discount = 0 }) => discount <= unitPrice)
}

function lines(kind: Case, maxLength: number): fc.Arbitrary<Line[]> {
  return fc.array(line(kind), { minLength: 1, maxLength, size: 'max' })
}

const note = fc.oneof(
  text(300),
  fc.constantFrom(
    "Merci !#PMD#Pénalités : 12 % l'an",
    '#BAR#B2BINT#AAB#Escompte de 1 % à 8 jours#REG#SAS au capital de 1 000 €',
    '#PMT#40 €#PMD#12 %#AAB#Néant',
  ),
)

const extras = fc.record(
  {
    dueDate: fc.constantFrom('2026-11-21', '2026-12-21'),
    note,
    paymentMeans: fc.record(
      {
        bankAccount: fc.constant('FR76 3000 6000 0112 3456 7890 189'),
        bic: fc.constant('AGRIFRPP'),
        paymentTerms: fc.oneof(text(300), fc.constant('Escompte de 2 % sous 8 jours')),
      },
      { requiredKeys: ['bankAccount'] },
    ),
    buyerReference: text(50),
    orderReference: text(50),
    contractReference: text(50),
  },
  { requiredKeys: [] },
)

/** A lawful French invoice and the contents of its attachments. */
export interface RandomInvoice {
  readonly invoice: AcceptedInvoice
  readonly attachments: readonly Uint8Array[]
}

/** Invoices that obey every rule: 1 to `maxLines` lines, all categories, domestic and foreign, with whatever may be absent sometimes absent. */
export function lawfulInvoice(maxLines: number): fc.Arbitrary<RandomInvoice> {
  const kinds: readonly Case[] = ['domestic', 'domestic', 'domestic', 'reverseCharge', 'intraCommunity', 'export']
  return fc.constantFrom(...kinds, 'outsideScope' as const, 'foreignTaxed' as const).chain((kind) => {
    const isForeign = kind === 'intraCommunity' || kind === 'export' || kind === 'foreignTaxed'
    const mime = fc.constantFrom('application/pdf', 'image/png', 'text/csv')
    return fc
      .record({
        number: fc.stringMatching(/^[A-Za-z0-9+\-_/]{1,35}$/),
        supplier: french,
        customer: isForeign ? foreign : french,
        lines: fc.oneof(
          { weight: 4, arbitrary: lines(kind, Math.min(8, maxLines)) },
          { weight: 1, arbitrary: lines(kind, maxLines) },
        ),
        currency: isForeign ? fc.constantFrom('EUR', 'USD') : fc.constant('EUR'),
        issueDate: fc.constantFrom('2026-11-16', '2026-11-20', TODAY),
        invoiceType: fc.constantFrom(...(['invoice', 'invoice', 'credit_note', 'debit_note'] as const)),
        more: extras,
        files: fc.array(fc.tuple(text(40), mime, fc.uint8Array({ maxLength: 64 })), { maxLength: 2 }),
      })
      .map(({ more, files, ...base }) => ({
        invoice: {
          ...{ country: 'FR', ...base, ...more },
          ...(base.invoiceType === 'invoice' ? {} : { precedingInvoice: { number: 'F-17', issueDate: '2026-10-01' } }),
          ...(kind === 'intraCommunity' ? { deliveryDate: '2026-11-19' } : {}),
          ...(isForeign ? { exchangeRate: 0.8631 } : {}),
          ...(files.length === 0
            ? {}
            : {
                attachments: files.map(([filename, mimeType, bytes]) => ({
                  ...{ filename, mimeType, sha256: '0'.repeat(64), size: bytes.length },
                })),
              }),
        } satisfies AcceptedInvoice,
        attachments: files.map(([, , bytes]) => bytes),
      }))
  })
}
