import { given } from '../../../einvoice/request/given.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { inProportion, instalmentsOf } from '../../../einvoice/model/payment-plan.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { documentType } from '../document-types.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { BANK_TRANSFER, italianMeans } from '../payment-means.js'
import { earlyPayment, type Payment, putEarlyPayment } from './early-payment.js'

/** CondizioniPagamento: in parts, all at once, an advance. */
const [IN_PARTS, IN_FULL, ADVANCE] = ['TP01', 'TP02', 'TP03']
/** TipoDocumento of an invoice of an advance, and of one on a fee. */
const ADVANCES: ReadonlySet<string> = new Set(['TD02', 'TD03'])

/**
 * 2.4 DatiPagamento, if the invoice has payment details: a payment of the whole amount or of each
 * part, by default by bank transfer.
 */
export function putPayment(sink: DocumentSink, model: FatturaModel): void {
  const { inEuros: document, request, invoice } = model
  const { payment, payee, paymentDueDate } = document
  const isSaid = [payment, paymentDueDate, payee, invoice.paymentPlan].some((each) => each !== undefined)
  if (!isSaid) return
  const [transfer] = payment?.transfers ?? []
  const code = given(request.paymentMeans?.code)
  // The holder of the account is who is paid.
  const beneficiary = payee?.name ?? transfer?.accountName
  const parts = partsInEuros(model)
  const discounts = earlyPayment(model, parts)
  sink.group('DatiPagamento', () => {
    sink.text('CondizioniPagamento', conditions(model, parts))
    parts.forEach(({ dueDate, amount }, index) => {
      const children = (): void => {
        sink.text('Beneficiario', beneficiary === undefined ? undefined : latin1(beneficiary))
        sink.text('ModalitaPagamento', code === undefined ? BANK_TRANSFER : italianMeans(code))
        sink.text('DataScadenzaPagamento', dueDate)
        sink.number('ImportoPagamento', amount, 2)
        sink.text('IBAN', transfer?.account)
        sink.text('BIC', transfer?.serviceProvider?.replaceAll(' ', '').toUpperCase())
        putEarlyPayment(sink, discounts?.[index])
        sink.text('CodicePagamento', payment?.remittance)
      }
      sink.group('DettaglioPagamento', children)
    })
  })
}

/** The parts of the payment in EUR; without parts the whole. */
export function partsInEuros({ invoice, payable }: FatturaModel): readonly Payment[] {
  const { paymentPlan, totals, paymentDueDate } = invoice
  const parts = paymentPlan === undefined ? [] : instalmentsOf(paymentPlan, totals.due, paymentDueDate)
  if (parts.length === 0) return [{ dueDate: invoice.paymentDueDate, amount: payable }]
  const amounts = inProportion(
    parts.map(({ amount }) => amount),
    totals.due ?? Decimal.zero,
    payable,
  )
  return parts.map(({ dueDate }, index) => ({ dueDate, amount: amounts[index] ?? Decimal.zero }))
}

function conditions({ request }: FatturaModel, parts: readonly Payment[]): string | undefined {
  if (parts.length > 1) return IN_PARTS
  return ADVANCES.has(documentType(request)) ? ADVANCE : IN_FULL
}
