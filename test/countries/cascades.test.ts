import t from 'tap'
import { countryOf } from '../../src/countries/registry.js'
import { acceptInvoice } from '../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { type Detail, Refusal } from '../../src/domain/refusal.js'
import type { InvoiceRequest, Line } from '../../src/domain/request/invoice-request.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import { lineAllowancesOf } from '../../src/einvoice/request/from-request/lines.js'
import { type OracleProfile, oracleFor } from '../support/oracle.js'
import { acceptedSamples } from './accepted-sample.js'
import { documentOf, line, textsOf } from './it/sound-invoice.js'

const TODAY = '2026-11-21'
/** "10+5". */
const CASCADE = [
  { percentage: 10, reason: 'Listino' },
  { percentage: 5, of: 'rest' },
] as const

type Allowances = NonNullable<Line['allowances']>

const amounts = (gross: string, allowances: Allowances): readonly unknown[] =>
  lineAllowancesOf(allowances, Decimal.of(gross)).map(({ amount, baseAmount }) => [
    amount?.toAtLeast(2),
    baseAmount?.toAtLeast(2),
  ])

t.test('a percentage of the rest is of what the allowances before it have left, in cents', async (t) => {
  t.same(amounts('200', CASCADE), [
    ['20.00', '200.00'],
    ['9.00', '180.00'],
  ])
  t.same(amounts('33.33', [{ percentage: 10 }, { percentage: 5, of: 'rest' }, { percentage: 2, of: 'rest' }]), [
    ['3.33', '33.33'],
    ['1.50', '30.00'],
    ['0.57', '28.50'],
  ])
  t.same(amounts('100', [{ amount: 7 }, { percentage: 10, of: 'rest' }, { percentage: 10 }])[1], ['9.30', '93.00'])
})

for (const country of ['RO', 'IT', 'BE', 'PL', 'FR', 'DE'] as const)
  t.test(`${country}: a line with a cascade, and one with a base of its own, is valid`, async (t) => {
    const sample = acceptedSamples(country, TODAY).find(
      ({ invoice }) => invoice.invoiceType === 'invoice' && invoice.attachments === undefined,
    )
    const { invoicing } = countryOf(country)
    if (sample === undefined || invoicing === null) throw new Error(`no sample of ${country}`)
    const [first] = sample.invoice.lines
    if (first === undefined) throw new Error('no line')
    const reason = country === 'IT' ? {} : { reason: 'Rabatt' }
    const lines: Line[] = [
      { ...first, quantity: 2, unitPrice: 100, allowances: CASCADE.map(({ ...each }) => ({ ...each, ...reason })) },
      { ...first, quantity: 1, unitPrice: 100, allowances: [{ percentage: 10, baseAmount: 50, ...reason }] },
    ]
    const invoice: InvoiceRequest = { ...sample.invoice, lines: country === 'IT' ? lines.map(withoutReason) : lines }
    const { findings } = invoicing.validate(invoice, { today: TODAY })
    t.same(
      findings.filter(({ severity }) => severity === 'fatal'),
      [],
    )
    const { xml } = invoicing.convert(invoice, [])
    t.equal(invoicing.model(invoice).lines[0]?.netAmount?.toAtLeast(2), '171.00')
    t.equal(invoicing.model(invoice).lines[1]?.netAmount?.toAtLeast(2), '95.00')
    const oracle = oracleFor(t, `a cascade of ${country}`)
    if (oracle === null) return
    const judged = await oracle.judge(country.toLowerCase() as OracleProfile, xml)
    t.same(
      judged.filter(({ flag }) => flag === 'fatal'),
      [],
    )
  })

function withoutReason(each: Line): Line {
  const allowances = (each.allowances ?? []).map(({ ...allowance }) => {
    Reflect.deleteProperty(allowance, 'reason')
    return allowance
  })
  return { ...each, allowances }
}

t.test('FatturaPA has the percentages of a cascade, and amounts of others', async (t) => {
  const changes = (allowances: Allowances) => {
    const xml = documentOf({ lines: [{ ...line, quantity: 2, allowances }] })
    return [textsOf(xml, 'Percentuale'), textsOf(xml, 'Importo'), textsOf(xml, 'PrezzoTotale')]
  }
  t.same(changes([{ percentage: 10 }, { percentage: 5, of: 'rest' }]), [['10.00', '5.00'], [], ['171.00']])
  t.same(changes([{ percentage: 10 }, { percentage: 5 }]), [['10.00'], ['5.00'], ['170.00']])
  t.same(changes([{ percentage: 10, baseAmount: 50 }]), [[], ['2.50'], ['195.00']])
  t.same(
    changes([{ percentage: 10.125 }, { percentage: 5, of: 'rest' }])[0],
    ['5.00'],
    'a percentage with three decimals is an amount',
  )
})

t.test('of: "rest" needs a percentage, and is the base', async (t) => {
  const body = (allowance: object) =>
    ({
      country: 'IT',
      companyId: 'comp_4kTq0uPz8LrVb2XcYw7NfS',
      supplier: { vatNumber: 'IT01879020517', name: 'Officina Srl' },
      customer: { vatNumber: 'IT00743110157', name: 'Cartiera SpA' },
      lines: [{ description: 'Lavoro', unitPrice: 1, vatRate: 22, allowances: [allowance] }],
    }) as unknown as InvoiceBody
  const context = { countryOf, now: new Date(), invoiceId: 'inv_1', environment: null, preceding: undefined }
  const refused = (allowance: object): readonly Detail[] => {
    try {
      acceptInvoice(body(allowance), context)
      return []
    } catch (error) {
      if (error instanceof Refusal) return error.details
      throw error
    }
  }
  t.match(refused({ amount: 1, of: 'rest' }), [{ path: 'lines[0].allowances[0].percentage', message: /of: "rest"/ }])
  t.match(refused({ percentage: 1, baseAmount: 2, of: 'rest' }), [{ path: 'lines[0].allowances[0].baseAmount' }])
  t.same(refused({ percentage: 1, of: 'rest' }), [])
  const details: Detail[] = []
  compileCheck(InvoiceBody)(body({ percentage: 1, of: 'price' }), '', details)
  t.match(details, [{ path: 'lines[0].allowances[0].of' }])
})
