import { cut } from '../../../domain/text.js'
import { given } from '../../../einvoice/request/given.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { isBlank, trimmed } from '../../../einvoice/xml/white-space.js'
import type { PrecedingInvoice } from '../../../domain/request/invoice-request.js'
import type { JsonPlace } from '../../judging/element-fields.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { descriptions } from '../descriptions.js'
import { type Fa3Model, kindOfInvoice } from '../model.js'
import { deliveryTimes } from '../periods.js'
import { putAmount } from './amount.js'
import { putAnnotations } from './annotations.js'
import { putLines } from './lines.js'
import { putConditions, putPayment, putSettlement } from './payment.js'

/** Fa: the invoice proper. */
export function putFa(sink: DocumentSink, model: Fa3Model): void {
  const { request, invoice, signed } = model
  const times = deliveryTimes(request)
  sink.group('Fa', () => {
    sink.text('KodWaluty', request.currency)
    sink.text('P_1', request.issueDate)
    sink.text('P_2', request.number)
    sink.text('WZ', given(request.references?.despatchAdvice))
    sink.text('P_6', times.date)
    const period = (): void => {
      sink.text('P_6_Od', times.period?.start)
      sink.text('P_6_Do', times.period?.end)
    }
    sink.group('OkresFa', period, undefined, { field: request.period === undefined ? 'lines[0].period' : 'period' })
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
    putSettlement(sink, model)
    putPayment(sink, model)
    putConditions(sink, model)
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
  const { note } = request
  const kind = kindOfInvoice(request)
  const isCorrection = kind === 'KOR'
  sink.text('RodzajFaktury', kind)
  sink.text('PrzyczynaKorekty', isCorrection && !isBlank(note) ? reasonOf(note) : undefined)
  // A reduction counts at the issue of the correction (art. 29a (13)); an increase depends on its
  // cause, which is unknown here.
  sink.text('TypKorekty', isCorrection && lowersAmount(model) ? '2' : undefined)
  // For other invoices it is written as well, so that the rules report it, rather than dropped.
  putCorrected(sink, request.precedingInvoice)
  for (const [index, each] of (request.precedingInvoices ?? []).entries())
    putCorrected(sink, each, { field: `precedingInvoices[${index}]` })
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

/** Whether a correction is a reduction. */
function lowersAmount({ invoice, signed }: Fa3Model): boolean {
  const { withVat = Decimal.zero } = invoice.totals
  return withVat.isZero() ? invoice.kind === 'creditNote' : signed(withVat).compare(Decimal.zero) < 0
}
