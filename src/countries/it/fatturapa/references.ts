import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { RelatedKind } from '../../../domain/request/italy.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { FatturaModel } from '../model.js'
import { latin1 } from '../latin.js'
import { type PlacedDocument, RELATED_ELEMENTS, relatedDocuments } from '../related-documents.js'
import { putTransport } from './transport.js'

/** 2.1.2 to 2.1.9: the documents that the invoice refers to. */
export function putReferences(sink: DocumentSink, { request, inEuros: document }: FatturaModel): void {
  const related = relatedDocuments(request)
  putRelated(sink, 'order', related, document)
  putOrderLines(sink, related.order[0]?.number, document)
  putRelated(sink, 'contract', related, document)
  putRelated(sink, 'agreement', related, document)
  putRelated(sink, 'receipt', related, document)
  putPrecedingInvoices(sink, request)
  for (const stage of request.it?.progressStages ?? [])
    sink.group('DatiSAL', () => {
      sink.text('RiferimentoFase', String(stage))
    })
  putDeliveryNotes(sink, request, document)
  putTransport(sink, request)
}

function putRelated(
  sink: DocumentSink,
  kind: RelatedKind,
  related: Readonly<Record<RelatedKind, readonly PlacedDocument[]>>,
  document: Invoice,
): void {
  for (const { number, issueDate, item, jobCode, projectReference, tenderReference, lines, place } of related[kind])
    sink.group(
      RELATED_ELEMENTS[kind],
      () => {
        putLineNumbers(sink, lines, document)
        sink.text('IdDocumento', number)
        sink.text('Data', issueDate)
        sink.text('NumItem', item)
        sink.text('CodiceCommessaConvenzione', jobCode === undefined ? undefined : latin1(jobCode))
        sink.text('CodiceCUP', projectReference)
        sink.text('CodiceCIG', tenderReference)
      },
      undefined,
      place,
    )
}

function putLineNumbers(sink: DocumentSink, lines: readonly number[] = [], document: Invoice): void {
  for (const line of lines) sink.text('RiferimentoNumeroLinea', document.lines[line]?.id ?? String(line + 1))
}

/** NumItem belongs to an order, so each line with one repeats the order. */
function putOrderLines(sink: DocumentSink, order: string | undefined, { lines }: Invoice): void {
  lines.forEach(({ id, orderLineReference }, index) => {
    if (orderLineReference === undefined) return
    sink.group(
      'DatiOrdineAcquisto',
      () => {
        sink.text('RiferimentoNumeroLinea', id)
        sink.text('IdDocumento', order)
        sink.text('NumItem', orderLineReference)
      },
      undefined,
      { field: `lines[${index}]` },
    )
  })
}

function putPrecedingInvoices(sink: DocumentSink, { precedingInvoice, precedingInvoices = [] }: InvoiceRequest): void {
  const all = [
    ...(precedingInvoice === undefined ? [] : [{ ...precedingInvoice, field: 'precedingInvoice' }]),
    ...precedingInvoices.map((each, index) => ({ ...each, field: `precedingInvoices[${index}]` })),
  ]
  for (const { number, issueDate, field } of all)
    sink.group(
      'DatiFattureCollegate',
      () => {
        sink.text('IdDocumento', number)
        sink.text('Data', issueDate)
      },
      undefined,
      { field },
    )
}

function putDeliveryNotes(sink: DocumentSink, { deliveryNotes = [] }: InvoiceRequest, document: Invoice): void {
  deliveryNotes.forEach(({ number, issueDate, lines }, index) => {
    sink.group(
      'DatiDDT',
      () => {
        sink.text('NumeroDDT', number)
        sink.text('DataDDT', issueDate)
        putLineNumbers(sink, lines, document)
      },
      undefined,
      { field: `deliveryNotes[${index}]` },
    )
  })
}
