import type { ReconcileOutcome, NoAnswer } from '../../countries/gateway/gateway.js'
import type { DeliveryState } from '../../domain/delivery.js'
import type { InvoiceStatus } from '../../domain/invoice.js'
import { cut } from '../../domain/text.js'

/** Three records of one invoice. */
export interface ThreeSides {
  /** From our events. */
  readonly status: InvoiceStatus
  /** The government's number of the invoice in our events; null: it has none. */
  readonly govId: string | null
  /** The government's answer; null: it was not queried. */
  readonly there: ReconcileOutcome | null
  /** Status of the delivery of the last event to the client. */
  readonly client: DeliveryState['status']
}

/** A difference between two records of an invoice. */
export interface Difference {
  readonly kind: 'unknown there' | 'unknown here' | 'status differs' | 'client not notified'
  readonly detail: string
}

const LONGEST_ERROR = 200

/** Statuses in which the government has, or had, the document. */
const TAKEN: readonly InvoiceStatus[] = ['submitted', 'accepted', 'rejected']

/** Whether to query the government about an invoice in this status. */
export function isToBeAsked(status: InvoiceStatus): boolean {
  return TAKEN.includes(status)
}

/** Whether an outcome contains no answer. */
export function isUnanswered(outcome: { readonly kind: string }): outcome is NoAnswer {
  return ['unavailable', 'exhausted', 'unauthorized'].includes(outcome.kind)
}

/** The first line of a rejection's text, shortened. */
function errorIn(there: ReconcileOutcome): string {
  if (there.kind !== 'rejected') return ''
  const [line = ''] = there.errorMessage.split('\n')
  return line === '' ? '' : `: ${cut(line, LONGEST_ERROR)}`
}

/** The differences between the three records of an invoice. Pure. */
export function differencesOf({ status, govId, there, client }: ThreeSides): readonly Difference[] {
  const differences: Difference[] = []
  const add = (kind: Difference['kind'], detail: string): void => void differences.push({ kind, detail })
  if (there !== null && !isUnanswered(there)) {
    // A rejection as a duplicate of the accepted invoice itself confirms the acceptance.
    const isSame = there.kind === 'rejected' && govId !== null && there.errorMessage.includes(govId)
    const side = there.notAsked === undefined ? 'at the government' : 'according to its messages'
    const said = isSame ? ('accepted' as const) : there.kind === 'pending' ? ('submitted' as const) : there.kind
    // A government need not keep rejected documents.
    if (said === 'unknown' && status !== 'rejected')
      add('unknown there', `${status} here, but the government has no such document`)
    else if (said !== 'unknown' && said !== status)
      add('status differs', `${status} here, ${there.kind} ${side}${errorIn(there)}`)
    else if (there.kind === 'accepted' && there.govId !== govId)
      add('status differs', `accepted here as ${govId ?? 'nothing'}, ${side} as ${there.govId}`)
  }
  if (client === 'failed') add('client not notified', 'all attempts to notify the client of the last event have failed')
  if (client === 'cancelled')
    add('client not notified', 'the notification of the last event was cancelled: the webhook was removed')
  return differences
}
