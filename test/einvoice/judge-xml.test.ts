import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { profileOf } from '../../src/countries/judging/profiles.js'
import { writeCii } from '../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../src/einvoice/syntax/ubl/write/document.js'
import { ROOT } from '../countries/accepted-sample.js'
import { fullInvoice } from './model/full-invoice.js'

const golden = (name: string): string => readFileSync(join(ROOT, 'test', 'golden', `${name}.xml`), 'utf8')
const FULL = fullInvoice('invoice')
const UBL = writeUbl(FULL)

function rulesOf(xml: string, profile: 'en' | 'ro' | 'be' | 'be-sb' = 'en'): readonly string[] {
  const { findings } = judgeXml(Buffer.from(xml), { profile })
  return [...new Set(findings.filter(({ flag }) => flag === 'fatal').map(({ rule }) => rule))]
}

t.test('what we write ourselves obeys the schemas and EN 16931', async (t) => {
  t.same(rulesOf(UBL), [])
  // D16B has room for one preceding invoice only; D22B, and EN 16931, for many.
  t.same(rulesOf(writeCii({ ...FULL, precedingInvoices: FULL.precedingInvoices.slice(0, 1) })), [])
  t.same(rulesOf(writeCii(FULL)), ['XSD'])
})

t.test('a finding names the rule, its level and the place', async (t) => {
  const { valid, findings } = judgeXml(Buffer.from(UBL.replace(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>2026-02-30')), {
    profile: 'en',
  })
  t.equal(valid, false)
  t.match(findings[0], { rule: 'XSD', flag: 'fatal', path: '/ubl:Invoice/cbc:IssueDate' })
})

t.test('an element out of place, one too many and one too few are against the schema', async (t) => {
  const id = /<cbc:ID>[^<]*<\/cbc:ID>/.exec(UBL)?.[0] ?? ''
  t.ok(rulesOf(UBL.replace(id, '')).includes('XSD'), 'too few')
  t.ok(rulesOf(UBL.replace(id, id + id)).includes('XSD'), 'too many')
  t.ok(
    rulesOf(
      UBL.replace(id, '')
        .replace('<cbc:IssueDate>', `<cbc:IssueDate>`)
        .replace('</cbc:DocumentCurrencyCode>', `</cbc:DocumentCurrencyCode>${id}`),
    ).includes('XSD'),
    'out of place',
  )
  t.ok(rulesOf(UBL.replace('currencyID="', 'currency="')).includes('XSD'), 'an attribute')
})

t.test('a repetition that EN 16931 does not know is named', async (t) => {
  const note = '<cac:PaymentTerms><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>'
  const terms = /<cac:PaymentTerms>.*?<\/cac:PaymentTerms>/s.exec(UBL)?.[0] ?? ''
  t.ok(rulesOf(UBL.replace(terms, note + note)).includes('UBL-SR-05'))
})

t.test('a rule is counted at each element of its context, and for the document once', async (t) => {
  const count = (xml: string, rule: string): number =>
    judgeXml(Buffer.from(xml), { profile: 'en' }).findings.filter((finding) => finding.rule === rule).length
  const cii = writeCii({ ...FULL, precedingInvoices: [] })
  const lines = cii.split('<ram:IncludedSupplyChainTradeLineItem>').length - 1
  t.ok(lines > 1, 'several lines')
  const noted = cii.replaceAll(
    /<ram:AssociatedDocumentLineDocument>.*?<\/ram:LineID>/gs,
    '$&<ram:IncludedNote><ram:SubjectCode>ABL</ram:SubjectCode></ram:IncludedNote>',
  )
  t.equal(count(noted, 'CII-SR-041'), lines, 'at each line')
  const listed = UBL.replaceAll(/<cbc:(?:DocumentCurrencyCode|InvoiceTypeCode)/g, '$& listAgencyID="6"')
  t.equal(count(listed, 'UBL-DT-28'), 1, 'two attributes, one document')
})

t.test('an invoice within an extension of a French one is judged as officially', async (t) => {
  const ext = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2'
  const number = /<cbc:ID>[^<]*/
  const long = UBL.replace(number, `<cbc:ID>${'F'.repeat(36)}`)
  const inner = long.slice(long.indexOf('<Invoice'))
  const outer = long.replace(
    /<Invoice [^>]*>/,
    `$&<ext:UBLExtensions xmlns:ext="${ext}"><ext:UBLExtension><ext:ExtensionContent>${inner}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`,
  )
  const { findings } = judgeXml(Buffer.from(outer), { profile: 'fr' })
  t.equal(findings.filter(({ rule }) => rule === 'BR-FR-01_BT-1-1').length, 2)
})

t.test('a warning of Peppol is fatal from the day on that is published for it', async (t) => {
  const xml = UBL.replace(/<cbc:EndpointID schemeID="[^"]*">[^<]*/, '<cbc:EndpointID schemeID="0106">1')
  const found = (now?: string) =>
    judgeXml(Buffer.from(xml), { profile: 'be', ...(now !== undefined && { now: new Date(now) }) }).findings.find(
      ({ rule }) => rule === 'PEPPOL-COMMON-R054',
    )
  t.equal(found()?.flag, 'warning')
  t.equal(found('2027-02-23T12:00:00Z')?.flag, 'warning')
  t.match(found('2027-02-23T12:00:00Z')?.fix, /from 2027-02-24 on this finding is fatal/)
  t.equal(found('2027-02-24T12:00:00Z')?.flag, 'fatal')
})

t.test('XML 1.1 is refused with the version to write', async (t) => {
  const { valid, findings } = judgeXml(Buffer.from(UBL.replace('version="1.0"', 'version="1.1"')), { profile: 'en' })
  t.equal(valid, false)
  t.equal(findings.length, 1)
  t.match(findings[0], { rule: 'XML', line: 1, message: /XML 1\.1/, fix: /version="1\.0"/ })
})

t.test('the profile follows from the customisation id, or is given', async (t) => {
  t.equal(profileOf('urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1')?.name, 'ro')
  t.equal(profileOf('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')?.name, 'de')
  t.equal(profileOf('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0')?.name, 'be')
  const selfBilling = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'
  t.equal(profileOf(selfBilling)?.name, 'be-sb')
  t.equal(profileOf('urn:cen.eu:en16931:2017')?.name, 'en')
  t.equal(profileOf('anything', 'fr')?.name, 'fr')
  t.ok(rulesOf(UBL, 'ro').includes('BR-RO-001'))
})

t.test('what is no invoice, or not one that the country takes, is a finding and no failure', async (t) => {
  t.same(rulesOf('{"an": "invoice"}'), ['XML'])
  t.same(rulesOf('<Order xmlns="urn:x"/>'), ['XML'])
  t.same(rulesOf(writeCii(FULL), 'ro'), ['PROFILE'])
})

t.test('Peppol and self-billing judge the elements: national rules, codes and the process', async (t) => {
  const id = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
  const claimed = (specification: string, process: string): string =>
    writeUbl({ ...FULL, specification, businessProcess: process })
  const billing = rulesOf(claimed(id, 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'), 'be')
  t.notOk(billing.includes('PEPPOL-EN16931-R004') || billing.includes('PEPPOL-EN16931-R007'))
  const selfBilling = rulesOf(
    claimed(id.replace('billing', 'selfbilling'), 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'),
    'be-sb',
  )
  t.notOk(selfBilling.includes('PEPPOL-EN16931-R004') || selfBilling.includes('PEPPOL-EN16931-R007'))
  t.ok(selfBilling.includes('PEPPOL-EN16931-P0100'), '380 is not self-billed')
})

/** The findings about a document, each with its level. */
function notesOn(xml: string): readonly string[] {
  const { findings } = judgeXml(Buffer.from(xml), {})
  return findings.map(({ rule, flag, message }) => `${rule} ${flag} ${message}`)
}

t.test('an empty delivery with another prefix than ram is a warning that names the prefix', async (t) => {
  const xml = golden('de/01-authority.cii').replace(
    /<ram:ApplicableHeaderTradeDelivery>.*?<\/ram:ApplicableHeaderTradeDelivery>/s,
    '<ram:ApplicableHeaderTradeDelivery/>',
  )
  const usual = notesOn(xml)
  t.notOk(usual.some((note) => note.startsWith('PEPPOL-EN16931-R008')))
  const others = notesOn(xml.replaceAll('ram:', 'n2:').replace('xmlns:ram', 'xmlns:n2'))
  t.same(
    others.filter((note) => !usual.includes(note)).map((note) => note.slice(0, 200)),
    others.filter((note) => note.startsWith('PEPPOL-EN16931-R008 warning')).map((note) => note.slice(0, 200)),
  )
  t.match(others.join('\n'), /validator refuses the empty "n2:ApplicableHeaderTradeDelivery": .* prefix "n2"/)
  const bare = xml.replaceAll('ram:', '').replace('xmlns:ram', 'xmlns')
  t.match(notesOn(bare).join('\n'), /empty "ApplicableHeaderTradeDelivery": .* it has no prefix/)
  t.same(
    notesOn(golden('de/01-authority.cii').replaceAll('ram:', 'n2:').replace('xmlns:ram', 'xmlns:n2')),
    [],
    'not empty',
  )
})
