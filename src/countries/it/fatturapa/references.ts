import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { given } from '../../../einvoice/request/given.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { FatturaModel } from '../model.js'
import { putAddress } from './parties.js'

/** 2.1.2 to 2.1.9: the documents that the invoice refers to. */
export function putReferences(sink: DocumentSink, { request, inEuros: document }: FatturaModel): void {
  const { orderReference, contractReference, projectReference, tenderReference, references } = request
  const codes = { project: given(projectReference), tender: given(tenderReference) }
  const [order, contract] = [given(orderReference), given(contractReference)]
  // Project and tender have no group of their own. Without other references they are written in
  // the order.
  const isAlone = order === undefined && contract === undefined
  putReference(sink, 'DatiOrdineAcquisto', order ?? (isAlone ? (codes.tender ?? codes.project) : undefined), codes)
  putOrderLines(sink, order, document)
  putReference(sink, 'DatiContratto', contract, codes)
  putReference(sink, 'DatiRicezione', given(references?.receivingAdvice))
  putPrecedingInvoices(sink, request)
  putDeliveryNotes(sink, request, document)
  putDelivery(sink, request)
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

function putReference(
  sink: DocumentSink,
  name: string,
  id: string | undefined,
  { project, tender }: { readonly project?: string | undefined; readonly tender?: string | undefined } = {},
): void {
  if (id === undefined) return
  sink.group(name, () => {
    sink.text('IdDocumento', id)
    sink.text('CodiceCUP', project)
    sink.text('CodiceCIG', tender)
  })
}

function putDeliveryNotes(sink: DocumentSink, { deliveryNotes = [] }: InvoiceRequest, document: Invoice): void {
  deliveryNotes.forEach(({ number, issueDate, lines = [] }, index) => {
    sink.group(
      'DatiDDT',
      () => {
        sink.text('NumeroDDT', number)
        sink.text('DataDDT', issueDate)
        for (const line of lines) sink.text('RiferimentoNumeroLinea', document.lines[line]?.id ?? String(line + 1))
      },
      undefined,
      { field: `deliveryNotes[${index}]` },
    )
  })
}

/** The delivery date is written as its first instant, because the schema requires a time. */
function putDelivery(sink: DocumentSink, { deliveryDate, delivery }: InvoiceRequest): void {
  const date = given(deliveryDate)
  sink.group('DatiTrasporto', () => {
    putAddress(sink, 'IndirizzoResa', delivery?.address)
    sink.text('DataOraConsegna', date === undefined ? undefined : `${date}T00:00:00`)
  })
}
