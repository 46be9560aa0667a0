import { cut } from '../../../domain/text.js'
import { given } from '../../../einvoice/request/given.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { isBlank, trimmed } from '../../../einvoice/xml/white-space.js'
import type { PrecedingInvoice } from '../../../domain/request/invoice-request.js'
import type { JsonPlace } from '../../judging/element-fields.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { sumOfAdvances } from '../advances.js'
import { descriptions } from '../descriptions.js'
import { type Fa3Model, kindOfInvoice } from '../model.js'
import { deliveryTimes } from '../periods.js'
import { putAmount } from './amount.js'
import { putAnnotations } from './annotations.js'
import { putLines } from './lines.js'
import { putCorrection } from './correction.js'
import { putConditions } from './conditions.js'
import { putOrder } from './order.js'
import { putPayment, putSettlement } from './payment.js'

/** Fa: the invoice proper. */
export function putFa(sink: DocumentSink, model: Fa3Model): void {
  const { request, invoice, signed } = model
  const sales = model.lines.flatMap(({ line, isOfInvoice }) => (isOfInvoice === true ? [] : [line]))
  const times = deliveryTimes({ ...request, lines: sales })
  sink.group('Fa', () => {
    sink.text('KodWaluty', request.currency)
    sink.text('P_1', request.issueDate)
    sink.text('P_1M', request.pl?.placeOfIssue)
    sink.text('P_2', request.number)
    sink.text('WZ', given(request.references?.despatchAdvice))
    sink.text('P_6', times.date)
    const period = (): void => {
      sink.text('P_6_Od', times.period?.start)
      sink.text('P_6_Do', times.period?.end)
    }
    sink.group('OkresFa', period, undefined, { field: request.period === undefined ? 'lines[0].period' : 'period' })
    putSums(sink, model)
    // Of a final invoice it is what remains to be paid (art. 106f (3)).
    putAmount(sink, 'P_15', invoice.totals.withVat && signed(invoice.totals.withVat.minus(sumOfAdvances(request))))
    putAnnotations(sink, model)
    putKind(sink, model)
    putPartPayments(sink, model)
    sink.text('FP', request.pl?.forReceipt === true ? '1' : undefined)
    sink.text('TP', request.pl?.relatedParties === true ? '1' : undefined)
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
    putAdvances(sink, model)
    putLines(sink, model, times)
    putSettlement(sink, model)
    putPayment(sink, model)
    putConditions(sink, model)
    putOrder(sink, model)
  })
}

/** P_13 and P_14; for a foreign currency also the VAT in PLN (art. 106e (11)). */
function putSums(sink: DocumentSink, { sums, exchangeRate }: Fa3Model): void {
  for (const { net, vat } of sums) {
    putAmount(sink, net.element, net.amount)
    if (vat === undefined) continue
    putAmount(sink, vat.element, vat.amount)
    putAmount(sink, `${vat.element}W`, exchangeRate && vat.amount.times(exchangeRate).round(2))
  }
}

/** Maximum length of PrzyczynaKorekty. */
const LONGEST_REASON = 256

/** PrzyczynaKorekty: the first line of the note, which is complete at the end of the document. */
export function reasonOf(note: string): string {
  const [line = ''] = trimmed(note).split('\n')
  return cut(trimmed(line), LONGEST_REASON)
}

/** RodzajFaktury, and the corrected invoice of a correction. */
function putKind(sink: DocumentSink, model: Fa3Model): void {
  const { request } = model
  const { note, correction } = request
  const kind = kindOfInvoice(request)
  const isCorrection = kind.startsWith('KOR')
  sink.text('RodzajFaktury', kind)
  const reason = isCorrection && !isBlank(note) ? reasonOf(note) : undefined
  sink.text('PrzyczynaKorekty', correction?.reason ?? reason)
  // A reduction counts at the issue of the correction (art. 29a (13)); an increase depends on its
  // cause, which is unknown here.
  const effect = isCorrection && lowersAmount(model) ? '2' : undefined
  sink.text('TypKorekty', correction?.effect.toString() ?? effect)
  // For other invoices it is written as well, so that the rules report it, rather than dropped.
  putCorrected(sink, request.precedingInvoice)
  for (const [index, each] of (request.precedingInvoices ?? []).entries())
    putCorrected(sink, each, { field: `precedingInvoices[${index}]` })
  putCorrection(sink, model)
}

/** DaneFaKorygowanej. */
function putCorrected(sink: DocumentSink, corrected: PrecedingInvoice | undefined, place?: JsonPlace): void {
  if (corrected === undefined) return
  const { issueDate, number, ksefNumber } = corrected
  const children = (): void => {
    sink.text('DataWystFaKorygowanej', issueDate)
    sink.text('NrFaKorygowanej', number)
    sink.text('NrKSeF', ksefNumber === undefined ? undefined : '1')
    sink.text('NrKSeFFaKorygowanej', ksefNumber)
    sink.text('NrKSeFN', ksefNumber === undefined ? '1' : undefined)
  }
  sink.group('DaneFaKorygowanej', children, undefined, place ?? { field: 'precedingInvoice' })
}

/** FakturaZaliczkowa: the advance invoices, by their numbers in KSeF where they have one. */
function putAdvances(sink: DocumentSink, { request }: Fa3Model): void {
  for (const [index, { number, ksefNumber }] of (request.prepayments ?? []).entries()) {
    const children = (): void => {
      sink.text('NrKSeFZN', ksefNumber === undefined ? '1' : undefined)
      sink.text('NrFaZaliczkowej', ksefNumber === undefined ? number : undefined)
      sink.text('NrKSeFFaZaliczkowej', ksefNumber)
    }
    sink.group('FakturaZaliczkowa', children, undefined, { field: `prepayments[${index}]` })
  }
}

/** ZaliczkaCzesciowa: the payments that an advance documents; in a correction the differences. */
function putPartPayments(sink: DocumentSink, { request, signed }: Fa3Model): void {
  for (const [index, { date, amount, exchangeRate }] of (request.pl?.partPayments ?? []).entries()) {
    const children = (): void => {
      sink.text('P_6Z', date)
      putAmount(sink, 'P_15Z', signed(Decimal.of(amount)))
      sink.number('KursWalutyZW', exchangeRate === undefined ? undefined : Decimal.of(exchangeRate), 0)
    }
    sink.group('ZaliczkaCzesciowa', children, undefined, { field: `pl.partPayments[${index}]` })
  }
}

/** Whether a correction is a reduction. */
function lowersAmount({ invoice, signed }: Fa3Model): boolean {
  const { withVat = Decimal.zero } = invoice.totals
  return withVat.isZero() ? invoice.kind === 'creditNote' : signed(withVat).compare(Decimal.zero) < 0
}
