import type { Invoice } from '../model/invoice-model.js'
import { readCii } from './cii/read-cii.js'
import { type InvoiceDocument, parseInvoice } from './invoice-document.js'
import type { ReadingReport } from './reading-report.js'
import { readUbl } from './ubl/read-ubl.js'

/** What was read of a document. */
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

/** The same of a document that was parsed, and is one of these. */
export function readParsed(document: InvoiceDocument): ReadInvoice {
  const { tree, detected } = document
  return { document, ...(detected.syntax === 'ubl' ? readUbl(tree) : readCii(tree)) }
}
