import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Finding, Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { poland } from '../../../src/countries/pl/index.js'
import { bytesWritten } from '../../../src/countries/pl/rules/size.js'
import { FA3_DOCUMENTS, POLISH_CATALOGUE } from '../../../src/countries/pl/documents.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { acceptedSamples, ROOT } from '../accepted-sample.js'
import type { Draft } from '../../support/random/mutations.js'

const TODAY = '2026-11-21'
const invoicing = poland.invoicing as Invoicing
const samples = new Map(acceptedSamples('PL', TODAY).map(({ name, invoice }) => [name, invoice]))

function sample(name: string): InvoiceRequest {
  const found = samples.get(name)
  if (found === undefined) throw new Error(`no sample ${name}`)
  return found
}

/** What is found on a sample after a change of its JSON. */
function changed(name: string, change: (draft: Draft) => unknown): readonly Finding[] {
  const draft = JSON.parse(JSON.stringify(sample(name))) as Draft
  change(draft)
  return invoicing.validate(draft, { today: TODAY }).findings
}

/** The rules that fire on a sample's document after a change of its text. */
function inXml(name: string, from: string | RegExp, to: string): string[] {
  const { xml } = invoicing.convert(sample(name), [])
  const other = xml.replace(from, to)
  if (other === xml) throw new Error(`${name} has no ${from}`)
  return judgeXml(Buffer.from(other), { profile: 'pl' }).findings.map(({ rule }) => rule)
}

t.test('every sample obeys every rule, and so does its document', (t) => {
  for (const [name, invoice] of samples) {
    t.same(invoicing.validate(invoice, { today: TODAY }).findings, [], name)
    t.same(judgeXml(Buffer.from(invoicing.convert(invoice, []).xml), { profile: 'pl' }).findings, [], name)
  }
  t.end()
})

t.test('a due date is named by the field that it was sent in', (t) => {
  const dueDate = '1998-01-01'
  for (const [given, path] of [
    [{ dueDate }, 'dueDate'],
    [{ paymentMeans: { dueDate } }, 'paymentMeans.dueDate'],
  ] as const) {
    const [name] = samples.keys()
    const found = changed(String(name), (draft) => {
      delete (draft as { dueDate?: string }).dueDate
      Object.assign(draft, given)
    })
    const finding = found.find(({ term }) => term === 'BT-9')
    t.match(finding, { rule: 'XSD', path, message: `\`${path}\` is "1998-01-01"` })
  }
  t.end()
})

t.test('a consumer may be known by any number', (t) => {
  for (const nationalId of ['85010112345', '8513277142-00017'])
    t.same(
      changed('11-consumer', (draft) => (draft.customer.nationalId = nationalId)),
      [],
    )
  t.end()
})

t.test('the GTU codes that name goods of annex 15', (t) => {
  const codes = Array.from({ length: 13 }, (_, index) => `GTU_${String(index + 1).padStart(2, '0')}`)
  const named = codes.filter((code) =>
    changed('25-marks', (draft) => {
      delete draft.vatCollection
      draft.lines = [{ ...(draft.lines[0] as Draft['lines'][number]), itemCode: code, pl: {} }]
    }).some(({ rule }) => rule === 'CW-PL-SPLIT-PAYMENT'),
  )
  t.same(named, ['GTU_05', 'GTU_06', 'GTU_08'])
  t.end()
})

t.test('what is wrong with a field is said of the field', (t) => {
  type Case = readonly [sample: string, change: (draft: Draft) => unknown, rule: string, path: string, text: RegExp]
  const line = (draft: Draft): Draft['lines'][number] => draft.lines[0] as Draft['lines'][number]
  const corrected = { number: 'F-1', issueDate: '2026-10-01' }
  const cases: readonly Case[] = [
    ['01-domestic', (d) => (d.issueDate = '2026-11-22'), 'KSEF:P_1', 'issueDate', /future/],
    ['01-domestic', (d) => (d.issueDate = '2025-08-31'), 'XSD', 'issueDate', /2025-09-01/],
    ['01-domestic', (d) => (d.supplier.vatNumber = 'PL5213891245'), 'KSEF:NIP', 'supplier.vatNumber', /check digit/],
    ['01-domestic', (d) => (d.customer.vatNumber = 'PL12'), 'XSD', 'customer.vatNumber', /10 digits/],
    ['01-domestic', (d) => (d.customer.phone = '1'.repeat(17)), 'XSD', 'customer.phone', /16 characters/],
    ['01-domestic', (d) => delete d.supplier.address, 'XSD', 'supplier.address', /address/],
    ['01-domestic', (d) => (line(d).vatRate = 19), 'XSD', 'lines[0].vatRate', /23, 22, 8, 7, 5, 4 and 3/],
    ['01-domestic', (d) => (line(d).vatRate = 22), 'CW-PL-OLD-RATE', 'lines[0].vatRate', /until 2010/],
    ['01-domestic', (d) => (line(d).description = 'a\u0080'), 'KSEF:chars', 'lines[0].description', /control/],
    ['01-domestic', (d) => (line(d).description = 'x'.repeat(513)), 'XSD', 'lines[0].description', /512/],
    ['01-domestic', (d) => (line(d).unitPrice = 1.123456789), 'XSD', 'lines[0].unitPrice', /8 after the point/],
    ['01-domestic', (d) => (line(d).quantity = 1.1234567), 'XSD', 'lines[0].quantity', /6 decimals/],
    ['01-domestic', (d) => (line(d).vatCategory = 'E'), 'CW-PL-RATE-OF-CATEGORY', 'lines[0].vatRate', /charges no VAT/],
    ['01-domestic', (d) => (d.paymentMeans = { bankAccount: '1' }), 'XSD', 'paymentMeans.bankAccount', /10 to 34/],
    [
      '01-domestic',
      (d) => (d.attachments = [{ filename: 'a.pdf', mimeType: 'application/pdf', sha256: '0'.repeat(64), size: 1 }]),
      'CW-PL-ATTACHMENTS',
      'attachments[0]',
      /no place for files/,
    ],
    ['02-credit-note', (d) => delete d.precedingInvoice, 'CW-PL-CORRECTED', 'invoiceType', /names no invoice/],
    [
      '02-credit-note',
      (d) => (d.precedingInvoice = { number: 'F-1' }),
      'XSD',
      'precedingInvoice.issueDate',
      /^`precedingInvoice.issueDate` is missing\. Give/,
    ],
    [
      '02-credit-note',
      (d) => (d.precedingInvoice = { ...corrected, ksefNumber: '5265877635-20250626-010080DD2B5E-27' }),
      'CW-PL-KSEF-NUMBER',
      'precedingInvoice.ksefNumber',
      /checksum/,
    ],
    ['04-euro', (d) => delete d.exchangeRate, 'CW-PL-VAT-IN-PLN', 'currency', /exchangeRate/],
    [
      '01-domestic',
      (d) => (d.precedingInvoice = corrected),
      'CW-PL-CORRECTED',
      'invoiceType',
      /another invoice names one/,
    ],
    [
      '05-exempt',
      (d) => Object.assign(line(d), { exemptionReason: '', exemptionReasonCode: 'VATEX-EU-G' }),
      'XSD',
      'lines[0].exemptionReason',
      /provision of law/,
    ],
    [
      '01-domestic',
      (d) => (line(d).period = { start: '2026-10-31', end: '2026-10-01' }),
      'CW-PL-PERIOD',
      'lines[0].period.end',
      /begins on "2026-10-31"/,
    ],
    [
      '10-administration',
      (d) => (d.thirdParties = [{ role: 'recipient', name: 'X', nationalId: '1234567890-00001' }]),
      'KSEF:NIP',
      'thirdParties[0].nationalId',
      /check digit/,
    ],
    ['05-exempt', (d) => delete line(d).exemptionReason, 'XSD', 'lines[0].exemptionReason', /provision of law/],
    [
      '07-intra-community-goods',
      (d) => (d.customer.vatNumber = 'US1'),
      'CW-PL-INTRA-COMMUNITY',
      'customer.vatNumber',
      /VAT number/,
    ],
    ['25-marks', (d) => delete d.vatCollection, 'CW-PL-SPLIT-PAYMENT', 'vatCollection', /15,000 PLN/],
    [
      '24-margin-scheme',
      (d) => (line(d).exemptionReasonCode = 'VATEX-EU-J'),
      'XSD',
      'lines[0].exemptionReasonCode',
      /one margin scheme/,
    ],
    ['10-administration', (d) => delete d.thirdParties, 'CW-PL-JST', 'customer.localGovernmentUnit', /unit/],
    ['01-domestic', (d) => (d.customer.vatGroupMember = true), 'CW-PL-GV', 'customer.vatGroupMember', /VAT group/],
    [
      '10-administration',
      (d) => (d.thirdParties = [{ role: 'factor', name: 'x'.repeat(513) }]),
      'XSD',
      'thirdParties[0].name',
      /512/,
    ],
  ]
  for (const [name, change, rule, path, text] of cases) {
    const found = changed(name, change)
    const hit = found.find((each) => each.rule === rule && each.path === path)
    t.match(`${hit?.message} ${hit?.fix}`, text, `${rule} at ${path}: ${JSON.stringify(found)}`)
  }
  t.end()
})

t.test('what the format has no other place for stands in its additional descriptions', (t) => {
  const AE = { vatCategory: 'AE', exemptionReasonCode: 'VATEX-EU-AE' } as const
  const cases: readonly (readonly [sample: string, change: Partial<InvoiceRequest>, written: string])[] = [
    [
      '01-domestic',
      { customer: { ...sample('01-domestic').customer, nationalId: 'REGON 1' } },
      '<Klucz>Inny numer nabywcy</Klucz>\n<Wartosc>REGON 1</Wartosc>',
    ],
    [
      '01-domestic',
      { thirdParties: [{ role: 'payer', name: 'Bank', vatNumber: 'PL5252441189', nationalId: 'KRS 2' }] },
      '<Klucz>Inny numer: Bank</Klucz>\n<Wartosc>KRS 2</Wartosc>',
    ],
    [
      '06-reverse-charge',
      { lines: [{ description: 'x', quantity: 1, unitCode: 'C62', unitPrice: 1, vatRate: 0, ...AE }] },
      '<Klucz>Podstawa rozliczenia</Klucz>\n<Wartosc>VATEX-EU-AE</Wartosc>',
    ],
  ]
  for (const [name, change, written] of cases) {
    const invoice = { ...sample(name), ...change }
    t.match(invoicing.convert(invoice, []).xml.replace(/^ +/gm, ''), written)
    t.same(invoicing.validate(invoice, { today: TODAY }).findings, [])
  }
  t.end()
})

t.test('the exchange rate stands at every line of an invoice in another currency', (t) => {
  const [line] = sample('07-intra-community-goods').lines
  const { xml } = invoicing.convert(
    { ...sample('07-intra-community-goods'), currency: 'EUR', exchangeRate: 4.25, lines: line ? [line] : [] },
    [],
  )
  t.match(xml, /<P_12>0 WDT<\/P_12>\n +<KursWaluty>4.25<\/KursWaluty>/)
  t.notMatch(xml, 'P_14_')
  t.end()
})

t.test('a sum that is wrong in XML is reported at its place', (t) => {
  const cases: readonly (readonly [sample: string, from: string | RegExp, to: string, rules: readonly string[]])[] = [
    ['01-domestic', '<P_13_2>104.70<', '<P_13_2>104.80<', ['CW-PL-NET', 'CW-PL-TOTAL']],
    ['01-domestic', '<P_14_3>49.50<', '<P_14_3>59.50<', ['CW-PL-VAT', 'CW-PL-TOTAL']],
    ['01-domestic', '<P_15>12273.00<', '<P_15>12273.02<', ['CW-PL-TOTAL']],
    ['01-domestic', '<P_15>12273.00<', '<P_15>12273.01<', []],
    ['01-domestic', '<P_11>7791.00<', '<P_11>7790.50<', ['CW-PL-NET', 'CW-PL-LINE']],
    ['01-domestic', /<P_13_3>.*\n.*<\/P_14_3>\n/, '', ['CW-PL-SUM-MISSING', 'CW-PL-TOTAL']],
    ['04-euro', '<P_14_1W>4693.88<', '<P_14_1W>4693.00<', ['CW-PL-CONVERSION']],
    ['04-euro', /<P_14_1W>.*<\/P_14_1W>/, '', ['CW-PL-VAT-IN-PLN']],
    ['24-margin-scheme', '<P_13_11>7030.00<', '<P_13_11>7031.00<', ['CW-PL-NET', 'CW-PL-TOTAL']],
    ['05-exempt', /<P_19>1[^]*<\/P_19A>/, '<P_19N>1</P_19N>', ['CW-PL-EXEMPTION']],
    ['01-domestic', '<P_19N>1</P_19N>', '<P_19>1</P_19><P_19A>art. 43</P_19A>', ['CW-PL-NO-EXEMPTION']],
    ['06-reverse-charge', '<P_18>1<', '<P_18>2<', ['CW-PL-REVERSE-CHARGE']],
    ['01-domestic', '<RodzajFaktury>VAT<', '<RodzajFaktury>KOR<', ['CW-PL-CORRECTED']],
    ['02-credit-note', '<P_14_1>-85.33<', '<P_14_1>85.33<', ['CW-PL-VAT', 'CW-PL-TOTAL']],
    ['01-domestic', '<P_7>Projekt', '<P_7>\u0090Projekt', ['KSEF:chars']],
    ['01-domestic', '<Podmiot1>', '<?print now?><Podmiot1>', ['KSEF:PI']],
    ['01-domestic', '<Podmiot1>', '<!-- <?print now?> --><Podmiot1>', []],
    ['01-domestic', '<P_7>Projekt', '<P_7><![CDATA[<?print?>]]>Projekt', []],
  ]
  for (const [name, from, to, rules] of cases)
    t.same([...new Set(inXml(name, from, to))].sort(), [...rules].sort(), `${name}: ${from}`)
  t.end()
})

t.test('KSeF takes UTF-8 without a byte order mark, and counts the bytes of the file', (t) => {
  const { invoice } = acceptedSamples('PL', '2026-11-21')[0] ?? {}
  if (invoice === undefined) throw new Error('no sample')
  const xml = (poland.invoicing as Invoicing).convert(invoice, []).xml
  const rulesOf = (bytes: Buffer) => judgeXml(bytes, { country: 'PL' }).findings.map(({ rule }) => rule)
  const utf16 = xml.replace('UTF-8', 'UTF-16')
  const ascii = xml.replace('UTF-8', 'windows-1250').replaceAll(/[^ -~\n]/g, 'x')
  t.same(rulesOf(Buffer.from(xml)), [])
  t.same(rulesOf(Buffer.from(`\uFEFF${xml}`)), ['KSEF:BOM'])
  t.same(rulesOf(Buffer.from(`\uFEFF${utf16}`, 'utf16le')), ['KSEF:BOM', 'KSEF:encoding'])
  t.same(rulesOf(Buffer.from(ascii)), ['KSEF:encoding'])
  t.same(rulesOf(Buffer.from(xml.replace('</Fa>', `</Fa>${'\r\n'.repeat(490_000)}`))), [])
  t.same(rulesOf(Buffer.from(xml.replace('</Fa>', `</Fa>${'\r\n'.repeat(500_000)}`))), ['KSEF:size'])
  t.end()
})

t.test('the examples of the ministry pass, and those that break something fail', (t) => {
  const folder = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'artefacts', 'examples', 'pl')
  let files: readonly string[]
  try {
    files = readdirSync(join(folder, 'valid'))
  } catch {
    t.comment('left out, as the official examples are not there')
    t.end()
    return
  }
  const judge = (...path: string[]) => judgeXml(readFileSync(join(folder, ...path)), { country: 'PL' })
  for (const file of files) {
    const { profile, findings } = judge('valid', file)
    const fatal = findings.filter(({ severity }) => severity === 'fatal')
    t.same([profile, fatal], ['pl', []], file)
  }
  const broken = JSON.parse(readFileSync(join(folder, 'invalid', 'expected.json'), 'utf8')) as readonly {
    readonly file: string
    readonly expect: readonly string[]
  }[]
  for (const { file, expect } of broken) {
    const kinds = new Set(expect.map((rule) => (rule.startsWith('XSD') ? 'XSD' : rule)))
    const found = new Set(judge('invalid', file).findings.map(({ rule }) => rule))
    t.ok(
      [...kinds].every((rule) => found.has(rule)),
      `${file}: ${[...found].join(' ')}`,
    )
  }
  t.end()
})

t.test('every rule has its text, and every text its rule', (t) => {
  const set = FA3_DOCUMENTS.rules('fa3', '')
  const ids = new Set(set?.assertions.flatMap(({ tests }) => tests.map(([id]) => id)))
  t.same([...new Set(POLISH_CATALOGUE.entries.map(({ id }) => id))].sort(), [...ids, 'XSD'].sort())
  t.end()
})

t.test('an invoice that is too large for KSeF is found before it is written', (t) => {
  for (const invoice of samples.values()) {
    const { xml } = invoicing.convert(invoice, [])
    t.equal(bytesWritten(parseInvoice(Buffer.from(xml)).root), Buffer.byteLength(xml))
  }
  const lines = (count: number) => (draft: Draft) => {
    draft.lines = Array.from({ length: count }, () => ({ ...(draft.lines[0] as Draft['lines'][number]) }))
  }
  t.same(changed('01-domestic', lines(2_500)), [])
  t.match(changed('01-domestic', lines(4_000)), [{ rule: 'KSEF:size', severity: 'fatal' }])
  t.end()
})
