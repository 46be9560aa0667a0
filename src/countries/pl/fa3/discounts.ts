import type { RequestCashDiscount } from '../../../domain/request/payment.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import type { Fa3Model } from '../model.js'
import { textAt } from './values.js'

/** Skonto: FA(3) has it once, so several discounts share its two texts. */
export function putDiscounts(sink: DocumentSink, { request }: Fa3Model): void {
  const { cashDiscounts = [], currency } = request
  if (cashDiscounts.length === 0) return
  sink.group('Skonto', () => {
    sink.text('WarunkiSkonta', cashDiscounts.map(condition).join(BETWEEN))
    sink.text('WysokoscSkonta', cashDiscounts.map((each) => size(each, currency)).join(BETWEEN))
  })
}

const BETWEEN = '; '

function condition({ days, until }: RequestCashDiscount): string {
  return until === undefined ? `zapłata w ciągu ${days ?? 0} dni od wystawienia` : `zapłata do ${until}`
}

function size({ percentage, baseAmount }: RequestCashDiscount, currency: string): string {
  return `${percentage}%${baseAmount === undefined ? '' : ` od ${baseAmount.toFixed(2)} ${currency}`}`
}

const CONDITION = /^zapłata (?:w ciągu (\d{1,3}) dni od wystawienia|do (\d{4}-\d{2}-\d{2}))$/u
const SIZE = /^(\d{1,3}(?:\.\d{1,10})?)%(?: od (\d{1,12}\.\d{2}) [A-Z]{3})?$/

/** The discounts in the words of this service; others stay unread. */
export function readDiscounts(fa: XmlElement | undefined): readonly RequestCashDiscount[] | undefined {
  const skonto = fa?.child('fa:Platnosc')?.child('fa:Skonto')
  const conditions = textAt(skonto, 'fa:WarunkiSkonta')?.split(BETWEEN) ?? []
  const sizes = textAt(skonto, 'fa:WysokoscSkonta')?.split(BETWEEN) ?? []
  if (conditions.length !== sizes.length) return undefined
  const read = conditions.map((text, index) => readDiscount(text, sizes[index] ?? ''))
  const discounts = read.filter((each) => each !== undefined)
  return discounts.length > 0 && discounts.length === read.length ? discounts : undefined
}

function readDiscount(conditionText: string, sizeText: string): RequestCashDiscount | undefined {
  const [, days, until] = CONDITION.exec(conditionText) ?? []
  const [, percentage, base] = SIZE.exec(sizeText) ?? []
  if ((days === undefined && until === undefined) || percentage === undefined) return undefined
  if (Number(percentage) <= 0 || Number(percentage) > 100 || Number(base) === 0) return undefined
  return {
    ...(until === undefined ? { days: Number(days) } : { until }),
    percentage: Number(percentage),
    ...(base !== undefined && { baseAmount: Number(base) }),
  }
}
