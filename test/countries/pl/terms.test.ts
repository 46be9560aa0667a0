import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { poland } from '../../../src/countries/pl/index.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { PolishInvoicePart } from '../../../src/domain/request/polish.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { acceptedSamples } from '../accepted-sample.js'
import { defined } from './defined.js'

const invoicing = poland.invoicing as Invoicing
const samples = new Map(acceptedSamples('PL', '2026-11-24').map(({ name, invoice }) => [name, invoice]))
const sample = samples.get('27-transport') as InvoiceRequest
const [transport] = sample.pl?.transports ?? []

function faultsOf(pl: object): readonly Detail[] {
  const details: Detail[] = []
  const party = { vatNumber: 'PL5213891244', name: 'A' }
  const lines = [{ description: 'x', unitPrice: 10, vatRate: 23 }]
  compileCheck(InvoiceBody)({ country: 'PL', supplier: party, customer: party, lines, pl }, '', details)
  return details
}

t.test('a transport has one mode and one cargo, and an agreement a number or a day', (t) => {
  const whole = { mode: 'road', cargo: 'pallet' }
  t.same(faultsOf({ transports: [whole, { otherMode: 'dron', otherCargo: 'kartony' }] }), [])
  t.match(faultsOf({ transports: [{}] }), [
    { path: 'pl.transports[0].mode', message: /otherMode/ },
    { path: 'pl.transports[0].cargo', message: /otherCargo/ },
  ])
  t.match(faultsOf({ furtherContracts: [{}] }), [{ path: 'pl.furtherContracts[0].number', message: /date/ }])
  const accept = (pl: PolishInvoicePart) =>
    acceptInvoice({ ...sample, pl } as unknown as InvoiceBody, {
      countryOf,
      now: new Date('2026-11-24T12:00:00Z'),
      invoiceId: 'x',
      environment: null,
      preceding: undefined,
    })
  t.throws(
    () => accept({ transports: [{ ...transport, otherMode: 'dron' }] }),
    /^pl.transports\[0\].otherMode can't be/,
  )
  t.throws(() => accept({ transports: [{ ...transport, otherCargo: 'x' }] }), /^pl.transports\[0\].otherCargo can't be/)
  t.end()
})

t.test('what the format refuses of the terms is a finding on its field', (t) => {
  const pathsOf = (pl: PolishInvoicePart): readonly string[] => {
    const { findings } = invoicing.validate({ ...sample, pl }, { today: '2026-11-24' })
    return findings.filter(({ severity }) => severity === 'fatal').map(({ path }) => path)
  }
  t.same(pathsOf(sample.pl ?? {}), [])
  const long = 'x'.repeat(257)
  t.same(pathsOf({ furtherContracts: [{ number: 'A' }, { number: 'B', date: '1989-12-31' }] }), [
    'pl.furtherContracts[1].date',
  ])
  t.same(pathsOf({ furtherOrders: [{ number: long }] }), ['pl.furtherOrders[0].number'])
  t.same(pathsOf({ agreedRate: { rate: 0.0000001, currency: 'EUR' } }), ['pl.agreedRate.rate'])
  t.same(pathsOf({ transports: [{ ...transport, startsAt: '2020-01-01' }] }), ['pl.transports[0].startsAt'])
  t.same(pathsOf({ transports: [{ ...transport, via: [{ country: 'PL' }] }] }), ['pl.transports[0].via[0].street'])
  const carrier = { name: 'A', vatNumber: 'PL12', address: { country: 'PL', street: 'x' } }
  t.same(pathsOf({ transports: [{ ...transport, carrier }] }), ['pl.transports[0].carrier.vatNumber'])
  t.end()
})

t.test('several due dates without amounts, and periods, are read without a loss, and shown', (t) => {
  const { dueDate, ...paymentMeans } = sample.paymentMeans ?? {}
  t.type(dueDate, 'string')
  const base = { ...sample, paymentMeans, pl: {} }
  const xml = (terms: string): string =>
    invoicing
      .convert({ ...base, dueDate: '2026-12-10' }, [])
      .xml.replace(/<TerminPlatnosci>[^]*<\/TerminPlatnosci>/, terms)
  const day = (text: string): string => `<Termin>${text}</Termin>`
  const period = (from: string): string =>
    `<TerminOpis><Ilosc>30</Ilosc><Jednostka>dni</Jednostka><ZdarzeniePoczatkowe>${from}</ZdarzeniePoczatkowe></TerminOpis>`
  const within = { count: 30, timeUnit: 'dni', from: 'dostawa' }
  for (const [terms, expected] of [
    [
      [day('2026-12-10'), day('2026-12-20')],
      { dueDate: '2026-12-10', pl: { furtherDueDates: [{ date: '2026-12-20' }] } },
    ],
    [[period('dostawa')], { pl: { dueWithin: within } }],
    [[day('2026-12-10') + period('dostawa')], { dueDate: '2026-12-10', pl: { dueWithin: within } }],
    [
      [day('2026-12-10'), day('2026-12-20') + period('dostawa'), period('dostawa')],
      { dueDate: '2026-12-10', pl: { furtherDueDates: [{ date: '2026-12-20', within }, { within }] } },
    ],
  ] as const) {
    const text = xml(terms.map((each) => `<TerminPlatnosci>${each}</TerminPlatnosci>`).join(''))
    const { request, unread } = readFa3(parseXml(Buffer.from(text)).root)
    t.same(unread, [])
    const { dueDate: read, pl } = request
    t.same(defined({ dueDate: read, pl }), expected)
    t.equal(
      invoicing.convert(request, []).xml.replace(/\s+/g, ''),
      text.replace(/\s+/g, '').replace(/<DataWytworzeniaFa>.*?</, '<DataWytworzeniaFa>2026-11-24T00:00:00Z<'),
    )
  }
  const facts = invoicing.printed?.(
    { ...base, pl: { dueWithin: within, furtherDueDates: [{ date: '2026-12-20' }] } },
    { language: 'it', environment: null, documentSha256: null, governmentNumber: null },
  ).facts
  t.match(facts, [
    { label: 'Termine di pagamento', value: '30 dni, dostawa' },
    { label: 'Ulteriore scadenza', value: '20/12/2026' },
  ])
  t.end()
})
