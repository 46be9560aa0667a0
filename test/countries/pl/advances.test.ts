import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { poland } from '../../../src/countries/pl/index.js'
import { writerOf } from '../../../src/documents/rendering/amounts.js'
import { LANGUAGES, type Language } from '../../../src/domain/language.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { acceptedSample } from '../accepted-sample.js'
import { FA3_XSD, officialSchema } from './official-schema.js'

const TODAY = '2026-11-26'
const invoicing = poland.invoicing as Invoicing
const written = (invoice: InvoiceRequest): string => invoicing.convert(invoice, []).xml
const sample = (name: string, changed?: Parameters<typeof acceptedSample>[3]): InvoiceRequest =>
  acceptedSample('PL', name, TODAY, changed).invoice

/** The fatal rules that a document breaks, each once. */
function brokenBy(xml: string): readonly string[] {
  const { findings } = judgeXml(Buffer.from(xml), { profile: 'pl' })
  return [...new Set(findings.map(({ rule }) => rule))]
}

function replaced(xml: string, ...changes: readonly (readonly [what: string | RegExp, by: string])[]): string {
  return changes.reduce((text, [what, by]) => {
    const other = text.replace(what, by)
    if (other === text) throw new Error(`there is no ${String(what)}`)
    return other
  }, xml)
}

function pageOf(invoice: InvoiceRequest, language: Language): string {
  const context = { language, environment: 'test', documentSha256: 'ff', governmentNumber: 'X' } as const
  return (invoicing.printed?.(invoice, context).facts ?? []).map(({ label, value }) => `${label}: ${value}`).join('\n')
}

t.test('the correction of an order has each line before and after it, and the amount of the advance', (t) => {
  const schema = officialSchema(t, FA3_XSD)
  const invoice = sample('37-order-corrected')
  const xml = written(invoice)
  t.same(schema?.(xml) ?? [], [])
  t.match(xml, '<RodzajFaktury>KOR_ZAL<')
  t.match(xml, /<P_15ZK>3500.00<[^]*<Zamowienie>/)
  const rows = parseXml(Buffer.from(xml)).root.select('fa:Fa', 'fa:Zamowienie', 'fa:ZamowienieWiersz')
  t.same(
    rows.map((row) => ['NrWierszaZam', 'P_8BZ', 'StanPrzedZ'].map((name) => row.child(`fa:${name}`)?.stringValue)),
    [
      ['1', '42', '1'],
      ['1', '50', undefined],
      ['2', '40', '1'],
      ['2', '40', undefined],
    ],
  )
  t.match(xml, '<WartoscZamowienia>12447.75<', 'the total is that after it')
  const { request, unread } = readFa3(parseXml(Buffer.from(xml)).root)
  t.same(unread, [])
  t.match(request, { order: { before: [{ quantity: 42 }, {}], lines: [{ quantity: 50 }, {}] } })
  t.equal(request.correction?.amountBefore, 3500)
  t.match(pageOf(invoice, 'pl'), /Zamówienie przed korektą: Projekt.*42 × [^]*Zamówienie: Projekt.*50 ×/)
  for (const language of LANGUAGES)
    t.match(pageOf(invoice, language), `: ${writerOf(language).money(Decimal.of(3500), 'PLN')}`)
  t.same(brokenBy(replaced(xml, ['>12447.75<', '>10622.43<'])), ['CW-PL-ORDER-TOTAL'])
  try {
    sample('37-order-corrected', () => ({ invoiceType: 'invoice' }))
    t.fail('an invoice has no order before it')
  } catch (error) {
    t.match(error, { details: [{ path: 'order.before' }] })
  }
  t.end()
})

t.test('a credit note shows both states of the order as they are, and differences with its sign', (t) => {
  const invoice = sample('37-order-corrected', (body) => ({ ...body, typeCode: '503', invoiceType: 'credit_note' }))
  t.match(written(invoice), /<P_8BZ>42<[^]*<P_8BZ>50</)
  t.match(written(sample('35-credit-note-for-advance')), '<P_8BZ>-5<')
  const changed = sample('37-order-corrected', ({ order }) => ({ order: { lines: order?.lines ?? [] } }))
  t.notMatch(written(changed), 'StanPrzedZ')
  t.end()
})

t.test('an advance consists of its payments', (t) => {
  const schema = officialSchema(t, FA3_XSD)
  const invoice = sample('36-advance-in-parts')
  const xml = written(invoice)
  t.same(schema?.(xml) ?? [], [])
  t.match(
    xml,
    /<ZaliczkaCzesciowa>\s*<P_6Z>2026-11-03<\/P_6Z>\s*<P_15Z>2000.00<\/P_15Z>\s*<\/ZaliczkaCzesciowa>\s*<ZaliczkaCzesciowa>/,
  )
  t.same(readFa3(parseXml(Buffer.from(xml)).root).request.pl, invoice.pl)
  const amount = writerOf('pl').money(Decimal.of(3000), 'PLN')
  t.match(pageOf(invoice, 'pl'), `Płatność przed wykonaniem czynności: 17.11.2026: ${amount}`)
  t.same(brokenBy(xml), [])
  t.same(brokenBy(replaced(xml, ['<P_15Z>2000.00', '<P_15Z>2100.00'])), ['CW-PL-PART-PAYMENTS'])
  const partPayments = [{ date: '2026-11-03', amount: 100 }]
  t.match(invoicing.validate({ ...invoice, pl: { partPayments } }, { today: TODAY }).findings, [
    { rule: 'CW-PL-PART-PAYMENTS', path: 'pl.partPayments[0]' },
  ])
  t.same(brokenBy(written({ ...sample('01-domestic'), pl: { partPayments } })), ['CW-PL-PART-PAYMENTS'])
  const final = sample('34-final-after-advances')
  t.same(brokenBy(written({ ...final, pl: { partPayments } })), [], 'a final invoice may have more to pay')
  t.same(brokenBy(written({ ...final, pl: { partPayments: [{ date: '2026-11-03', amount: 8373.01 }] } })), [
    'CW-PL-PART-PAYMENTS',
  ])
  t.end()
})

t.test('an amount before is that of an advance or a final invoice', (t) => {
  const invoice = sample('38-final-corrected')
  t.match(written(invoice), /<RodzajFaktury>KOR_ROZ<[^]*<P_15ZK>8373.00</)
  t.same(brokenBy(written(invoice)), [])
  const { prepayments, ...plain } = invoice
  t.ok(prepayments)
  t.same(brokenBy(written(plain)), ['CW-PL-AMOUNT-BEFORE'])
  t.match(invoicing.validate(plain, { today: TODAY }).findings, [
    { rule: 'CW-PL-AMOUNT-BEFORE', path: 'correction.amountBefore' },
  ])
  t.end()
})

t.test('the sums of advances and final invoices are judged as well', (t) => {
  const advance = written(sample('33-advance'))
  t.same(brokenBy(advance), [])
  t.same(brokenBy(replaced(advance, [/<P_15>[^<]*/, '<P_15>3400.00'])), ['CW-PL-TOTAL'])
  t.ok(brokenBy(replaced(advance, [/<P_13_1>[^<]*/, '<P_13_1>2000.00'])).includes('CW-PL-NET'))
  const final = written(sample('34-final-after-advances'))
  t.same(brokenBy(final), [])
  t.same(brokenBy(replaced(final, [/<P_15>[^<]*/, '<P_15>8374.00'])), ['CW-PL-TOTAL'])
  t.same(
    brokenBy(replaced(final, [/<P_13_2>104.70/, '<P_13_2>106.70'], [/<P_15>[^<]*/, '<P_15>8375.00'])),
    ['CW-PL-NET'],
    'more is left than was sold',
  )
  for (const kind of ['35-credit-note-for-advance', '38-final-corrected'])
    t.same(brokenBy(replaced(written(sample(kind)), [/<P_15>[^<]*/, '<P_15>-1.00'])), ['CW-PL-TOTAL'], kind)
  t.end()
})

t.test('an advance and a final invoice of annex 15 are paid in two parts', (t) => {
  const large = (itemCode: string, unitPrice: number): string =>
    written(
      sample('33-advance', () => ({
        lines: [{ description: 'Zaliczka', unitPrice, vatRate: 23 }],
        order: { lines: [{ description: 'Dyski', quantity: 100, unitPrice: 400, vatRate: 23, itemCode }] },
      })),
    )
  t.same(brokenBy(large('GTU_06', 15_001)), ['CW-PL-SPLIT-PAYMENT'])
  t.same(brokenBy(large('GTU_06', 15_000)), [])
  t.same(brokenBy(large('GTU_10', 15_001)), [])
  const final = (unitPrice: number): string =>
    written(
      sample('34-final-after-advances', ({ lines: [, ...lines] }) => ({
        lines: [{ description: 'Dyski', quantity: 1, unitPrice, vatRate: 23, itemCode: 'GTU_06' }, ...lines],
      })),
    )
  t.same(brokenBy(final(20_000)), ['CW-PL-SPLIT-PAYMENT'])
  t.same(brokenBy(final(10_000)), [], 'less is left to pay')
  t.end()
})
