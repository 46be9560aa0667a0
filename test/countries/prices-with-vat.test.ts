import fc from 'fast-check'
import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../src/countries/registry.js'
import { readFa3 } from '../../src/countries/pl/fa3/read/document.js'
import { convertDocument } from '../../src/documents/conversion/convert.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { acceptInvoice } from '../../src/documents/intake/accept-invoice.js'
import type { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import type { CountryCode, InvoiceRequest, Line } from '../../src/domain/request/invoice-request.js'
import type { RequestAllowance } from '../../src/domain/request/terms.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../src/einvoice/model/invoice-model.js'
import { type OracleProfile, oracleFor } from '../support/oracle.js'
import { SEED, triesOf } from '../support/random/sample.js'
import { acceptedSamples } from './accepted-sample.js'

t.setTimeout(300_000)
const TODAY = '2026-11-21'

const RATES: Readonly<Record<CountryCode, readonly number[]>> = {
  RO: [21, 11],
  IT: [22, 10, 5, 4],
  BE: [21, 12, 6],
  PL: [23, 8, 5],
  FR: [20, 10, 5.5, 2.1],
  DE: [19, 7],
}

/** An invoice of the country to a customer at home. */
function baseOf(country: CountryCode): InvoiceRequest {
  const found = acceptedSamples(country, TODAY).find(
    ({ invoice }) => invoice.invoiceType === 'invoice' && invoice.attachments === undefined,
  )
  if (found === undefined) throw new Error(`no sample of ${country}`)
  const { country: code, invoiceType, number, supplier, customer, currency, issueDate } = found.invoice
  const { paymentMeans, buyerReference, dueDate } = found.invoice
  return {
    country: code,
    invoiceType,
    number,
    supplier,
    customer,
    currency,
    issueDate,
    lines: [],
    ...(paymentMeans && { paymentMeans }),
    ...(buyerReference !== undefined && { buyerReference }),
    ...(dueDate !== undefined && { dueDate }),
    pricesIncludeVat: true,
  }
}

const cents = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max }).map((each) => each / 100)

function lineOf(country: CountryCode): fc.Arbitrary<Line> {
  const reason = country === 'IT' ? {} : { reason: 'Rabatt' }
  const reduction = fc.oneof(
    fc.integer({ min: 1, max: 95 }).map((percentage) => ({ percentage, ...reason })),
    fc.integer({ min: 1, max: 50 }).map((amount) => ({ amount: amount / 100, ...reason })),
  )
  return fc
    .record({
      price: fc.oneof(
        cents(20_000),
        fc.integer({ min: 1, max: 10_000_000 }).map((each) => each / 10_000),
      ),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 99_999 }).map((each) => each / 1000),
        fc.integer({ min: 1, max: 5 }).map((each) => -each),
        fc.integer({ min: 1000, max: 900_000 }),
      ),
      vatRate: fc.constantFrom(...RATES[country]),
      share: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
      allowances: fc.option(fc.array(reduction, { minLength: 1, maxLength: 2 }), { nil: undefined }),
      charges: fc.option(fc.array(reduction, { minLength: 1, maxLength: 1 }), { nil: undefined }),
      isExempt: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
    })
    .map(({ price, quantity, vatRate, share, allowances, charges, isExempt }): Line => {
      const discount = share === undefined ? undefined : Math.floor(price * share) / 100
      return {
        description: 'Artikel',
        unitCode: 'C62',
        quantity,
        unitPrice: price,
        vatRate: isExempt ? 0 : vatRate,
        ...(isExempt && { vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-132-1I' }),
        ...(discount !== undefined && discount > 0 && { discount }),
        // A reduction of more than the line would need another sign.
        ...(allowances && quantity > 0 && price * quantity > 2 && { allowances: allowances.slice(0, 1) }),
        ...(charges && country !== 'PL' && quantity > 0 && { charges }),
      }
    })
}

/** Random baskets: prices with VAT in cents or parts of them, reduced in every way. */
function basketOf(country: CountryCode): fc.Arbitrary<InvoiceRequest> {
  const reduction = fc
    .record({
      line: fc.nat(),
      share: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      amount: cents(500),
    })
    .map(({ line, share, amount }) => ({ line, sum: share === undefined ? { amount } : { percentage: share } }))
  return fc
    .record({
      lines: fc.array(lineOf(country), { minLength: 1, maxLength: 15 }),
      allowances: fc.array(reduction, { maxLength: 2 }),
      charges: fc.array(reduction, { maxLength: 2 }),
    })
    .map(({ lines, allowances, charges }): InvoiceRequest => {
      const placed = (all: typeof allowances): RequestAllowance[] =>
        all.map(({ line, sum }) => {
          const { vatRate, vatCategory, exemptionReasonCode } = lines[line % lines.length] as Line
          return {
            ...sum,
            vatRate,
            reason: 'Aktion',
            ...(vatCategory !== undefined && { vatCategory }),
            ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
          }
        })
      return {
        ...baseOf(country),
        lines,
        ...(allowances.length > 0 && { allowances: placed(allowances) }),
        ...(charges.length > 0 && { charges: placed(charges) }),
      }
    })
    .filter((invoice) => grossOf(invoice).compare(Decimal.of(5)) > 0)
}

/** What the shop shows: computed from the basket alone. */
function grossOf({ lines, allowances = [], charges = [] }: InvoiceRequest): Decimal {
  const reduced = (base: Decimal, all: Line['allowances'] | Line['charges'] = []): Decimal =>
    Decimal.sum(
      all.map(({ amount, percentage }) =>
        amount === undefined
          ? Decimal.of(percentage ?? 0)
              .percentOf(base.round(2))
              .round(2)
          : Decimal.of(amount),
      ),
    )
  const ofLines = lines.map((line) => {
    const before = Decimal.of(line.quantity).times(Decimal.of(line.unitPrice).minus(Decimal.of(line.discount ?? 0)))
    return before.round(2).plus(reduced(before, line.charges)).minus(reduced(before, line.allowances)).round(2)
  })
  const ofRate = ({ vatRate }: RequestAllowance): Decimal =>
    Decimal.sum(ofLines.filter((_, index) => lines[index]?.vatRate === vatRate))
  return Decimal.sum(ofLines)
    .plus(Decimal.sum(charges.map((each) => reduced(ofRate(each), [each]))))
    .minus(Decimal.sum(allowances.map((each) => reduced(ofRate(each), [each]))))
}

const CENT = Decimal.of('0.01')

/** The sums of EN 16931, and the price of each line. */
function faultsOf({ lines, allowances, charges, vatBreakdown, totals }: Invoice, priceFault: Decimal): string[] {
  const sum = (all: readonly { readonly amount?: Decimal | undefined }[]): Decimal =>
    Decimal.sum(all.map(({ amount = Decimal.zero }) => amount))
  const faults: string[] = []
  for (const { category, rate = Decimal.zero, taxable = Decimal.zero, tax = Decimal.zero } of vatBreakdown) {
    const isOfRate = (each: { readonly vatCategory: string; readonly vatRate?: Decimal | undefined }): boolean =>
      each.vatCategory === category && (each.vatRate ?? Decimal.zero).equals(rate)
    const nets = Decimal.sum(lines.filter(isOfRate).map(({ netAmount = Decimal.zero }) => netAmount))
    const expected = nets.plus(sum(charges.filter(isOfRate))).minus(sum(allowances.filter(isOfRate)))
    if (!expected.equals(taxable)) faults.push(`BR-${category}-08 ${expected.toString()} ${taxable.toString()}`)
    if (rate.percentOf(taxable).round(2).minus(tax).abs().compare(CENT) > 0) faults.push('BR-CO-17')
  }
  const withoutVat = Decimal.sum(vatBreakdown.map(({ taxable = Decimal.zero }) => taxable))
  if (totals.withoutVat?.equals(withoutVat) !== true) faults.push('BR-CO-13')
  if (totals.withVat?.equals(withoutVat.plus(totals.vat ?? Decimal.zero)) !== true) faults.push('BR-CO-15')
  for (const { quantity, price, netAmount, ...of } of lines) {
    if (quantity === undefined || price.net === undefined || netAmount === undefined) return ['no price']
    const product = quantity.times(price.net).dividedBy(price.baseQuantity ?? Decimal.of(1))
    const expected = product.plus(sum(of.charges)).minus(sum(of.allowances))
    if (expected.round(2).minus(netAmount).abs().compare(priceFault) > 0)
      faults.push(`R120 ${expected.toString()} ${netAmount.toString()}`)
    if (price.gross?.minus(price.discount ?? Decimal.zero).equals(price.net) === false) faults.push('R046')
    if (netAmount.decimals() > 2) faults.push('BR-DEC-23')
  }
  return faults
}

for (const country of COUNTRY_CODES) {
  const { invoicing } = countryOf(country)
  if (invoicing === null) continue
  t.test(`${country}: the total with VAT is what the customer was shown, and every rule holds`, async (t) => {
    const oracle = oracleFor(t, `prices with VAT of ${country}`)
    const accepted: string[] = []
    fc.assert(
      fc.property(basketOf(country), (invoice) => {
        const model = invoicing.model(invoice)
        const { valid, findings } = invoicing.validate(invoice, { today: TODAY })
        const fatal = findings.filter(({ severity }) => severity === 'fatal')
        const faults = faultsOf(model, country === 'IT' || country === 'PL' ? CENT : Decimal.zero)
        if (model.totals.withVat?.equals(grossOf(invoice)) !== true)
          faults.push(`the total ${model.totals.withVat?.toString() ?? ''} is not ${grossOf(invoice).toString()}`)
        if (!valid || faults.length > 0) throw new Error(`${faults.join()} ${JSON.stringify(fatal)}`)
        if (accepted.length < triesOf(80)) accepted.push(invoicing.convert(invoice, []).xml)
      }),
      { seed: SEED, numRuns: triesOf(400) },
    )
    for (const xml of accepted) {
      const official = (await oracle?.judge(country.toLowerCase() as OracleProfile, xml)) ?? []
      t.same(
        official.filter(({ flag }) => flag === 'fatal'),
        [],
        xml,
      )
    }
    t.ok(accepted.length > 1)
  })
}

const line = (unitPrice: number, vatRate: number, more: Partial<Line> = {}): Line => ({
  description: 'Artikel',
  quantity: 1,
  unitPrice,
  vatRate,
  unitCode: 'C62',
  ...more,
})

function modelOf(country: CountryCode, changes: Partial<InvoiceRequest>): Invoice {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error('no format')
  return invoicing.model({ ...baseOf(country), ...changes })
}

const shown = (amount: Decimal | undefined): string => amount?.toAtLeast(2) ?? 'none'
const netsOf = ({ lines }: Invoice): readonly string[] => lines.map(({ netAmount }) => shown(netAmount))

t.test('the VAT of a rate is contained in its sum, and the largest lines take the cents', async (t) => {
  // 2.98 contain 0.48; of 2.50 each line would have 0.83.
  const { lines, totals, vatBreakdown } = modelOf('DE', { lines: [line(0.99, 19), line(1, 19), line(0.99, 19)] })
  t.same(
    vatBreakdown.map(({ taxable, tax }) => [shown(taxable), shown(tax)]),
    [['2.50', '0.48']],
  )
  t.same(netsOf({ lines } as Invoice), ['0.83', '0.84', '0.83'])
  t.equal(shown(totals.withVat), '2.98')
  t.same(
    lines.map(({ price }) => shown(price.net)),
    ['0.83193277', '0.84033613', '0.83193277'],
    'the exact price where it results in the amount',
  )
  // A hundred times 0.01 is 1.00, net 0.84: sixteen lines are nothing.
  const cheap = modelOf('DE', { lines: Array.from({ length: 100 }, () => line(0.01, 19)) })
  t.equal(shown(cheap.totals.withVat), '1.00')
  t.equal(shown(cheap.totals.withoutVat), '0.84')
  t.equal(netsOf(cheap).filter((net) => net === '0.00').length, 16)
})

t.test('a document without the field has net prices, as before', async (t) => {
  const { invoicing } = countryOf('DE')
  const { pricesIncludeVat, ...plain } = baseOf('DE')
  t.equal(pricesIncludeVat, true)
  const model = invoicing?.model({ ...plain, lines: [line(11.9, 19)] })
  t.equal(shown(model?.totals.withVat), '14.16')
  t.equal(model?.lines[0]?.inclusive, undefined)
})

t.test('a price that no number of decimals can state is that of all units', async (t) => {
  const many = { lines: [line(0.0121, 20, { quantity: 765_432.15 })] }
  for (const country of ['FR', 'DE'] as const) {
    const { lines, totals } = modelOf(country, many)
    t.equal(shown(totals.withVat), '9261.73')
    const [{ price, netAmount } = { price: undefined, netAmount: undefined }] = lines
    t.same([shown(netAmount), shown(price?.baseQuantity)], ['7718.11', country === 'FR' ? '765432.15' : 'none'])
  }
})

t.test('sub-lines and lines that do not count are without VAT, too', async (t) => {
  const parts = [line(0.99, 19), line(1, 19), line(0.99, 19)]
  const { lines } = modelOf('DE', { lines: [line(2.98, 19, { de: { subLines: parts } })] })
  const [whole] = lines
  t.equal(shown(whole?.netAmount), '2.50')
  t.same(
    whole?.subLines?.map(({ netAmount }) => shown(netAmount)),
    ['0.83', '0.84', '0.83'],
  )
  const grouped = modelOf('FR', {
    lines: [
      line(0, 0, { id: '1', fr: { subtype: 'GROUP' } }),
      line(12, 20, { id: '2', fr: { parentLine: '1' } }),
      line(6, 20, { id: '3', fr: { parentLine: '1' } }),
      line(24, 20, { id: '4', fr: { parentLine: '1', subtype: 'INFORMATION' } }),
    ],
  })
  t.same(netsOf(grouped), ['15.00', '10.00', '5.00', '20.00'])
  t.equal(shown(grouped.totals.withVat), '18.00')
})

t.test('an allowance of a rate without a line takes the cent itself', async (t) => {
  const { totals, allowances, vatBreakdown } = modelOf('DE', {
    lines: [line(119, 19)],
    allowances: [
      { amount: 0.06, vatRate: 7, reason: 'a' },
      { amount: 0.06, vatRate: 7, reason: 'b' },
    ],
  })
  t.equal(shown(totals.withVat), '118.88')
  t.same(
    vatBreakdown.map(({ taxable }) => shown(taxable)),
    ['100.00', '-0.11'],
  )
  t.same(
    allowances.map(({ amount }) => shown(amount)),
    ['0.06', '0.05'],
  )
})

t.test('Italy adds the VAT of a fund to the VAT that prices contain', async (t) => {
  const invoice: Partial<InvoiceRequest> = {
    lines: [line(122, 22)],
    socialFunds: [{ type: 'TC22', rate: 4, vatRate: 22 }],
  }
  const { totals, vatBreakdown } = modelOf('IT', invoice)
  t.same(
    vatBreakdown.map(({ taxable, tax }) => [shown(taxable), shown(tax)]),
    [['104.00', '22.88']],
  )
  t.equal(shown(totals.withVat), '126.88')
})

const readFa = (xml: string) => readFa3(parseXml(Buffer.from(xml)).root)

const textsIn = (xml: string, name: string): readonly string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g')), ([, text = '']) => text)

t.test('Poland writes prices and amounts with VAT, and reads them back', async (t) => {
  const { invoicing } = countryOf('PL')
  if (invoicing === null) throw new Error('no format')
  const lines = [
    line(9.99, 23, { quantity: 3 }),
    line(12.5, 8, { quantity: 2, discount: 0.5 }),
    line(5, 23, { allowances: [{ amount: 1 }] }),
  ]
  const invoice: InvoiceRequest = { ...baseOf('PL'), lines }
  const { xml } = invoicing.convert(invoice, [])
  t.same(textsIn(xml, 'P_9B'), ['9.99', '12.50', '5.00'])
  t.same(textsIn(xml, 'P_10'), ['1.00', '1.00'])
  t.same(textsIn(xml, 'P_11A'), ['29.97', '24.00', '4.00'])
  t.same([textsIn(xml, 'P_9A'), textsIn(xml, 'P_11'), textsIn(xml, 'P_11Vat')], [[], [], []])
  t.same([textsIn(xml, 'P_13_1'), textsIn(xml, 'P_14_1'), textsIn(xml, 'P_15')], [['27.62'], ['6.35'], ['57.97']])
  const read = readFa(xml)
  t.same(read.unread, [])
  t.match(read.request, { pricesIncludeVat: true, lines: [{ unitPrice: 9.99, quantity: 3 }, { discount: 0.5 }, {}] })
  t.equal(invoicing.convert(read.request, []).xml.replace(/<Data.*/, ''), xml.replace(/<Data.*/, ''))

  // With 0.23 of each line the sum is a cent more than of the whole (art. 106e (10)).
  const each: InvoiceRequest = {
    ...baseOf('PL'),
    lines: [line(1.21, 23), line(1.21, 23), line(1.21, 23)],
    totals: { vatBreakdown: [{ vatRate: 23, taxAmount: 0.69 }] },
  }
  const byLine = invoicing.convert(each, []).xml
  t.same(textsIn(byLine, 'P_11Vat'), ['0.23', '0.23', '0.23'])
  t.same([textsIn(byLine, 'P_13_1'), textsIn(byLine, 'P_14_1')], [['2.94'], ['0.69']])
  t.same(readFa(byLine).unread, [])
  t.same(
    invoicing.validate(each, { today: TODAY }).findings.filter(({ severity }) => severity === 'fatal'),
    [],
  )
  t.same(textsIn(invoicing.convert({ ...each, totals: {} }, []).xml, 'P_14_1'), ['0.68'])
})

t.test('the rules of FA(3) judge amounts with VAT', async (t) => {
  const { invoicing } = countryOf('PL')
  if (invoicing === null) throw new Error('no format')
  const { xml } = invoicing.convert({ ...baseOf('PL'), lines: [line(9.99, 23, { quantity: 3 }), line(5, 8)] }, [])
  const rules = (changed: string): readonly string[] =>
    judgeXml(Buffer.from(changed), { profile: 'pl', now: new Date(`${TODAY}T12:00:00Z`) })
      .findings.map(({ rule }) => rule)
      .filter((rule) => rule.startsWith('CW-PL-'))
  t.same(rules(xml), [])
  t.same(rules(xml.replace('<P_11A>29.97<', '<P_11A>39.97<')), ['CW-PL-NET', 'CW-PL-LINE'])
  t.same(rules(xml.replace(/<P_13_2>[^]*<\/P_14_2>/, '')), ['CW-PL-SUM-MISSING', 'CW-PL-TOTAL'])
})

t.test('other countries read the net prices, and nothing is lost', async (t) => {
  const { invoicing } = countryOf('DE')
  if (invoicing === null) throw new Error('no format')
  const invoice: InvoiceRequest = { ...baseOf('DE'), lines: [line(119, 19), line(0.99, 7, { quantity: 3 })] }
  const { xml } = invoicing.convert(invoice, [])
  const made = convertDocument({ kind: 'xml', xml: Buffer.from(xml) }, { to: 'json', now: new Date() })
  if (!('document' in made)) throw new Error('not converted')
  const body = JSON.parse(made.document) as InvoiceBody
  t.match(body.lines, [{ unitPrice: 100 }, { unitPrice: 0.92523364 }])
  t.notOk('pricesIncludeVat' in body)
  t.same(made.losses, [])
})

t.test('an amount with parts of a cent is refused, because it is a part of the total', async (t) => {
  const { companyId, ...body } = { companyId: 'comp_1', ...baseOf('DE') }
  const accept = (changes: object): unknown =>
    acceptInvoice({ ...body, companyId, lines: [line(10, 19)], ...changes } as unknown as InvoiceBody, {
      countryOf,
      now: new Date(`${TODAY}T12:00:00Z`),
      invoiceId: 'inv_1',
      environment: null,
      preceding: undefined,
    }).accepted.pricesIncludeVat
  const charges = [{ amount: 1.005, vatRate: 19 }]
  t.equal(accept({}), true)
  t.equal(accept({ pricesIncludeVat: false, charges }), undefined)
  try {
    accept({ charges })
    t.fail('accepted')
  } catch (error) {
    t.match(error, { details: [{ path: 'charges[0].amount', message: /cents/ }] })
  }
})
