import type { InvoiceRequest } from '../../../domain/invoice-request.js'
import { isBlank } from '../../../einvoice/rules/rule.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'

/** 2.1.2 to 2.1.9: the documents that the invoice refers to. */
export function putReferences(sink: DocumentSink, request: InvoiceRequest): void {
  const { orderReference, contractReference, projectReference, tenderReference, precedingInvoice } = request
  const codes = { project: given(projectReference), tender: given(tenderReference) }
  const [order, contract] = [given(orderReference), given(contractReference)]
  // Project and tender have no group of their own. Where nothing else is referred to, they are
  // what was ordered.
  const isAlone = order === undefined && contract === undefined
  putReference(sink, 'DatiOrdineAcquisto', order ?? (isAlone ? (codes.tender ?? codes.project) : undefined), codes)
  putReference(sink, 'DatiContratto', contract, codes)
  if (precedingInvoice !== undefined)
    sink.group('DatiFattureCollegate', () => {
      sink.text('IdDocumento', precedingInvoice.number)
      sink.text('Data', precedingInvoice.issueDate)
    })
  putDeliveryNotes(sink, request)
  putDelivery(sink, request)
}

function putReference(
  sink: DocumentSink,
  name: string,
  id: string | undefined,
  { project, tender }: { readonly project: string | undefined; readonly tender: string | undefined },
): void {
  if (id === undefined) return
  sink.group(name, () => {
    sink.text('IdDocumento', id)
    sink.text('CodiceCUP', project)
    sink.text('CodiceCIG', tender)
  })
}

function putDeliveryNotes(sink: DocumentSink, { deliveryNotes = [] }: InvoiceRequest): void {
  deliveryNotes.forEach(({ number, issueDate, lines = [] }, index) => {
    sink.group(
      'DatiDDT',
      () => {
        sink.text('NumeroDDT', number)
        sink.text('DataDDT', issueDate)
        for (const line of lines) sink.text('RiferimentoNumeroLinea', String(line + 1))
      },
      undefined,
      { field: `deliveryNotes[${index}]` },
    )
  })
}

/** The day of delivery is told as its first moment, since the schema asks for a time. */
function putDelivery(sink: DocumentSink, { deliveryDate }: InvoiceRequest): void {
  const date = given(deliveryDate)
  if (date === undefined) return
  sink.group('DatiTrasporto', () => {
    sink.text('DataOraConsegna', `${date}T00:00:00`)
  })
}

function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
