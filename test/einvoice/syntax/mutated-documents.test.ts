import fc from 'fast-check'
import { SEED, triesOf } from '../../support/random/sample.js'
import t from 'tap'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { lawfulModel } from './arbitrary-model.js'

/** What can befall an element without children: its tag, its attributes and its text are given. */
const FATES: readonly ((tag: string, attributes: string, text: string) => string)[] = [
  () => '',
  (tag, attributes, text) => `<${tag}${attributes}>${text}</${tag}><${tag}${attributes}>${text}</${tag}>`,
  (tag, attributes) => `<${tag}${attributes}/>`,
  (tag, _, text) => `<${tag}>${text}</${tag}>`,
  (tag, attributes, text) => `<${tag}${attributes}> ${text}\n</${tag}>`,
  (tag, attributes) => `<${tag}${attributes}>1e3</${tag}>`,
  (tag, attributes) => `<${tag}${attributes}>-1</${tag}>`,
  (tag, attributes, text) => `<${tag}${attributes}>${text}<unknown a="b">c</unknown></${tag}>`,
  (tag, attributes, text) => `<${tag}${attributes}><!-- c -->${text}<?p?></${tag}>`,
]

/** Does up to three things to elements of a document. */
function mutated(xml: string, steps: readonly (readonly [element: number, fate: number])[]): string {
  let changed = xml
  for (const [element, fate] of steps) {
    const leaves = [...changed.matchAll(/<([A-Za-z:]+)([^<>]*)>([^<>]*)<\/\1>/g)]
    const leaf = leaves[element % leaves.length]
    if (leaf === undefined) break
    const [whole, tag = '', attributes = '', text = ''] = leaf
    const fated = FATES[fate % FATES.length]?.(tag, attributes, text) ?? whole
    changed = changed.slice(0, leaf.index) + fated + changed.slice(leaf.index + whole.length)
  }
  return changed
}

function contains(outer: XmlElement, inner: XmlElement): boolean {
  return outer === inner || (inner.parent !== null && contains(outer, inner.parent))
}

const steps = fc.array(fc.tuple(fc.nat(), fc.nat({ max: FATES.length - 1 })), { minLength: 1, maxLength: 3 })

for (const [name, write] of [
  ['UBL', writeUbl],
  ['CII', writeCii],
] as const)
  t.test(`after any change to the elements of a ${name} document it is read and reported on`, (t) => {
    fc.assert(
      fc.property(lawfulModel('urn:cen.eu:en16931:2017', 2), steps, (invoice, done) => {
        const { document, report } = readInvoice(Buffer.from(mutated(write(invoice), done)))
        // Nothing gets lost in silence: an unknown element is in the report, by itself
        // or in one that was not read.
        const unread = report.unread()
        for (const { name, elements } of document.census.values())
          if (name === 'unknown')
            for (const element of elements)
              if (!unread.some((each) => contains(each, element))) throw new Error(`lost: ${element.path}`)
        document.empties()
      }),
      { seed: SEED, numRuns: triesOf(500) },
    )
    t.end()
  })
