import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { PROFILE_NAMES, profileFor, profileOfCountry, PROFILES } from '../../../src/countries/judging/profiles.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import {
  XRECHNUNG_CVD_ID,
  XRECHNUNG_EXTENSION_ID,
  XRECHNUNG_ID,
} from '../../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'

// Verdicts are come to in processes of their own.
t.setTimeout(240_000)

const EN = 'urn:cen.eu:en16931:2017'
const FRENCH_EXTENSION = `${EN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`
const PEPPOL = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const SELF_BILLING = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`
const ROMANIAN = `${EN}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1`

t.test('the profile is asked for, claimed, or derived from where the parties are', async (t) => {
  const of = (specification: string, seller: string, buyer: string, asked: Parameters<typeof profileFor>[1] = {}) =>
    profileFor({ specification, countries: { seller, buyer } }, asked)?.name
  t.equal(of(EN, 'FR', 'FR'), 'fr', 'France has no id of its own')
  t.equal(of(`${EN}#conformant#urn:factur-x.eu:1p0:extended`, 'FR', 'FR'), 'fr')
  t.equal(of(FRENCH_EXTENSION, 'FR', 'DE'), 'fr', 'its extension has one')
  t.equal(of(EN, 'FR', 'DE'), 'en', 'only inside France')
  t.equal(of(EN, 'DE', 'FR'), 'en')
  t.equal(of(EN, '', ''), 'en')
  for (const country of ['RO', 'DE', 'BE', 'IT']) t.equal(of(EN, country, country), 'en', `${country} claims by an id`)
  t.equal(of(PEPPOL, 'FR', 'FR'), 'be', 'what is claimed goes before where the parties are')
  t.equal(of(ROMANIAN, 'RO', 'RO'), 'ro')
  t.equal(of(EN, 'FR', 'FR', { profile: 'en' }), 'en', 'what is asked for goes before all')
  t.equal(of(PEPPOL, 'BE', 'BE', { profile: 'ro' }), 'ro')
  t.equal(of(EN, '', '', { country: 'FR' }), 'fr')
  t.equal(of(PEPPOL, 'DE', 'DE', { country: 'DE' }), 'de')
  t.equal(of(EN, '', '', { country: 'BE' }), 'be')
  t.equal(of(SELF_BILLING, '', '', { country: 'BE' }), 'be-sb', 'of a country that has two the one that is claimed')
  t.equal(profileOfCountry('IT')?.name, 'it')
  t.same(PROFILES.map(({ name }) => name).sort(), [...PROFILE_NAMES].sort())
})

t.test('the document itself says where its parties are, in both syntaxes', async (t) => {
  const inFrance = fullInvoice('invoice')
  const move = (xml: string): string =>
    xml
      .replace(/(<cbc:IdentificationCode>)[A-Z]{2}/g, '$1FR')
      .replace(/(<ram:CountryID>)[A-Z]{2}/g, '$1 FR')
      .replace(/(<cbc:CustomizationID>)[^<]*/, `$1${EN}`)
      .replace(/(<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/, `$1${EN}`)
  for (const xml of [writeUbl(inFrance), writeCii(inFrance)]) {
    t.equal(judgeXml(Buffer.from(move(xml)), {}).profile, 'fr')
    t.equal(judgeXml(Buffer.from(move(xml)), { profile: 'en' }).profile, 'en')
  }
  t.equal(judgeXml(Buffer.from('<a'), {}).profile, null, 'of what cannot be read there is none')
})

t.test('a verdict depends on the document alone, not on what was judged before', async (t) => {
  const invoice = fullInvoice('invoice')
  const sub =
    '<cac:SubInvoiceLine><cbc:LineExtensionAmount currencyID="EUR">1</cbc:LineExtensionAmount></cac:SubInvoiceLine>'
  const ubl = (id: string): string =>
    writeUbl({ ...invoice, specification: id }).replace('</cac:InvoiceLine>', `${sub}</cac:InvoiceLine>`)
  const ids = [
    ...[XRECHNUNG_ID, XRECHNUNG_EXTENSION_ID, `${XRECHNUNG_EXTENSION_ID} `, XRECHNUNG_CVD_ID, ` ${XRECHNUNG_CVD_ID}`],
    ...[`${XRECHNUNG_EXTENSION_ID}#cvd`, 'urn:xoev-de:extension', FRENCH_EXTENSION, `${FRENCH_EXTENSION} `, PEPPOL],
  ]
  const documents = [...ids.map(ubl), ...ids.slice(0, 6).map((id) => writeCii({ ...invoice, specification: id }))]
  const folder = mkdtempSync(join(tmpdir(), 'verdicts-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [index, xml] of documents.entries()) writeFileSync(join(folder, String(index)), xml)

  /** The verdicts of a process of its own, in that order. */
  const judged = (order: readonly number[]): ReadonlyMap<number, string> => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM, folder, ...order.map(String)],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    t.equal(status, 0, stderr)
    return new Map(
      stdout
        .trimEnd()
        .split('\n')
        .map((line, index) => [order[index] ?? -1, line]),
    )
  }
  const all = documents.map((_, index) => index)
  const alone = new Map(all.map((index) => [index, judged([index]).get(index)]))
  t.ok(new Set(alone.values()).size >= 6, 'the documents are judged by several sets')
  const orders = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), 4)
  for (const order of [...orders, [...all].reverse()])
    for (const [index, verdict] of judged(order))
      t.equal(verdict, alone.get(index), `document ${index} of ${order.join(' ')}`)
})

const PROGRAM = `
  import { readFileSync } from 'node:fs'
  import { judgeXml } from ${JSON.stringify(new URL('../../../src/countries/judging/judge-xml.js', import.meta.url).href)}
  const [, folder, ...order] = process.argv
  for (const index of order) {
    const { profile, valid, findings } = judgeXml(readFileSync(folder + '/' + index), { })
    console.log(JSON.stringify({ profile, valid, findings: findings.map(({ rule, flag, path, message }) => [rule, flag, path, message]) }))
  }`
