import { given } from '../../../einvoice/request/given.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { BANK_TRANSFER, italianMeans } from '../payment-means.js'

/** All at once. */
const IN_FULL = 'TP02'

/**
 * 2.4 DatiPagamento, if the invoice has payment details: a payment of the whole amount, by default
 * by bank transfer.
 */
export function putPayment(sink: DocumentSink, { inEuros: document, request, payable }: FatturaModel): void {
  const { payment, paymentDueDate, payee } = document
  if (payment === undefined && paymentDueDate === undefined && payee === undefined) return
  const [transfer] = payment?.transfers ?? []
  const code = given(request.paymentMeans?.code)
  // The holder of the account is who is paid.
  const beneficiary = payee?.name ?? transfer?.accountName
  sink.group('DatiPagamento', () => {
    sink.text('CondizioniPagamento', IN_FULL)
    sink.group('DettaglioPagamento', () => {
      sink.text('Beneficiario', beneficiary === undefined ? undefined : latin1(beneficiary))
      sink.text('ModalitaPagamento', code === undefined ? BANK_TRANSFER : italianMeans(code))
      sink.text('DataScadenzaPagamento', paymentDueDate)
      sink.number('ImportoPagamento', payable, 2)
      sink.text('IBAN', transfer?.account)
      sink.text('BIC', transfer?.serviceProvider?.replaceAll(' ', '').toUpperCase())
      sink.text('CodicePagamento', payment?.remittance)
    })
  })
}
