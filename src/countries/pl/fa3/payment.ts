import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { Fa3Model } from '../model.js'

/** TFormaPlatnosci. */
const TRANSFER = '6'

/** Platnosc: when and to which account. */
export function putPayment(sink: DocumentSink, { invoice }: Fa3Model): void {
  const account = invoice.payment?.transfers[0]
  sink.group('Platnosc', () => {
    sink.group('TerminPlatnosci', () => {
      sink.text('Termin', invoice.paymentDueDate)
    })
    if (account === undefined) return
    sink.text('FormaPlatnosci', TRANSFER)
    sink.group('RachunekBankowy', () => {
      sink.text('NrRB', account.account)
      sink.text('SWIFT', account.serviceProvider)
    })
  })
}

/** WarunkiTransakcji: contract and order. */
export function putConditions(sink: DocumentSink, { invoice }: Fa3Model): void {
  sink.group('WarunkiTransakcji', () => {
    sink.group('Umowy', () => {
      sink.text('NrUmowy', invoice.contractReference)
    })
    sink.group('Zamowienia', () => {
      sink.text('NrZamowienia', invoice.purchaseOrderReference)
    })
  })
}
