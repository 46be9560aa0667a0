import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { documentOf, found, ITALIAN, line, sound, textsOf } from './sound-invoice.js'

const twoRates = [line, { ...line, unitPrice: 50, vatRate: 10 }]

/** A document with a ScontoMaggiorazione of the whole, and this total. */
function discounted(changes: string, total: string, lines = twoRates): string {
  return documentOf({ lines }).replace(
    /<ImportoTotaleDocumento>[^<]*<\/ImportoTotaleDocumento>/,
    `${changes}<ImportoTotaleDocumento>${total}</ImportoTotaleDocumento>`,
  )
}

const change = (type: 'SC' | 'MG', inner: string) =>
  `<ScontoMaggiorazione><Tipo>${type}</Tipo>${inner}</ScontoMaggiorazione>`

/** As the service reads it: the body, what is unread, and the document that it makes. */
function read(xml: string): { readonly request: InvoiceRequest; readonly unread: string[]; readonly again: string } {
  const { request, attachments, unread } = ITALIAN.read(parseInvoice(Buffer.from(xml)))
  const names = unread.map(({ path }) => path.split('/').slice(-2).join('/'))
  return { request, unread: names, again: ITALIAN.convert(request, attachments).xml }
}

const totalsOf = (xml: string) => [
  ...textsOf(xml, 'ImportoTotaleDocumento'),
  ...textsOf(xml, 'Imposta').filter((tax) => tax !== '0.00'),
]

t.test('a discount of the total with VAT is an allowance outside of the taxable amount', async (t) => {
  // 150 and 22 + 5 of VAT, less 20, plus 3.
  const xml = discounted(change('SC', '<Importo>20.00</Importo>') + change('MG', '<Importo>3.00</Importo>'), '160.00')
  const { request, unread, again } = read(xml)
  t.same(unread, [])
  const tax = { vatRate: 0, vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-79-C' } as const
  t.same(request.allowances, [{ amount: 20, ...tax }])
  t.same(request.charges, [{ amount: 3, ...tax, reason: 'Maggiorazione' }])
  t.same(request.totals, { netAmount: 133, vatAmount: 27, grossAmount: 160 })
  t.same(totalsOf(again), totalsOf(xml))
  t.same(found(request, sound), [], 'the service accepts it')
})

t.test('a percentage of the total is of what gives the total of the document', async (t) => {
  const ofAll = read(discounted(change('SC', '<Percentuale>10.00</Percentuale>'), '159.30'))
  t.match(ofAll.request.allowances, [{ amount: 17.7, percentage: 10, baseAmount: 177 }])
  const ofNet = read(discounted(change('SC', '<Percentuale>10.00</Percentuale>'), '162.00'))
  t.match(ofNet.request.allowances, [{ amount: 15, percentage: 10, baseAmount: 150 }])
  t.same([ofAll.unread, ofNet.unread], [[], []])
  t.same(totalsOf(ofNet.again), ['162.00', '22.00', '5.00'])
})

t.test('a discount that the summaries contain has their rates', async (t) => {
  const xml = discounted(change('SC', '<Percentuale>10.00</Percentuale>'), '159.30')
    .replace('<ImponibileImporto>100.00<', '<ImponibileImporto>90.00<')
    .replace('<Imposta>22.00<', '<Imposta>19.80<')
    .replace('<ImponibileImporto>50.00<', '<ImponibileImporto>45.00<')
    .replace('<Imposta>5.00<', '<Imposta>4.50<')
  const { request, unread, again } = read(xml)
  t.same(unread, [])
  t.same(request.allowances, [
    { amount: 10, percentage: 10, baseAmount: 100, vatRate: 22 },
    { amount: 5, percentage: 10, baseAmount: 50, vatRate: 10 },
  ])
  t.equal(request.charges, undefined)
  t.same(totalsOf(again), ['159.30', '19.80', '4.50'])
  t.same(found(request, sound), [])
})

t.test('one that the total does not contain is reported, and the total compared', async (t) => {
  const { request, unread } = read(discounted(change('SC', '<Importo>20.00</Importo>'), '177.00'))
  t.same(unread, ['DatiGeneraliDocumento/ScontoMaggiorazione'])
  t.equal(request.allowances, undefined)
  const percent = read(discounted(change('SC', '<Percentuale>10.00</Percentuale>'), '100.00'))
  t.same(percent.unread, ['DatiGeneraliDocumento/ScontoMaggiorazione', 'DatiGeneraliDocumento/ImportoTotaleDocumento'])
  t.same(found(percent.request, sound), ['CW-TOTALS totals.grossAmount'])
})

t.test('totals that the service computes otherwise are kept, and refused', async (t) => {
  const xml = documentOf({
    lines: [
      { ...line, unitPrice: 113.6364 },
      { ...line, unitPrice: 681.818 },
    ],
  })
  const summed = xml
    .replace('>113.64</PrezzoTotale>', '>113.6364</PrezzoTotale>')
    .replace('>681.82</PrezzoTotale>', '>681.8180</PrezzoTotale>')
    .replace('>795.46<', '>795.45<')
    .replace('>970.46<', '>970.45<')
  t.match(summed, '>795.45</ImponibileImporto>')
  const { request } = read(summed)
  t.match(request.totals, {
    netAmount: 795.45,
    grossAmount: 970.45,
    vatBreakdown: [{ vatRate: 22, taxableAmount: 795.45, taxAmount: 175 }],
  })
  t.match(found(request, sound), [/^CW-TOTALS totals.netAmount/, /CW-TOTALS/, /CW-TOTALS/])
})

t.test('VAT that is a cent off by rounding is written as it is', async (t) => {
  const xml = documentOf({}).replace('>22.00</Imposta>', '>22.01</Imposta>').replace('>122.00<', '>122.01<')
  const { request, unread, again } = read(xml)
  t.same(unread, [])
  t.match(request.totals, { vatAmount: 22.01, grossAmount: 122.01, vatBreakdown: [{ vatRate: 22, taxAmount: 22.01 }] })
  t.same(totalsOf(again), ['122.01', '22.01'])
  t.same(found(request, sound), [])
  const more = { totals: { vatAmount: 22.02, grossAmount: 122.02 } }
  t.same(found(more), ['CW-TOTALS totals.vatAmount', 'CW-TOTALS totals.grossAmount'], 'two cents are no rounding')
  t.same(found({ totals: { vatAmount: 21.99, grossAmount: 121.99 } }), [])
})

t.test('an amount beside a percentage repeats it, or counts instead', async (t) => {
  const one = documentOf({ lines: [{ ...line, quantity: 2 }] })
  const priced = (changes: string, total: string) =>
    read(
      one
        .replace('</PrezzoUnitario>', `</PrezzoUnitario>${changes}`)
        .replaceAll('200.00', total)
        .replace(/<Imposta>[^<]*/, '<Imposta>0.00')
        .replace(/<ImportoTotaleDocumento>[^<]*/, `<ImportoTotaleDocumento>${total}`),
    )
  const both = (percentage: string, amount: string) =>
    change('SC', `<Percentuale>${percentage}</Percentuale><Importo>${amount}</Importo>`)
  const same = priced(both('10.00', '10.0000'), '180.00')
  t.match(same.request.lines, [{ allowances: [{ percentage: 10 }] }])
  t.notMatch(same.unread, ['ScontoMaggiorazione/Importo'])
  const cascade = priced(both('10.00', '10.00') + both('5.00', '4.50'), '171.00')
  t.same(cascade.request.lines[0]?.allowances, [{ percentage: 10 }, { percentage: 5, of: 'rest' }])
  const ofPrice = priced(both('10.00', '10.00') + both('5.00', '5.00'), '170.00')
  t.same(ofPrice.request.lines[0]?.allowances, [{ percentage: 10 }, { percentage: 5 }])
  const other = priced(both('10.00', '7.00'), '186.00')
  t.same(other.request.lines[0]?.allowances, [{ amount: 14 }])
})
