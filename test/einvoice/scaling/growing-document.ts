import { copied, type Editable, editable, written } from '../../../conformance/editable.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { fullInvoice } from '../model/full-invoice.js'

/**
 * Under which rules documents grow: every set of rules that there is, by what a document claims to
 * be.
 */
export const SCENARIOS: readonly (readonly [profile: string, syntax: 'ubl' | 'cii', specification: string])[] = [
  ['en', 'ubl', 'urn:cen.eu:en16931:2017'],
  ['en', 'cii', 'urn:cen.eu:en16931:2017'],
  ['ro', 'ubl', 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'],
  ['be', 'ubl', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'],
  ['be-sb', 'ubl', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'],
  [
    'de',
    'ubl',
    `urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  ],
  ['de', 'cii', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'],
  ['fr', 'ubl', 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'],
  ['fr', 'cii', 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'],
]

/** A document with every business term, as a tree. */
export function wholeDocument(syntax: 'ubl' | 'cii', specification: string): Editable {
  const invoice = { ...fullInvoice('invoice'), specification }
  const xml = syntax === 'ubl' ? writeUbl(invoice) : writeCii(invoice)
  return editable(parseXml(Buffer.from(xml)).root)
}

/** The ways to an element of a document: places of children, from the root. */
export type Way = readonly number[]

/** The first element of every path in a document, by that path. */
export function places(root: Editable): ReadonlyMap<string, Way> {
  const found = new Map<string, Way>()
  const visit = (element: Editable, path: string, way: Way): void => {
    if (!found.has(path)) found.set(path, way)
    element.children.forEach((child, index) => {
      visit(child, `${path}/${child.name}`, [...way, index])
    })
  }
  visit(root, root.name, [])
  return found
}

/** The element at the end of a way from the root; as far as there is one. */
export function at(root: Editable, way: Way): Editable {
  let element = root
  for (const step of way) element = element.children[step] ?? element
  return element
}

/** How copies differ from what they were copied from. */
export const COPIES: Readonly<Record<string, (copy: Editable, index: number) => void>> = {
  alike: () => undefined,
  empty: (copy) => {
    copy.children = []
    copy.text = ''
  },
  broken: (copy) => {
    everyLeaf(copy, (leaf) => (leaf.text = '?'))
  },
  numbered: (copy, index) => {
    everyLeaf(copy, (leaf) => {
      if (/^[\d.]+$/.test(leaf.text)) leaf.text = String(index)
      else if (leaf.text.length > 3 && !/^\d{4}-?\d{2}-?\d{2}$/.test(leaf.text)) leaf.text += String(index)
    })
  },
}

function everyLeaf(element: Editable, change: (leaf: Editable) => void): void {
  if (element.children.length === 0) change(element)
  for (const child of element.children) everyLeaf(child, change)
}

/** The document with so many more copies of one element, beside it. */
export function repeated(
  root: Editable,
  way: Way,
  size: number,
  change: (copy: Editable, index: number) => void,
): void {
  const parent = at(root, way.slice(0, -1))
  const original = at(root, way)
  const copies = Array.from({ length: size }, (_, index) => {
    const copy = copied(original)
    change(copy, index)
    return copy
  })
  parent.children.splice((way.at(-1) ?? 0) + 1, 0, ...copies)
}

/** The document in UTF-8. */
export function xmlOf(root: Editable): Buffer {
  return Buffer.from(written(root))
}
