import type { Syntax } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../model/invoice-model.js'
import type { XmlElement } from '../xml/element.js'
import { putCii } from './cii/write-cii.js'
import type { DocumentSink } from './document-sink.js'
import { InvoiceDocument } from './invoice-document.js'
import { TreeSink } from './tree-sink.js'
import { putUbl } from './ubl/write-ubl.js'

/** A document of ours that was never text. */
export interface WrittenDocument {
  readonly document: InvoiceDocument
  /** The groups of the model by the elements that were written from them. */
  readonly groups: ReadonlyMap<XmlElement, object>
}

/**
 * The very document that an invoice is written as. Rules judge it like one that was read.
 * @throws UnwritableText, Inexpressible as `writeUbl` and `writeCii`
 */
export function writtenDocument(invoice: Invoice, syntax: Syntax): WrittenDocument {
  return documentOf((sink) => {
    if (syntax === 'ubl') putUbl(sink, invoice)
    else putCii(sink, invoice)
  })
}

/**
 * What a writer puts, as a tree of elements without any text in between.
 * @param prefix see `TreeSink`
 * @throws UnwritableText, and what the writer throws
 */
export function documentOf(put: (sink: DocumentSink) => void, prefix = ''): WrittenDocument {
  const sink = new TreeSink(prefix)
  put(sink)
  const { tree, names, groups } = sink
  return { document: new InvoiceDocument(tree, names), groups }
}
