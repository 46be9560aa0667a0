import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import type { Source } from '../../../src/documents/conversion/conversion.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { lossesBetween } from '../../../src/einvoice/syntax/losses.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ROOT } from '../../countries/accepted-sample.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { plain } from '../../einvoice/syntax/plain.js'
import { converted, NOW, refused, lossesIn, xml } from './converted.js'

function sample(name: string, change: Partial<InvoiceBody> = {}): Source {
  const body = JSON.parse(readFileSync(join(ROOT, 'samples', `${name}.json`), 'utf8')) as InvoiceBody
  return { kind: 'json', body: { ...body, ...change } }
}

const golden = (name: string): string => readFileSync(join(ROOT, 'test', 'golden', `${name}.xml`), 'utf8')

t.test('UBL becomes a Cross Industry Invoice that says the same, in the same profile', async (t) => {
  const [preceding] = fullInvoice('invoice').precedingInvoices
  const full = { ...fullInvoice('invoice'), precedingInvoices: preceding === undefined ? [] : [preceding] }
  const made = converted(xml(writeUbl(full)), { to: 'cii' })
  t.match(made, { format: 'cii', mediaType: 'application/xml', losses: [], lossesTotal: 0 })
  t.equal(made.document, writeCii(readInvoice(Buffer.from(writeUbl(full))).invoice))
  const back = converted(xml(made.document), { to: 'ubl' })
  t.same(lossesBetween(full, readInvoice(Buffer.from(back.document)).invoice), [])
  t.same(back.losses, [])
})

t.test('with a country the document becomes one of its profile, made as the service makes it', async (t) => {
  const made = converted(xml(golden('be/01-domestic')), { to: 'ubl', country: 'DE' })
  const { invoice } = readInvoice(Buffer.from(made.document))
  t.match(invoice.specification, /xrechnung_3\.0$/)
  t.same(lossesIn(made), [])
})

t.test('unread content is reported with its place, its line and its term', async (t) => {
  const document = golden('de/01-authority').replace(
    '<cac:AccountingCustomerParty>',
    '<cac:Signature>\n    <cbc:ID>S-1</cbc:ID>\n  </cac:Signature>\n  <cac:AccountingCustomerParty>',
  )
  const line = document.slice(0, document.indexOf('<cac:Signature>')).split('\n').length
  const made = converted(xml(document), { to: 'cii' })
  t.match(made.losses, [{ path: '/ubl:Invoice/cac:Signature', line, message: /^`cac:Signature` is not read/ }])
  t.equal(made.lossesTotal, 1)
  t.match(refused(xml(document), { to: 'cii', lossless: true }), [
    new RegExp(`^/ubl:Invoice/cac:Signature: line ${line}: \`cac:Signature\` is not read`),
  ])
  const broken = golden('de/01-authority').replace(/(<cbc:PriceAmount[^>]*>)[^<]*/, '$112,50')
  t.match(lossesIn(converted(xml(broken), { to: 'cii' })), [
    /cbc:PriceAmount \| \d+ \| BT-146 \| .*"12,50" is not read/,
  ])
})

t.test('an amount in another currency, and the name of a code, are losses', async (t) => {
  const document = golden('de/01-authority')
    .replace(/(<cbc:PriceAmount currencyID=")EUR/, '$1USD')
    .replace('<cbc:InvoiceTypeCode>', '<cbc:InvoiceTypeCode name="Rechnung">')
  for (const to of ['cii', 'json'] as const)
    t.match(converted(xml(document), { to }).losses, [
      { path: '/ubl:Invoice/cbc:InvoiceTypeCode/@name', term: 'BT-3', message: /"Rechnung" .* is not read/ },
      { path: /cbc:PriceAmount\/@currencyID$/, line: Number, term: 'BT-146', changes: 'amount' },
    ])
})

t.test('content without a place in the new syntax is reported, and the rest converted', async (t) => {
  const payments = [{ type: 'Toll', amount: Decimal.of('5'), description: 'Collected for the road authority' }]
  const lines = fullInvoice('invoice').lines.map((line) => ({ ...line, subLines: [line] }))
  const made = converted(xml(writeUbl({ ...fullInvoice('invoice'), lines, thirdPartyPayments: payments })), {
    to: 'cii',
  })
  t.match(lossesIn(made), [
    /BillingReference\[2\].*cbc:ID \| \d+ \| BT-25 \| .* "F-2025-10" is not available in a Cross/,
    ...lines.map(
      () => /InvoiceLine(\[\d\])? \| \d+ \| BG-DEX-01 \| Sub invoice line \(BG-DEX-01\) is not available in a Cross/,
    ),
    /^\/ubl:Invoice\/cac:PrepaidPayment \| \d+ \| BG-DEX-09 \| Third party payment \(BG-DEX-09\) "Toll" is not available/,
  ])
})

t.test('a usage specification that does not include the syntax becomes EN 16931, which is a loss', async (t) => {
  for (const name of ['be/01-domestic', 'ro/01-domestic-services']) {
    const made = converted(xml(golden(name)), { to: 'cii', validate: true })
    t.match(lossesIn(made), [
      /^\/ubl:Invoice\/cbc:CustomizationID \| \d+ \| BT-24 \| .* becomes "urn:cen.eu:en16931:2017"/,
    ])
    t.match(made.verdict, { judgement: { profile: 'en', valid: true } })
  }
  t.same(converted(xml(golden('be/01-domestic')), { to: 'ubl' }).losses, [])
})

t.test('in UBL France wants a scheme of every identifier, and in CII a due date that is not over', async (t) => {
  const invoice = golden('fr/01-domestic-services.cii').replace(
    '<ram:SellerTradeParty>',
    '<ram:SellerTradeParty><ram:ID>F-77</ram:ID>',
  )
  const ubl = converted(xml(invoice), { to: 'ubl', validate: true })
  t.match(lossesIn(ubl), [/SellerTradeParty\/ram:ID \| \d+ \| BT-29 \| .*"F-77" is not available/])
  t.match(ubl.verdict, { judgement: { profile: 'fr', valid: true } })
  const note = golden('fr/02-credit-note').replace(
    /(<cac:PaymentMeans>\s*<cbc:PaymentMeansCode[^>]*>[^<]*<\/cbc:PaymentMeansCode>)/,
    '$1<cbc:PaymentDueDate>2020-01-01</cbc:PaymentDueDate>',
  )
  const cii = converted(xml(note), { to: 'cii', validate: true })
  t.match(lossesIn(cii), [/PaymentDueDate \| \d+ \| BT-9 \| .*"2020-01-01" is not available/])
  t.match(cii.verdict, { judgement: { profile: 'fr', valid: true } })
})

t.test('the JSON of a document makes the same document again', async (t) => {
  const made = converted(xml(golden('be/01-domestic')), { to: 'json' })
  t.equal(made.mediaType, 'application/json')
  const body = JSON.parse(made.document) as InvoiceBody
  t.equal(body.country, 'BE')
  t.same(lossesIn(made), [])
  t.equal(converted({ kind: 'json', body }, { to: 'ubl' }).document, golden('be/01-domestic'))
})

t.test('files come back in the JSON', async (t) => {
  const content = Buffer.from('%PDF-1.4 zeiten').toString('base64')
  const attachments = [{ filename: 'zeiten.pdf', mimeType: 'application/pdf', content, description: 'Zeiten' }]
  const cii = converted(sample('de/01-authority', { attachments }), { to: 'cii' })
  t.same(lossesIn(cii), [])
  const body = JSON.parse(converted(xml(cii.document), { to: 'json' }).document) as InvoiceBody
  t.same(body.attachments, attachments)
  t.equal(body.format, 'cii', 'not the usual format of Germany')
})

t.test('the JSON is for the country that the document names, else for the one that is asked for', async (t) => {
  const document = writeCii({ ...fullInvoice('invoice'), specification: 'urn:cen.eu:en16931:2017' })
  t.match(refused(xml(document), { to: 'json' }), [/^country: is required: /])
  const made = converted(xml(document), { to: 'json', country: 'FR' })
  t.equal((JSON.parse(made.document) as InvoiceBody).country, 'FR')
  const french = converted(xml(golden('fr/01-domestic-services')), { to: 'json' })
  t.equal((JSON.parse(french.document) as InvoiceBody).country, 'FR', 'both parties are French, as a validation sees')
  t.match(refused(xml(golden('be/01-domestic')), { to: 'fatturapa', country: 'RO' }), [
    "country: can't be RO with to=fatturapa: Romania accepts ubl",
  ])
  t.match(refused(xml(golden('be/01-domestic')), { to: 'cii', country: 'IT' }), [/Italy accepts fatturapa$/])
})

t.test('another country has no place for some fields; each is reported', async (t) => {
  const made = converted(sample('it/02-professional'), { to: 'ubl', country: 'RO' })
  const lost = lossesIn(made)
  for (const field of ['withholdings', 'socialFunds'])
    t.ok(
      lost.some((each) => each.startsWith(`${field} | \`${field}\` is not available in UBL for Romania.`)),
      `${field} in ${lost.join('\n')}`,
    )
  t.match(refused(sample('it/02-professional'), { to: 'ubl', lossless: true }).join('\n'), /withholdings/)
})

t.test('of a national invoice EN 16931 says what it can, with amounts that add up', async (t) => {
  const made = converted(sample('it/02-professional'), { to: 'ubl', validate: true })
  const { totals, specification } = readInvoice(Buffer.from(made.document)).invoice
  t.equal(specification, 'urn:cen.eu:en16931:2017')
  t.equal(totals.due?.toString(), totals.withVat?.toString(), 'nothing is withheld')
  t.ok(
    lossesIn(made).some((each) => each.includes('BT-115')),
    'which is reported',
  )
  t.notOk(
    lossesIn(made).some((each) => each.includes('nationalId')),
    'the codice fiscale is said: BT-30, BT-47',
  )
})

t.test('a national format is made where nothing is lost, and else refused with every loss', async (t) => {
  const lost = refused(sample('fr/13-every-term'), { to: 'fa3' })
  t.ok(
    lost.some((each) => each.startsWith('payee: ')),
    lost.join('\n'),
  )
  t.ok(lost.length > 20)
  t.match(refused(xml(golden('be/01-domestic')), { to: 'fa3' }).join('\n'), /line \d+: .*is not available in FA\(3\)/)
})

t.test("a country's own JSON is converted as the service does it", async (t) => {
  for (const [name, to] of [
    ['it/12-administration', 'fatturapa'],
    ['pl/01-domestic', 'fa3'],
    ['ro/01-domestic-services', 'ubl'],
  ] as const) {
    const { document, lossesTotal } = converted(sample(name, { number: 'F-1', issueDate: '2026-11-20' }), { to })
    t.match(document, /^<\?xml/, `${name} ${lossesTotal}`)
  }
})

t.test('the result is judged where that is asked for', async (t) => {
  const sound = converted(sample('de/01-authority'), { to: 'cii', validate: true })
  t.match(sound.verdict, { of: 'xml', judgement: { valid: true, profile: 'de' } })
  const unfit = converted(xml(golden('be/01-domestic').replace(/<cbc:ID>[^<]*<\/cbc:ID>/, '<cbc:ID></cbc:ID>')), {
    to: 'json',
    validate: true,
  })
  t.match(unfit.verdict, { of: 'json', profile: 'be', judgement: { valid: false, findings: [{ path: 'number' }] } })
  t.match(converted(sample('ro/01-domestic-services'), { to: 'json', validate: true }).verdict, {
    of: 'json',
    judgement: { valid: true },
  })
})

t.test('what is no invoice is refused in words', async (t) => {
  const bomb = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>'
  for (const document of [bomb, '<Invoice', 'no XML', '<html/>', '', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`]) {
    const [reason, ...others] = refused(xml(document), { to: 'json' })
    t.match(reason, /^: The document can't be read: line \d+: /, document.slice(0, 20))
    t.notMatch(reason, 'root:')
    t.same(others, [])
  }
  const body = { precedingInvoice: { id: 'inv_4kTq0uPz8LrVb2XcYw7NfS' } }
  t.match(refused(sample('ro/02-credit-note', body), { to: 'ubl' }), [
    /^precedingInvoice\.id: .*precedingInvoice\.number/,
  ])
})

t.test('a thousand losses are listed, and all counted', async (t) => {
  const unknown = '<cac:Signature><cbc:ID>S</cbc:ID></cac:Signature>'.repeat(1_500)
  const document = golden('de/01-authority').replace(
    '<cac:AccountingSupplierParty>',
    `${unknown}<cac:AccountingSupplierParty>`,
  )
  const made = convertDocument(xml(document), { to: 'cii', now: NOW })
  t.match(made, { lossesTotal: 1_500 })
  t.equal('losses' in made && made.losses.length, 1_000)
})

t.test('the same again: nothing but the source and the day matters', async (t) => {
  const source = sample('ro/01-domestic-services')
  t.same(plain(converted(source, { to: 'cii' })), plain(converted(source, { to: 'cii' })))
})

t.test('a result that is larger than a document may be is refused, not an error of the service', (t) => {
  const line = { description: 'Maß und Gewicht '.repeat(80), unitPrice: 1, vatRate: 19 }
  const lines = Array.from({ length: 9_000 }, () => line)
  const [detail, ...others] = refused(sample('de/01-authority', { lines }), { to: 'cii' })
  t.match(detail, /^: can't be converted: the result would have \d+ bytes; at most \d+ are read; split/)
  t.same(others, [])
  t.end()
})

t.test('numbers and file names that the JSON does not admit are changed, and each change is a loss', async (t) => {
  const document = golden('de/01-authority').replace(/(<cbc:InvoicedQuantity[^>]*>)[^<]*/, '$11.00000000000004')
  const file =
    '<cac:AdditionalDocumentReference><cbc:ID>a</cbc:ID><cac:Attachment>' +
    '<cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="../hours">AA==</cbc:EmbeddedDocumentBinaryObject>' +
    '</cac:Attachment></cac:AdditionalDocumentReference>'
  const made = converted(xml(document.replace('<cac:AccountingSupplierParty>', `${file}$&`)), { to: 'json' })
  t.match(lossesIn(made).join('\n'), /BT-125-2 .*"\.\.\/hours" becomes "\.\.-hours\.csv"/)
  t.match(lossesIn(made).join('\n'), /BT-129 .*1\.00000000000004 becomes 1 /)
  const body = JSON.parse(made.document) as InvoiceBody
  t.match(body, { lines: [{ quantity: 1 }] })
  t.ok(body.attachments?.some(({ filename }) => filename === '..-hours.csv'))
})
