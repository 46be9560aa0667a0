import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { lawfulItalian } from '../../countries/it/arbitrary-invoice.js'
import { lawfulPolish } from '../../countries/pl/arbitrary-invoice.js'
import { ROOT } from '../../countries/accepted-sample.js'
import { countryOf } from '../../../src/countries/registry.js'
import { formatsOf } from '../../../src/documents/intake/asked-format.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { lawful, RANDOM_COUNTRIES } from './countries.js'
import { type RandomInvoice, TODAY } from './invoice.js'

/** An invoice in the JSON of POST /v1/invoices. */
export type Body = Readonly<Record<string, unknown>>

/** Fields that replace those of an invoice, of one of its lines, or of a party. */
export interface Graft {
  readonly into: 'invoice' | 'line' | 'lines' | 'supplier' | 'customer'
  /** Which line: it counts through them and begins again. */
  readonly which: number
  /** An undefined field is removed. */
  readonly fields: Body
}

/** An invoice of a country, and fields of others that are put into it. */
export interface Combination {
  readonly country: CountryCode
  readonly base: Body
  readonly grafts: readonly Graft[]
}

/** The invoice with these fields. */
export function grafted(base: Body, grafts: readonly Graft[]): Body {
  return JSON.parse(JSON.stringify(grafts.reduce(withGraft, base))) as Body
}

function withGraft(body: Body, { into, which, fields }: Graft): Body {
  if (into === 'invoice') return { ...body, ...fields }
  if (into === 'supplier' || into === 'customer') return { ...body, [into]: { ...(body[into] as Body), ...fields } }
  const lines = body['lines'] as readonly Body[]
  if (into === 'lines') return { ...body, lines: [...lines, fields] }
  return { ...body, lines: lines.map((line, at) => (at === which % lines.length ? { ...line, ...fields } : line)) }
}

const samplesOf = (country: CountryCode): readonly Body[] => {
  const folder = join(ROOT, 'samples', country.toLowerCase())
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Body)
}

/** Fields whose values belong to their own invoice alone. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['country', 'number', 'externalId', 'lines', 'totals', 'issueDate'])

/** Each field of the samples with each of its values, as a graft. */
function fieldsOfSamples(samples: readonly Body[]): readonly Graft[] {
  const grafts = new Map<string, Graft>()
  const add = (into: Graft['into'], fields: Body): void => {
    grafts.set(`${into} ${JSON.stringify(fields)}`, { into, which: 0, fields })
  }
  for (const sample of samples) {
    for (const [name, value] of Object.entries(sample)) if (!OWN_FIELDS.has(name)) add('invoice', { [name]: value })
    for (const party of ['supplier', 'customer'] as const)
      for (const [name, value] of Object.entries(sample[party] as Body)) add(party, { [name]: value })
    for (const line of sample['lines'] as readonly Body[]) {
      add('lines', line)
      for (const [name, value] of Object.entries(line)) add('line', { [name]: value })
    }
  }
  return [...grafts.values()]
}

const cents = (max: number) => fc.integer({ min: 0, max }).map((each) => each / 100)
const day = fc.constantFrom(TODAY, '2026-12-05', '2026-12-31', '2027-02-28')
const percentage = fc.oneof(fc.constantFrom(2, 3, 10, 50, 100), cents(10_000))

const schedule = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }), fc.array(day, { minLength: 4, maxLength: 4 }))
  .map(([shares, days]) => {
    const parts = [...shares, 100 - shares.reduce((sum, each) => sum + each, 0)]
    return parts.map((share, at) => ({ percentage: share, dueDate: [...days].sort()[at] }))
  })

const discounts = fc.array(
  fc
    .tuple(fc.oneof(fc.record({ days: fc.nat({ max: 60 }) }), fc.record({ until: day })), percentage)
    .map(([term, percent]) => ({ ...term, percentage: percent })),
  { minLength: 1, maxLength: 3 },
)

/** Advances with the VAT rates of the country's samples. */
const prepayments = (rates: readonly number[]) =>
  fc.array(
    fc
      .record({
        number: fc.constantFrom('A-1', 'A-2', 'A-3'),
        rate: fc.constantFrom(...rates),
        net: cents(200_000),
        isPaid: fc.boolean(),
      })
      .map(({ number, rate, net, isPaid }) => {
        const tax = Math.round(net * rate) / 100
        return {
          number,
          issueDate: '2026-10-15',
          amount: Number((net + tax).toFixed(2)),
          ...(isPaid && { paidAt: '2026-10-20' }),
          vat: [{ vatRate: rate, taxableAmount: net, taxAmount: tax }],
        }
      }),
    { minLength: 1, maxLength: 3 },
  )

const reduction = fc.oneof(
  cents(5_000).map((amount) => ({ amount, reason: 'Reason' })),
  percentage.map((percent) => ({ percentage: percent, reason: 'Reason' })),
)

/** Terms with random numbers, into the whole invoice. */
function randomTerms(country: CountryCode, rates: readonly number[]): fc.Arbitrary<Body> {
  const { invoicing } = countryOf(country)
  const formats = invoicing === null ? [] : formatsOf(invoicing)
  const ofDocument = fc.tuple(reduction, fc.constantFrom(...rates)).map(([one, vatRate]) => ({ ...one, vatRate }))
  const some = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 2 })
  const noted = fc.record({ invoiceType: fc.constantFrom('credit_note', 'debit_note') }).map((type) => ({
    ...type,
    precedingInvoice: { number: 'F-17', issueDate: '2026-10-01' },
  }))
  return fc.oneof(
    schedule.map((paymentSchedule) => ({ paymentSchedule, dueDate: undefined })),
    discounts.map((cashDiscounts) => ({ cashDiscounts })),
    prepayments(rates).map((each) => ({ prepayments: each })),
    fc.constant({ pricesIncludeVat: true }),
    some(ofDocument).map((allowances) => ({ allowances })),
    some(ofDocument).map((charges) => ({ charges })),
    noted,
    fc.constantFrom(...formats).map((format) => ({ format })),
    ...(country === 'DE'
      ? [fc.constantFrom('en16931', 'extended').map((profile) => ({ format: 'cii', profile }))]
      : []),
    fc.record({ prepaidAmount: cents(50_000), paidAt: fc.constantFrom(undefined, TODAY) }),
    fc.constantFrom(-0.02, -0.01, 0.01, 0.02).map((roundingAmount) => ({ roundingAmount })),
    day.map((dueDate) => ({ dueDate })),
    fc.constantFrom('380', '386', '389', '326', '384').map((typeCode) => ({ typeCode })),
    fc.constant({ selfBilled: true }),
    fc.constant({ currency: 'USD', exchangeRate: 1.1234 }),
  )
}

/** Numbers of a line. */
function randomLine(rates: readonly number[]): fc.Arbitrary<Body> {
  return fc.oneof(
    fc.record({ unitPrice: cents(10_000_000), quantity: fc.integer({ min: 1, max: 50_000 }).map((n) => n / 1000) }),
    fc.record({
      unitPrice: fc.integer({ min: 1, max: 10 ** 8 }).map((n) => n / 10 ** 6),
      quantity: fc.nat({ max: 9_999 }),
    }),
    fc.constantFrom(...rates).map((vatRate) => ({ vatRate })),
    fc.array(reduction, { minLength: 1, maxLength: 2 }).map((allowances) => ({ allowances })),
    fc.array(reduction, { minLength: 1, maxLength: 2 }).map((charges) => ({ charges })),
    cents(200).map((discount) => ({ discount })),
    fc.constantFrom(10, 100, 1000).map((priceBaseQuantity) => ({ priceBaseQuantity })),
  )
}

/** An accepted invoice as a body without files, whose contents are not in it. */
function bodyOf({ invoice }: RandomInvoice): Body {
  const { ...body } = invoice
  Reflect.deleteProperty(body, 'attachments')
  const party = ({ vatNumber, ...rest }: { readonly vatNumber: string }): Body =>
    vatNumber === '' ? rest : { vatNumber, ...rest }
  return { ...body, supplier: party(body.supplier), customer: party(body.customer) }
}

function lawfulBodies(country: CountryCode): fc.Arbitrary<Body> {
  if (country === 'IT') return lawfulItalian(6).map(bodyOf)
  if (country === 'PL') return lawfulPolish(6).map(bodyOf)
  if (country in RANDOM_COUNTRIES) return lawful(country, 6).map(bodyOf)
  throw new Error(`there are no random invoices for ${country}`)
}

/**
 * Invoices of a country with fields of all its samples, and with random numbers, in all
 * combinations: a new sample brings its fields along.
 */
export function combinationsOf(country: CountryCode): fc.Arbitrary<Combination> {
  const samples = samplesOf(country)
  const lines = samples.flatMap((sample) => sample['lines'] as readonly Body[])
  const rates = [...new Set(lines.map((line) => line['vatRate'] as number))]
  const which = fc.nat({ max: 7 })
  const graft: fc.Arbitrary<Graft> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...fieldsOfSamples(samples)), which)
        .map(([each, at]) => ({ ...each, which: at })),
    },
    {
      weight: 4,
      arbitrary: randomTerms(country, rates).map((fields) => ({ into: 'invoice' as const, which: 0, fields })),
    },
    { weight: 3, arbitrary: fc.record({ into: fc.constant('line' as const), which, fields: randomLine(rates) }) },
  )
  return fc.record({
    country: fc.constant(country),
    base: fc
      .oneof({ weight: 3, arbitrary: fc.constantFrom(...samples) }, { weight: 1, arbitrary: lawfulBodies(country) })
      .map((base) => ({ issueDate: TODAY, ...base })),
    grafts: fc.array(graft, { minLength: 2, maxLength: 10, size: 'max' }),
  })
}
