import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import { type SaidInJson, toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { deductedByLines, readDeductions, ROMANIAN_WORDS } from '../prepayments/lines.js'
import { shownLines } from '../prepayments/shown.js'
import { withConsumer, withConsumerToRequest, withFiscalCodes } from './consumer.js'
import { withSplitNotes } from './notes.js'
import { withShortTerms } from './payment-terms.js'
import { CIUS_RO } from './profile.js'

/** UNTDID 1001: an advance, which CIUS-RO does not have (BR-RO-020), so a note says it. */
const ADVANCE = '386'
const ADVANCE_NOTE = 'Factură de avans'

/** The semantic model of an accepted Romanian invoice. Never fails. */
export function romanianInvoice(request: InvoiceRequest, attachments: readonly Uint8Array[] = []): Invoice {
  const invoice = asInvoice(deductedByLines(request, ROMANIAN_WORDS))
  const model = withFiscalCodes(fromRequest(invoice, CIUS_RO, attachments), invoice)
  return withSplitNotes(withShortTerms(withConsumer(model, invoice)))
}

/** A document that was read, as JSON: the inverse of `romanianInvoice`. */
export function romanianRequest(invoice: Invoice): SaidInJson {
  const said = withConsumerToRequest(toRequest(invoice, 'RO', CIUS_RO))
  const request = readDeductions(asAdvance(said.request), ROMANIAN_WORDS, (each) => shownLines(romanianInvoice(each)))
  return { ...said, request }
}

/** An advance is an invoice (380) with a note. */
function asInvoice(request: InvoiceRequest): InvoiceRequest {
  const { typeCode, ...invoice } = request
  if (typeCode !== ADVANCE) return request
  const { note, notes = [] } = invoice
  return note === undefined
    ? { ...invoice, note: ADVANCE_NOTE }
    : { ...invoice, notes: [{ text: ADVANCE_NOTE }, ...notes] }
}

/** The inverse of `asInvoice`. */
function asAdvance(request: InvoiceRequest): InvoiceRequest {
  const { note, notes = [], ...invoice } = request
  if (invoice.invoiceType !== 'invoice' || invoice.typeCode !== undefined) return request
  const [first, ...others] = notes
  const left = note === ADVANCE_NOTE ? notes : others
  const isSaid = note === ADVANCE_NOTE || (first?.text === ADVANCE_NOTE && first.subjectCode === undefined)
  if (!isSaid) return request
  return {
    ...invoice,
    ...(note !== undefined && note !== ADVANCE_NOTE && { note }),
    ...(left.length > 0 && { notes: left }),
    typeCode: ADVANCE,
  }
}
