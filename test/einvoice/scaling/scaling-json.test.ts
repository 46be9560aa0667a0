import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { InvoiceRequest, CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { parseJsonBody } from '../../../src/documents/intake/json-body.js'
import { unlistedIn } from '../../../src/documents/intake/listed-details.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { allGrowLinearly } from './growth.js'

const TODAY = '2026-11-21'
const check = compileCheck(InvoiceBody)

type Line = InvoiceRequest['lines'][number]
type Case = readonly [name: string, size: number, run: (size: number) => () => unknown]

/** How lines differ from one another. */
const LINES: Readonly<Record<string, (index: number) => Partial<Line>>> = {
  'lines alike': () => ({}),
  'lines of a rate each': (index) => ({ vatRate: 1 + index / 1_000 }),
  'exempt lines of a rate and a reason each': (index) => ({
    vatRate: index / 1_000,
    vatCategory: 'E',
    exemptionReason: `Reason ${index} ${'x'.repeat(80)}`,
  }),
  'broken lines': () => ({ description: ' ', unitCode: 'HOURS', unitPrice: -1, vatRate: 17.5 }),
}

function* ofCountry(code: CountryCode, format: 'ubl' | 'cii'): Generator<Case> {
  const [sample] = acceptedSamples(code, TODAY)
  const { invoicing } = countryOf(code)
  const [line] = sample?.invoice.lines ?? []
  if (invoicing === null || sample === undefined || line === undefined) throw new Error(`no sample of ${code}`)
  for (const [name, change] of Object.entries(LINES)) {
    const grown = (size: number): InvoiceRequest => ({
      ...sample.invoice,
      attachments: [],
      format,
      lines: Array.from({ length: size }, (_, index) => ({ ...line, ...change(index) })),
    })
    const size = format === 'cii' ? 800 : 6_000
    yield [`${name}, judged`, size, (lines) => () => invoicing.validate(grown(lines), { today: TODAY })]
    yield [`${name}, written`, 800, (lines) => () => invoicing.convert(grown(lines), [])]
  }
}

for (const [code, format] of [
  ['RO', 'ubl'],
  ['BE', 'ubl'],
  ['DE', 'ubl'],
  ['DE', 'cii'],
  ['FR', 'ubl'],
  ['FR', 'cii'],
] as const)
  allGrowLinearly(`invoices of ${code} in ${format.toUpperCase()} take as long as they are`, ofCountry(code, format))

const listed = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(',')

/** Bodies by what there is much of. */
const BODIES: Readonly<Record<string, (size: number) => string>> = {
  'unknown names': (size) => `{${listed(size, (index) => `"suplier${index}":1`)}}`,
  'unknown names on lines': (size) => `{"lines":[${listed(size / 8, (index) => `{"unitPrise${index}":1}`)}]}`,
  'names given twice': (size) => `{${listed(size, () => '"lines":1')}}`,
  'long numbers': (size) => `{"lines":[${listed(size, () => '{"unitPrice":1.2345678901234567}')}]}`,
  'one long number': (size) => `{"exchangeRate":${'1'.repeat(size * 10)}}`,
  backslashes: (size) => `{"note":1e5,"x":"${'\\\\'.repeat(size * 10)}"}`,
  'white space': (size) => `{"note":${' '.repeat(size * 10)}1e5}`,
  'white space after quotes': (size) => `{"note":"${'\\"  '.repeat(size * 4)}"}`,
  'empty lines': (size) => `{"lines":[${listed(size / 8, () => '{}')}]}`,
}

allGrowLinearly(
  'bodies in JSON are read and checked in the time that they are long',
  Object.entries(BODIES).map(([name, body]): Case => [
    name,
    60_000,
    (size) => {
      const bytes = Buffer.from(body(size))
      return () => {
        const { value, faults } = parseJsonBody(bytes)
        const details: Detail[] = [...faults]
        check(value, '', details)
        return details
      }
    },
  ]),
)

t.test('names are suggested for the first twenty unknown ones, and all are listed or counted', async (t) => {
  const details: Detail[] = []
  check(
    JSON.parse(`{${listed(60_000, (index) => `"curency${index % 10}${'_'.repeat(index % 30)}${index}":1`)}}`),
    '',
    details,
  )
  const known: Detail[] = []
  check(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`currenc${'y'.repeat(index % 2)}${'_'.repeat(index)}`, 1]),
    ),
    '',
    known,
  )
  const suggestions = known.filter(({ message }) => message.includes('did you mean'))
  t.equal(suggestions.length, 20)
  t.ok(details.length + unlistedIn(details) >= 60_000)
})
