import type { InvoiceEvent, InvoiceState } from '../domain/invoice.js'
import { accept, type Decision, reject } from './handle.js'

/**
 * Of one invoice: its stream is read as a whole by everybody who works on it, so that it must stay
 * short.
 */
export const MAX_RETRIES = 50

/** How often an invoice was put back to the beginning, by the events of its stream. */
export function retriesOf(events: readonly Pick<InvoiceEvent, 'type'>[]): number {
  return events.filter(({ type }) => type === 'InvoiceRetried').length
}

/** Puts an errored invoice back to the beginning. A rejected one is corrected by a new invoice. */
export function retryInvoice() {
  return (state: InvoiceState): Decision<InvoiceEvent, 'unknown' | 'not_errored'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'error':
        return accept({ type: 'InvoiceRetried', data: {} })
      default:
        return reject('not_errored')
    }
  }
}
