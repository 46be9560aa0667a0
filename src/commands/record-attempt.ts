import { type DeliveryAttempt, type DeliveryEvent, type DeliveryState, RETRY_DELAYS } from '../domain/delivery.js'
import { accept, type Decision } from './handle.js'

/** The command: an attempt at a delivery is to be recorded. */
export interface RecordAttempt {
  readonly url: string
  readonly attempt: DeliveryAttempt
  /** When the attempt was over: the delays of the retries count from here. */
  readonly endedAt: Date
}

/**
 * A delivery that was settled meanwhile (cancelled, or attempted by a worker that took over) stays
 * as it is.
 */
export function recordAttempt({ url, attempt, endedAt }: RecordAttempt) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status !== 'pending') return accept()
    const data = { subject: state.subject, url, attempt }
    if (attempt.error === null) return accept({ type: 'DeliverySucceeded', data })
    const delay = RETRY_DELAYS[state.failures]
    if (delay === undefined) return accept({ type: 'DeliveryFailed', data })
    const nextAttemptAt = new Date(endedAt.getTime() + delay).toISOString()
    return accept({ type: 'DeliveryAttemptFailed', data: { ...data, nextAttemptAt } })
  }
}
