import { Decimal } from '../../../einvoice/model/decimal.js'
import type { DueWithin } from '../../../domain/request/polish.js'
import type { JsonPlace } from '../../judging/element-fields.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import { instalmentsOf } from '../../../einvoice/model/payment-plan.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { Fa3Model } from '../model.js'
import { deductedAdvances } from '../advances.js'
import { formOfPayment } from '../payment-forms.js'
import { putDiscounts } from './discounts.js'
import { putAmount } from './amount.js'

/** Powod of the amount that is already paid. */
const PREPAID = 'Wpłacono wcześniej'

/** Powod of the rounding amount. */
export const ROUNDING = 'Zaokrąglenie'

/**
 * Rozliczenie: from the total to the amount due. A paid amount without the day of its payment,
 * which Platnosc requires, is a deduction.
 */
export function putSettlement(sink: DocumentSink, { request, invoice, signed }: Fa3Model): void {
  const { rounding, due = Decimal.zero } = invoice.totals
  // P_15 is already without advances.
  const isDeducted = request.paidAt === undefined && deductedAdvances(request).length === 0
  const paid = isDeducted ? invoice.totals.paid : undefined
  // What was paid on a day is in Platnosc.
  const sum = signed(request.paidAt === undefined ? due : due.plus(invoice.totals.paid ?? Decimal.zero))
  // The overpaid amount, or the amount to refund.
  const isOwed = sum.compare(Decimal.zero) < 0
  if (paid === undefined && rounding === undefined) return
  sink.group('Rozliczenie', () => {
    if (rounding !== undefined) {
      sink.group('Obciazenia', () => {
        putAmount(sink, 'Kwota', signed(rounding))
        sink.text('Powod', ROUNDING)
      })
      putAmount(sink, 'SumaObciazen', signed(rounding))
    }
    if (paid !== undefined) {
      sink.group('Odliczenia', () => {
        putAmount(sink, 'Kwota', signed(paid))
        sink.text('Powod', PREPAID)
      })
      putAmount(sink, 'SumaOdliczen', signed(paid))
    }
    putAmount(sink, isOwed ? 'DoRozliczenia' : 'DoZaplaty', sum.abs())
  })
}

/**
 * The element of an account: with a factor among the third parties it is the factor's, who bought
 * the claim.
 */
export function accountElement(hasFactor: boolean): 'RachunekBankowy' | 'RachunekBankowyFaktora' {
  return hasFactor ? 'RachunekBankowyFaktora' : 'RachunekBankowy'
}

/** Platnosc: when, how and to which accounts. */
export function putPayment(sink: DocumentSink, model: Fa3Model): void {
  const { request, invoice } = model
  const { form, otherForm } = formOfPayment(invoice.payment)
  sink.group('Platnosc', () => {
    putPaid(sink, model)
    for (const [index, day] of daysOf(invoice).entries())
      putDueDate(sink, day, index === 0 ? request.pl?.dueWithin : undefined, {
        field: 'dueDate',
        isWhole: true,
        within: 'pl.dueWithin',
      })
    for (const [index, { date, within }] of (request.pl?.furtherDueDates ?? []).entries()) {
      const field = `pl.furtherDueDates[${index}]`
      putDueDate(sink, date, within, { field, within: `${field}.within` })
    }
    sink.text('FormaPlatnosci', form)
    sink.text('PlatnoscInna', otherForm === undefined ? undefined : '1')
    sink.text('OpisPlatnosci', otherForm)
    const element = accountElement(request.thirdParties?.some(({ role }) => role === 'factor') === true)
    const transfers = invoice.payment?.transfers ?? []
    const further = transfers.length - (request.paymentMeans?.furtherAccounts?.length ?? 0)
    for (const [index, { account, serviceProvider, accountName }] of transfers.entries()) {
      const children = (): void => {
        sink.text('NrRB', account)
        sink.text('SWIFT', serviceProvider)
        sink.text('OpisRachunku', accountName)
      }
      const field = index < further ? 'paymentMeans' : `paymentMeans.furtherAccounts[${index - further}]`
      sink.group(element, children, undefined, { field })
    }
    putDiscounts(sink, model)
  })
}

/** TerminPlatnosci: a day, a period, or both. */
function putDueDate(
  sink: DocumentSink,
  day: string | undefined,
  within: DueWithin | undefined,
  place: JsonPlace & { readonly within: string },
): void {
  const children = (): void => {
    sink.text('Termin', day)
    if (within === undefined) return
    const period = (): void => {
      sink.number('Ilosc', Decimal.of(within.count), 0)
      sink.text('Jednostka', within.timeUnit)
      sink.text('ZdarzeniePoczatkowe', within.from)
    }
    sink.group('TerminOpis', period, undefined, { field: place.within })
  }
  sink.group('TerminPlatnosci', children, undefined, place)
}

/** When the payments are due. The first is the due date, so a retention alone has none. */
function daysOf({ paymentPlan, paymentDueDate, totals }: Invoice): readonly (string | undefined)[] {
  const parts = paymentPlan === undefined ? [] : instalmentsOf(paymentPlan, totals.due, paymentDueDate)
  if (parts[0]?.dueDate === undefined) return [paymentDueDate]
  return parts.map(({ dueDate }) => dueDate).filter((day) => day !== undefined)
}

/** Zaplacono, or ZaplataCzesciowa of a part. */
function putPaid(sink: DocumentSink, { request, invoice, signed }: Fa3Model): void {
  const { paid, withVat, rounding = Decimal.zero } = invoice.totals
  if (request.paidAt === undefined || paid === undefined) return
  // A negative sum with a rounding is one to settle, not to pay.
  const isWhole = withVat?.plus(rounding).equals(paid) === true
  if (isWhole && (rounding.isZero() || signed(paid).compare(Decimal.zero) >= 0)) {
    sink.text('Zaplacono', '1')
    sink.text('DataZaplaty', request.paidAt)
    return
  }
  sink.text('ZnacznikZaplatyCzesciowej', '1')
  sink.group('ZaplataCzesciowa', () => {
    putAmount(sink, 'KwotaZaplatyCzesciowej', signed(paid))
    sink.text('DataZaplatyCzesciowej', request.paidAt)
  })
}
