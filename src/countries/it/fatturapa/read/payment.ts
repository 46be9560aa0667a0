import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import type { RequestPaymentPart, RequestRetention } from '../../../../domain/request/payment.js'
import { defined } from '../../../../domain/defined.js'
import type { Retention } from '../../../../einvoice/model/payment-plan.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { BANK_TRANSFER, meansCodeOf } from '../../payment-means.js'
import { readRetention, type SaidOfPayments } from '../retention.js'
import { readEarlyPayment } from '../early-payment.js'
import { codeIn, dayIn, numberIn, textIn } from '../values.js'

type Payment = Pick<
  InvoiceRequest,
  'dueDate' | 'paymentMeans' | 'payee' | 'note' | 'cashDiscounts' | 'paymentSchedule' | 'retention'
>

/**
 * 2.4 DatiPagamento. A bank transfer is written if there are no other payment details.
 * @param said whose note may say why the last payment is retained
 */
export function readPayment(body: XmlElement | undefined, said: SaidOfPayments): Payment {
  const all = body?.child('DatiPagamento')?.all('DettaglioPagamento') ?? []
  const { retention, note, payments } = readRetention(all, said)
  const [payment] = payments
  const name = textIn(payment, 'Beneficiario')
  const paymentSchedule = readSchedule(payments)
  const dueDate = paymentSchedule === undefined ? dayIn(payment, 'DataScadenzaPagamento') : undefined
  const means = codeIn(payment, 'ModalitaPagamento')
  const details = defined({
    bankAccount: codeIn(payment, 'IBAN'),
    bic: codeIn(payment, 'BIC'),
    remittance: textIn(payment, 'CodicePagamento'),
  })
  const discount = readEarlyPayment(paymentSchedule === undefined && retention === undefined ? all.slice(0, 1) : all)
  const isAlone =
    [name, dueDate, discount, paymentSchedule, retention].every((each) => each === undefined) &&
    Object.keys(details).length === 0
  const code = means === undefined || (means === BANK_TRANSFER && !isAlone) ? undefined : meansCodeOf(means)
  const paymentMeans = { ...details, ...defined({ code }) }
  return defined({
    dueDate,
    note,
    paymentSchedule,
    retention: retention && retentionInJson(retention),
    cashDiscounts: discount && [discount],
    payee: name === undefined ? undefined : { name },
    paymentMeans: Object.keys(paymentMeans).length === 0 ? undefined : paymentMeans,
  })
}

function retentionInJson({ amount, percentage, until, reason }: Retention): RequestRetention {
  const size =
    percentage === undefined ? { amount: Number(amount.toString()) } : { percentage: Number(percentage.toString()) }
  return { ...size, ...(until !== undefined && { until }), reason }
}

const MOST_PARTS = 50

/** Several payments, each with its day; others are read as one, and the rest of them is not. */
function readSchedule(payments: readonly XmlElement[]): readonly RequestPaymentPart[] | undefined {
  if (payments.length < 2 || payments.length > MOST_PARTS) return undefined
  const parts = payments.map((payment): RequestPaymentPart | undefined => {
    const [dueDate, amount] = [dayIn(payment, 'DataScadenzaPagamento'), numberIn(payment, 'ImportoPagamento')]
    return dueDate === undefined || amount === undefined || amount <= 0 ? undefined : { dueDate, amount }
  })
  const found = parts.filter((part) => part !== undefined)
  return found.length === parts.length ? found : undefined
}
