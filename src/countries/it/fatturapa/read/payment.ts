import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { BANK_TRANSFER, meansCodeOf } from '../../payment-means.js'
import { codeIn, dayIn, textIn } from '../values.js'

/** 2.4 DatiPagamento. A bank transfer is written if there are no other payment details. */
export function readPayment(body: XmlElement | undefined): Pick<InvoiceRequest, 'dueDate' | 'paymentMeans' | 'payee'> {
  const payment = body?.child('DatiPagamento')?.child('DettaglioPagamento')
  const name = textIn(payment, 'Beneficiario')
  const dueDate = dayIn(payment, 'DataScadenzaPagamento')
  const means = codeIn(payment, 'ModalitaPagamento')
  const details = defined({
    bankAccount: codeIn(payment, 'IBAN'),
    bic: codeIn(payment, 'BIC'),
    remittance: textIn(payment, 'CodicePagamento'),
  })
  const isAlone = name === undefined && dueDate === undefined && Object.keys(details).length === 0
  const code = means === undefined || (means === BANK_TRANSFER && !isAlone) ? undefined : meansCodeOf(means)
  const paymentMeans = { ...details, ...defined({ code }) }
  return defined({
    dueDate,
    payee: name === undefined ? undefined : { name },
    paymentMeans: Object.keys(paymentMeans).length === 0 ? undefined : paymentMeans,
  })
}
