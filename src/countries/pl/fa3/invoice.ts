import { cut } from '../../../domain/text.js'
import { isBlank } from '../../../einvoice/rules/rule.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { descriptions } from '../descriptions.js'
import { type Fa3Model, kindOfInvoice } from '../model.js'
import { deliveryTimes } from '../periods.js'
import { putAmount } from './amount.js'
import { putAnnotations } from './annotations.js'
import { putLines } from './lines.js'
import { putConditions, putPayment } from './payment.js'

/** Fa: the invoice proper. */
export function putFa(sink: DocumentSink, model: Fa3Model): void {
  const { request, invoice, signed } = model
  const times = deliveryTimes(request)
  sink.group('Fa', () => {
    sink.text('KodWaluty', request.currency)
    sink.text('P_1', request.issueDate)
    sink.text('P_2', request.number)
    sink.text('P_6', times.date)
    sink.group('OkresFa', () => {
      sink.text('P_6_Od', times.period?.start)
      sink.text('P_6_Do', times.period?.end)
    })
    putSums(sink, model)
    putAmount(sink, 'P_15', invoice.totals.withVat && signed(invoice.totals.withVat))
    putAnnotations(sink, model)
    putKind(sink, model)
    for (const { line, key, value, field } of descriptions(model, times))
      sink.group(
        'DodatkowyOpis',
        () => {
          sink.text('NrWiersza', line === undefined ? undefined : String(line))
          sink.text('Klucz', key)
          sink.text('Wartosc', value)
        },
        undefined,
        { field },
      )
    putLines(sink, model, times)
    putPayment(sink, model)
    putConditions(sink, model)
  })
}

/** P_13 and P_14; of a foreign currency the VAT in PLN as well (art. 106e (11)). */
function putSums(sink: DocumentSink, { sums, exchangeRate }: Fa3Model): void {
  for (const { net, vat } of sums) {
    putAmount(sink, net.element, net.amount)
    if (vat === undefined) continue
    putAmount(sink, vat.element, vat.amount)
    putAmount(sink, `${vat.element}W`, exchangeRate && vat.amount.times(exchangeRate).round(2))
  }
}

/** Characters in PrzyczynaKorekty. */
const LONGEST_REASON = 256

/** RodzajFaktury, and what a correction says of the invoice that it corrects. */
function putKind(sink: DocumentSink, { request }: Fa3Model): void {
  const { invoiceType, precedingInvoice, note } = request
  const kind = kindOfInvoice(request)
  const isCorrection = kind === 'KOR'
  sink.text('RodzajFaktury', kind)
  // The note stands whole at the end of the document.
  sink.text('PrzyczynaKorekty', isCorrection && !isBlank(note) ? cut(note, LONGEST_REASON) : undefined)
  // What lowers the amount counts when the correction is issued (art. 29a (13)); what raises it by
  // its cause, which is not known here.
  sink.text('TypKorekty', invoiceType === 'credit_note' ? '2' : undefined)
  // Of an invoice that is none it is written for the rules to find, rather than dropped.
  if (precedingInvoice === undefined) return
  const { issueDate, number, ksefNumber } = precedingInvoice
  sink.group('DaneFaKorygowanej', () => {
    sink.text('DataWystFaKorygowanej', issueDate)
    sink.text('NrFaKorygowanej', number)
    if (ksefNumber === undefined) {
      sink.text('NrKSeFN', '1')
      return
    }
    sink.text('NrKSeF', '1')
    sink.text('NrKSeFFaKorygowanej', ksefNumber)
  })
}
