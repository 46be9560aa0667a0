import type { RequestPaymentPart, RequestRetention } from '../../domain/request/payment.js'
import type { PaymentPart, Retention } from '../../einvoice/model/payment-plan.js'

/**
 * The amount of a part, which TerminPlatnosci has no place for: `2026-12-10: 500.00 PLN; note`.
 */
export function partDescription({ dueDate, amount, note }: PaymentPart, currency: string): string {
  return `${dueDate}: ${amount.toAtLeast(2)} ${currency}${note === undefined ? '' : `; ${note}`}`
}

const PART = /^(\d{4}-\d{2}-\d{2}): (\d{1,12}\.\d{2,10}) [A-Z]{3}(?:; (.+))?$/su

/** The parts of the payment from their descriptions; undefined: there are none, or others. */
export function readParts(descriptions: readonly string[]): readonly RequestPaymentPart[] | undefined {
  const parts = descriptions.map(readPart).filter((each) => each !== undefined)
  return parts.length > 0 && parts.length === descriptions.length && parts.length <= MOST_PARTS ? parts : undefined
}

const MOST_PARTS = 50

function readPart(description: string): RequestPaymentPart | undefined {
  const [, dueDate, amount, note] = PART.exec(description) ?? []
  if (dueDate === undefined || !(Number(amount) > 0)) return undefined
  return { dueDate, amount: Number(amount), ...(note !== undefined && { note }) }
}

/**
 * A retention, which FA(3) has no place for: `5%: 59.50 PLN do 2028-12-31; reason`, without the
 * share or the day if none is agreed.
 */
export function retentionDescription({ amount, percentage, until, reason }: Retention, currency: string): string {
  const share = percentage === undefined ? '' : `${percentage.toString()}%: `
  return `${share}${amount.toAtLeast(2)} ${currency}${until === undefined ? '' : ` do ${until}`}; ${reason}`
}

const RETENTION = /^(?:(\d{1,3}(?:\.\d{1,10})?)%: )?(\d{1,12}\.\d{2,10}) [A-Z]{3}(?: do (\d{4}-\d{2}-\d{2}))?; (.+)$/su

/** The retention from its description; undefined: there is none, or another. */
export function readRetention(description: string | undefined): RequestRetention | undefined {
  const [, percentage, amount, until, reason] = RETENTION.exec(description ?? '') ?? []
  if (reason === undefined || !(Number(amount) > 0) || !(Number(percentage ?? 1) > 0)) return undefined
  return {
    ...(percentage === undefined ? { amount: Number(amount) } : { percentage: Number(percentage) }),
    ...(until !== undefined && { until }),
    reason,
  }
}
