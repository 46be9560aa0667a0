import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { containedFile } from '../../../src/documents/receiving/contained-file.js'
import { readReceived } from '../../../src/documents/receiving/read-received.js'
import { XML_LIMITS } from '../../../src/einvoice/xml/refused-xml.js'

const GOLDEN = join(import.meta.dirname, '../../../../test/golden')
const NOW = new Date('2026-11-21T12:00:00.000Z')
const belgian = readFileSync(join(GOLDEN, 'be/01-domestic.xml'))

const read = (bytes: Uint8Array, buyerNumbers: readonly string[] = ['BE0882341791']) =>
  readReceived(bytes, { country: 'BE', now: NOW, buyerNumbers })

t.test('a document is read, judged, and turned into the JSON', async (t) => {
  const reading = read(belgian)
  t.match(reading, {
    country: 'BE',
    format: 'ubl',
    valid: true,
    findings: [],
    losses: [],
    xml: null,
    terms: { supplierVat: 'BE0749512070', customerVat: 'BE0882341791', currency: 'EUR', invoiceType: 'invoice' },
  })
  t.equal((JSON.parse(reading.invoice ?? '') as { number: string }).number, reading.terms.number)
})

t.test('another buyer is a warning, by VAT number, enterprise number or none', async (t) => {
  const rules = (numbers: readonly string[]) => read(belgian, numbers).findings.map(({ rule }) => rule)
  t.same(rules(['BE0882341791']), [])
  t.same(rules(['0882341791']), [], 'a company may have its enterprise number alone')
  t.same(rules(['BE0403170701']), ['CW-OTHER-BUYER'])
  t.equal(read(belgian, ['BE0403170701']).valid, true)
})

t.test('any bytes are read without a throw, and what is no invoice is unreadable', async (t) => {
  const text = belgian.toString('utf8')
  const utf16 = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  t.equal(read(utf16).format, 'ubl', 'UTF-16 is read where it is declared')
  const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1').replaceAll(/[^\0-\u{ff}]/gu, '?'), 'latin1')
  t.equal(read(latin).format, 'ubl', 'as is ISO 8859')
  const unreadable: Readonly<Record<string, Uint8Array>> = {
    nothing: new Uint8Array(),
    text: Buffer.from('hello'),
    'broken XML': Buffer.from(text.slice(0, 500)),
    entities: Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${text.slice(text.indexOf('<Invoice'))}`),
    'a PDF without an invoice': Buffer.from('%PDF-1.7\n%%EOF'),
    'too large': Buffer.alloc(XML_LIMITS.bytes + 1, ' '),
    'too deep': Buffer.from('<a>'.repeat(200) + '</a>'.repeat(200)),
    'a lying encoding': Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>'),
      Buffer.from([0xff, 0xfe]),
    ]),
    'another document': Buffer.from('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
  }
  for (const [what, bytes] of Object.entries(unreadable)) {
    const reading = read(bytes)
    t.match(reading, { format: 'unknown', valid: false, invoice: null, terms: { number: null } }, what)
    t.match(reading.findings, [{ rule: 'CW-UNREADABLE', severity: 'fatal' }], what)
    t.equal(reading.findingsTotal, 1, what)
  }
})

t.test('a document that breaks rules keeps what was read', async (t) => {
  const text = belgian.toString('utf8')
  const reading = read(Buffer.from(text.replace(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>soon')))
  t.match(reading, { format: 'ubl', valid: false, terms: { issueDate: null, supplierVat: 'BE0749512070' } })
  const long = read(Buffer.from(text.replace(/<cbc:ID>[^<]*/, `<cbc:ID>${'x'.repeat(5_000)}`)))
  t.equal(long.terms.number?.length, 200, 'a text is cut to what a list can show')
})

t.test('attached files have safe names, and types by their content', async (t) => {
  const pdf = Buffer.from('%PDF-1.7')
  const html = Buffer.from('<html><script>alert(1)</script>')
  for (const [named, bytes, filename, mediaType] of [
    ['plan.pdf', pdf, 'plan.pdf', 'application/pdf'],
    ['../../etc/passwd', html, 'passwd', 'application/octet-stream'],
    ['C:\\temp\\x.csv', Buffer.from('a;b\n1;2'), 'x.csv', 'text/csv'],
    ['x.csv', html, 'x.csv', 'application/octet-stream'],
    ['page.html', html, 'page.html', 'application/octet-stream'],
    ['picture.svg', Buffer.from('<svg onload="x"/>'), 'picture.svg', 'application/octet-stream'],
    ['gpj.\u202Eexe', Buffer.from('MZ'), 'gpj.exe', 'application/octet-stream'],
    ['..', html, 'attachment-3', 'application/octet-stream'],
    ['', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'attachment-3', 'image/png'],
  ] as const) {
    const file = containedFile(named, bytes, 2)
    t.same([file.filename, file.mediaType], [filename, mediaType], named)
  }
})
