import type { ReconcileOutcome, NoAnswer } from '../../countries/gateway/gateway.js'
import type { DeliveryState } from '../../domain/delivery.js'
import type { InvoiceStatus } from '../../domain/invoice.js'
import { cut } from '../../domain/text.js'

/** What three sides say of one invoice. */
export interface ThreeSides {
  /** By our events. */
  readonly status: InvoiceStatus
  /** The government's number of the invoice, by our events; null: it has none. */
  readonly govId: string | null
  /** What the government says; null: it was not asked. */
  readonly there: ReconcileOutcome | null
  /** What became of telling the client the last event that it hears of. */
  readonly client: DeliveryState['status']
}

/** In which way two sides say different things. */
export const DIFFERENCE_KINDS = ['unknown there', 'unknown here', 'status differs', 'client not told'] as const

/** Two sides that say different things of an invoice. */
export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number]
  readonly detail: string
}

const LONGEST_ERROR = 200

/** Statuses in which the government has the document, or has had it. */
const TAKEN: readonly InvoiceStatus[] = ['submitted', 'accepted', 'rejected']

/** Whether a government that takes questions is to be asked about an invoice in this status. */
export function isToBeAsked(status: InvoiceStatus): boolean {
  return TAKEN.includes(status)
}

/** Whether an outcome is none: nobody could tell. */
export function isUnanswered(outcome: { readonly kind: string }): outcome is NoAnswer {
  return ['unavailable', 'exhausted', 'unauthorized'].includes(outcome.kind)
}

/** The first line of a rejection's text, cut. */
function errorIn(there: ReconcileOutcome): string {
  if (there.kind !== 'rejected') return ''
  const [line = ''] = there.errorMessage.split('\n')
  return line === '' ? '' : `: ${cut(line, LONGEST_ERROR)}`
}

/** The differences between the three sides of an invoice. Pure. */
export function differencesOf({ status, govId, there, client }: ThreeSides): readonly Difference[] {
  const differences: Difference[] = []
  const add = (kind: Difference['kind'], detail: string): void => void differences.push({ kind, detail })
  if (there !== null && !isUnanswered(there)) {
    // A rejection as a duplicate of the very invoice that was accepted is its acceptance.
    const isSame = there.kind === 'rejected' && govId !== null && there.errorMessage.includes(govId)
    const side = there.notAsked === undefined ? 'at the government' : 'by its messages'
    const said = isSame ? ('accepted' as const) : there.kind === 'pending' ? ('submitted' as const) : there.kind
    // A government need not keep what it has rejected.
    if (said === 'unknown' && status !== 'rejected')
      add('unknown there', `${status} here, and the government does not know it`)
    else if (said !== 'unknown' && said !== status)
      add('status differs', `${status} here, ${there.kind} ${side}${errorIn(there)}`)
    else if (there.kind === 'accepted' && there.govId !== govId)
      add('status differs', `accepted here as ${govId ?? 'nothing'}, ${side} as ${there.govId}`)
  }
  if (client === 'failed') add('client not told', 'every try to tell the client of its last event has failed')
  if (client === 'cancelled')
    add('client not told', 'telling the client of its last event was cancelled: the webhook was removed')
  return differences
}
