import { Decimal } from '../../../einvoice/model/decimal.js'
import { type Retention, retainedAmount } from '../../../einvoice/model/payment-plan.js'
import { readRetentionWords, retentionInWords } from '../../../einvoice/payment/payment-words.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { partsInEuros } from './payment.js'
import { dayIn, numberIn } from './values.js'

/** What is said of the last payment, which is retained: its amount in EUR; undefined: none is. */
export function retainedText(model: FatturaModel): string | undefined {
  const { invoice, inEuros, payable } = model
  const retention = invoice.paymentPlan?.retention
  if (retention === undefined) return undefined
  const { amount = retention.amount } = partsInEuros(model).at(-1) ?? {}
  const reason = latin1(retention.reason)
  const { percentage, until } = retention
  // In EUR the share may be another by a cent.
  const isShare = percentage !== undefined && retainedAmount(percentage, payable).equals(amount)
  const inWords = { amount, percentage: isShare ? percentage : undefined, until, reason }
  return retentionInWords(inWords, inEuros.currency, 'it')
}

/** What the general data say. */
export interface SaidOfPayments {
  readonly note: string | undefined
  readonly currency: string
}

interface ReadRetention {
  readonly retention: Retention | undefined
  /** The note without the retention. */
  readonly note: string | undefined
  /** The payments without the one that is retained. */
  readonly payments: readonly XmlElement[]
}

/** The last payment, if a note says in the words of this service that it is retained. */
export function readRetention(payments: readonly XmlElement[], { note, currency }: SaidOfPayments): ReadRetention {
  const last = payments.at(-1)
  const nothing = { retention: undefined, note, payments }
  if (last === undefined || payments.length < 2 || isBlank(note)) return nothing
  const due = Decimal.sum(payments.map((payment) => Decimal.of(numberIn(payment, 'ImportoPagamento') ?? 0)))
  const lines = note.split('\n')
  const place = lines.length - 1
  const retention = readRetentionWords(lines[place] ?? '', { totals: { due }, currency })
  if (retention === undefined) return nothing
  const isLast =
    retention.until === dayIn(last, 'DataScadenzaPagamento') &&
    Decimal.of(numberIn(last, 'ImportoPagamento') ?? 0).equals(retention.amount)
  if (!isLast) return nothing
  const others = lines.slice(0, place)
  return {
    retention,
    note: others.length === 0 ? undefined : others.join('\n'),
    payments: payments.slice(0, -1),
  }
}
