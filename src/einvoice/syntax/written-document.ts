import type { Invoice } from '../model.js'
import { putCii } from './cii/write-cii.js'
import { detectTree, type ReadDocument } from './read-invoice.js'
import { SyntaxReport } from './syntax-report.js'
import { TreeSink } from './tree-sink.js'
import { putUbl } from './ubl/write-ubl.js'

const NOTHING_SEEN = new Uint8Array(0)

/**
 * The very document that an invoice is written as, as a tree of elements without any text in between. Rules judge it like one that was read.
 * @throws UnwritableText, Inexpressible as `writeUbl` and `writeCii`
 */
export function writtenDocument(invoice: Invoice, syntax: 'ubl' | 'cii'): ReadDocument {
  const sink = new TreeSink()
  if (syntax === 'ubl') putUbl(sink, invoice)
  else putCii(sink, invoice)
  const { tree, origins, census } = sink
  const account = { faults: [], origins, seen: NOTHING_SEEN }
  return { detected: detectTree(tree), invoice, report: new SyntaxReport(syntax, tree, () => account, census) }
}
