import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { FatturaModel } from '../model.js'

/** All at once. */
const IN_FULL = 'TP02'
const BANK_TRANSFER = 'MP05'

/**
 * 2.4 DatiPagamento, where an account or a due date is given: a bank transfer of the whole amount.
 */
export function putPayment(sink: DocumentSink, { inEuros: document, payable }: FatturaModel): void {
  const { payment, paymentDueDate } = document
  if (payment === undefined && paymentDueDate === undefined) return
  const [transfer] = payment?.transfers ?? []
  sink.group('DatiPagamento', () => {
    sink.text('CondizioniPagamento', IN_FULL)
    sink.group('DettaglioPagamento', () => {
      sink.text('ModalitaPagamento', BANK_TRANSFER)
      sink.text('DataScadenzaPagamento', paymentDueDate)
      sink.number('ImportoPagamento', payable, 2)
      sink.text('IBAN', transfer?.account)
      sink.text('BIC', transfer?.serviceProvider?.replaceAll(' ', '').toUpperCase())
    })
  })
}
