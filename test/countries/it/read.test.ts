import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readFattura } from '../../../src/countries/it/fatturapa/read/document.js'
import { fatturaModel } from '../../../src/countries/it/model.js'
import type { ReadDocument } from '../../../src/countries/judging/read-document.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { ARTEFACTS, hasArtefacts } from '../../support/official-artefacts.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSamples } from '../accepted-sample.js'
import { lawfulItalian } from './arbitrary-invoice.js'
import { documentOfLeaves, everyLeaf } from './every-element.js'
import { normalForm } from './normal-form.js'
import { isSimplified } from '../../../src/countries/it/simplified-types.js'
import { ITALIAN } from './sound-invoice.js'

t.setTimeout(300_000)

const read = (xml: string): ReadDocument => readFattura(parseXml(Buffer.from(xml)))

function holds(invoice: InvoiceRequest, attachments: readonly Uint8Array[]): void {
  const { xml } = ITALIAN.convert(invoice, attachments)
  const result = read(xml)
  const lost = result.unread.map(({ path }) => path)
  if (lost.length > 0) throw new Error(`unread: ${lost.join(' ')}; ${xml}`)
  const [found, expected] = [result.request, normalForm(invoice, attachments)].map(comparable)
  if (found !== expected) throw new Error(`${found}\n${expected}`)
  const again = ITALIAN.convert(result.request, result.attachments).xml
  const lines = xml.split('\n')
  const changed = again.split('\n').find((each, index) => each !== lines[index])
  if (again !== xml) throw new Error(`${JSON.stringify(changed)} does not stand in ${xml}`)
}

/** With the fields of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/**
 * An invoice to compare. Random attachments bear no true hash, and media types that their names do
 * not reveal. How the changes of a line's price share in it counts by what comes out.
 */
function comparable(invoice: InvoiceRequest): string {
  const { lines } = fatturaModel(invoice).inEuros
  return JSON.stringify(
    sorted({
      ...invoice,
      attachments: invoice.attachments?.map(({ filename, size, description }) => ({ filename, size, description })),
      lines: invoice.lines.map((line, index) => ({
        ...line,
        discount: undefined,
        allowances: undefined,
        charges: undefined,
        net: lines[index]?.netAmount?.toString(),
      })),
    }),
  )
}

t.test('a document is read as the invoice that it was written from', async (t) => {
  const numRuns = triesOf(400)
  fc.assert(
    fc.property(lawfulItalian(12), ({ invoice, attachments }) => {
      holds(invoice, attachments)
    }),
    { seed: SEED, numRuns },
  )
  t.pass(`${numRuns} documents`)
})

t.test('the samples are read as what they were written from', async (t) => {
  // `simplified.test.ts` reads the others.
  for (const { name, invoice, attachments } of acceptedSamples('IT', '2026-11-21')) {
    if (isSimplified(invoice)) continue
    t.doesNotThrow(() => {
      holds(invoice, attachments)
    }, name)
  }
})

const EXAMPLES = join(ARTEFACTS, 'examples', 'it')
const FOLDERS = hasArtefacts(t, 'reading official examples') ? ['valid', 'invalid', 'xsd-valid-totals-wrong'] : []

for (const folder of FOLDERS)
  for (const file of readdirSync(join(EXAMPLES, folder)).filter((name) => name.endsWith('.xml')))
    t.test(`the official example ${folder}/${file}`, async (t) => {
      const xml = readFileSync(join(EXAMPLES, folder, file), 'utf8')
      const tree = parseXml(Buffer.from(xml))
      if (tree.root.all('FatturaElettronicaBody').length > 1) {
        t.throws(() => readFattura(tree), { name: 'UnreadableDocument', message: /^The file contains 2 invoices/ })
        return
      }
      const { request, attachments, unread } = readFattura(tree)
      const again = ITALIAN.convert(request, attachments).xml
      const left = new Set(unread)
      const lost: string[] = []
      const visit = (element: XmlElement): void => {
        if (left.has(element)) return
        element.children.forEach(visit)
        const text = element.stringValue.trim()
        if (element.children.length === 0 && text !== '' && !again.includes(text)) lost.push(element.path)
      }
      visit(tree.root)
      t.same(lost, [], 'what is not reported as unread is in the document that is written from it')
    })

t.test('two documents that differ are read as two invoices, or the reader says what it leaves out', async (t) => {
  if (!hasArtefacts(t, 'changing every element of the official listing')) return
  const leaves = everyLeaf()
  t.ok(leaves.length > 200, `${leaves.length} elements`)
  // What is read depends on what else is there.
  for (const [name, without] of [
    ['all of them', /^$/],
    ['persons', /Denominazione$/],
    ['companies without house numbers, no percentages', /(?:Nome|Cognome|NumeroCivico|Percentuale)$/],
    [
      'nothing but what is needed',
      /Altri|Sconto|Cassa|Ritenuta|Trasporto|Contratto|Numero(?:Civico|Colli)|Codice(?:CIG|CUP)/,
    ],
  ] as const) {
    const kept = leaves.filter(({ path }) => !without.test(path))
    const whole = reading(documentOfLeaves(kept))
    const silent = kept.filter(({ path, other }, index) => {
      const changed = reading(documentOfLeaves(kept.map((leaf, at) => (at === index ? { path, value: other } : leaf))))
      const isUnread = [...whole.unread, ...changed.unread].some((each) => path === each || path.startsWith(`${each}/`))
      return changed.request === whole.request && !isUnread
    })
    t.same(
      silent.map(({ path }) => path),
      [],
      name,
    )
  }
})

/** What is read from a document: the request, and the paths that are not read. */
function reading(xml: string) {
  const { request, unread, attachments } = read(xml)
  const paths = unread.map(({ path }) => path.replace('/p:FatturaElettronica/', '').replaceAll(/\[\d+\]/g, ''))
  return {
    request: JSON.stringify([request, attachments.map((each) => Buffer.from(each).toString('hex'))]),
    unread: paths,
  }
}
