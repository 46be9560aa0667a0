import { oncePerObject } from '../../domain/once-per-object.js'
import type { Invoice } from '../model/invoice-model.js'
import { readCii } from './cii/read/document.js'
import { type InvoiceDocument, parseInvoice } from './invoice-document.js'
import type { ReadingReport } from './reading-report.js'
import { readUbl } from './ubl/read/document.js'

/** The result of reading a document. */
export interface ReadInvoice {
  readonly document: InvoiceDocument
  readonly invoice: Invoice
  readonly report: ReadingReport
}

/**
 * Reads any UBL 2.1 Invoice or CreditNote and any CII D16B or D22B CrossIndustryInvoice into the
 * semantic model.
 * @throws RefusedXml, UnknownDocument
 */
export function readInvoice(bytes: Uint8Array): ReadInvoice {
  return readParsed(parseInvoice(bytes))
}

/**
 * The same for such a document that is already parsed. Judging, converting and showing it need the
 * same reading, so it is made once.
 */
export const readParsed = oncePerObject((document: InvoiceDocument): ReadInvoice => {
  const { tree, detected } = document
  return { document, ...(detected.syntax === 'ubl' ? readUbl(tree) : readCii(tree)) }
})
