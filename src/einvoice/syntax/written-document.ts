import type { Syntax } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../model/invoice-model.js'
import type { XmlElement } from '../xml/element.js'
import { putCii } from './cii/write/document.js'
import type { DocumentSink } from './document-sink.js'
import { InvoiceDocument } from './invoice-document.js'
import { TreeSink } from './tree-sink.js'
import { putUbl } from './ubl/write/document.js'

/** Our own document that was never text. */
export interface WrittenDocument {
  readonly document: InvoiceDocument
  /** The model's groups by the elements written from them. */
  readonly groups: ReadonlyMap<XmlElement, object>
}

/**
 * The document of an invoice, as it would be written. Rules judge it like one that was read.
 * @throws UnwritableText, Inexpressible as `writeUbl` and `writeCii`
 */
export function writtenDocument(invoice: Invoice, syntax: Syntax): WrittenDocument {
  return documentOf((sink) => {
    if (syntax === 'ubl') putUbl(sink, invoice)
    else putCii(sink, invoice)
  })
}

/**
 * The output of a writer as a tree of elements, without an intermediate text.
 * @param prefix see `TreeSink`
 * @throws UnwritableText, and the errors of the writer
 */
export function documentOf(put: (sink: DocumentSink) => void, prefix = ''): WrittenDocument {
  const sink = new TreeSink(prefix)
  put(sink)
  const { tree, names, groups } = sink
  return { document: new InvoiceDocument(tree, names), groups }
}
