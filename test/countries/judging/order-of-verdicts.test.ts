import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import {
  XRECHNUNG_CVD_ID,
  XRECHNUNG_EXTENSION_ID,
  XRECHNUNG_ID,
} from '../../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'

// Each verdict alone and in each order, in processes of their own.
t.setTimeout(240_000)

const FRENCH_EXTENSION = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'
const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

const PROGRAM = `
  import { readFileSync } from 'node:fs'
  import { judgeXml } from ${JSON.stringify(new URL('../../../src/countries/judging/judge-xml.js', import.meta.url).href)}
  const [, folder, ...order] = process.argv
  for (const index of order) {
    const { profile, valid, findings } = judgeXml(readFileSync(folder + '/' + index), { })
    console.log(JSON.stringify({ profile, valid, findings: findings.map(({ rule, flag, path, message }) => [rule, flag, path, message]) }))
  }`

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
