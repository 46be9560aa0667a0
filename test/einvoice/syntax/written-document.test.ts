import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import type { NameIndex } from '../../../src/einvoice/syntax/name-index.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { writtenDocument } from '../../../src/einvoice/syntax/written-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { fullInvoice } from '../model/full-invoice.js'
import { withHierarchy, withXrechnungExtension, XRECHNUNG_EXTENSION } from './arbitrary-extensions.js'
import { lawfulModel } from './arbitrary-model.js'

/** All that rules can see of an element and of what is in it. */
function seen({ name, path, text, stringValue, textNodes, attributes, isEmpty, children }: XmlElement): unknown {
  const leaf = children.length === 0 ? { text } : {}
  return { name, path, ...leaf, stringValue, textNodes, attributes, isEmpty, children: children.map(seen) }
}

/** What the index has under each name that an element or an attribute has. */
function indexed(names: NameIndex, root: XmlElement): unknown {
  const elements = new Set<string>()
  const attributes = new Set<string>()
  const visit = (element: XmlElement): void => {
    elements.add(element.name)
    element.attributes.forEach((each, index) => index % 2 === 0 && attributes.add(each))
    element.children.forEach(visit)
  }
  visit(root)
  const paths = (found: readonly XmlElement[]): string[] => found.map(({ path }) => path)
  return [
    [...elements].sort().map((name) => [name, paths(names.named(name))]),
    [...attributes].sort().map((name) => [name, paths(names.bearing(name))]),
  ]
}

/** Where rules look for the groups of the model. */
function groupsOf({ lines, vatBreakdown, allowances, charges, supportingDocuments }: Invoice): readonly object[] {
  return [lines, vatBreakdown, allowances, charges, supportingDocuments].flat()
}

function assertAlike(invoice: Invoice, syntax: 'ubl' | 'cii'): void {
  const read = readInvoice(Buffer.from(syntax === 'ubl' ? writeUbl(invoice) : writeCii(invoice)))
  const { document, groups } = writtenDocument(invoice, syntax)
  assert.deepEqual(seen(document.root), seen(read.document.root))
  assert.deepEqual(indexed(document.names, document.root), indexed(read.document.names, read.document.root))
  assert.deepEqual(document.detected, read.document.detected)
  const places = new Map(Array.from(groups, ([element, group]) => [group, element.path]))
  assert.deepEqual(
    groupsOf(invoice).map((group) => places.get(group)),
    groupsOf(read.invoice).map((group) => read.report.originOf(group)?.path),
  )
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
