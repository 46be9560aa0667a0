import { LANGUAGES } from '../../domain/language.js'
import { isSyntax } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import {
  type CashDiscount,
  discountAmount,
  type PaymentPart,
  type Retention,
} from '../../einvoice/model/payment-plan.js'
import { discountInWords, partInWords, retentionInWords } from '../../einvoice/payment/payment-words.js'
import { paymentPlanIn } from '../../einvoice/payment/skonto.js'
import type { Target } from './conversion.js'
import { type Loss, lossOfPlan, type LossLocation } from './loss.js'

/**
 * The cash discounts, parts of the payment and retention that the result has neither as such nor
 * in words. BT-20 repeats them only where this service wrote it.
 * @param result the model of the result
 * @param placeOf finds the place of a discount, a part or a retention in the source
 */
export function planLosses(
  invoice: Invoice,
  result: Invoice,
  placeOf: (of: CashDiscount | PaymentPart | Retention, field: string) => LossLocation,
  { to, name }: { readonly to: Target; readonly name: string },
): readonly Loss[] {
  const plan = invoice.paymentPlan
  if (plan === undefined) return []
  const theirs = paymentPlanIn(result)
  const text = [result.paymentTerms, ...result.notes.map((note) => note.text)].join('\n')
  const isSaid = (words: (language: (typeof LANGUAGES)[number]) => string): boolean =>
    LANGUAGES.some((language) => text.includes(words(language)))
  // National formats have the amounts in their own currency.
  const isInWhole = to === 'json' || isSyntax(to)
  const due = { mine: invoice.totals.due, theirs: result.totals.due }
  const discounts = unmatched(plan.discounts, theirs?.discounts ?? [], (mine, their) => {
    if (mine.until !== their.until) return false
    return !isInWhole || discountAmount(mine, due.mine).equals(discountAmount(their, due.theirs))
  }).filter((each) => !isSaid((language) => discountInWords(each, invoice, language)))
  const parts = unmatched(plan.parts, theirs?.parts ?? [], (mine, their) => {
    return mine.dueDate === their.dueDate && (!isInWhole || mine.amount.equals(their.amount))
  }).filter((each) => !isSaid((language) => partInWords(each, plan.parts.indexOf(each), invoice.currency, language)))
  const { retention } = plan
  const retained = unmatched(
    retention ? [retention] : [],
    theirs?.retention ? [theirs.retention] : [],
    (mine, their) => {
      return mine.until === their.until && (!isInWhole || mine.amount.equals(their.amount))
    },
  ).filter((each) => !isSaid((language) => retentionInWords(each, invoice.currency, language)))
  return [
    ...discounts.map((each) => {
      const place = placeOf(each, `cashDiscounts[${plan.discounts.indexOf(each)}]`)
      return lossOfPlan(discountInWords(each, invoice, 'en'), place, name)
    }),
    ...parts.map((each) => {
      const index = plan.parts.indexOf(each)
      return lossOfPlan(
        partInWords(each, index, invoice.currency, 'en'),
        placeOf(each, `paymentSchedule[${index}]`),
        name,
      )
    }),
    ...retained.map((each) =>
      lossOfPlan(retentionInWords(each, invoice.currency, 'en'), placeOf(each, 'retention'), name),
    ),
  ]
}

/** Those without a match of their own among the others. */
function unmatched<Each>(all: readonly Each[], others: readonly Each[], isSame: (one: Each, other: Each) => boolean) {
  const left = [...others]
  return all.filter((each) => {
    const place = left.findIndex((other) => isSame(each, other))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
