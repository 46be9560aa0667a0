import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { frenchInvoice } from '../../../src/countries/fr/invoice.js'
import { isByChorusPro } from '../../../src/countries/fr/parties.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { type Oracle, oracleFor } from '../../support/oracle.js'
import { acceptedSamples, ROOT } from '../accepted-sample.js'

const TODAY = '2026-11-21'
const EXAMPLES = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'artefacts', 'examples', 'fr')

function ours(xml: string): string[] {
  const { findings } = judgeXml(Buffer.from(xml), { profile: 'fr' })
  return [...new Set(findings.filter(({ flag }) => flag === 'fatal').map(({ rule }) => rule))].sort()
}

async function theirs(oracle: Oracle, xml: string): Promise<string[]> {
  const findings = await oracle.judge('fr-next', xml)
  return [...new Set(findings.filter(({ flag }) => flag === 'fatal').map(({ id }) => id))].sort()
}

t.test('the examples of FNFE-MPE are judged as they are meant', async (t) => {
  if (!existsSync(EXAMPLES)) {
    t.comment('left out, as the official examples are not on this machine')
    return
  }
  const read = (directory: string, file: string) => readFileSync(join(EXAMPLES, directory, file), 'utf8')
  for (const file of readdirSync(join(EXAMPLES, 'valid')).filter((each) => !each.includes('CDV')))
    t.same(ours(read('valid', file)), [], file)
  const expected = JSON.parse(read('invalid', 'expected.json')) as { file: string; expect: string[] }[]
  for (const { file, expect } of expected) t.match(ours(read('invalid', file)).join(' '), expect.join(' '), file)
})

/** Those for Chorus Pro have a form of their own. */
const samples = acceptedSamples('FR', TODAY)
  .filter(({ invoice }) => !isByChorusPro(invoice))
  .map(({ name, invoice, attachments }) => {
    const model = frenchInvoice(invoice, attachments)
    return { name, ubl: writeUbl(model), cii: writeCii(model) }
  })

t.test('as Cross Industry Invoice the samples obey the same rules', async (t) => {
  const oracle = oracleFor(t, 'Cross Industry Invoices for France against the official artefacts')
  for (const { name, cii } of samples) {
    t.same(ours(cii), [], name)
    if (oracle !== null) t.same(await theirs(oracle, cii), [], `${name}, officially`)
  }
})

/** What is put in for what, in the first sample, and rules that it breaks. */
const CHANGES: readonly (readonly [syntax: 'ubl' | 'cii', found: RegExp, put: string, rules: readonly string[]])[] = [
  ['ubl', /<cbc:Percent>20</g, '<cbc:Percent>20.000<', ['BR-FR-16_BT-119', 'BR-FR-DEC-04_BT-152']],
  ['cii', /Percent>20</g, 'Percent>020<', ['BR-FR-16_BT-152', 'BR-FR-16_BT-119']],
  ['ubl', /(<cbc:LineExtensionAmount[^>]*>4900\.00)/, '$10', ['BR-FR-DEC-01_BT-131']],
  [
    'ubl',
    /<cbc:ProfileID>M1/,
    '<cbc:ProfileID>S8',
    ['BR-FR-MV-01_EXT-FR-FE-163', 'BR-FR-MV-02_EXT-FR-FE-163', 'BR-FR-MV-06_EXT-FR-FE-167'],
  ],
  ['ubl', /<cbc:ProfileID>M1/, '<cbc:ProfileID>B9', ['BR-FR-BD-02_BT-30', 'BR-FR-MV-BD_BT-3', 'BR-FR-MV-07_BT-128']],
  [
    'cii',
    /<ram:ID>M1</,
    '<ram:ID>M8<',
    ['BR-FR-MV-02_EXT-FR-FE-163', 'BR-FR-MV-06_EXT-FR-FE-167', 'BR-FR-MV-07_BT-128'],
  ],
  ['cii', /<ram:ID>M1</, '<ram:ID>S9<', ['BR-FR-BD-02_BT-31', 'BR-FR-BD-13_BT-3']],
  ['ubl', /<cbc:InvoiceTypeCode>380/, '<cbc:InvoiceTypeCode>', ['BR-FR-04_BT-3']],
  ['ubl', /<cbc:IssueDate>2026-11-21/, '<cbc:IssueDate> 2026-11-21', ['BR-FR-03_BT-2']],
  ['ubl', /<cbc:Note>#BAR#B2B</, '<cbc:Note>#BAR#B2B#BAR#B2C<', ['BR-FR-30_BT-21']],
  ['cii', /<ram:SubjectCode>PMT</, '<ram:SubjectCode>PMD<', ['BR-FR-05_BT-22_PMT', 'BR-FR-06_BT-21_PMD']],
  ['cii', /<ram:GlobalID schemeID="0009">/, '<ram:GlobalID>', ['BR-FR-CO-10_BT-29-1']],
  [
    'ubl',
    /(<cac:AccountingCustomerParty>[^]*?<\/cac:PartyLegalEntity>)/,
    '$1<cac:AgentParty><cbc:EndpointID schemeID="0225">a b</cbc:EndpointID><cac:PartyIdentification><cbc:ID schemeID="0009">1</cbc:ID>' +
      '</cac:PartyIdentification></cac:AgentParty>',
    ['BR-FR-09_EXT-FR-FE-06', 'BR-FR-23_EXT-FR-FE-12'],
  ],
]

t.test('what is changed in a document is found, and nothing else', async (t) => {
  const oracle = oracleFor(t, 'changed French documents against the official artefacts')
  const [sample] = samples
  for (const [syntax, found, put, rules] of CHANGES) {
    const xml = (sample?.[syntax] ?? '').replace(found, put)
    t.not(xml, sample?.[syntax], `${found.source} is there`)
    const broken = ours(xml)
    for (const rule of rules) t.ok(broken.includes(rule), `${rule} by ${put.slice(0, 60)}`, { broken })
    if (oracle === null) continue
    const official = await theirs(oracle, xml)
    // A document that breaks its schema goes no further there.
    if (official.every((id) => !id.startsWith('XSD'))) t.same(broken, official, put.slice(0, 60))
  }
})
