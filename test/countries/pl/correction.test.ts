import fc from 'fast-check'
import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { poland } from '../../../src/countries/pl/index.js'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { LANGUAGES } from '../../../src/domain/language.js'
import type { Detail } from '../../../src/domain/refusal.js'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { TODAY } from '../../support/random/invoice.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSample } from '../accepted-sample.js'
import { withCorrection } from './arbitrary-correction.js'
import { lawfulPolish } from './arbitrary-invoice.js'
import { FA3_XSD, officialSchema } from './official-schema.js'

const invoicing = poland.invoicing as Invoicing
const written = (invoice: InvoiceRequest): string => invoicing.convert(invoice, []).xml
const sample = (name: string, changed?: Parameters<typeof acceptedSample>[3]): InvoiceRequest =>
  acceptedSample('PL', name, '2026-11-21', changed).invoice

/** A row of the document in a few words: `3 × 840.00 = 2520.00, 23, before`. */
function rowsOf(xml: string): readonly string[] {
  return parseXml(Buffer.from(xml))
    .root.select('fa:Fa', 'fa:FaWiersz')
    .map((row) => {
      const at = (name: string) => row.child(`fa:${name}`)?.stringValue ?? '-'
      const state = row.child('fa:StanPrzed') === undefined ? '' : ', before'
      return `${at('P_8B')} × ${at('P_9A')} = ${at('P_11')}, ${at('P_12')}${state}`
    })
}

t.test('a difference is a change of the quantity, or 1 at the difference of the price', (t) => {
  t.same(rowsOf(written(sample('20-price-correction'))), ['1 × -30.00 = -30.00, 23', '-1 × 415.50 = -415.50, 23'])
  const line = (quantity: number, unitPrice: number, more: Partial<Line> = {}): Line => ({
    description: 'Regał',
    unitCode: 'C62',
    vatRate: 23,
    quantity,
    unitPrice,
    ...more,
  })
  const base = sample('20-price-correction')
  const rows = (before: readonly Line[], lines: readonly Line[]) => {
    const invoice: InvoiceRequest = {
      ...base,
      lines,
      correction: { reason: 'x', effect: 2, method: 'difference', before },
    }
    t.same(
      invoicing.validate(invoice, { today: '2026-11-21' }).findings.filter(({ rule }) => rule !== 'CW-TOTAL-SIGN'),
      [],
    )
    return rowsOf(written(invoice))
  }
  t.same(rows([line(10, 100)], [line(8, 97)]), ['-2 × 100.00 = -200.00, 23', '1 × -24.00 = -24.00, 23'])
  t.same(rows([line(1, 10)], [line(1, 10)]), [], 'nothing changes')
  t.same(rows([line(2, 10)], [line(2, 10, { vatRate: 8 })]), ['-2 × 10.00 = -20.00, 23', '2 × 10.00 = 20.00, 8'])
  t.same(rows([line(2, 10), line(3, 5, { description: 'Lada' })], [line(2, 10)]), ['-3 × 5.00 = -15.00, 23'])
  t.same(rows([line(2, 10)], [line(2, 10), line(1, 7)]), ['1 × 7.00 = 7.00, 23'], 'a further line')
  t.same(
    rows([line(2, 10, { id: 'B' }), line(1, 5, { id: 'A' })], [line(1, 4, { id: 'A' }), line(2, 10, { id: 'B' })]),
    ['1 × -1.00 = -1.00, 23'],
  )
  t.same(rows([line(2, 10, { id: 'B' })], [line(1, 4, { id: 'A' })]), [
    '1 × 4.00 = 4.00, 23',
    '-2 × 10.00 = -20.00, 23',
  ])
  t.same(rows([line(2, 10, { discount: 1 })], [line(3, 10, { discount: 1 })]), ['1 × 10.00 = 9.00, 23'])
  t.same(
    rows([line(2, 10, { allowances: [{ amount: 1 }] })], [line(2, 10, { allowances: [{ percentage: 10 }] })]),
    ['1 × -1.00 = -1.00, 23'],
    'an allowance',
  )
  t.end()
})

t.test('both states are in the document, and the sums are their difference', (t) => {
  const xml = written(sample('21-before-and-after'))
  t.same(rowsOf(xml), [
    '2 × 1500.00 = 3000.00, 8, before',
    '2 × 1500.00 = 3000.00, 23',
    '4 × 840.00 = 3360.00, 23, before',
    '4 × 840.00 = 3360.00, 23',
    '1 × 2380.00 = 2380.00, 23',
  ])
  t.match(xml, /<P_13_1>5380.00<[^]*<P_14_1>1237.40<[^]*<P_13_2>-3000.00<[^]*<P_14_2>-240.00<[^]*<P_15>3377.40</)
  t.same(invoicing.totals(sample('21-before-and-after')), {
    netAmount: '2380.00',
    vatAmount: '997.40',
    grossAmount: '3377.40',
  })
  const { request, unread } = readFa3(parseXml(Buffer.from(xml)).root)
  t.match(request.correction, { reason: /^Błędna stawka/, effect: 1, method: 'before_after' })
  t.same(
    request.correction?.before?.map(({ vatRate }) => vatRate),
    [8, 23],
  )
  t.same([request.lines.length, unread.length], [3, 0])
  t.end()
})

t.test('random corrections by difference are accepted, and their amounts are those after less those before', (t) => {
  const schema = officialSchema(t, FA3_XSD)
  const numRuns = triesOf(200)
  const notes = lawfulPolish(6).filter(({ invoice }) => invoice.invoiceType !== 'invoice')
  fc.assert(
    fc.property(withCorrection(notes, ['difference', 'before_after'], true), ({ invoice }) => {
      const { valid, findings } = invoicing.validate(invoice, { today: TODAY })
      const xml = written(invoice)
      const faults = schema?.(xml) ?? []
      if (!valid || faults.length > 0) throw new Error(`ours: ${JSON.stringify(findings)}; official: ${faults.join()}`)
      const { root } = parseXml(Buffer.from(xml))
      const rows = root.select('fa:Fa', 'fa:FaWiersz')
      const nets = rows.map((row) => {
        const net = Decimal.of(Number((row.child('fa:P_11') ?? row.child('fa:P_11A'))?.stringValue))
        return row.child('fa:StanPrzed') === undefined ? net : net.negated()
      })
      const { netAmount, grossAmount } = invoicing.totals(invoice)
      const sum = Decimal.sum(nets)
      const stated = Decimal.of(Number(netAmount))
      if (!sum.equals(invoice.invoiceType === 'credit_note' ? stated.negated() : stated))
        throw new Error(`${sum.toString()} is not ${netAmount}`)
      const again = readFa3(root)
      const total = invoicing.totals({ ...again.request, ...(again.totals && { totals: again.totals }) }).grossAmount
      if (
        Decimal.of(Number(total))
          .abs()
          .compare(Decimal.of(Number(grossAmount)).abs()) !== 0
      )
        throw new Error(`read as ${total}, not ${grossAmount}`)
    }),
    { seed: SEED, numRuns },
  )
  t.end()
})

t.test('fields that contradict each other are refused with their remedy', (t) => {
  const refused = (name: string, changed: (sample: InvoiceBody) => Partial<InvoiceBody>): readonly Detail[] => {
    try {
      sample(name, changed)
      return []
    } catch (error) {
      return (error as { readonly details: readonly Detail[] }).details
    }
  }
  const correctionOf = ({ correction }: InvoiceBody) => correction as NonNullable<InvoiceBody['correction']>
  t.match(
    refused('21-before-and-after', () => ({ invoiceType: 'invoice' })),
    [{ path: 'correction', message: /send invoiceType: credit_note/ }],
  )
  t.match(
    refused('21-before-and-after', (body) => {
      const { reason, effect, method } = correctionOf(body)
      return { correction: { reason, effect, method } }
    }),
    [{ path: 'correction.before', message: /send the lines as they were/ }],
  )
  t.match(
    refused('20-price-correction', () => ({ pricesIncludeVat: true })),
    [{ path: 'pricesIncludeVat', message: /send prices without VAT/ }],
  )
  t.match(
    refused('20-price-correction', () => ({ allowances: [{ amount: 1, vatRate: 23 }] })),
    [{ path: 'allowances', message: /send it as a line/ }],
  )
  t.match(
    refused('20-price-correction', (body) => ({
      correction: {
        ...correctionOf(body),
        before: correctionOf(body).before?.map((line) => ({ ...line, netAmount: 1 })) ?? [],
      },
    })),
    [{ path: 'correction.before[0].netAmount' }],
  )
  t.end()
})

t.test('rules name what no correction can change, and sums that are no difference', (t) => {
  const found = (changed: (sample: InvoiceBody) => Partial<InvoiceBody>) =>
    invoicing.validate(sample('22-buyer-corrected', changed), { today: '2026-11-21' }).findings
  const correctionOf = ({ correction }: InvoiceBody) => correction as NonNullable<InvoiceBody['correction']>
  const before = { name: 'X', vatNumber: 'PL9542817363' }
  t.match(
    found((body) => ({ correction: { ...correctionOf(body), customerBefore: before } })),
    [{ rule: 'CW-PL-NUMBER-BEFORE', path: 'correction.customerBefore.vatNumber', fix: /to zero and issue a new one/ }],
  )
  t.match(
    found((body) => ({ correction: { ...correctionOf(body), supplierBefore: { name: 'X' } } })),
    [{ rule: 'XSD', path: 'correction.supplierBefore.address' }],
  )
  t.match(
    found((body) => ({
      correction: {
        ...correctionOf(body),
        before: [{ description: 'x', unitPrice: 1, vatRate: 23, period: { start: '2026-10-02', end: '2026-10-01' } }],
      },
    })),
    [{ rule: 'CW-PL-PERIOD', path: 'correction.before[0].period.end' }, { rule: 'CW-TOTAL-SIGN' }],
  )
  const inXml = (name: string, from: string, to: string): readonly string[] => {
    const xml = written(sample(name))
    const other = xml.replace(from, to)
    if (other === xml) throw new Error(`${name} has no ${from}`)
    return [...new Set(judgeXml(Buffer.from(other), { profile: 'pl' }).findings.map(({ rule }) => rule))]
  }
  t.same(inXml('21-before-and-after', '<P_13_2>-3000.00<', '<P_13_2>-2999.00<'), [
    'CW-PL-DIFFERENCE',
    'CW-PL-VAT',
    'CW-PL-TOTAL',
  ])
  t.same(
    inXml('01-domestic', '</FaWiersz>', '<StanPrzed>1</StanPrzed></FaWiersz>').includes('CW-PL-STATE-BEFORE'),
    true,
  )
  t.end()
})

t.test('the page says in every language what is corrected', (t) => {
  for (const language of LANGUAGES) {
    const facts = (name: string) =>
      invoicing
        .printed?.(sample(name), { language, environment: 'test', documentSha256: 'ff', governmentNumber: 'X' })
        .facts.map(({ value }) => value)
        .join('; ') ?? ''
    t.match(facts('22-buyer-corrected'), /FV\/2026\/10\/0094; Księgarnia Pod Kasztanem Sp\. z o\.o\., ul\. Sadowa 1/)
    t.match(facts('23-rebate-of-a-period'), 'trzeci kwartał 2026')
  }
  const { notes, lines } = invoicing.model(sample('22-buyer-corrected'))
  t.match(notes[0], { text: /^Błędna nazwa/ })
  t.match(
    lines.map(({ note }) => note),
    [undefined, 'Stan przed korektą'],
  )
  t.end()
})

t.test('in another format the lines are differences over the same amounts', (t) => {
  for (const name of ['20-price-correction', '21-before-and-after', '23-rebate-of-a-period']) {
    const xml = Buffer.from(written(sample(name)))
    const gross = invoicing.totals(sample(name)).grossAmount
    for (const country of ['DE', 'BE', 'RO', 'FR', undefined] as const) {
      const result = convertDocument(
        { kind: 'xml', xml },
        { to: 'ubl', now: new Date('2026-11-21T12:00:00Z'), ...(country && { country }) },
      )
      if ('refused' in result) throw new Error(JSON.stringify(result.refused))
      t.match(result.document, `>${gross}</cbc:TaxInclusiveAmount>`, `${name} for ${country}`)
      t.ok(
        result.losses.some(({ path }) => path.startsWith('correction')),
        'the loss is reported',
      )
    }
  }
  t.end()
})
