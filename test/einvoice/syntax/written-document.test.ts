import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { Invoice } from '../../../src/einvoice/model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write-cii.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import type { PathCensus } from '../../../src/einvoice/syntax/path-census.js'
import { type ReadDocument, readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write-ubl.js'
import { writtenDocument } from '../../../src/einvoice/syntax/written-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { fullInvoice } from '../full-invoice.js'
import { withHierarchy, withXrechnungExtension, XRECHNUNG_EXTENSION } from './arbitrary-extensions.js'
import { lawfulModel } from './arbitrary-model.js'

/** All that rules can see of an element and of what is in it. */
function seen({ name, path, text, stringValue, textNodes, attributes, isEmpty, children }: XmlElement): unknown {
  const leaf = children.length === 0 ? { text } : {}
  return { name, path, ...leaf, stringValue, textNodes, attributes, isEmpty, children: children.map(seen) }
}

function paths(census: ReadonlyMap<string, PathCensus>): unknown {
  const rows = Array.from(census.values(), ({ path, name, isAttribute, most, elements }) => ({
    ...{ path, name, isAttribute, most, elements: elements.map((element) => element.path) },
  }))
  return rows.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Where rules look for the groups of the model. */
function origins({ report }: ReadDocument, invoice: Invoice): unknown {
  const { lines, vatBreakdown, allowances, charges, supportingDocuments } = invoice
  return [lines, vatBreakdown, allowances, charges, supportingDocuments].map((groups) =>
    groups.map((group) => report.originOf(group)?.path),
  )
}

function assertAlike(invoice: Invoice, syntax: 'ubl' | 'cii'): void {
  const read = readInvoice(Buffer.from(syntax === 'ubl' ? writeUbl(invoice) : writeCii(invoice)))
  const written = writtenDocument(invoice, syntax)
  assert.deepEqual(seen(written.report.root), seen(read.report.root))
  assert.deepEqual(paths(written.report.census), paths(read.report.census))
  assert.deepEqual(written.detected, read.detected)
  assert.deepEqual(origins(written, invoice), origins(read, read.invoice))
}

const standard = lawfulModel('urn:cen.eu:en16931:2017', 6, 3)
const french = lawfulModel('urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr', 6, 3)
const CASES: readonly (readonly [string, 'ubl' | 'cii', fc.Arbitrary<Invoice>])[] = [
  ['UBL', 'ubl', standard],
  ['UBL with the extension of XRechnung', 'ubl', lawfulModel(XRECHNUNG_EXTENSION, 3).chain(withXrechnungExtension)],
  ['UBL with the extension of France', 'ubl', french.chain(withHierarchy)],
  ['CII', 'cii', standard],
  ['CII with the extension of France', 'cii', french.chain(withHierarchy)],
]

for (const [name, syntax, models] of CASES)
  t.test(`${name}: the tree is that of the text`, async () => {
    fc.assert(
      fc.property(models, (invoice) => {
        assertAlike(invoice, syntax)
      }),
    )
  })

t.test('invoices with every term too', async () => {
  for (const kind of ['invoice', 'creditNote'] as const)
    for (const syntax of ['ubl', 'cii'] as const) assertAlike(fullInvoice(kind), syntax)
})

t.test('what XML cannot hold is refused as by the writer of text', async (t) => {
  const invoice = fullInvoice('invoice')
  for (const text of ['a\u0000', '\ud83d', '\uffff'])
    for (const syntax of ['ubl', 'cii'] as const)
      t.throws(() => writtenDocument({ ...invoice, buyerReference: text }, syntax), new UnwritableText(text))
})

t.test('white space of values stays as it is', async () => {
  for (const buyerReference of ['a\rb', ' a\n\tb ', '', ' '])
    for (const syntax of ['ubl', 'cii'] as const) assertAlike({ ...fullInvoice('invoice'), buyerReference }, syntax)
})
