import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { poland } from '../../../src/countries/pl/index.js'
import { hasAttachment } from '../../../src/countries/pl/ksef/attachment.js'
import type { AttachmentTable } from '../../../src/domain/request/polish.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { acceptedSample } from '../accepted-sample.js'
import { simulated } from '../simulated.js'
import { FA3_XSD, officialSchema } from './official-schema.js'

const TODAY = '2026-11-26'
const invoicing = poland.invoicing as Invoicing
const { invoice } = acceptedSample('PL', '39-metered-media', TODAY)
const written = (table: Partial<AttachmentTable>): string => {
  const [block] = invoice.pl?.attachment ?? []
  const [first] = block?.tables ?? []
  if (block === undefined || first === undefined) throw new Error('the sample has no table')
  return invoicing.convert({ ...invoice, pl: { attachment: [{ ...block, tables: [{ ...first, ...table }] }] } }, []).xml
}
const brokenBy = (xml: string) =>
  judgeXml(Buffer.from(xml), { profile: 'pl' }).findings.map(({ rule, severity }) => `${rule} ${severity}`)

t.test('the attachment is written and read back', (t) => {
  const xml = written({})
  t.same(officialSchema(t, FA3_XSD)?.(xml) ?? [], [])
  t.match(xml, /<Kol Typ="date">\s*<NKom>Od<[^]*<Suma>\s*<SKom><\/SKom>/)
  const { request, unread } = readFa3(parseXml(Buffer.from(xml)).root)
  t.same(unread, [])
  t.same(request.pl?.attachment, invoice.pl?.attachment)
  t.same(brokenBy(xml), [])
  t.end()
})

t.test('the page shows it', (t) => {
  const context = { language: 'pl', environment: 'test', documentSha256: 'ff', governmentNumber: 'X' } as const
  const facts = (invoicing.printed?.(invoice, context).facts ?? []).map(({ label, value }) => `${label}: ${value}`)
  for (const fact of [
    'Załącznik: Rozliczenie zużycia energii',
    'Punkt poboru: PPE 590310600000123456',
    '1: Od: 2026-10-01; Do: 2026-10-15; Strefa: szczytowa; Zużycie: 402.5',
    'Razem: Zużycie: 1284.5',
  ])
    t.ok(facts.includes(fact), fact)
  t.end()
})

t.test('rows fit their columns', (t) => {
  t.same(brokenBy(written({ rows: [['2026-10-01', '2026-10-15', 'x']] })), ['CW-PL-ATTACHMENT-ROW warning'])
  t.same(brokenBy(written({ totals: ['1'] })), ['CW-PL-ATTACHMENT-ROW warning'])
  t.same(brokenBy(written({ rows: [['01.10.2026', '', 'x', '1']] })), ['CW-PL-ATTACHMENT-CELL warning'])
  t.same(brokenBy(written({ rows: [['2026-10-01', '', 'x', '1 000']] })), ['CW-PL-ATTACHMENT-CELL warning'])
  t.same(brokenBy(written({ rows: [['2026-10-01', '', '1 000', '-1000,5']] })), [])
  t.end()
})

t.test('with an attachment a document may be three times as large', (t) => {
  const row = ['2026-10-01', '2026-10-15', 'x'.repeat(250), '1']
  const rows = (count: number) => Array.from({ length: count }, () => row)
  const tooLarge = (count: number) => brokenBy(written({ rows: rows(count) })).includes('KSEF:size fatal')
  t.notOk(tooLarge(1_000))
  t.same(brokenBy(written({ rows: rows(10_000) })).includes('KSEF:size fatal'), true)
  const { pl, ...plain } = invoice
  t.ok(pl)
  const large = { ...plain, lines: Array.from({ length: 6_000 }, () => plain.lines[0] ?? plain.lines) as never }
  t.ok(brokenBy(invoicing.convert(large, []).xml).includes('KSEF:size fatal'))
  t.end()
})

t.test('an attachment is found in the bytes of a document', (t) => {
  t.ok(hasAttachment(Buffer.from(written({}))))
  for (const tag of ['<Zalacznik>', '<fa:Zalacznik\n>', '<Zalacznik/>']) t.ok(hasAttachment(Buffer.from(tag)), tag)
  for (const text of ['Zalacznik', '&lt;Zalacznik>', '<Zalaczniki>']) t.notOk(hasAttachment(Buffer.from(text)), text)
  t.end()
})

t.test('the simulated KSeF refuses it in the words of KSeF where the company has announced none', async (t) => {
  const sample = { ...invoice, externalId: 'SIM-REJECT-INV-415' }
  const decision = await simulated(poland, { sample, now: '2026-11-26T10:00:00.000Z', xml: 'x' }).decided()
  t.match(decision, { kind: 'rejected', errorMessage: /^415: Brak możliwości wysyłania faktury z załącznikiem/ })
  const explained = invoicing.explain(decision.kind === 'rejected' ? decision.errorMessage : '', 'rejected')
  t.match(JSON.stringify(explained), /e-Urzad Skarbowy/)
})
